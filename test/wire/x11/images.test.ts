import { readdirSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ChangeProperty,
  CompositeNameWindowPixmap,
  CompositeRedirectWindow,
  CompositeUnredirectWindow,
  CompositeUpdate,
  ConfigureWindow,
  DeleteProperty,
  FreePixmap,
  GetImage,
  ImageReader,
  Shm,
  ShmDetach,
  type X11Connection,
} from '../../../src/wire/x11/index.js';
import { fill, openWindow } from './windows.js';
import { type Server, startServer } from './xvfb.js';

const FULL = { x: 0, y: 0, width: 800, height: 600 };

async function paintRoot(connection: X11Connection): Promise<void> {
  for (let index = 0; index < 50; index++) {
    await fill(connection, connection.root, index * 331_777, { x: index * 16, y: index * 5, width: 16, height: 300 });
  }
}

const sharedFiles = () =>
  readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    })
    .filter((path) => path.startsWith('/dev/shm/x11-'));

describe('images', () => {
  let server: Server;
  let connection: X11Connection;
  beforeAll(async () => {
    server = await startServer();
    connection = await server.connect();
    await paintRoot(connection);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('are the same through shared memory and through the socket', async () => {
    const images = new ImageReader(connection);
    expect(images.usesSharedMemory).toBe(true);
    const shared = await images.read({ drawable: connection.root, ...FULL });
    const socket = await connection.request(GetImage, { drawable: connection.root, ...FULL });
    expect(shared).toMatchObject({ width: 800, height: 600, stride: 3200, depth: 24 });
    expect(shared.data.equals(socket.data)).toBe(true);
    expect(new Set(shared.data).size).toBeGreaterThan(20);
    const part = await images.read({ drawable: connection.root, x: 17, y: 33, width: 31, height: 9 });
    const partSocket = await connection.request(GetImage, { drawable: connection.root, x: 17, y: 33, width: 31, height: 9 });
    expect(part.data.equals(partSocket.data)).toBe(true);
    expect(images.usesSharedMemory).toBe(true);
    images.close();
    await connection.sync();
    expect(sharedFiles()).toEqual([]);
  });

  it('reuse the caller’s memory and few segments, also when read at once', async () => {
    const images = new ImageReader(connection);
    const into = Buffer.alloc(800 * 600 * 4);
    const image = await images.read({ drawable: connection.root, ...FULL, into });
    expect(image.data.buffer).toBe(into.buffer);
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        images.read({ drawable: connection.root, x: index * 16 + 2, y: index * 5 + 2, width: 4, height: 4 }),
      ),
    );
    many.forEach(({ data }, index) => {
      expect(data.readUInt32LE(0) & 0xffffff).toBe((index * 331_777) & 0xffffff);
    });
    expect(sharedFiles().length).toBeLessThanOrEqual(2);
    for (let round = 0; round < 50; round++) await images.read({ drawable: connection.root, ...FULL, into });
    expect(sharedFiles().length).toBeLessThanOrEqual(2);
    images.close();
  });

  it('wait their turn when the server is behind: a descriptor never overtakes the bytes before it', async () => {
    const images = new ImageReader(connection);
    const window = await openWindow(connection);
    const property = await connection.atoms.intern('BACKLOG');
    const data = Buffer.alloc(8 << 20, 7);
    server.process.kill('SIGSTOP');
    const before = connection.checked(ChangeProperty, { window, property, type: 6, format: 8, data });
    connection.flush();
    const reading = images.read({ drawable: connection.root, ...FULL });
    const after = connection.checked(DeleteProperty, { window, property });
    connection.flush();
    server.process.kill('SIGCONT');
    await Promise.all([before, after]);
    const socket = await connection.request(GetImage, { drawable: connection.root, ...FULL });
    expect((await reading).data.equals(socket.data)).toBe(true);
    expect(images.usesSharedMemory).toBe(true);
    images.close();
  });

  it('outside the drawable are refused, and the reader works on', async () => {
    const images = new ImageReader(connection);
    await expect(images.read({ drawable: connection.root, x: 790, y: 0, width: 20, height: 10 })).rejects.toMatchObject({
      name: 'BadMatch',
    });
    await expect(images.readAll(0x123456)).rejects.toMatchObject({ name: 'BadDrawable' });
    expect((await images.readAll(connection.root)).height).toBe(600);
    images.close();
    await expect(connection.checked(ShmDetach, { segment: 0x123456 })).rejects.toMatchObject({ name: 'BadShmSeg' });
  });

  it('of a covered window come from its own pixels', async () => {
    const images = new ImageReader(connection);
    const below = await openWindow(connection, { x: 100, y: 100, width: 60, height: 40, pixel: 0x336699 });
    connection.send(CompositeRedirectWindow, { window: below, update: CompositeUpdate.Automatic });
    await fill(connection, below, 0x336699, { x: 0, y: 0, width: 60, height: 40 });
    await fill(connection, below, 0xff8800, { x: 10, y: 10, width: 5, height: 5 });
    const above = await openWindow(connection, { x: 90, y: 90, width: 200, height: 200, pixel: 0x111111 });
    const seen = await images.read({ drawable: connection.root, x: 100, y: 100, width: 60, height: 40 });
    expect(seen.data.readUInt32LE(0) & 0xffffff).toBe(0x111111);

    const pixmap = connection.ids.allocate();
    await connection.checked(CompositeNameWindowPixmap, { window: below, pixmap });
    const own = await images.readAll(pixmap);
    expect(own).toMatchObject({ width: 60, height: 40, depth: 24 });
    const pixel = (x: number, y: number) => own.data.readUInt32LE(y * own.stride + x * 4) & 0xffffff;
    expect([pixel(0, 0), pixel(12, 12), pixel(59, 39)]).toEqual([0x336699, 0xff8800, 0x336699]);
    await connection.checked(FreePixmap, { pixmap });
    await connection.checked(CompositeUnredirectWindow, { window: below, update: CompositeUpdate.Automatic });
    await connection.checked(ConfigureWindow, { window: above, values: { x: 700 } });
    images.close();
  });
});

it('come over the socket where the server has no shared memory', async () => {
  await using server = await startServer('-extension', 'MIT-SHM');
  const connection = await server.connect();
  await paintRoot(connection);
  const images = new ImageReader(connection);
  expect(connection.has(Shm)).toBe(false);
  expect(images.usesSharedMemory).toBe(false);
  const image = await images.readAll(connection.root);
  expect(image.data.equals((await connection.request(GetImage, { drawable: connection.root, ...FULL })).data)).toBe(true);
});

it('of sixteen bits a pixel become four bytes a pixel', async () => {
  await using server = await startServer('-screen', '0', '320x200x16');
  const connection = await server.connect();
  await fill(connection, connection.root, 0b11111_000000_00001, { x: 0, y: 0, width: 320, height: 200 });
  const image = await new ImageReader(connection).readAll(connection.root);
  expect(image).toMatchObject({ width: 320, height: 200, stride: 1280, depth: 16 });
  expect([...image.data.subarray(0, 3)]).toEqual([8, 0, 255]);
});
