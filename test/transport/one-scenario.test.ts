import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CalculatorRun, type CallTool, computeSixTimesSeven } from './calculator.js';
import { callerOf, connectHttp, connectStdio } from './mcp-client.js';
import { type Daemon, openProduct, type Product, type StartedDesktop } from './product.js';
import { startSdk } from './sdk-process.js';

let product: Product;
let desktop: StartedDesktop;
let daemon: Daemon;
const runs = new Map<string, CalculatorRun>();

beforeAll(async () => {
  product = openProduct();
  desktop = await product.startDesktop();
  daemon = await product.serve('--http', '0');
});

afterAll(() => product[Symbol.asyncDispose]());

async function computes(way: string, call: CallTool): Promise<void> {
  const run = await computeSixTimesSeven(call, desktop);
  runs.set(way, run);
  expect(run.oracleTexts).toContain('42');
  expect((run.said as { values: string[] }).values).toContain('42');
}

/** `{window_id: 3}` as `--window-id 3`, `{include_screenshot: false}` as `--no-include-screenshot`. */
const flagsOf = (input: Record<string, unknown>): string[] =>
  Object.entries(input).flatMap(([field, value]) => {
    const name = field.replaceAll('_', '-');
    if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
    return [`--${name}`, String(value)];
  });

describe('the same scenario gives 42 and the same data', () => {
  test('through the command with flags and the daemon', async () => {
    await computes('flags', (tool, input) => product.json(tool, ...flagsOf(input), '--desktop', desktop.name, '--session', 'flags'));
  });

  test('through the command with JSON and the daemon', async () => {
    await computes('json', (tool, input) => product.json(tool, JSON.stringify({ ...input, desktop: desktop.name, session: 'json' })));
  });

  test('through MCP over stdio and the daemon', async () => {
    await using client = await connectStdio(product, { args: ['--desktop', desktop.name, '--profile', 'full'] });
    await computes('stdio', callerOf(client));
  });

  test('through MCP over stdio without a daemon', async () => {
    await using client = await connectStdio(product, { args: ['--no-daemon', '--desktop', desktop.name, '--profile', 'full'] });
    await computes('stdio alone', callerOf(client));
  });

  test('through MCP over HTTP', async () => {
    await using client = await connectHttp(daemon, { query: `?desktop=${desktop.name}` });
    await computes('http', callerOf(client));
  });

  for (const use of ['require', 'never'] as const) {
    test(`through the SDK with daemon: ${use}`, async () => {
      await using sdk = startSdk(product.env, { daemon: use, desktop: desktop.name });
      await computes(`sdk ${use}`, sdk.call);
    });
  }

  test('and all of them said the same', () => {
    expect(runs.size).toBe(7);
    const [[, reference] = [], ...others] = [...runs];
    for (const [way, { said }] of others) expect({ way, said }).toEqual({ way, said: reference?.said });
  });
});
