import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ChangeProperty,
  connectX11,
  DestroyWindow,
  GetInputFocus,
  GetWindowAttributes,
  GrabServer,
  MapState,
  MapWindow,
  QueryPointer,
  QueryTree,
  readProperty,
  UngrabServer,
  UnmapWindow,
  X11ConnectFailed,
  X11ConnectionClosed,
  X11Error,
} from '../../../src/wire/x11/index.js';
import { openWindow } from './windows.js';
import { type Server, startServer } from './xvfb.js';

const run = promisify(execFile);
const NO_WINDOW = 0x123456;

describe('a connection', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('waits for a server that lets only one client stand in line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oh-'));
    const path = join(folder, 'X0');
    const target = `/tmp/.X11-unix/X${server.display.slice(1)}`;
    const narrow = createServer((client) => void client.pipe(createConnection(target)).pipe(client));
    try {
      await new Promise<void>((resolve) => void narrow.listen({ path, backlog: 0 }, resolve));
      const connections = await Promise.all(Array.from({ length: 8 }, () => connectX11({ display: path })));
      await Promise.all(connections.map((connection) => connection.close()));
    } finally {
      narrow.close();
      await rm(folder, { recursive: true });
    }
  });

  it('reads the setup the way xdpyinfo does', async () => {
    const connection = await server.connect();
    const { stdout } = await run('xdpyinfo', ['-display', server.display]);
    expect(stdout).toContain(`vendor string:    ${connection.setup.vendor}`);
    expect(stdout).toContain(`dimensions:    ${connection.screen.width}x${connection.screen.height} pixels`);
    expect(stdout).toContain(`root window id:    0x${connection.root.toString(16)}`);
    expect(stdout).toContain(`depth of root window:    ${connection.screen.rootDepth} planes`);
    expect(stdout).toContain(`minimum ${connection.setup.minKeycode}, maximum ${connection.setup.maxKeycode}`);
    const visuals = connection.screen.depths.flatMap(({ visuals }) => visuals);
    expect(stdout).toContain(`number of visuals:    ${visuals.length}`);
    for (const { depth, bitsPerPixel, scanlinePad } of connection.setup.pixmapFormats) {
      expect(stdout).toContain(`depth ${depth}, bits_per_pixel ${bitsPerPixel}, scanline_pad ${scanlinePad}`);
    }
  });

  it('answers a thousand pipelined queries, each with its own reply', async () => {
    const connection = await server.connect();
    const windows = await Promise.all(Array.from({ length: 10 }, (_, x) => openWindow(connection, { x })));
    const replies = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => connection.request(QueryPointer, { window: windows[index % 10] ?? 0 })),
    );
    replies.forEach((reply, index) => {
      expect(reply.rootX - reply.winX).toBe(index % 10);
    });
  });

  it('keeps matching replies after the sequence numbers wrapped', async () => {
    const connection = await server.connect();
    const window = await openWindow(connection);
    for (let index = 0; index < 100_000; index++) connection.send(UnmapWindow, { window });
    expect(await connection.request(QueryTree, { window })).toMatchObject({ parent: connection.root });
    const replies = await Promise.all(Array.from({ length: 70_000 }, () => connection.request(GetInputFocus)));
    expect(replies).toHaveLength(70_000);
  });

  it('rejects the failing query and lives on', async () => {
    const connection = await server.connect();
    const [before, bad, after] = await Promise.allSettled([
      connection.request(QueryTree, { window: connection.root }),
      connection.request(QueryTree, { window: NO_WINDOW }),
      connection.request(QueryTree, { window: connection.root }),
    ]);
    expect(before.status).toBe('fulfilled');
    expect(after.status).toBe('fulfilled');
    const { reason } = bad as PromiseRejectedResult;
    expect(reason).toBeInstanceOf(X11Error);
    expect(reason).toMatchObject({ name: 'BadWindow', code: 3, majorOpcode: 15, badValue: NO_WINDOW, request: 'QueryTree' });
    expect(connection.isOpen).toBe(true);
  });

  it('rejects failing checked commands only, and confirms the others', async () => {
    const connection = await server.connect();
    const window = await openWindow(connection);
    const results = await Promise.allSettled([
      connection.checked(UnmapWindow, { window }),
      connection.checked(MapWindow, { window: NO_WINDOW }),
      connection.checked(MapWindow, { window }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { name: 'BadWindow', request: 'MapWindow' } });
  });

  it('reports failures of unchecked commands, and what listeners throw, to the error listeners', async () => {
    const connection = await server.connect();
    const errors: unknown[] = [];
    const stop = connection.onError((error) => errors.push(error));
    connection.send(DestroyWindow, { window: NO_WINDOW });
    await connection.sync();
    expect(errors).toMatchObject([{ name: 'BadWindow', majorOpcode: 4, badValue: NO_WINDOW }]);

    connection.on('MapNotify', () => {
      throw new Error('listener');
    });
    await openWindow(connection, { eventMask: 0x2_0000 });
    await connection.sync();
    expect(errors).toMatchObject([{ name: 'BadWindow' }, { message: 'listener' }]);
    stop();
    connection.send(DestroyWindow, { window: NO_WINDOW });
    await connection.sync();
    expect(errors).toHaveLength(2);
  });

  it('rejects a value that does not fit without sending anything', async () => {
    const connection = await server.connect();
    await expect(connection.request(QueryTree, { window: -1 })).rejects.toThrow(RangeError);
    expect(() => connection.send(MapWindow, { window: 2 ** 32 })).toThrow(RangeError);
    await connection.sync();
  });

  it('sends requests longer than 262144 bytes', async () => {
    const connection = await server.connect();
    const window = await openWindow(connection);
    const [property, type] = [await connection.atoms.intern('LONG'), await connection.atoms.intern('CARDINAL')];
    const data = Buffer.from(Uint32Array.from({ length: 300_000 }, (_, index) => index).buffer);
    await connection.checked(ChangeProperty, { window, property, type, format: 32, data });
    const read = await readProperty(connection, window, property);
    expect(read?.data.equals(data)).toBe(true);
    expect(() =>
      connection.send(ChangeProperty, { window, property, type, format: 8, data: Buffer.alloc(connection.maxRequestBytes) }),
    ).toThrow(/limit/);
    await connection.sync();
  });

  it('interns many names in one go and remembers them', async () => {
    const connection = await server.connect();
    const atoms = await connection.atoms.internMany(['_NET_ACTIVE_WINDOW', 'WM_NAME', 'UTF8_STRING']);
    expect(atoms.WM_NAME).toBe(39);
    expect(await connection.atoms.name(atoms._NET_ACTIVE_WINDOW)).toBe('_NET_ACTIVE_WINDOW');
    const { stdout } = await run('xlsatoms', ['-display', server.display, '-name', '_NET_ACTIVE_WINDOW']);
    expect(stdout).toContain(String(atoms._NET_ACTIVE_WINDOW));
    expect(await connection.atoms.intern('UTF8_STRING')).toBe(atoms.UTF8_STRING);
  });

  it('has the server process what was sent before it closes, every time', async () => {
    const other = await server.connect();
    // A server that sees a socket hang up drops what it has not read yet; one round is not enough to notice.
    for (let round = 0; round < 40; round++) {
      const window = await openWindow(other);
      const connection = await server.connect();
      connection.send(UnmapWindow, { window });
      await connection.close();
      expect(await other.request(GetWindowAttributes, { window })).toMatchObject({ mapState: MapState.Unmapped });
      await other.checked(DestroyWindow, { window });
    }
  });

  it('answers what was asked before closing and refuses what comes after', async () => {
    const connection = await server.connect();
    const asked = connection.request(QueryTree, { window: connection.root });
    const failing = connection.checked(MapWindow, { window: NO_WINDOW }).catch((error: unknown) => error);
    const closing = connection.close();
    expect(connection.isOpen).toBe(false);
    await expect(connection.request(GetInputFocus)).rejects.toBeInstanceOf(X11ConnectionClosed);
    connection.send(MapWindow, { window: connection.root });
    await closing;
    expect(await asked).toMatchObject({ root: connection.root });
    expect(await failing).toMatchObject({ name: 'BadWindow' });
    expect(await connection.closed).toBeInstanceOf(X11ConnectionClosed);
    await expect(connection.request(GetInputFocus)).rejects.toBeInstanceOf(X11ConnectionClosed);
    await connection.close();
  });

  it('closes even when the server does not answer any more', async () => {
    await using stuck = await startServer();
    const connection = await stuck.connect();
    stuck.process.kill('SIGSTOP');
    const asked = connection.request(GetInputFocus).catch((error: unknown) => error);
    await connection.close();
    expect(await asked).toBeInstanceOf(X11ConnectionClosed);
    stuck.process.kill('SIGCONT');
  });
});

