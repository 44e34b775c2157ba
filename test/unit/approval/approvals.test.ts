import { describe, expect, test } from 'vitest';
import type { Answerer, ApprovalRequest, ApprovalRequiredEvent, ApprovalSettledEvent } from '../../../src/approval/approval.js';
import { plainYes } from '../../../src/approval/approval.js';
import { Approvals } from '../../../src/approval/approvals.js';
import { redactTokens, redactTokensIn } from '../../../src/approval/redact-tokens.js';
import { approvalRequired } from '../../../src/ops/events.js';

const request = (given: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  callId: 'call-1',
  session: 's1',
  client: 'tester',
  tool: 'click',
  app: 'gedit',
  rule: 'first_time_per_app_approval',
  reason: 'first-time approval needed for application "gedit"',
  grant: 'first-time:gedit',
  verdicts: ['once', 'session', 'always'],
  preview: 'left click at (3, 4)',
  ...given,
});

interface Listener extends Answerer {
  readonly required: ApprovalRequiredEvent[];
  readonly settled: ApprovalSettledEvent[];
}

function listener(session?: string): Listener {
  const required: ApprovalRequiredEvent[] = [];
  const settled: ApprovalSettledEvent[] = [];
  return {
    name: 'test',
    session,
    required,
    settled,
    onRequired: (event) => required.push(event),
    onSettled: (event) => settled.push(event),
  };
}

const local = { channel: 'local', approver: 'alice' } as const;
const tokenOf = (from: Listener): string => from.required.at(-1)?.resume_token ?? '';

function asking(session?: string) {
  const approvals = new Approvals();
  const person = listener(session);
  const unsubscribe = approvals.subscribe(person);
  return { approvals, person, unsubscribe };
}

