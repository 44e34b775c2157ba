import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { callerOf, connectHttp } from './mcp-client.js';
import { type Daemon, openProduct, type Product, type StartedDesktop } from './product.js';

let product: Product;
let daemon: Daemon;
let desktop: StartedDesktop;
let port: number;

beforeAll(async () => {
  product = openProduct();
  desktop = await product.startDesktop();
  daemon = await product.serve('--http', '0');
  port = Number(new URL(daemon.http ?? '').port);
});

afterAll(() => product[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, string | string[] | undefined>;
}

interface Ask {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly host?: string;
}

/** Plain requests, with headers fetch would not let through. */
function ask({ path = '/mcp', method = 'POST', headers = {}, body, host = '127.0.0.1' }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host,
      port,
      path,
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    });
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const bearer = () => ({ authorization: `Bearer ${daemon.token}` });
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

describe('the HTTP server', () => {
  test.each([
    ['without a token', {}, 401, 'unauthorized'],
    ['with a wrong token', { authorization: 'Bearer wrong' }, 401, 'unauthorized'],
    ['with another kind of authorization', { authorization: 'Basic eDp5' }, 401, 'unauthorized'],
  ])('refuses requests %s', async (_what, headers, status, code) => {
    for (const path of ['/mcp', '/events', '/else']) {
      const answer = await ask({ path, method: path === '/mcp' ? 'POST' : 'GET', headers, ...(path === '/mcp' ? { body: list } : {}) });
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code, remedy: expect.stringContaining('Bearer') } });
      expect(answer.headers['www-authenticate']).toContain('Bearer');
    }
  });

  test.each([
    ['a foreign Host', { host: 'evil.example' }],
    ['a foreign Host with our port', { host: 'evil.example:7373' }],
    ['an address that only looks like ours', { host: '127.0.0.1.evil.example' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['the Origin of a sandboxed page', { origin: 'null' }],
    ['the Origin of a file', { origin: 'file://' }],
  ])('refuses %s even with the right token', async (_what, headers) => {
    const answer = await ask({ headers: { ...bearer(), ...headers }, body: initialize });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'origin_forbidden' } });
  });

  test.each([
    ['127.0.0.1', {}],
    ['::1', { host: '[::1]' }],
    ['127.0.0.1', { host: 'localhost', origin: 'http://localhost:3000' }],
  ])('answers on %s with %j', async (host, headers) => {
    const answer = await ask({ host, headers: { ...bearer(), ...headers }, body: initialize });
    expect(answer.status).toBe(200);
    expect(answer.headers['mcp-session-id']).toMatch(/.{16}/);
  });

  test('says that it lives without a token, and nothing more', async () => {
    expect(await ask({ path: '/healthz', method: 'GET' })).toMatchObject({ status: 200, body: '{"status":"ok"}\n' });
  });

  test.each([
    ['a body that is no JSON', '{"jsonrpc"', 400],
    ['JSON that is no message', '{"a":1}', 400],
    ['a body of 20 MB', Buffer.alloc(20 * 1024 * 1024, 'a'), 413],
    ['a call before initialize', list, 400],
  ])('refuses %s and lives on', async (_what, body, status) => {
    const answer = await ask({ headers: bearer(), body }).catch(() => ({ status: 413 })); // it may hang up while we still send
    expect(answer.status).toBe(status);
    expect(await product.json('status')).toMatchObject({ pid: daemon.pid, http: daemon.http });
  });

  test('answers 404 to a session it does not know, so that clients start anew', async () => {
    const answer = await ask({ headers: { ...bearer(), 'mcp-session-id': 'not-mine' }, body: list });
    expect(answer.status).toBe(404);
  });

  test('names what there is when asked for something else', async () => {
    const answer = await ask({ path: '/nothing', method: 'GET', headers: bearer() });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).error.message).toContain('POST /mcp');
  });

  test('keeps its token in a file only its user may read, over restarts', async () => {
    const other = openProduct();
    try {
      const first = await other.serve('--http', '0');
      expect(await other.run(['stop'])).toMatchObject({ code: 0 });
      const second = await other.serve('--http', '0');
      expect(second.token).toBe(first.token);
    } finally {
      await other[Symbol.asyncDispose]();
    }
  });
});

