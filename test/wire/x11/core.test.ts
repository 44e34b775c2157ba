import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  ChangeKeyboardMapping,
  ChangeProperty,
  ChangeWindowAttributes,
  ConfigureWindow,
  ConvertSelection,
  CreateCursor,
  CreateGC,
  CreateGlyphCursor,
  CreatePixmap,
  coreEvents,
  DeleteProperty,
  EventMask,
  FreeCursor,
  GetGeometry,
  GetImage,
  GetInputFocus,
  GetKeyboardMapping,
  GetModifierMapping,
  GetPointerMapping,
  GetProperty,
  GetScreenSaver,
  GetSelectionOwner,
  GetWindowAttributes,
  GrabKeyboard,
  GrabPointer,
  GrabServer,
  ImageText8,
  KillClient,
  ListProperties,
  MapState,
  OpenFont,
  PolyText8,
  PutImage,
  QueryKeymap,
  QueryPointer,
  QueryTree,
  readProperty,
  readText,
  readWords,
  SendEvent,
  SetInputFocus,
  SetSelectionOwner,
  StackMode,
  TranslateCoordinates,
  texts,
  UngrabKeyboard,
  UngrabPointer,
  UngrabServer,
  UnmapWindow,
  WarpPointer,
  writeWords,
  type X11Connection,
  XTestFakeInput,
} from '../../../src/wire/x11/index.js';
import { collect, fill, nextEvent, openWindow } from './windows.js';
import { type Server, startServer } from './xvfb.js';

const run = promisify(execFile);
let server: Server;
let connection: X11Connection;
const STRING = 31;

beforeAll(async () => {
  server = await startServer();
  connection = await server.connect();
});
afterAll(() => server[Symbol.asyncDispose]());

/** What another client sees, once the server has everything this one sent. */
const tool = async (name: string, ...args: string[]) => {
  await connection.sync();
  return (await run(name, ['-display', server.display, ...args])).stdout;
};

it('creates, configures and stacks windows as xwininfo sees them', async () => {
  const lower = await openWindow(connection, { x: 10, y: 20, width: 120, height: 90 });
  const upper = await openWindow(connection, { x: 30, y: 40 });
  connection.send(ConfigureWindow, { window: lower, values: { x: -5, y: 7, width: 64, borderWidth: 3, stackMode: StackMode.Above } });
  expect(await connection.request(GetGeometry, { drawable: lower })).toMatchObject({
    x: -5,
    y: 7,
    width: 64,
    height: 90,
    borderWidth: 3,
    depth: 24,
  });
  expect(await tool('xwininfo', '-id', String(lower))).toMatch(/Relative upper-left X: {2}-5\n.*: {2}7\n {2}Width: 64\n {2}Height: 90/);
  const { children, parent } = await connection.request(QueryTree, { window: connection.root });
  expect(parent).toBe(0);
  expect(children.slice(-2)).toEqual([upper, lower]);
  expect(await connection.request(GetWindowAttributes, { window: lower })).toMatchObject({
    mapState: MapState.Viewable,
    overrideRedirect: true,
    class: 1,
    visual: connection.screen.rootVisual,
  });
  await connection.checked(UnmapWindow, { window: lower });
  expect(await connection.request(GetWindowAttributes, { window: lower })).toMatchObject({ mapState: MapState.Unmapped });
  expect(await connection.request(TranslateCoordinates, { srcWindow: upper, dstWindow: connection.root, srcX: -1, srcY: 2 })).toMatchObject(
    {
      sameScreen: true,
      dstX: 29,
      dstY: 42,
    },
  );
});

