import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallTool } from './calculator.js';
import { type ConnectedClient, callerOf, connectHttp, connectStdio } from './mcp-client.js';
import { type Daemon, openProduct, type Product, type StartedDesktop } from './product.js';
import { type SdkProcess, startSdk } from './sdk-process.js';

let product: Product;
let desktop: StartedDesktop;
let daemon: Daemon;
let stdio: ConnectedClient;
let http: ConnectedClient;
let sdk: SdkProcess;

beforeAll(async () => {
  product = openProduct();
  desktop = await product.startDesktop();
  daemon = await product.serve('--http', '0');
  stdio = await connectStdio(product, { args: ['--desktop', desktop.name] });
  http = await connectHttp(daemon, { query: `?desktop=${desktop.name}` });
  sdk = startSdk(product.env, { daemon: 'require', desktop: desktop.name });
});

afterAll(async () => {
  await Promise.all([stdio?.close(), http?.close(), sdk?.end()]);
  await product[Symbol.asyncDispose]();
});

type Shape = { code: string; message: string };

async function refusal(call: CallTool, tool: string, input: Record<string, unknown>): Promise<Shape> {
  try {
    await call(tool, input);
  } catch (error) {
    const { code, message } = error as Shape & { shape?: Shape };
    return { code, message: message.startsWith('{') ? (JSON.parse(message) as Shape).message : message };
  }
  throw new Error(`${tool} was not refused`);
}

const cli: CallTool = async (tool, input) => {
  const { code, stdout } = await product.run([tool, JSON.stringify(input), '--desktop', desktop.name, '--json']);
  const printed = JSON.parse(stdout) as { error?: Shape };
  if (printed.error) throw Object.assign(new Error(printed.error.message), printed.error, { exit: code });
  return printed as Record<string, unknown>;
};

const long = 'x'.repeat(100_000);

describe('a refusal has the same code and text on the command line, MCP and SDK', () => {
  test.each([
    ['an unknown tool', 'clik', {}, 'unknown_tool', /no tool "clik".*click/],
    ['an unknown argument', 'list_windows', { windw: 1 }, 'invalid_input', /unknown argument "windw".*Accepted: pid, on_screen_only/],
    ['a wrong type', 'list_windows', { pid: 'seven' }, 'invalid_input', /pid: /],
    ['a missing argument', 'get_window_state', { pid: 1 }, 'invalid_input', /window_id/],
    ['a huge string', 'launch_app', { name: long }, 'invalid_input', /name: /],
    ['a window that is not there', 'get_window_state', { pid: 1, window_id: 99 }, 'window_not_found', /99/],
    ['an unknown desktop', 'list_windows', { desktop: 'nowhere' }, 'desktop_not_found', /nowhere/],
    ['an unusable session name', 'list_windows', { session: '../x' }, 'invalid_input', /session/],
    ['an unknown application', 'launch_app', { name: 'no-such-app' }, 'app_not_found', /no-such-app/],
    ['an unknown setting', 'set_config', { key: 'nope', value: 1 }, 'unknown_config_key', /nope/],
    ['a call without a window', 'click', { x: 5, y: 5 }, 'desktop_scope_disabled', /./],
  ])('%s', async (_what, tool, input, code, text) => {
    const fromMcp = await refusal(callerOf(stdio), tool, input);
    expect(fromMcp.code).toBe(code);
    expect(fromMcp.message).toMatch(text);
    expect(await refusal(callerOf(http), tool, input)).toEqual(fromMcp);
    expect(await refusal(sdk.call, tool, input)).toEqual(fromMcp);
    const fromCli = await refusal(cli, tool, input);
    expect(fromCli.code).toBe(code);
    // The command line also knows commands, and so speaks of "tool or command".
    if (code !== 'unknown_tool') expect(fromCli).toEqual(fromMcp);
  });

  test('and nothing of it disturbed the daemon', async () => {
    expect(await product.json('status')).toMatchObject({ running: true, pid: daemon.pid });
  });
});
