import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { startLines } from './line-child.js';
import { bin, type Daemon, openProduct, type Product } from './product.js';

let product: Product;
let daemon: Daemon;

beforeAll(async () => {
  product = openProduct();
  daemon = await product.serve();
});

afterAll(() => product[Symbol.asyncDispose]());

const MEGABYTE = 1024 * 1024;

/** Sends bytes to the daemon's socket and gives what came back until it closed or answered. */
function send(bytes: string | Buffer, enough: (answer: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(product.socket, () => socket.write(bytes));
    const finish = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (enough(answer)) finish();
    });
    socket.on('error', () => {}); // the daemon may hang up while we are still sending
    socket.on('close', finish);
  });
}

const oneLine = (answer: string): boolean => answer.includes('\n');
const alive = async () => expect(await product.json('status')).toMatchObject({ running: true, pid: daemon.pid });

describe('the daemon outlives', () => {
  test.each([
    ['something that is no JSON', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', /not JSON/],
    ['half a message', '{"id":1,"method":\n', /not JSON/],
    ['binary rubbish', Buffer.from([0, 255, 254, 10, 0, 1, 2, 10]), /not JSON/],
    ['a message of 20 MB without an end', Buffer.alloc(20 * MEGABYTE, 'a'), /longer than/],
    ['a message of 20 MB', `{"id":1,"method":"call","tool":"click","input":"${'a'.repeat(20 * MEGABYTE)}"}\n`, /longer than/],
  ])('%s', async (_what, bytes, text) => {
    const answer = await send(bytes);
    expect(JSON.parse(answer)).toMatchObject({ id: -1, error: { code: 'invalid_input', message: expect.stringMatching(text) } });
    await alive();
  });

  test.each([
    ['an unknown method', { id: 7, method: 'explode' }],
    ['a request without its members', { id: 7, method: 'call' }],
    ['members of the wrong type', { id: 7, method: 'call', tool: 5, input: {}, client: 'x' }],
    ['a list', [1, 2, 3]],
    ['null', null],
    ['a number', 5],
  ])('%s, and answers on the same connection', async (_what, message) => {
    const answer = await send(`${JSON.stringify(message)}\n${JSON.stringify({ id: 8, method: 'status' })}\n`, (text) =>
      text.includes('"uptime_s"'),
    );
    const [refused, answered] = answer
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(refused).toMatchObject({ error: { code: 'invalid_input' } });
    expect(answered).toMatchObject({ id: 8, result: { pid: daemon.pid } });
  });

  test('a client that hangs up in the middle of a call', async () => {
    await send(`${JSON.stringify({ id: 1, method: 'call', tool: 'list_windows', input: {}, client: 'gone' })}\n`, oneLine);
    const socket = connect(product.socket, () => {
      socket.write(`${JSON.stringify({ id: 1, method: 'call', tool: 'health_report', input: {}, client: 'gone' })}\n`);
      socket.destroy();
    });
    await alive();
  });

  test('a client that asks and does not read: it is not listened to until it does, and gets every answer', async () => {
    const [batch, most] = [1000, 100_000];
    const socket = connect(product.socket);
    socket.pause();
    let asked = 0;
    let taken = 0;
    const ask = (): void => {
      const questions = Array.from({ length: batch }, () => `{"id":${asked++},"method":"status"}\n`);
      socket.write(questions.join(''), () => {
        taken = asked;
        if (asked < most) ask();
      });
    };
    ask();
    let before = -1;
    const hasStopped = async () => {
      await alive(); // others are served meanwhile
      const isStill = taken === before;
      before = taken;
      return isStill;
    };
    await until(hasStopped, { what: 'the daemon stops listening', timeoutMs: 30_000 });
    expect(taken).toBeLessThan(most);
    let answers = 0;
    socket.on('data', (chunk: Buffer) => {
      answers += chunk.toString('latin1').split('\n').length - 1;
    });
    socket.resume();
    await until(() => answers === most, { what: 'every question is answered', timeoutMs: 50_000 });
    socket.destroy();
    await alive();
  });

  test('a hundred clients at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, id) => send(`${JSON.stringify({ id, method: 'hello', version: 'any' })}\n`, oneLine)),
    );
    expect(answers.map((answer) => (JSON.parse(answer) as { id: number }).id)).toEqual(answers.map((_, id) => id));
    await alive();
  });

  test('arguments on stdin that are far too long, and says so', async () => {
    const { code, stderr } = await product.run(['type_text', '-'], { stdin: JSON.stringify({ text: 'a'.repeat(20 * MEGABYTE) }) });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('invalid_input') });
    await alive();
  });
});

describe('MCP over stdio outlives', () => {
  const ping = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
  const initialize = JSON.stringify({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  });

  test.each([
    ['something that is no JSON', 'hello there\n', -32_700],
    ['half a message', '{"jsonrpc":"2.0","id":\n', -32_700],
    ['JSON that is no message', '{"hello":1}\n', -32_600],
    ['a list', '[]\n', -32_600],
    ['a line of 20 MB', `${'a'.repeat(20 * MEGABYTE)}\n`, -32_600],
  ])('%s, answers with an error and goes on', async (_what, bytes, code) => {
    const child = startLines(bin, ['mcp'], product.env);
    await child.ask(JSON.parse(initialize));
    child.write(bytes);
    child.write(ping(5));
    expect(await child.waitForLine('the answer to ping', ({ id }) => id === 5)).toMatchObject({ result: {} });
    expect(await child.waitForLine('the refusal', ({ error }) => error !== undefined)).toMatchObject({ id: null, error: { code } });
    await child.end();
    expect(child.exitCode).toBe(0);
  });

  test('an unknown method and an unknown tool', async () => {
    const child = startLines(bin, ['mcp'], product.env);
    await child.ask(JSON.parse(initialize));
    expect(await child.ask({ jsonrpc: '2.0', id: 1, method: 'tools/explode' })).toMatchObject({ id: 1, error: { code: -32_601 } });
    const unknown = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'explode', arguments: {} } };
    expect(await child.ask(unknown)).toMatchObject({ id: 2, result: { isError: true, structuredContent: { code: 'unknown_tool' } } });
    await child.end();
  });

  test('its client going away, and leaves no session behind', async () => {
    const before = await product.json('status');
    const child = startLines(bin, ['mcp'], product.env);
    await child.ask(JSON.parse(initialize));
    await child.ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_config', arguments: {} } });
    expect(await product.json('status')).toMatchObject({ sessions: Number(before.sessions) + 1 });
    await child.end();
    expect(child.exitCode).toBe(0);
    expect(await product.json('status')).toMatchObject({ sessions: before.sessions });
  });
});