it('writes, reads, lists and deletes properties of every format', async () => {
  const window = await openWindow(connection);
  const atoms = await connection.atoms.internMany([
    'WM_NAME',
    'WM_CLASS',
    'UTF8_STRING',
    '_NET_WM_NAME',
    'CARDINAL',
    '_NET_WM_PID',
    'SHORTS',
  ]);
  const text = (property: number, type: number, value: string) =>
    connection.send(ChangeProperty, { window, property, type, format: 8, data: Buffer.from(value) });
  text(atoms._NET_WM_NAME, atoms.UTF8_STRING, 'grüße 中');
  text(atoms.WM_CLASS, STRING, 'instance\0Class\0');
  writeWords(connection, window, atoms._NET_WM_PID, atoms.CARDINAL, [4242, 0xffff_ffff]);
  connection.send(ChangeProperty, { window, property: atoms.SHORTS, type: atoms.CARDINAL, format: 16, data: Buffer.from([1, 2, 3, 4]) });
  connection.send(ChangeProperty, { mode: 2, window, property: atoms.SHORTS, type: atoms.CARDINAL, format: 16, data: Buffer.from([5, 6]) });

  const shown = await tool('xprop', '-id', String(window), '_NET_WM_NAME', 'WM_CLASS', '_NET_WM_PID', 'SHORTS');
  expect(shown).toContain('WM_CLASS(STRING) = "instance", "Class"');
  expect(shown).toContain('_NET_WM_PID(CARDINAL) = 4242, 4294967295');
  expect(shown).toContain('SHORTS(CARDINAL) = 513, 1027, 1541');

  expect(await readText(connection, window, atoms._NET_WM_NAME)).toBe('grüße 中');
  expect(texts(await readProperty(connection, window, atoms.WM_CLASS))).toEqual(['instance', 'Class']);
  expect(await readWords(connection, window, atoms._NET_WM_PID)).toEqual([4242, 0xffff_ffff]);
  expect(await connection.request(GetProperty, { window, property: atoms.SHORTS })).toMatchObject({ format: 16, bytesAfter: 0 });
  expect(await readProperty(connection, window, atoms.WM_NAME)).toBeUndefined();
  expect(await readWords(connection, window, atoms.WM_NAME)).toEqual([]);
  const { atoms: listed } = await connection.request(ListProperties, { window });
  expect(new Set(listed)).toEqual(new Set([atoms._NET_WM_NAME, atoms.WM_CLASS, atoms._NET_WM_PID, atoms.SHORTS]));
  connection.send(DeleteProperty, { window, property: atoms.SHORTS });
  expect((await connection.request(ListProperties, { window })).atoms).not.toContain(atoms.SHORTS);
});

it('delivers the structure and property events of a window', async () => {
  const watcher = await server.connect();
  await watcher.checked(ChangeWindowAttributes, {
    window: watcher.root,
    values: { eventMask: EventMask.SubstructureNotify | EventMask.PropertyChange },
  });
  const [created, mapped, configured] = [
    collect(watcher, 'CreateNotify'),
    collect(watcher, 'MapNotify'),
    collect(watcher, 'ConfigureNotify'),
  ];
  const property = nextEvent(watcher, 'PropertyNotify');
  const window = await openWindow(connection, { x: 5, y: 6, width: 70, height: 60 });
  await connection.checked(ConfigureWindow, { window, values: { x: 9 } });
  const atom = await connection.atoms.intern('TOUCHED');
  writeWords(connection, connection.root, atom, 6, [1]);
  expect(await property).toMatchObject({ window: connection.root, atom, state: 0, synthetic: false });
  expect(created).toMatchObject([{ parent: connection.root, window, x: 5, y: 6, width: 70, height: 60, overrideRedirect: true }]);
  expect(mapped).toMatchObject([{ event: connection.root, window, overrideRedirect: true }]);
  expect(configured).toMatchObject([{ window, x: 9, y: 6, width: 70, height: 60 }]);
});

it('gives all events to those who listen to all, also unknown ones, until they stop', async () => {
  const window = await openWindow(connection);
  const seen: string[] = [];
  const stop = connection.on('event', ({ name }) => seen.push(name));
  const CIRCULATE_NOTIFY = 26;
  const send = (event: Buffer) => connection.send(SendEvent, { destination: window, event });
  send(connection.encodeEvent(coreEvents.FocusIn, { detail: 3, event: window, mode: 0 }));
  send(Buffer.alloc(32, 0).fill(CIRCULATE_NOTIFY, 0, 1));
  await connection.sync();
  stop();
  send(connection.encodeEvent(coreEvents.FocusOut, { detail: 3, event: window, mode: 0 }));
  await connection.sync();
  expect(seen).toEqual(['FocusIn', 'Unknown']);
});

it('sends every kind of event a client may send, and receives it as synthetic', async () => {
  const window = await openWindow(connection);
  const input = {
    time: 7,
    root: connection.root,
    event: window,
    child: 0,
    rootX: 3,
    rootY: -4,
    eventX: 5,
    eventY: 6,
    state: 1,
    sameScreen: true,
  };
  const samples = {
    ClientMessage: { format: 32, window, type: 39, data: [1, 2, 0xffff_ffff, 0, 0] },
    FocusIn: { detail: 3, event: window, mode: 0 },
    FocusOut: { detail: 3, event: window, mode: 0 },
    KeyPress: { detail: 38, ...input },
    KeyRelease: { detail: 38, ...input },
    ButtonPress: { detail: 1, ...input },
    ButtonRelease: { detail: 1, ...input },
    MotionNotify: { detail: 0, ...input },
    SelectionNotify: { time: 9, requestor: window, selection: 1, target: 31, property: 0 },
    ConfigureNotify: { event: window, window, aboveSibling: 0, x: 1, y: -2, width: 3, height: 4, borderWidth: 0, overrideRedirect: true },
  };
  for (const [name, value] of Object.entries(samples)) {
    const key = name as keyof typeof samples;
    const received = nextEvent(connection, key);
    const event = connection.encodeEvent(coreEvents[key] as never, value as never);
    // Mask 0: the event goes to the client that made the window, which is us.
    connection.send(SendEvent, { destination: window, event });
    expect(await received).toMatchObject({ ...value, name, synthetic: true });
  }
});

