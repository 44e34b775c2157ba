import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  ChangeWindowAttributes,
  Composite,
  CompositeGetOverlayWindow,
  CompositeReleaseOverlayWindow,
  clientPids,
  Damage,
  DamageCreate,
  DamageDestroy,
  DamageLevel,
  DamageSubtract,
  DestroyWindow,
  EventMask,
  GetGeometry,
  QueryPointer,
  RandR,
  RandRGetMonitors,
  RandRGetScreenResourcesCurrent,
  RandRSelectInput,
  Res,
  randrEvents,
  ScreenSaver,
  ScreenSaverQueryInfo,
  SendEvent,
  SetSelectionOwner,
  Shape,
  ShapeCombine,
  ShapeGetRectangles,
  ShapeKind,
  ShapeMask,
  ShapeOperation,
  ShapeQueryExtents,
  ShapeRectangles,
  ShapeSelectInput,
  Shm,
  Sync,
  WarpPointer,
  type X11Connection,
  X11ExtensionMissing,
  XFixes,
  XFixesCreateRegion,
  XFixesDestroyRegion,
  XFixesGetCursorImage,
  XFixesSelectCursorInput,
  XFixesSelectSelectionInput,
  XFixesSetRegion,
  XFixesSetWindowShapeRegion,
  Xkb,
  XTest,
  XTestFakeInput,
} from '../../../src/wire/x11/index.js';
import { fill, nextEvent, openWindow } from './windows.js';
import { type Server, startServer } from './xvfb.js';

const run = promisify(execFile);
let server: Server;
let connection: X11Connection;

beforeAll(async () => {
  server = await startServer();
  connection = await server.connect();
});
afterAll(() => server[Symbol.asyncDispose]());

const inEnv = async (command: string, ...args: string[]) =>
  (await run(command, args, { env: { DISPLAY: server.display, PATH: process.env.PATH ?? '' } })).stdout;

it('agrees on a version with every extension of the server', async () => {
  const versions = await Promise.all(
    [Composite, Damage, RandR, Res, ScreenSaver, Shape, Shm, Sync, XFixes, Xkb, XTest].map((def) => connection.version(def)),
  );
  for (const version of versions) expect(version).toEqual({ major: expect.any(Number), minor: expect.any(Number) });
  expect(versions.map(({ major, minor }) => major * 100 + minor)).toEqual([4, 101, 105, 102, 101, 101, 102, 301, 500, 100, 202]);
});

it('says which extension is missing', async () => {
  await using bare = await startServer('-extension', 'DAMAGE', '-extension', 'XTEST');
  const limited = await bare.connect();
  expect(limited.has(Damage)).toBe(false);
  expect(limited.has(Shape)).toBe(true);
  await expect(limited.version(Damage)).rejects.toBeInstanceOf(X11ExtensionMissing);
  await expect(limited.checked(DamageDestroy, { damage: 1 })).rejects.toMatchObject({ name: 'X11ExtensionMissing', extension: 'DAMAGE' });
  expect(() => limited.send(XTestFakeInput, { type: 6, detail: 0 })).toThrow(X11ExtensionMissing);
  await limited.sync();
});

