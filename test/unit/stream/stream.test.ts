import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvalRequired, approvalResumed, cuaEvent, cuaPolicyDenied } from '../../../src/ops/events.js';
import { localDriver } from '../../../src/transport/driver.js';
import { CommandLines } from '../../../src/transport/stream/command-lines.js';
import { StreamHost } from '../../../src/transport/stream/stream-host.js';
import { until } from '../../support/until.js';
import { type Headless, headlessEngine, waitOp } from '../gate/headless-engine.js';

type Message = Record<string, unknown>;

let headless: Headless;
beforeAll(() => {
  headless = headlessEngine();
});
afterAll(() => headless[Symbol.asyncDispose]());

let hosts = 0;

async function openHost() {
  const session = `host-${++hosts}`;
  const lines: Message[] = [];
  const driver = localDriver(headless.engine, { client: 'stream', session });
  const host = new StreamHost({ driver, version: '9.9', session, write: (message) => lines.push({ ...message }) });
  await host.start();
  const say = (message: unknown) => host.receive(typeof message === 'string' ? message : JSON.stringify(message));
  const wait = (id: string | number, durationMs: number, subAgent?: string) =>
    say({ type: 'call', id, tool: 'cua', input: waitOp(subAgent, durationMs) });
  const next = (what: string, match: (message: Message) => boolean) => until(() => lines.find(match), { what });
  const ofType = (type: string) => (message: Message) => message.type === type;
  const result = (id: string) => next(`result ${id}`, (message) => message.type === 'result' && message.id === id);
  return { host, session, lines, say, wait, next, ofType, result };
}

const FOREVER = 1e12;

