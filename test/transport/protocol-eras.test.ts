import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConnectedClient, type ConnectOptions, callerOf, connectHttp, connectStdio } from './mcp-client.js';
import { type Daemon, openProduct, type Product, type StartedDesktop } from './product.js';

let product: Product;
let desktop: StartedDesktop;
let daemon: Daemon;

beforeAll(async () => {
  product = openProduct();
  desktop = await product.startDesktop();
  daemon = await product.serve('--http', '0');
});

afterAll(() => product[Symbol.asyncDispose]());

const eras = [
  ['2025-11-25', { versionNegotiation: { mode: 'legacy' } }],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
] as const;

const ways: readonly (readonly [string, (options: ConnectOptions) => Promise<ConnectedClient>])[] = [
  ['stdio', (options) => connectStdio(product, { ...options, args: ['--desktop', desktop.name, '--profile', 'full'] })],
  ['HTTP', (options) => connectHttp(daemon, { ...options, query: `?desktop=${desktop.name}&profile=full` })],
];

const cases = eras.flatMap(([version, options]) => ways.map(([way, connect]) => ({ version, options, way, connect })));

describe.each(cases)('MCP $version over $way', ({ version, options, connect, way }) => {
  test('negotiates, lists, calls, refuses and keeps its session', async () => {
    await using client = await connect({ name: `era-${way}-${version}`, options });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ name: 'offhand' });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_window_state');
    const call = callerOf(client);
    const first = (await call('get_session_state', {})) as { session: string };
    const second = (await call('get_session_state', {})) as { session: string; calls: number };
    expect(first.session).toMatch(new RegExp(`^era-${way}`, 'i'));
    expect(second).toMatchObject({ session: first.session, calls: 2 });
    const refused = await client.callTool({ name: 'list_windows', arguments: { nope: 1 } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'invalid_input' } });
    const { content } = await client.callTool({ name: 'screenshot', arguments: {} });
    expect((content as { type: string }[]).map(({ type }) => type)).toEqual(['text', 'image']);
  });

  test('tells progress and heeds cancellation', async () => {
    await using client = await connect({ name: `stop-${way}-${version}`, options });
    const messages: (string | undefined)[] = [];
    await client.callTool(
      { name: 'launch_app', arguments: { name: 'no-such-app' } },
      { onprogress: ({ message }) => messages.push(message) },
    );
    expect(messages[0]).toContain('no-such-app');
    const stop = new AbortController();
    const never = { pid: 1, window_id: 99, expect: [{ window: { exists: true } }], timeout_ms: 250_000 };
    const waiting = client.callTool({ name: 'wait_for', arguments: never }, { signal: stop.signal, timeout: 300_000 });
    const next = callerOf(client)('list_windows', {}); // in line behind it
    stop.abort();
    await expect(waiting).rejects.toThrow();
    expect(await next).toEqual({ windows: [] });
  });
});