describe('a held call', () => {
  test('goes on when the token comes back with a yes', async () => {
    const { approvals, person } = asking();
    const held = approvals.ask(request());
    approvals.answer({ token: tokenOf(person) }, 'once', { channel: 'session', session: 's1', approver: 'host' });
    expect(await held).toEqual({ verdict: 'once', approver: 'host' });
    expect(person.settled).toMatchObject([{ type: 'approval_resume', approved: true, outcome: 'once' }]);
    expect(approvals.list()).toEqual([]);
    expect(approvals.grants.has('s1', 'first-time:gedit')).toBe(false);
  });

  test('is refused when the person says no', async () => {
    const { approvals, person } = asking();
    const held = approvals.ask(request());
    approvals.answer({ id: approvals.list()[0]?.id ?? '' }, 'deny', local);
    await expect(held).rejects.toMatchObject({ code: 'approval_denied', details: { approver: 'alice' } });
    expect(person.settled).toMatchObject([{ approved: false, outcome: 'deny' }]);
  });

  test('is announced in the shape hosts know, with a secret token and an expiry', async () => {
    const { approvals, person } = asking();
    const held = approvals.ask(request({ op: 'left_click' }));
    const [event] = person.required;
    expect(approvalRequired.parse(event)).toMatchObject({
      call_id: 'call-1',
      context: { app: 'gedit', op: 'left_click', preview: 'left click at (3, 4)' },
    });
    expect(event?.resume_token).toMatch(/^apr-[0-9a-f-]{36}$/);
    expect(event?.correlation_id).not.toBe(event?.resume_token);
    expect(JSON.stringify(approvals.list())).not.toContain('apr-');
    approvals.close();
    await expect(held).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('expires', async () => {
    const approvals = new Approvals({ ttlMs: 1 });
    const person = listener();
    approvals.subscribe(person);
    await expect(approvals.ask(request())).rejects.toMatchObject({ code: 'approval_expired' });
    expect(() => approvals.answer({ token: tokenOf(person) }, 'once', local)).toThrow(
      expect.objectContaining({ code: 'approval_expired' }),
    );
  });

  test('is cancelled when the caller goes away', async () => {
    const { approvals, person } = asking();
    const gone = new AbortController();
    const held = approvals.ask(request(), gone.signal);
    gone.abort();
    await expect(held).rejects.toMatchObject({ code: 'cancelled' });
    expect(person.settled).toMatchObject([{ outcome: 'cancelled' }]);
    await expect(approvals.ask(request(), gone.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('is refused when the only one who could answer leaves or fails', async () => {
    const { approvals, unsubscribe } = asking();
    const held = approvals.ask(request());
    unsubscribe();
    await expect(held).rejects.toMatchObject({ code: 'approval_required' });
    approvals.subscribe({
      name: 'closed',
      onRequired: () => {
        throw new Error('stream closed');
      },
      onSettled: () => {},
    });
    await expect(approvals.ask(request())).rejects.toMatchObject({ code: 'approval_required' });
  });

  test('is cancelled with everything else when the daemon stops or the session ends', async () => {
    const { approvals } = asking();
    const first = approvals.ask(request());
    const second = approvals.ask(request({ session: 's2' }));
    approvals.endSession('s2');
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    expect(approvals.list()).toHaveLength(1);
    approvals.close();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('answers that do not count', () => {
  test('a forged token, a second answer, another session, a public id over a remote channel', async () => {
    const { approvals, person } = asking();
    const held = approvals.ask(request());
    const token = tokenOf(person);
    const stranger = { channel: 'session', session: 's2', approver: 'host' } as const;
    const problem = (name: string) => expect.objectContaining({ code: 'approval_invalid', details: { problem: name } });
    expect(() => approvals.answer({ token: 'apr-00000000-0000-0000-0000-000000000000' }, 'once', local)).toThrow(problem('unknown'));
    expect(() => approvals.answer({ token }, 'once', stranger)).toThrow(problem('other_session'));
    expect(() => approvals.answer({ id: person.required[0]?.correlation_id ?? '' }, 'once', stranger)).toThrow(problem('token_required'));
    approvals.answer({ token }, 'session', local);
    expect(() => approvals.answer({ token }, 'once', local)).toThrow(problem('answered'));
    expect(await held).toMatchObject({ verdict: 'session' });
  });

  test('a verdict that was not offered', async () => {
    const { approvals, person } = asking();
    const held = approvals.ask(request({ verdicts: ['once', 'session'] }));
    expect(() => approvals.answer({ token: tokenOf(person) }, 'always', local)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    approvals.answer({ token: tokenOf(person) }, 'once', local);
    expect(await held).toMatchObject({ verdict: 'once' });
  });
});

describe('what is remembered', () => {
  test('"session" for the session, "always" also in writing', async () => {
    const written: string[] = [];
    const approvals = new Approvals({ remember: ({ client, app }) => written.push(`${client} ${app}`) });
    const person = listener();
    approvals.subscribe(person);
    const held = approvals.ask(request());
    approvals.answer({ token: tokenOf(person) }, 'always', local);
    await held;
    expect(written).toEqual(['tester gedit']);
    expect(approvals.grants.has('s1', 'first-time:gedit')).toBe(true);
    expect(approvals.grants.has('s2', 'first-time:gedit')).toBe(false);
    approvals.endSession('s1');
    expect(approvals.grants.has('s1', 'first-time:gedit')).toBe(false);
  });

  test('a plain yes is remembered where that is offered, else it counts once', () => {
    expect(plainYes(['once', 'session', 'always'])).toBe('always');
    expect(plainYes(['once', 'session'])).toBe('once');
  });
});

describe('when nobody listens', () => {
  test('the call is refused at once, and a later yes counts for the next try only', async () => {
    const approvals = new Approvals();
    await expect(approvals.ask(request())).rejects.toMatchObject({ code: 'approval_required' });
    await expect(approvals.ask(request())).rejects.toMatchObject({ code: 'approval_required' });
    const [parked, ...others] = approvals.list('s1');
    expect(parked).toMatchObject({ state: 'parked', app: 'gedit' });
    expect(others).toEqual([]);
    approvals.answer({ id: parked?.id ?? '' }, 'once', local);
    expect(approvals.grants.has('s1', 'first-time:gedit')).toBe(true);
    approvals.grants.consume('s1', 'first-time:gedit');
    expect(approvals.grants.has('s1', 'first-time:gedit')).toBe(false);
  });

  test('a listener of another session is nobody', async () => {
    const { approvals, person } = asking('s2');
    await expect(approvals.ask(request())).rejects.toMatchObject({ code: 'approval_required' });
    expect(person.required).toEqual([]);
  });

  test('one who comes later is told what waits', async () => {
    const { approvals } = asking();
    const held = approvals.ask(request());
    const late = listener('s1');
    approvals.subscribe(late);
    approvals.answer({ token: tokenOf(late) }, 'once', local);
    expect(await held).toMatchObject({ verdict: 'once' });
  });
});

test('tokens are hidden in any text and any value', async () => {
  const { approvals, person } = asking();
  const held = approvals.ask(request());
  const token = tokenOf(person);
  expect(redactTokens(`resume with ${token}!`)).toBe('resume with apr-[hidden]!');
  expect(JSON.stringify(redactTokensIn({ a: [token, 1, null, { [token]: token.toUpperCase() }] }))).not.toMatch(/apr-[0-9a-f]/i);
  approvals.close();
  await expect(held).rejects.toThrow();
});
