import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { callerOf, connectStdio } from './mcp-client.js';
import { bin, openProduct, type Product, type StartedDesktop } from './product.js';

let product: Product;
let desktop: StartedDesktop;

beforeAll(async () => {
  product = openProduct();
  desktop = await product.startDesktop();
});

afterAll(() => product[Symbol.asyncDispose]());

const never = { pid: 1, window_id: 99, expect: [{ window: { exists: true } }] };

describe('MCP over stdio', () => {
  test('offers the tools of its profile with hints and schemas', async () => {
    await using core = await connectStdio(product);
    await using full = await connectStdio(product, { args: ['--profile', 'full'] });
    const few = (await core.listTools()).tools;
    const all = (await full.listTools()).tools;
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(few.map(({ name }) => name)));
    expect(few.length).toBeLessThan(all.length);
    const tool = (name: string) => all.find((each) => each.name === name);
    expect(tool('list_windows')?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(tool('kill_app')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(tool('click')?.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(tool('list_windows')?.outputSchema).toMatchObject({ type: 'object', properties: { windows: { type: 'array' } } });
    expect(core.getInstructions()).toContain('get_window_state');
  });

  test('gives a picture as an image block and nowhere else', async () => {
    await using client = await connectStdio(product, { args: ['--desktop', desktop.name] });
    const { content, structuredContent } = await client.callTool({ name: 'screenshot', arguments: {} });
    const [text, image] = content as { type: string; text: string; data: string; mimeType: string }[];
    expect(image).toMatchObject({ type: 'image', mimeType: 'image/png' });
    expect(
      Buffer.from(image?.data ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(structuredContent).toMatchObject({ screenshot_width: 1000, screenshot_height: 700 });
    expect(JSON.stringify(structuredContent)).not.toContain('base64');
    expect(text?.text).not.toContain('base64');
  });

  test('gives text alone to clients that would hide it beside structured content', async () => {
    await using client = await connectStdio(product, { name: 'claude-code', args: ['--desktop', desktop.name] });
    const { tools } = await client.listTools();
    expect(tools.every(({ outputSchema }) => outputSchema === undefined)).toBe(true);
    const { content, structuredContent } = await client.callTool({ name: 'list_windows', arguments: {} });
    expect(structuredContent).toBeUndefined();
    expect(content).toEqual([{ type: 'text', text: '{"windows":[]}' }]);
  });

  test('finds the desktop of its host when it is started with a bare environment', async () => {
    const bare = `env -i PATH="$PATH" HOME="$HOME" '${bin}' mcp; exit`;
    const client = new Client({ name: 'test-client', version: '1.0.0' });
    const env = { ...product.env, ...desktop.env };
    await client.connect(new StdioClientTransport({ command: 'sh', args: ['-c', bare], env, stderr: 'ignore' }));
    expect(await callerOf(client)('get_screen_size', {})).toMatchObject({ width: 1000, height: 700 });
    await client.close();
  });

  test('stops a call its client cancels, and goes on', async () => {
    await using client = await connectStdio(product, { args: ['--desktop', desktop.name] });
    const stop = new AbortController();
    const waiting = client.callTool(
      { name: 'wait_for', arguments: { ...never, timeout_ms: 250_000 } },
      { signal: stop.signal, timeout: 300_000 },
    );
    const next = callerOf(client)('list_windows', {}); // in line behind it
    stop.abort();
    await expect(waiting).rejects.toThrow();
    expect(await next).toEqual({ windows: [] });
  });

  test('never starts a call that was cancelled while it waited', async () => {
    await using client = await connectStdio(product, { args: ['--desktop', desktop.name] });
    const call = callerOf(client);
    const before = (await call('get_session_state', {})) as { calls: number };
    const first = call('wait_for', { ...never, timeout_ms: 1000 }).catch(() => ({}));
    const stop = new AbortController();
    const second = client.callTool({ name: 'list_windows', arguments: {} }, { signal: stop.signal });
    stop.abort();
    await expect(second).rejects.toThrow();
    await first;
    expect(await call('get_session_state', {})).toMatchObject({ calls: before.calls + 2 });
  });

  test('tells progress to those who ask', async () => {
    await using client = await connectStdio(product, { args: ['--desktop', desktop.name] });
    const notices: { progress: number; message?: string | undefined }[] = [];
    await client.callTool({ name: 'launch_app', arguments: { name: 'no-such-app' } }, { onprogress: (notice) => notices.push(notice) });
    expect(notices[0]?.message).toContain('no-such-app');
    expect(notices[0]?.progress).toBeGreaterThan(0);
  });

  test('keeps calls in order', async () => {
    await using client = await connectStdio(product, { args: ['--desktop', desktop.name, '--profile', 'full'] });
    const call = callerOf(client);
    const counts = await Promise.all(Array.from({ length: 20 }, () => call('get_session_state', {})));
    expect(counts.map(({ calls }) => calls)).toEqual(counts.map((_, index) => index + 1));
  });

  test('has settings of its own: set_config changes this connection only', async () => {
    await using first = await connectStdio(product, { args: ['--profile', 'full'] });
    await using second = await connectStdio(product, { args: ['--profile', 'full'] });
    await callerOf(first)('set_config', { key: 'max_image_dimension', value: 900 });
    const of = async (client: typeof first) => JSON.stringify(await callerOf(client)('get_config', {}));
    expect(await of(first)).toContain('900');
    expect(await of(second)).not.toContain('900');
    expect((await product.run(['config', 'get', 'max_image_dimension'])).stdout).not.toContain('900');
  });

  test('goes on alone when its daemon goes away', async () => {
    const daemon = await product.serve();
    await using client = await connectStdio(product, { args: ['--desktop', desktop.name, '--profile', 'full'] });
    const call = callerOf(client);
    expect(await call('health_report', {})).toMatchObject({ pid: daemon.pid });
    process.kill(daemon.pid, 'SIGKILL');
    await daemon.ended;
    // A call that is under way when the loss is noticed fails; it must not be sent twice.
    const report = await until(() => call('health_report', {}), { what: 'a call is answered again' });
    expect(report.pid).not.toBe(daemon.pid);
  });
});
