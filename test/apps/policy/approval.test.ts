import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalQuestion, ApprovalRequiredEvent, Approver } from '../../../src/approval/approval.js';
import { daemonDriver } from '../../../src/transport/daemon/driver.js';
import { type Driver, localDriver } from '../../../src/transport/driver.js';
import { until } from '../../support/until.js';
import { type Served, serve } from './served.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
let served: Served;

beforeAll(async () => {
  // The default of a person's own desktop: each application is asked about first.
  stage = await openStage({ policy: '[cua.policy]\n' });
  served = await serve(stage.product.engine);
});
afterAll(async () => {
  await served?.close();
  await stage?.[Symbol.asyncDispose]();
});

let sessions = 0;
const driverOf = (session = `s${++sessions}`): Driver => localDriver(stage.product.engine, { client: 'test', session });
const approvals = () => stage.product.engine.approvals;

afterEach(async () => {
  await stage.product.engine.seen.forget({});
  for (const { id } of stage.product.engine.sessions.list()) await stage.product.engine.sessions.end(id);
});

/** A click at a place, so that no look has to be approved first. */
async function click(driver: Driver, options: Parameters<Driver['call']>[2] = {}): Promise<unknown> {
  const { x, y } = stage.app.centre('button');
  return driver.call('click', { ...stage.product.at(stage.app), x, y }, options);
}

const clicked = (lines: readonly { type: string; widget?: unknown }[]) =>
  lines.filter(({ type, widget }) => type === 'clicked' && widget === 'button');

const answering = (answer: Awaited<ReturnType<Approver['ask']>>, heard: ApprovalQuestion[] = []): Approver => ({
  name: 'test person',
  async ask(question) {
    heard.push(question);
    return answer;
  },
});

/** Never answers; `waiting` settles once it was asked. */
function silent() {
  const questions: ApprovalQuestion[] = [];
  const approver: Approver = {
    name: 'silent',
    ask(question) {
      questions.push(question);
      return new Promise(() => {});
    },
  };
  return { approver, waiting: () => until(() => questions[0], { what: 'a person is asked' }) };
}

test('the sensor sees a real click of the person', async () => {
  const { x, y } = await stage.spot('button');
  const seen = await stage.noticed(async () => {
    await stage.desktop.run('xdotool', 'mousemove', String(x), String(y), 'click', '1', 'mousemove', '1', '899');
  });
  expect(clicked(seen)).toHaveLength(1);
});

describe('as long as nobody has said yes, the application receives nothing at all', () => {
  test('when nobody can be asked: refused at once, with the remedy', async () => {
    const seen = await stage.noticed(async () => {
      await expect(click(driverOf())).rejects.toMatchObject({
        code: 'approval_required',
        details: { rule: 'first_time_per_app_approval' },
      });
    });
    expect(seen).toEqual([]);
  });

  test('when the person says no', async () => {
    const seen = await stage.noticed(async () => {
      await expect(click(driverOf(), { approver: answering('deny') })).rejects.toMatchObject({
        code: 'approval_denied',
        details: { approver: 'test person' },
      });
    });
    expect(seen).toEqual([]);
  });

  test('while the question is open, and when the caller goes away', async () => {
    const { approver, waiting } = silent();
    const gone = new AbortController();
    const seen = await stage.noticed(async () => {
      const call = click(driverOf(), { approver, signal: gone.signal });
      const question = await waiting();
      expect(question).toMatchObject({ context: { tool: 'click', client: 'test', verdicts: ['once', 'session', 'always'] } });
      expect(JSON.stringify(question)).not.toMatch(/apr-/);
      gone.abort();
      await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    });
    expect(seen).toEqual([]);
    expect(approvals().list()).toEqual([]);
  });

  test('when whoever was asked fails', async () => {
    const broken: Approver = { name: 'broken', ask: () => Promise.reject(new Error('no terminal')) };
    const seen = await stage.noticed(async () => {
      await expect(click(driverOf(), { approver: broken })).rejects.toMatchObject({ code: 'approval_required' });
    });
    expect(seen).toEqual([]);
  });

  test('when the target is gone by the time of the yes', async () => {
    const [only] = await stage.product.engine.desktops
      .backend(undefined, new AbortController().signal)
      .then(({ windows }) => windows.list(new AbortController().signal));
    expect(only).toBeDefined();
    const child = stage.desktop.runApp('xmessage', ['-name', 'doomed', 'short-lived']);
    const windowId = await stage.desktop.waitForWindow({ title: 'doomed' });
    const late: Approver = {
      name: 'late',
      async ask() {
        await child.kill();
        return 'once';
      },
    };
    await expect(driverOf().call('click', { window_id: windowId, x: 5, y: 5 }, { approver: late })).rejects.toMatchObject({
      code: 'target_changed',
    });
  });
});

