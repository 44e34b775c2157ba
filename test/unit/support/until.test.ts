import { expect, test } from 'vitest';
import { until } from '../../support/until.js';

test('gives what the condition gave', async () => {
  let calls = 0;
  expect(await until(() => (++calls < 3 ? undefined : { calls }), { what: 'the third call', intervalMs: 1 })).toEqual({ calls: 3 });
});

test('goes on after a condition that throws', async () => {
  let calls = 0;
  const condition = () => {
    if (++calls === 1) throw new Error('not yet');
    return 'there';
  };
  expect(await until(condition, { what: 'the second call', intervalMs: 1 })).toBe('there');
});

test('says what was awaited and what was last seen', async () => {
  await expect(until(() => 0, { what: 'a number', timeoutMs: 5, intervalMs: 1 })).rejects.toThrow(
    'a number: not within 5 ms; last seen: 0',
  );
});

test('keeps the error of the last try', async () => {
  const failing = () => Promise.reject(new Error('still closed'));
  await expect(until(failing, { what: 'the door', timeoutMs: 5, intervalMs: 1 })).rejects.toMatchObject({
    message: 'the door: not within 5 ms; last seen: still closed',
    cause: expect.objectContaining({ message: 'still closed' }),
  });
});