it('SHAPE cuts a hole into a window’s input, and gives the default back', async () => {
  const window = await openWindow(connection, { x: 100, y: 100, width: 50, height: 40 });
  const child = async () => {
    connection.send(WarpPointer, { dstWindow: connection.root, dstX: 110, dstY: 120 });
    return (await connection.request(QueryPointer, { window: connection.root })).child;
  };
  expect(await child()).toBe(window);
  connection.send(ShapeSelectInput, { window, enable: true });
  const notified = nextEvent(connection, 'ShapeNotify');
  const hole = { x: 10, y: 20, width: 1, height: 1 };
  connection.send(ShapeRectangles, { operation: ShapeOperation.Subtract, kind: ShapeKind.Input, window, rectangles: [hole] });
  expect(await notified).toMatchObject({ kind: ShapeKind.Input, window, shaped: true });
  expect(await child()).toBe(0);
  const { rectangles } = await connection.request(ShapeGetRectangles, { window, kind: ShapeKind.Input });
  expect(rectangles).toEqual([
    { x: 0, y: 0, width: 50, height: 20 },
    { x: 0, y: 20, width: 10, height: 1 },
    { x: 11, y: 20, width: 39, height: 1 },
    { x: 0, y: 21, width: 50, height: 19 },
  ]);
  connection.send(ShapeMask, { operation: ShapeOperation.Set, kind: ShapeKind.Input, window, bitmap: 0 });
  expect(await child()).toBe(window);
  expect((await connection.request(ShapeGetRectangles, { window, kind: ShapeKind.Input })).rectangles).toEqual([
    { x: 0, y: 0, width: 50, height: 40 },
  ]);
});

it('SHAPE combines shapes and knows their extents', async () => {
  const [window, other] = [await openWindow(connection), await openWindow(connection)];
  const part = { x: 5, y: 6, width: 7, height: 8 };
  connection.send(ShapeRectangles, { operation: ShapeOperation.Set, kind: ShapeKind.Bounding, window: other, rectangles: [part] });
  connection.send(ShapeCombine, {
    operation: ShapeOperation.Set,
    kind: ShapeKind.Bounding,
    sourceKind: ShapeKind.Bounding,
    window,
    x: 1,
    y: 2,
    sourceWindow: other,
  });
  expect(await connection.request(ShapeQueryExtents, { window })).toMatchObject({
    boundingShaped: true,
    clipShaped: false,
    bounding: { x: 6, y: 8, width: 7, height: 8 },
  });
});

it('XFIXES regions make a window click-through', async () => {
  const window = await openWindow(connection, { x: 200, y: 200 });
  const region = connection.ids.allocate();
  connection.send(XFixesCreateRegion, { region, rectangles: [{ x: 0, y: 0, width: 1, height: 1 }] });
  connection.send(XFixesSetRegion, { region, rectangles: [] });
  connection.send(XFixesSetWindowShapeRegion, { window, kind: ShapeKind.Input, region });
  await connection.checked(XFixesDestroyRegion, { region });
  connection.send(WarpPointer, { dstWindow: connection.root, dstX: 210, dstY: 210 });
  expect(await connection.request(QueryPointer, { window: connection.root })).toMatchObject({ child: 0 });
  await expect(connection.checked(XFixesDestroyRegion, { region })).rejects.toMatchObject({ name: 'BadRegion', badValue: region });
  connection.send(DestroyWindow, { window });
});

it('XFIXES tells of selection owners and of the cursor', async () => {
  const window = await openWindow(connection);
  const selection = await connection.atoms.intern('CLIPBOARD');
  await connection.checked(XFixesSelectSelectionInput, { window: connection.root, selection, eventMask: 7 });
  const other = await server.connect();
  const owner = await openWindow(other);
  const taken = nextEvent(connection, 'XFixesSelectionNotify', ({ subtype }) => subtype === 0);
  other.send(SetSelectionOwner, { owner, selection });
  expect(await taken).toMatchObject({ owner, selection, window: connection.root });
  const clientGone = nextEvent(connection, 'XFixesSelectionNotify', ({ subtype }) => subtype !== 0);
  await other.close();
  expect(await clientGone).toMatchObject({ selection });

  connection.send(WarpPointer, { dstWindow: connection.root, dstX: 321, dstY: 234 });
  const image = await connection.request(XFixesGetCursorImage);
  expect(image).toMatchObject({ x: 321, y: 234 });
  expect(image.data).toHaveLength(image.width * image.height * 4);
  await connection.checked(XFixesSelectCursorInput, { window: connection.root, eventMask: 1 });
  await connection.checked(DestroyWindow, { window });
});