it('hands a selection from one client to another', async () => {
  const requestor = await server.connect();
  const atoms = await connection.atoms.internMany(['PRIMARY', 'UTF8_STRING', 'REPLY']);
  const owner = await openWindow(connection);
  const receiver = await openWindow(requestor);
  connection.send(SetSelectionOwner, { owner, selection: atoms.PRIMARY });
  expect(await connection.request(GetSelectionOwner, { selection: atoms.PRIMARY })).toEqual({ owner });
  connection.on('SelectionRequest', ({ requestor: to, selection, target, property, time }) => {
    connection.send(ChangeProperty, { window: to, property, type: target, format: 8, data: Buffer.from('copied') });
    const event = connection.encodeEvent(coreEvents.SelectionNotify, { time, requestor: to, selection, target, property });
    connection.send(SendEvent, { destination: to, event });
  });
  const notified = nextEvent(requestor, 'SelectionNotify');
  requestor.send(ConvertSelection, { requestor: receiver, selection: atoms.PRIMARY, target: atoms.UTF8_STRING, property: atoms.REPLY });
  expect(await notified).toMatchObject({ requestor: receiver, property: atoms.REPLY });
  expect(await readText(requestor, receiver, atoms.REPLY)).toBe('copied');
  const lost = nextEvent(connection, 'SelectionClear');
  requestor.send(SetSelectionOwner, { owner: receiver, selection: atoms.PRIMARY });
  expect(await lost).toMatchObject({ owner, selection: atoms.PRIMARY });
});

it('moves, grabs and follows the core pointer and keyboard', async () => {
  const window = await openWindow(connection, {
    x: 200,
    y: 200,
    eventMask: EventMask.PointerMotion | EventMask.ButtonPress | EventMask.KeyPress | EventMask.EnterWindow | EventMask.FocusChange,
  });
  const entered = nextEvent(connection, 'EnterNotify');
  connection.send(WarpPointer, { dstWindow: window, dstX: 10, dstY: 11 });
  expect(await entered).toMatchObject({ event: window, eventX: 10, eventY: 11, rootX: 210 });
  expect(await connection.request(QueryPointer, { window })).toMatchObject({
    child: 0,
    rootX: 210,
    rootY: 211,
    winX: 10,
    winY: 11,
    sameScreen: true,
  });
  const pressed = nextEvent(connection, 'ButtonPress');
  connection.send(XTestFakeInput, { type: 4, detail: 1 });
  connection.send(XTestFakeInput, { type: 5, detail: 1 });
  expect(await pressed).toMatchObject({ detail: 1, event: window, state: 0 });

  const focused = nextEvent(connection, 'FocusIn');
  connection.send(SetInputFocus, { focus: window, revertTo: 1 });
  expect(await focused).toMatchObject({ event: window, detail: 3, mode: 0 });
  expect(await connection.request(GetInputFocus)).toEqual({ focus: window, revertTo: 1 });
  const typed = nextEvent(connection, 'KeyPress');
  connection.send(XTestFakeInput, { type: 2, detail: 38 });
  expect(await typed).toMatchObject({ detail: 38, event: window });
  const { keys } = await connection.request(QueryKeymap);
  expect((keys[38 >> 3] ?? 0) & (1 << (38 & 7))).not.toBe(0);
  connection.send(XTestFakeInput, { type: 3, detail: 38 });

  const other = await server.connect();
  expect(await connection.request(GrabPointer, { grabWindow: window, eventMask: 4 })).toEqual({ status: 0 });
  expect(await other.request(GrabPointer, { grabWindow: window, eventMask: 4 })).toEqual({ status: 1 });
  connection.send(UngrabPointer);
  expect(await connection.request(GrabKeyboard, { grabWindow: window })).toEqual({ status: 0 });
  connection.send(UngrabKeyboard);
  await connection.sync();
  expect(await other.request(GrabKeyboard, { grabWindow: window })).toEqual({ status: 0 });
});

