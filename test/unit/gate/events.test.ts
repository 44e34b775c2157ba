import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDriver } from '../../../src/sdk/create-driver.js';
import { localDriver } from '../../../src/transport/driver.js';
import type { Listening } from '../../../src/transport/mcp/http/listen.js';
import { serveMcpHttp } from '../../../src/transport/mcp/http/server.js';
import { until } from '../../support/until.js';
import { type Headless, headlessEngine, waitOp } from './headless-engine.js';

type Told = Record<string, unknown>;

let headless: Headless;
let http: Listening;
const home = process.env.OFFHAND_HOME;
beforeAll(async () => {
  headless = headlessEngine();
  http = await serveMcpHttp({ engine: headless.engine, port: 0, token: 'the-token-of-agents', approvalToken: 'another-token' });
  process.env.OFFHAND_HOME = headless.home;
});
afterAll(async () => {
  if (home === undefined) delete process.env.OFFHAND_HOME;
  else process.env.OFFHAND_HOME = home;
  await http?.close();
  await headless?.[Symbol.asyncDispose]();
});

/** One call that is done and one that is denied. */
async function scenario(call: (input: ReturnType<typeof waitOp>) => Promise<unknown>): Promise<void> {
  await call(waitOp(undefined, 1));
  await expect(call(waitOp('banned'))).rejects.toMatchObject({ code: 'policy_denied' });
}

const expected = [
  { type: 'call_started', tool: 'cua' },
  { type: 'cua_event', op: 'wait', summary: 'waited 1 ms' },
  { type: 'call_finished', tool: 'cua', ok: true },
  { type: 'call_started', tool: 'cua', session: 'cua-banned' },
  { type: 'cua_policy_denied', op: 'wait', reason: expect.stringContaining('forbidden by policy') },
  { type: 'call_finished', ok: false, code: 'policy_denied' },
];

describe('what happens is told', () => {
  test('as an async iterator of the SDK, until the loop is left or the driver closed', async () => {
    await using driver = await createDriver({ daemon: 'never', session: 'sdk' });
    const told: Told[] = [];
    const listening = (async () => {
      for await (const event of driver.events()) if (told.push({ ...event }) === expected.length) break;
    })();
    await scenario((input) => driver.cua(input as Parameters<typeof driver.cua>[0]));
    await listening;
    expect(told).toMatchObject(expected);
    const rest = driver.events();
    await driver.close();
    expect(await rest.next()).toEqual({ done: true, value: undefined });
  });

  test('as server-sent events over HTTP, each under its type, without tokens', async () => {
    const end = new AbortController();
    const response = await fetch(`http://127.0.0.1:${http.port}/events`, {
      headers: { authorization: 'Bearer the-token-of-agents' },
      signal: end.signal,
    });
    let text = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString('utf8');
    })().catch(() => {}); // the test ends it
    const events = () =>
      [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, type, data]) => ({ type, data: JSON.parse(data ?? '{}') as Told }));
    await until(() => text.includes(': connected'), { what: 'the stream is open' });
    const driver = localDriver(headless.engine, { client: 'agent', session: 'http' });
    await scenario((input) => driver.call('cua', input));
    await until(() => events().length >= expected.length, { what: 'all events' });
    expect(events().map(({ data }) => data)).toMatchObject(expected);
    expect(events().every(({ type, data }) => type === data.type)).toBe(true);
    const asked = driver.call('cua', waitOp('careful'), { approver: { name: 'person', ask: async () => 'once' } });
    await asked;
    await until(() => events().some(({ type }) => type === 'approval_resume'), { what: 'the answer is told' });
    expect(events().find(({ type }) => type === 'approval_required')?.data).toMatchObject({ resume_token: 'apr-[hidden]' });
    expect(text).not.toMatch(/apr-[0-9a-f]/);
    end.abort();
    await reading;
  });
});
