import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CdpClient, type CdpEvent } from '../../../src/wire/cdp/client.js';
import { CdpClosed, CdpConnectError, CdpError, CdpTimeout } from '../../../src/wire/cdp/errors.js';
import { openPipe } from '../../../src/wire/cdp/pipe.js';
import { openWebSocket } from '../../../src/wire/cdp/websocket.js';
import { until } from '../../support/until.js';
import { type Headless, type HeadlessOnPort, startOnPipe, startOnPort } from './headless.js';

let onPipe: Headless;
let onPort: HeadlessOnPort;

beforeAll(async () => {
  onPipe = startOnPipe();
  onPort = await startOnPort();
});
afterAll(async () => {
  await onPipe?.[Symbol.asyncDispose]();
  await onPort?.[Symbol.asyncDispose]();
});

const ways = [
  { way: 'a pipe', connect: async () => openPipe(onPipe.pipe) },
  {
    way: 'a port',
    connect: () => openWebSocket(`ws://127.0.0.1:${onPort.port}${onPort.path}`, { timeoutMs: 10_000 }),
  },
];

interface Evaluated {
  readonly result: { readonly value?: unknown };
}

describe.each(ways)('a browser behind $way', ({ connect }) => {
  let client: CdpClient;
  let session: string;

  beforeAll(async () => {
    client = new CdpClient(await connect());
    const { targetId } = await client.call<{ targetId: string }>('Target.createTarget', { url: 'about:blank' }, { timeoutMs: 30_000 });
    ({ sessionId: session } = await client.call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true }));
  });
  afterAll(() => client?.close());

  const evaluate = (expression: string, more: object = {}) =>
    client.call<Evaluated>('Runtime.evaluate', { expression, returnByValue: true, ...more }, { session, timeoutMs: 30_000 });

  test('answers, for itself and for one of its pages', async () => {
    expect(await client.call('Browser.getVersion')).toMatchObject({ product: expect.stringMatching(/^\w*Chrom/) });
    expect((await evaluate('6 * 7')).result.value).toBe(42);
  });

  test('answers many questions at once, each to its asker', async () => {
    const asked = Array.from({ length: 200 }, (_, n) => n);
    const answers = await Promise.all(asked.map((n) => evaluate(`${n} + 1`)));
    expect(answers.map(({ result }) => result.value)).toEqual(asked.map((n) => n + 1));
  });

  test('carries texts of any kind and of several megabytes, both ways', async () => {
    const text = `Grüße, 世界 😀 "quoted" ${'x'.repeat(3_000_000)}`;
    const { result } = await evaluate(`${JSON.stringify(text)} + "!"`);
    expect(result.value === `${text}!`).toBe(true);
  });

  test('says what it cannot do', async () => {
    const failed = await client.call('Nowhere.toGo').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(CdpError);
    expect(failed).toMatchObject({ method: 'Nowhere.toGo', code: -32601 });
    await expect(client.call('Runtime.evaluate', {}, { session: 'none such' })).rejects.toBeInstanceOf(CdpError);
  });

  test('tells of what happens, of which page', async () => {
    const seen: CdpEvent[] = [];
    const stop = client.listen((event) => seen.push(event));
    await client.call('Runtime.enable', {}, { session });
    await evaluate('console.log("hello")');
    const said = () => seen.find(({ method }) => method === 'Runtime.consoleAPICalled');
    expect((await until(said, { what: 'the page is heard' })).session).toBe(session);
    stop();
    const heard = seen.length;
    await evaluate('console.log("again")');
    expect(seen).toHaveLength(heard);
  });

  test('is not waited for longer than wanted', async () => {
    const stuck = client.call('Runtime.evaluate', { expression: 'new Promise(() => {})', awaitPromise: true }, { session, timeoutMs: 60 });
    await expect(stuck).rejects.toBeInstanceOf(CdpTimeout);
    const stopping = new AbortController();
    const waiting = client.call(
      'Runtime.evaluate',
      { expression: 'new Promise(() => {})', awaitPromise: true },
      { session, signal: stopping.signal },
    );
    stopping.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(client.call('Browser.getVersion', {}, { signal: stopping.signal })).rejects.toThrow('enough');
    expect((await evaluate('1')).result.value).toBe(1);
  });

  test('ends what waits for a page that is closed', async () => {
    const { targetId } = await client.call<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await client.call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
    const waiting = client.call('Runtime.evaluate', { expression: 'new Promise(() => {})', awaitPromise: true }, { session: sessionId });
    const outcome = expect(waiting).rejects.toBeInstanceOf(CdpClosed);
    await client.call('Target.closeTarget', { targetId });
    await outcome;
    const later = client.call('Runtime.evaluate', { expression: '1' }, { session: sessionId });
    await expect(later).rejects.toBeInstanceOf(CdpClosed);
  });

  test('can be left and come back to', async () => {
    client.close();
    await expect(client.call('Browser.getVersion')).rejects.toBeInstanceOf(CdpClosed);
    client = new CdpClient(await connect());
    expect(await client.call('Browser.getVersion')).toHaveProperty('product');
  });

  test('loses the connection instead of our memory when it says too much', async () => {
    const { targetId } = await client.call<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await client.call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
    const much = client.call(
      'Runtime.evaluate',
      { expression: '"x".repeat(70e6)', returnByValue: true },
      { session: sessionId, timeoutMs: 60_000 },
    );
    await expect(much).rejects.toBeInstanceOf(CdpClosed);
    expect(client.isClosed).toBe(true);
  });
});

test('a browser that dies ends what waits for it', async () => {
  const client = new CdpClient(await openWebSocket(`ws://127.0.0.1:${onPort.port}${onPort.path}`, { timeoutMs: 10_000 }));
  const { targetId } = await client.call<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await client.call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const waiting = client.call('Runtime.evaluate', { expression: 'new Promise(() => {})', awaitPromise: true }, { session: sessionId });
  const outcome = expect(waiting).rejects.toBeInstanceOf(CdpClosed);
  await onPort.kill();
  await outcome;
  await expect(openWebSocket(`ws://127.0.0.1:${onPort.port}${onPort.path}`, { timeoutMs: 10_000 })).rejects.toBeInstanceOf(CdpConnectError);
});

describe('what is no pipe', () => {
  test('is not talked to', () => {
    const file = join(onPipe.dir, 'file');
    writeFileSync(file, '');
    expect(() => openPipe({ commands: file, answers: file })).toThrow(CdpConnectError);
    expect(() => openPipe({ commands: join(onPipe.dir, 'none'), answers: file })).toThrow(CdpConnectError);
  });
});