describe('clients of the HTTP server', () => {
  type Session = { session: string; client: string };
  const sessionOf = async (client: Parameters<typeof callerOf>[0], input: Record<string, unknown> = {}) =>
    ((await callerOf(client)('get_session_state', input)) as Session).session;

  test('get a session each', async () => {
    await using first = await connectHttp(daemon, { name: 'first' });
    await using second = await connectHttp(daemon, { name: 'second' });
    const [one, two] = await Promise.all([sessionOf(first), sessionOf(second)]);
    expect(one).toMatch(/^first-/);
    expect(two).toMatch(/^second-/);
    expect(await sessionOf(first)).toBe(one);
  });

  test('of the older protocol get one per connection, also when they have one name, until they end it', async () => {
    const open = async () => {
      const connection = String((await ask({ headers: bearer(), body: initialize })).headers['mcp-session-id']);
      const headers = { ...bearer(), 'mcp-session-id': connection };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_session_state', arguments: {} } });
      const [, session] = /"session\\?":\\?"(raw-[^"\\]+)/.exec((await ask({ headers, body })).body) ?? [];
      return { headers, session };
    };
    const first = await open();
    const second = await open();
    expect(first.session).toMatch(/^raw-/);
    expect(second.session).not.toBe(first.session);
    const names = async () => ((await product.json('list_sessions')).sessions as Session[]).map(({ session }) => session);
    expect(await names()).toEqual(expect.arrayContaining([first.session, second.session]));
    expect((await ask({ method: 'DELETE', headers: first.headers })).status).toBe(200);
    expect(await names()).not.toContain(first.session);
    expect((await ask({ headers: first.headers, body: list })).status).toBe(404);
    expect(await names()).toContain(second.session);
  });

  test('choose a profile by the address', async () => {
    await using few = await connectHttp(daemon);
    await using all = await connectHttp(daemon, { query: '?profile=full' });
    const names = async (client: typeof few) => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names(few)).not.toContain('list_sessions');
    expect(await names(all)).toContain('list_sessions');
  });

  test('use the session they name in a call or in the address', async () => {
    await using client = await connectHttp(daemon);
    expect(await sessionOf(client, { session: 'shared' })).toBe('shared');
    await using other = await connectHttp(daemon, { query: '?session=shared' });
    expect(await sessionOf(other)).toBe('shared');
  });

  test('work in parallel while the calls of one keep their order', async () => {
    await using first = await connectHttp(daemon, { name: 'first', query: `?desktop=${desktop.name}` });
    await using second = await connectHttp(daemon, { name: 'second', query: `?desktop=${desktop.name}` });
    const finished: string[] = [];
    const wait = callerOf(first)('wait_for', { pid: 1, window_id: 99, expect: [{ window: { exists: true } }], timeout_ms: 1500 })
      .catch(() => ({}))
      .finally(() => finished.push('first waited'));
    const next = callerOf(first)('list_windows', {}).finally(() => finished.push('first listed'));
    const other = callerOf(second)('list_windows', {}).finally(() => finished.push('second listed'));
    await Promise.all([wait, next, other]);
    expect(finished).toEqual(['second listed', 'first waited', 'first listed']);
  });

  test('may follow events, in which approval tokens are hidden', async () => {
    const stop = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/events`, { headers: bearer(), signal: stop.signal });
    let seen = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) seen += Buffer.from(chunk).toString('utf8');
    })().catch(() => {}); // ended by us
    await until(() => seen.includes('connected'), { what: 'the stream is open' });
    await product.json('get_config');
    const text = await until(() => (seen.includes('call_finished') ? seen : ''), { what: 'the call shows in the events' });
    expect(text).toMatch(/event: call_started\ndata: \{.*"tool":"get_config"/);
    stop.abort();
    await reading;
  });
});