it('reads and changes keyboard mappings', async () => {
  const { minKeycode } = connection.setup;
  const { keysymsPerKeycode, keysyms } = await connection.request(GetKeyboardMapping, { firstKeycode: minKeycode, keycodeCount: 248 });
  expect(keysyms).toHaveLength(248 * keysymsPerKeycode);
  expect(keysyms.slice((38 - minKeycode) * keysymsPerKeycode).slice(0, 2)).toEqual([0x61, 0x41]);
  const spare = 255;
  const changed = nextEvent(connection, 'MappingNotify', ({ request }) => request === 1);
  connection.send(ChangeKeyboardMapping, { keycodeCount: 1, firstKeycode: spare, keysymsPerKeycode: 2, keysyms: [0x0100_4e2d, 0] });
  expect(await changed).toMatchObject({ request: 1 });
  expect((await connection.request(GetKeyboardMapping, { firstKeycode: spare, keycodeCount: 1 })).keysyms[0]).toBe(0x0100_4e2d);
  const { keycodesPerModifier, keycodes } = await connection.request(GetModifierMapping);
  expect(keycodes).toHaveLength(8 * keycodesPerModifier);
  expect(keycodes.slice(0, keycodesPerModifier)).toContain(50);
  expect((await connection.request(GetPointerMapping)).map.slice(0, 3)).toEqual([1, 2, 3]);
});

it('draws: rectangles, text, images and cursors', async () => {
  const pixmap = connection.ids.allocate();
  connection.send(CreatePixmap, { depth: 24, pixmap, drawable: connection.root, width: 40, height: 20 });
  await fill(connection, pixmap, 0x102030, { x: 0, y: 0, width: 40, height: 20 });
  const [gc, font] = [connection.ids.allocate(), connection.ids.allocate()];
  connection.send(OpenFont, { font, name: 'fixed' });
  connection.send(CreateGC, { gc, drawable: pixmap, values: { foreground: 0xffffff, background: 0x405060, font } });
  const pixels = async () => (await connection.request(GetImage, { drawable: pixmap, x: 0, y: 0, width: 40, height: 20 })).data;
  expect([...(await pixels()).subarray(0, 3)]).toEqual([0x30, 0x20, 0x10]);
  connection.send(PolyText8, { drawable: pixmap, gc, x: 2, y: 15, text: 'X' });
  const withText = await pixels();
  expect(withText.includes(Buffer.from([0xff, 0xff, 0xff]))).toBe(true);
  expect(withText.includes(Buffer.from([0x60, 0x50, 0x40]))).toBe(false);
  connection.send(ImageText8, { drawable: pixmap, gc, x: 2, y: 15, text: 'X' });
  expect((await pixels()).includes(Buffer.from([0x60, 0x50, 0x40]))).toBe(true);
  connection.send(PutImage, {
    drawable: pixmap,
    gc,
    width: 1,
    height: 2,
    x: 39,
    y: 0,
    depth: 24,
    data: Buffer.from([1, 2, 3, 0, 4, 5, 6, 0]),
  });
  const put = await pixels();
  expect([...put.subarray(39 * 4, 39 * 4 + 3), ...put.subarray(79 * 4, 79 * 4 + 3)]).toEqual([1, 2, 3, 4, 5, 6]);

  const [bitmap, blank, arrow, cursorFont] = [0, 0, 0, 0].map(() => connection.ids.allocate()) as [number, number, number, number];
  connection.send(CreatePixmap, { depth: 1, pixmap: bitmap, drawable: connection.root, width: 1, height: 1 });
  const black = { red: 0, green: 0, blue: 0 };
  await connection.checked(CreateCursor, { cursor: blank, source: bitmap, mask: bitmap, foreground: black, background: black, x: 0, y: 0 });
  connection.send(OpenFont, { font: cursorFont, name: 'cursor' });
  await connection.checked(CreateGlyphCursor, {
    cursor: arrow,
    sourceFont: cursorFont,
    maskFont: cursorFont,
    sourceChar: 68,
    maskChar: 69,
    foreground: black,
    background: { red: 0xffff, green: 0xffff, blue: 0xffff },
  });
  await connection.checked(FreeCursor, { cursor: arrow });
});

it('holds the server, kills a client, knows the screen saver', async () => {
  const [holder, victim] = [await server.connect(), await server.connect()];
  holder.send(GrabServer);
  await holder.sync();
  let answered = false;
  const waiting = victim.sync().then(() => {
    answered = true;
  });
  for (let round = 0; round < 20; round++) await holder.sync();
  expect(answered).toBe(false);
  holder.send(UngrabServer);
  await waiting;
  const window = await openWindow(victim);
  holder.send(KillClient, { resource: window });
  expect((await victim.closed).name).toBe('X11ConnectionClosed');
  expect(await holder.request(GetScreenSaver)).toMatchObject({ timeout: expect.any(Number), preferBlanking: expect.any(Boolean) });
});
