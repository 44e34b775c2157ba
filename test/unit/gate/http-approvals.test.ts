import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDriver } from '../../../src/transport/driver.js';
import type { Listening } from '../../../src/transport/mcp/http/listen.js';
import { serveMcpHttp } from '../../../src/transport/mcp/http/server.js';
import { until } from '../../support/until.js';
import { type Headless, headlessEngine, waitOp } from './headless-engine.js';

const agents = 'the-token-of-agents';
const persons = 'the-token-of-the-person';

let headless: Headless;
let http: Listening;
beforeAll(async () => {
  headless = headlessEngine();
  http = await serveMcpHttp({ engine: headless.engine, port: 0, token: agents, approvalToken: persons });
});
afterAll(async () => {
  await http?.close();
  await headless?.[Symbol.asyncDispose]();
});

interface Asking {
  method?: string;
  body?: string;
  token?: string | undefined;
  origin?: string;
}

const ask = (path: string, { method = 'GET', body, token = persons, origin }: Asking = {}) =>
  fetch(`http://127.0.0.1:${http.port}${path}`, {
    method,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(origin ? { origin } : {}) },
    ...(body === undefined ? {} : { body }),
  });

const answer = (id: string, given: string, asking: Asking = {}) =>
  ask(`/approvals/${id}`, { method: 'POST', body: JSON.stringify({ answer: given }), ...asking });

const careful = () => localDriver(headless.engine, { client: 'agent' }).call('cua', waitOp('careful'));

/** Someone who keeps the events open, and everything they were told. */
async function listen() {
  const end = new AbortController();
  const response = await fetch(`http://127.0.0.1:${http.port}/approvals/events`, {
    headers: { authorization: `Bearer ${persons}` },
    signal: end.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let told = '';
  const reading = (async () => {
    for await (const chunk of response.body ?? []) told += Buffer.from(chunk).toString('utf8');
  })().catch(() => {}); // the test ends it
  return {
    told: () => told,
    events: () => [...told.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '{}') as Record<string, unknown>),
    async leave() {
      end.abort();
      await reading;
    },
  };
}

describe('a console', () => {
  test('is asked as long as it listens, answers by id, and never sees a token', async () => {
    const console = await listen();
    const call = careful();
    await until(() => console.events().length > 0, { what: 'the question' });
    const [question] = console.events();
    expect(question).toMatchObject({ type: 'approval_required', reason: 'careful ones are asked about', context: { tool: 'cua' } });
    const list = (await (await ask('/approvals')).json()) as { approvals: { id: string; state: string; verdicts: string[] }[] };
    expect(list.approvals).toMatchObject([{ id: question?.correlation_id, state: 'waiting', verdicts: ['once', 'session'] }]);
    const response = await answer(String(question?.correlation_id), 'once');
    expect([response.status, await response.json()]).toEqual([200, { id: question?.correlation_id, answer: 'once' }]);
    await expect(call).resolves.toMatchObject({ kind: 'ok' });
    await until(() => console.events().some(({ type, outcome }) => type === 'approval_resume' && outcome === 'once'), { what: 'the echo' });
    expect(console.told()).not.toMatch(/apr-[0-9a-f]/);
    expect(JSON.stringify(list)).not.toMatch(/apr-|token/);
    await console.leave();
  });

  test('that says no is heard, and a second answer is not', async () => {
    const console = await listen();
    const call = careful();
    const refused = expect(call).rejects.toMatchObject({ code: 'approval_denied', details: { approver: 'console' } });
    await until(() => console.events().length > 0, { what: 'the question' });
    const id = String(console.events()[0]?.correlation_id);
    expect((await answer(id, 'always')).status).toBe(400);
    expect((await answer(id, 'deny')).status).toBe(200);
    await refused;
    const again = await answer(id, 'once');
    expect(await again.json()).toMatchObject({ error: { code: 'approval_invalid' } });
    await console.leave();
  });

  test('that goes away is nobody to ask any more', async () => {
    const console = await listen();
    const call = careful();
    const refused = expect(call).rejects.toMatchObject({ code: 'approval_required' });
    await until(() => console.events().length > 0, { what: 'the question' });
    await console.leave();
    await refused;
    await expect(careful()).rejects.toMatchObject({ code: 'approval_required' });
  });
});

describe('nobody else', () => {
  test.each<[string, Asking, number]>([
    ['without a token', { token: '' }, 401],
    ['with a wrong one', { token: 'guess' }, 401],
    ['with the one agents hold', { token: agents }, 401],
    ['from another page', { origin: 'https://evil.example' }, 403],
  ])('%s can list, listen or answer', async (_who, asking, status) => {
    expect((await ask('/approvals', asking)).status).toBe(status);
    expect((await ask('/approvals/events', asking)).status).toBe(status);
    expect((await answer('any', 'once', asking)).status).toBe(status);
  });

  test('can use the token for approvals to act', async () => {
    expect((await ask('/mcp', { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await ask('/events')).status).toBe(401);
  });

  test.each([
    ['POST', '/approvals/x', '{"answer":"maybe"}'],
    ['POST', '/approvals/x', '{"answer":"once","more":1}'],
    ['POST', '/approvals/x', 'once'],
    ['POST', '/approvals/x', `"${'x'.repeat(20_000)}"`],
    ['POST', '/approvals', '{}'],
    ['PUT', '/approvals/x', '{"answer":"once"}'],
    ['GET', '/approvals/x/y', undefined],
  ])('is understood who says %s %s %s', async (method, path, body) => {
    const response = await ask(path, { method, ...(body === undefined ? {} : { body }) });
    expect([response.status, await response.json()]).toEqual([400, { error: expect.objectContaining({ code: 'invalid_input' }) }]);
  });
});