describe('a host over JSON lines', () => {
  test('is greeted with what can be done here, and why not', async () => {
    const { lines, session } = await openHost();
    expect(lines).toEqual([
      {
        type: 'ready',
        protocol: 1,
        version: '9.9',
        session,
        capabilities: {
          computer_use: false,
          approvals: true,
          computer_use_problem: expect.objectContaining({ code: 'display_unavailable' }),
        },
      },
    ]);
  });

  test('gets results under its own ids, in order, with a lane of its own for each sub-agent', async () => {
    const { wait, say, result, lines } = await openHost();
    wait('a', FOREVER);
    wait(7, 0);
    wait('c', 0, 'scout');
    expect(await result('c')).toEqual({ type: 'result', id: 'c', ok: true, output: { kind: 'ok' } });
    expect(lines.some(({ id, type }) => type === 'result' && id !== 'c')).toBe(false);
    say({ type: 'cancel', id: 'a' });
    expect(await result('a')).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await result('7')).toMatchObject({ ok: true });
    say({ type: 'cancel', id: 'a' });
    await until(() => lines.find(({ type }) => type === 'error'), { what: 'nothing to cancel' });
  });

  test('hears of its own calls only, under its own names', async () => {
    const [mine, other] = [await openHost(), await openHost()];
    other.wait('same', 0);
    await other.result('same');
    mine.wait('same', 0);
    await mine.result('same');
    const told = mine.lines.filter(mine.ofType('cua_event'));
    expect(told).toHaveLength(1);
    expect(cuaEvent.parse(told[0])).toMatchObject({ msg_id: 'same', op: 'wait', summary: 'waited 0 ms' });
    expect(mine.lines.filter(mine.ofType('call_finished'))).toHaveLength(1);
  });

  test('is told what policy denies', async () => {
    const { wait, result, next, ofType } = await openHost();
    wait('no', 0, 'banned');
    expect(await result('no')).toMatchObject({ ok: false, error: { code: 'policy_denied' } });
    expect(cuaPolicyDenied.parse(await next('the denial', ofType('cua_policy_denied')))).toMatchObject({ msg_id: 'no', op: 'wait' });
  });

  test('answers for its sub-agents by token, once; the echo carries three members', async () => {
    const { wait, say, next, ofType, result, lines } = await openHost();
    wait('q', 0, 'careful');
    const question = approvalRequired.parse(await next('the question', ofType('approval_required')));
    expect(question).toMatchObject({
      reason: 'careful ones are asked about',
      context: { session: 'cua-careful', tool: 'cua', op: 'wait' },
    });
    const token = question.resume_token;
    const yes = { type: 'approval_resume', resume_token: token, approved: true, modifications: { verdict: 'once' } };
    say(yes);
    expect(await result('q')).toMatchObject({ ok: true });
    expect(approvalResumed.parse(await next('the echo', ofType('approval_resume')))).toEqual({
      type: 'approval_resume',
      resume_token: token,
      approved: true,
    });
    say(yes);
    expect(await next('spent', ofType('error'))).toMatchObject({ error: { code: 'approval_invalid', details: { problem: 'answered' } } });
    expect(
      lines
        .filter(({ type }) => type !== 'approval_required' && type !== 'approval_resume')
        .some((line) => JSON.stringify(line).includes(token)),
    ).toBe(false);
  });

  test('cannot answer for another host', async () => {
    const [asked, thief] = [await openHost(), await openHost()];
    asked.wait('q', 0, 'careful');
    const { resume_token } = await asked.next('the question', asked.ofType('approval_required'));
    thief.say({ type: 'approval_resume', resume_token, approved: true });
    expect(await thief.next('the refusal', thief.ofType('error'))).toMatchObject({
      error: { code: 'approval_invalid', details: { problem: 'other_session' } },
    });
    expect(thief.lines.some(thief.ofType('approval_required'))).toBe(false);
    asked.say({ type: 'approval_resume', resume_token, approved: false });
    expect(await asked.result('q')).toMatchObject({ ok: false, error: { code: 'approval_denied' } });
  });

  test('that says no more can approve no more, but gets what it asked for', async () => {
    const { host, wait, next, ofType, lines } = await openHost();
    wait('plain', 0);
    wait('open', 0, 'careful');
    await next('the question', ofType('approval_required'));
    await host.finish();
    const results = lines.filter(ofType('result'));
    expect(results).toContainEqual(expect.objectContaining({ id: 'plain', ok: true }));
    expect(results).toContainEqual(
      expect.objectContaining({ id: 'open', ok: false, error: expect.objectContaining({ code: 'approval_required' }) }),
    );
  });

  test.each([
    ['not json'],
    ['{"type":"launch_missiles"}'],
    ['{"type":"call"}'],
    ['{"type":"call","tool":"cua","extra":1}'],
    ['[]'],
    ['{"type":"approval_resume","resume_token":5}'],
  ])('says what is wrong with %s and goes on', async (line) => {
    const { say, wait, next, ofType, result } = await openHost();
    say(line);
    expect(await next('an error', ofType('error'))).toMatchObject({ error: { code: 'invalid_input' } });
    wait('ok', 0);
    expect(await result('ok')).toMatchObject({ ok: true });
  });

  test('that names a tool or an operation there is not gets a result that says so', async () => {
    const { say, result } = await openHost();
    say({ type: 'call', id: 't', tool: 'clik' });
    expect(await result('t')).toMatchObject({ ok: false, error: { code: 'unknown_tool' } });
    say({ type: 'call', id: 'o', tool: 'cua', input: { op: { kind: 'left_click_drag' } } });
    expect(await result('o')).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });
});

describe('lines', () => {
  function collect(maxLength: number) {
    const got: string[] = [];
    const lines = new CommandLines(
      (line) => got.push(line),
      () => got.push('TOO LONG'),
      maxLength,
    );
    return { got, lines };
  }

  test('come whole however they are cut, the last one without its end too', () => {
    const { got, lines } = collect(100);
    for (const byte of Buffer.from('{"a":"ü"}\r\n\n{"b"\n:1}\n{"c"')) lines.push(Buffer.from([byte]));
    lines.end();
    expect(got).toEqual(['{"a":"ü"}', '{"b"', ':1}', '{"c"']);
  });

  test('one that is too long is told once, skipped, and the next counts', () => {
    const { got, lines } = collect(8);
    lines.push(Buffer.from('0123456789'));
    lines.push(Buffer.from('still the same line'));
    lines.push(Buffer.from('\nshort\n'));
    expect(got).toEqual(['TOO LONG', 'short']);
  });
});