describe('a server that is silent', () => {
  it('is given up on question by question, and taken back as soon as it speaks', async () => {
    await using server = await startServer();
    const connection = await server.connect({ silenceMs: 200 });
    const holder = await server.connect();
    holder.send(GrabServer);
    await holder.sync();
    const asked = [connection.request(GetInputFocus), connection.checked(MapWindow, { window: connection.root })];
    for (const result of await Promise.allSettled(asked))
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'X11Unanswered', code: 'display_unresponsive' } });
    expect(connection.isOpen).toBe(true);
    const reported: unknown[] = [];
    connection.onError((error) => reported.push(error));
    holder.send(UngrabServer);
    await holder.sync();
    expect(await connection.atoms.intern('WM_NAME')).toBe(39);
    expect(reported).toEqual([]);
  });
});

describe('a server that dies', () => {
  it('rejects what is pending, fires closed and leaves the process alone', async () => {
    await using server = await startServer();
    const connection = await server.connect();
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', onUnhandled);
    server.process.kill('SIGSTOP');
    const pending = Promise.allSettled([
      connection.request(GetInputFocus),
      connection.checked(MapWindow, { window: connection.root }),
      connection.sync(),
    ]);
    connection.flush();
    await server.kill();
    for (const result of await pending) expect(result).toMatchObject({ status: 'rejected', reason: { name: 'X11ConnectionClosed' } });
    expect(await connection.closed).toBeInstanceOf(X11ConnectionClosed);
    expect(connection.isOpen).toBe(false);
    connection.send(MapWindow, { window: 1 });
    await expect(connection.request(GetInputFocus)).rejects.toBeInstanceOf(X11ConnectionClosed);
    await new Promise(setImmediate);
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
  });
});

