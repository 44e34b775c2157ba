// The protocol's own conformance suite against `offhand serve --http`: every scenario that needs no tool, prompt or resource of its example server.

import { createServer, request, type Server } from 'node:http';

import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Daemon, finish, openProduct, type Product, root } from './product.js';

let product: Product;
let daemon: Daemon;
let door: Server;

beforeAll(async () => {
  product = openProduct();
  daemon = await product.serve('--http');
  door = await openDoor(daemon);
});

afterAll(async () => {
  door?.close();
  door?.closeAllConnections();
  await product?.[Symbol.asyncDispose]();
});

/** The suite knows no bearer tokens, so they are added on the way; everything else passes unchanged. */
async function openDoor({ http, token }: Daemon): Promise<Server> {
  const { port } = new URL(http ?? '');
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const onward = request({ host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function play(scenario: string): Promise<string> {
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`;
  const suite = join(root, 'node_modules/.bin/conformance');
  const { stdout } = await finish(process.execPath, [suite, 'server', '--url', url, '--scenario', scenario], {
    env: product.env,
    cwd: product.home,
  });
  return stdout;
}

test.each(['server-initialize', 'ping', 'tools-list', 'server-sse-multiple-streams', 'dns-rebinding-protection'])(
  'passes %s',
  async (scenario) => {
    const report = await play(scenario);
    expect(report).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
    expect(report).toContain('SUCCESS');
  },
);

test('the suite can fail: prompts are none of our trade', async () => {
  expect(await play('prompts-list')).toMatch(/[1-9]\d* failed/);
});