describe('once the person has said yes', () => {
  test.each(['once', 'session', 'always'] as const)('%s: it acts exactly once', async (verdict) => {
    const heard: ApprovalQuestion[] = [];
    const driver = driverOf();
    const seen = await stage.noticed(() => click(driver, { approver: answering(verdict, heard) }));
    expect(clicked(seen)).toHaveLength(1);
    expect(heard).toHaveLength(1);
    const again = click(driver);
    if (verdict === 'once') await expect(again).rejects.toMatchObject({ code: 'approval_required' });
    else await expect(again).resolves.toBeDefined();
    const elsewhere = click(driverOf());
    if (verdict === 'always') await expect(elsewhere).resolves.toBeDefined();
    else await expect(elsewhere).rejects.toMatchObject({ code: 'approval_required' });
  });

  test('a refused call may be approved afterwards for the next try, one time', async () => {
    const driver = driverOf();
    const refusal = await click(driver).catch((error: { details: { approval_id: string } }) => error.details.approval_id);
    approvals().answer({ id: String(refusal) }, 'once', { channel: 'local', approver: 'test' });
    await expect(click(driver)).resolves.toBeDefined();
    await expect(click(driver)).rejects.toMatchObject({ code: 'approval_required' });
  });
});

describe('through the daemon', () => {
  test('the question reaches the connection that made the call, without a token, and its answer counts', async () => {
    const client = await served.connect();
    const heard: ApprovalQuestion[] = [];
    const driver = daemonDriver(client, { client: 'remote', session: 'd1' });
    const seen = await stage.noticed(() => click(driver, { approver: answering('once', heard) }));
    expect(clicked(seen)).toHaveLength(1);
    expect(JSON.stringify(heard)).not.toMatch(/apr-/);
    await driver.close();
  });

  test('a connection that breaks while its person thinks cancels the call', async () => {
    const client = await served.connect();
    const { approver, waiting } = silent();
    const seen = await stage.noticed(async () => {
      const call = click(daemonDriver(client, { client: 'remote', session: 'd2' }), { approver });
      const failed = expect(call).rejects.toMatchObject({ code: 'daemon_unavailable' });
      await waiting();
      client.close();
      await failed;
      await until(() => approvals().list().length === 0, { what: 'the question is withdrawn' });
    });
    expect(seen).toEqual([]);
  });

  test('what waits is listed and answered by others, and the first one asked is told', async () => {
    const [asking, other] = [await served.connect(), await served.connect()];
    const withdrawn: string[] = [];
    const approver: Approver = {
      name: 'slow',
      ask: (question, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            withdrawn.push(question.correlation_id);
            resolve(undefined);
          });
        }),
    };
    const call = click(daemonDriver(asking, { client: 'remote', session: 'd3' }), { approver });
    const waiting = async () => (await other.request('approvals')) as { approvals: { id: string; preview: string }[] };
    const listed = await until(async () => (await waiting()).approvals[0], { what: 'the question is listed' });
    expect(JSON.stringify(listed)).not.toMatch(/apr-/);
    await other.request('answer_approval', { approval: listed.id, answer: 'once', approver: 'console' });
    await expect(call).resolves.toBeDefined();
    expect(withdrawn).toEqual([listed.id]);
    await expect(other.request('answer_approval', { approval: listed.id, answer: 'once', approver: 'console' })).rejects.toMatchObject({
      code: 'approval_invalid',
    });
    asking.close();
    other.close();
  });

  test('a host of a session gets the token; tokens forged, spent or of another session do not answer', async () => {
    const [host, thief] = [await served.connect(), await served.connect()];
    const mine = daemonDriver(host, { client: 'host', session: 'd4' });
    const theirs = daemonDriver(thief, { client: 'thief', session: 'd5' });
    const asked: ApprovalRequiredEvent[] = [];
    mine.followApprovals((event) => event.type === 'approval_required' && asked.push(event));
    await mine.call('list_sessions', {});
    const call = click(mine);
    const { resume_token: token } = await until(() => asked[0], { what: 'the host is asked' });
    await expect(theirs.resumeApproval(token, true)).rejects.toMatchObject({
      code: 'approval_invalid',
      details: { problem: 'other_session' },
    });
    await expect(mine.resumeApproval('apr-00000000-0000-4000-8000-000000000000', true)).rejects.toMatchObject({ code: 'approval_invalid' });
    await mine.resumeApproval(token, true, 'once');
    await expect(call).resolves.toBeDefined();
    await expect(mine.resumeApproval(token, true)).rejects.toMatchObject({ code: 'approval_invalid', details: { problem: 'answered' } });
    await mine.close();
    await theirs.close();
  });

  test('a daemon that stops tells those who wait that nothing will happen', async () => {
    const own = await serve(stage.product.engine);
    const client = await own.connect();
    const { approver, waiting } = silent();
    const call = click(daemonDriver(client, { client: 'remote', session: 'd6' }), { approver });
    const failed = expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await waiting();
    await own.close();
    await failed;
    expect(approvals().list()).toEqual([]);
  });
});

test('the audit tells who approved what, and neither tokens nor texts', () => {
  const log = readFileSync(join(stage.home, 'audit.jsonl'), 'utf8');
  expect(log).toContain('"decision":"approved"');
  expect(log).toContain('"approver":"test person"');
  expect(log).not.toMatch(/apr-/);
});