describe('connecting', () => {
  it('fails plainly where no server is', async () => {
    await expect(connectX11({ display: '/nonexistent/X9' })).rejects.toBeInstanceOf(X11ConnectFailed);
    await expect(connectX11({ display: 'nonsense' })).rejects.toThrow('not a display name');
  });

  it('gives up on a server that never answers, by time or by signal', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'x11-'));
    const silent = createServer(() => {}).listen(join(dir, 'X0'));
    try {
      await expect(connectX11({ display: join(dir, 'X0'), timeoutMs: 50 })).rejects.toThrow('did not answer within 50 ms');
      const abort = new AbortController();
      const connecting = connectX11({ display: join(dir, 'X0'), signal: abort.signal });
      abort.abort(new Error('changed my mind'));
      await expect(connecting).rejects.toThrow('changed my mind');
    } finally {
      silent.close();
      await rm(dir, { recursive: true });
    }
  });

  it('shows the cookie of the right display, and is refused without it', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'x11-'));
    const authority = join(dir, 'authority');
    // The server reads any entry; the display number becomes known only once it runs.
    await run('xauth', ['-q', '-f', authority, 'add', `${hostname()}/unix:77`, '.', '00112233445566778899aabbccddeeff']);
    await using server = await startServer('-auth', authority);
    try {
      const clientAuthority = join(dir, 'client');
      await run('xauth', ['-q', '-f', clientAuthority, 'add', `${hostname()}/unix:78`, '.', 'ffffffffffffffffffffffffffffffff']);
      await run('xauth', [
        '-q',
        '-f',
        clientAuthority,
        'add',
        `${hostname()}/unix${server.display}`,
        '.',
        '00112233445566778899aabbccddeeff',
      ]);
      const connection = await server.connect({ xauthority: clientAuthority });
      expect(connection.isOpen).toBe(true);
      await expect(connectX11({ display: server.display })).rejects.toThrow(/refused the connection/);
      await expect(connectX11({ display: server.display, xauthority: join(dir, 'missing') })).rejects.toThrow(/refused/);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