it('DAMAGE reports what was drawn, once until subtracted', async () => {
  const window = await openWindow(connection, { width: 60, height: 50 });
  const damage = connection.ids.allocate();
  connection.send(DamageCreate, { damage, drawable: window, level: DamageLevel.NonEmpty });
  connection.send(DamageSubtract, { damage });
  await connection.sync();
  const first = nextEvent(connection, 'DamageNotify');
  await fill(connection, window, 0xff0000, { x: 3, y: 4, width: 5, height: 6 });
  expect(await first).toMatchObject({ drawable: window, damage, geometry: { width: 60, height: 50 } });
  await connection.sync();
  const again = nextEvent(connection, 'DamageNotify');
  connection.send(DamageSubtract, { damage });
  await fill(connection, window, 0x00ff00, { x: 0, y: 0, width: 5, height: 6 });
  expect(await again).toMatchObject({ damage });
  await connection.checked(DamageDestroy, { damage });
  await expect(connection.checked(DamageDestroy, { damage })).rejects.toMatchObject({ name: 'BadDamage' });
});

it('Composite lends its overlay window', async () => {
  const { overlay } = await connection.request(CompositeGetOverlayWindow, { window: connection.root });
  expect(await connection.request(GetGeometry, { drawable: overlay })).toMatchObject({ width: 800, height: 600 });
  await connection.checked(CompositeReleaseOverlayWindow, { window: connection.root });
});

it('RANDR knows the monitors and modes xrandr shows', async () => {
  const { monitors } = await connection.request(RandRGetMonitors, { window: connection.root });
  expect(monitors).toMatchObject([{ x: 0, y: 0, width: 800, height: 600 }]);
  const shown = await inEnv('xrandr', '--listmonitors');
  expect(shown).toContain(await connection.atoms.name(monitors[0]?.name ?? 0));
  const resources = await connection.request(RandRGetScreenResourcesCurrent, { window: connection.root });
  expect(resources.outputs).toEqual(monitors[0]?.outputs);
  expect(resources.modes).toContainEqual(expect.objectContaining({ width: 800, height: 600 }));
  expect(resources.names).toHaveLength(resources.modes.reduce((sum, { nameLength }) => sum + nameLength, 0));
});

it('RANDR reports a change of the screen', async () => {
  await connection.checked(RandRSelectInput, { window: connection.root, enable: 1 });
  // Xvfb has one mode and cannot change it, so the event comes from us.
  const time = { time: 1, configTime: 2, root: connection.root, requestWindow: connection.root };
  const change = { rotation: 1, ...time, sizeId: 0, subpixelOrder: 0, width: 640, height: 480, widthMm: 169, heightMm: 127 };
  const window = await openWindow(connection);
  const changed = nextEvent(connection, 'RandRScreenChangeNotify');
  connection.send(SendEvent, { destination: window, event: connection.encodeEvent(randrEvents.RandRScreenChangeNotify, change) });
  expect(await changed).toMatchObject(change);
});

it('X-Resource gives the process of a window’s client', async () => {
  await connection.checked(ChangeWindowAttributes, { window: connection.root, values: { eventMask: EventMask.SubstructureNotify } });
  const mapped = nextEvent(connection, 'MapNotify');
  const child = execFile('xeyes', [], { env: { DISPLAY: server.display, PATH: process.env.PATH ?? '' } });
  try {
    const { window } = await mapped;
    const own = await openWindow(connection);
    expect(await clientPids(connection, [own, window])).toEqual([process.pid, child.pid]);
  } finally {
    child.kill();
  }
});

it('MIT-SCREEN-SAVER tells how long the person has been idle', async () => {
  connection.send(XTestFakeInput, { type: 6, detail: 1, rootX: 1, rootY: 1 });
  const info = await connection.request(ScreenSaverQueryInfo, { drawable: connection.root });
  expect(info.sinceUserInput).toBeLessThan(60_000);
});
