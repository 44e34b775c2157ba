import { expect, test } from 'vitest';
import { joinSignals } from '../../../src/kit/join-signals.js';

test('aborts with the first of its signals and that one’s reason', () => {
  const [one, two] = [new AbortController(), new AbortController()];
  using joined = joinSignals(one.signal, undefined, two.signal);
  expect(joined.signal.aborted).toBe(false);
  two.abort('second');
  one.abort('first');
  expect(joined.signal.reason).toBe('second');
});

test('is aborted from the start when one of them is', () => {
  using joined = joinSignals(new AbortController().signal, AbortSignal.abort('before'));
  expect(joined.signal.reason).toBe('before');
});

test('lets go of its signals when disposed', () => {
  const long = new AbortController();
  const joined = joinSignals(long.signal);
  joined[Symbol.dispose]();
  long.abort('too late');
  expect(joined.signal.aborted).toBe(false);
});
