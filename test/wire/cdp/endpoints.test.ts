// What answers on a port need not be a browser, and need not mean well.
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { browserAddress } from '../../../src/wire/cdp/discover.js';
import { CdpConnectError } from '../../../src/wire/cdp/errors.js';
import { openWebSocket } from '../../../src/wire/cdp/websocket.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const ask = (port: number) => browserAddress(port, 5000);

describe('the address of a browser', () => {
  test('keeps to the port asked, whatever host the answer names', async () => {
    const port = await serve((_, response) => response.end('{"webSocketDebuggerUrl": "ws://evil.example:1234/devtools/browser/ab-12"}'));
    expect(await ask(port)).toBe(`ws://127.0.0.1:${port}/devtools/browser/ab-12`);
  });

  test.each([
    ['no address', '{}'],
    ['the address of a page', '{"webSocketDebuggerUrl": "ws://127.0.0.1:1/devtools/page/ab"}'],
    ['a path that leads elsewhere', '{"webSocketDebuggerUrl": "ws://127.0.0.1:1/devtools/browser/../../x"}'],
    ['another protocol', '{"webSocketDebuggerUrl": "http://127.0.0.1:1/devtools/browser/ab"}'],
    ['a list', '[]'],
    ['nothing', 'null'],
  ])('is not made from %s', async (_, answer) => {
    const port = await serve((_request, response) => response.end(answer));
    await expect(ask(port)).rejects.toBeInstanceOf(CdpConnectError);
  });

  test('is not made from what is no JSON, an error, or too long', async () => {
    const page = await serve((_, response) => response.end('<html>'));
    await expect(ask(page)).rejects.toBeInstanceOf(CdpConnectError);
    const refusing = await serve((_, response) => response.writeHead(403).end('no'));
    await expect(ask(refusing)).rejects.toThrow(/403/);
    const endless = await serve((_, response) => response.end(`"${'x'.repeat(2 << 20)}"`));
    await expect(ask(endless)).rejects.toBeInstanceOf(CdpConnectError);
  });

  test('does not lead to another place by a redirection', async () => {
    const asked: string[] = [];
    const other = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end('{"webSocketDebuggerUrl": "ws://127.0.0.1:1/devtools/browser/ab"}');
    });
    const port = await serve((_, response) => response.writeHead(302, { location: `http://127.0.0.1:${other}/json/version` }).end());
    await expect(ask(port)).rejects.toBeInstanceOf(CdpConnectError);
    expect(asked).toEqual([]);
  });

  test('is waited for only so long', async () => {
    const silent = await serve(() => {});
    await expect(browserAddress(silent, 50)).rejects.toBeInstanceOf(CdpConnectError);
    const stopping = AbortSignal.abort(new Error('enough'));
    await expect(browserAddress(silent, 5000, stopping)).rejects.toThrow();
  });
});

describe('a connection', () => {
  test('is refused by what speaks something else, and by what says nothing', async () => {
    const page = await serve((_, response) => response.end('hello'));
    await expect(openWebSocket(`ws://127.0.0.1:${page}/devtools/browser/x`, { timeoutMs: 5000 })).rejects.toBeInstanceOf(CdpConnectError);
    const silent = createTcpServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    await expect(openWebSocket(`ws://127.0.0.1:${port}/`, { timeoutMs: 50 })).rejects.toBeInstanceOf(CdpConnectError);
    const stopping = new AbortController();
    const waiting = openWebSocket(`ws://127.0.0.1:${port}/`, { timeoutMs: 5000, signal: stopping.signal });
    stopping.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    silent.close();
  });
});
