import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ChangeDeviceKeyMapping,
  CreateCursor,
  CreatePixmap,
  fakeDeviceButton,
  fakeDeviceKey,
  fakeDeviceMotion,
  GetDeviceKeyMapping,
  ListInputDevices,
  OpenDevice,
  QueryDeviceState,
  QueryPointer,
  type X11Connection,
  XI_ANY_MODIFIER,
  XIAllowEvents,
  XIAllowMode,
  XIChangeCursor,
  XIChangeHierarchy,
  XIDevice,
  XIDeviceUse,
  XIEventType,
  XIGetClientPointer,
  XIGetFocus,
  XIGetSelectedEvents,
  XIGrabDevice,
  XIGrabMode,
  XIGrabStatus,
  XIGrabType,
  XIHierarchyFlag,
  XInput,
  XIPassiveGrabDevice,
  XIPassiveUngrabDevice,
  XIQueryDevice,
  XIQueryPointer,
  XIReturnMode,
  XISelectEvents,
  XISetClientPointer,
  XISetFocus,
  XIUngrabDevice,
  XIWarpPointer,
} from '../../../src/wire/x11/index.js';
import { collect, nextEvent, openWindow } from './windows.js';
import { type Server, startServer } from './xvfb.js';

const run = promisify(execFile);
/** X.Org's servers put an error code where the specification has a grab status. */
const BAD_ACCESS = 10;
let server: Server;
let connection: X11Connection;
let agent: { pointer: number; keyboard: number; fakePointer: number; fakeKeyboard: number };

async function deviceIds(name: string) {
  const { devices } = await connection.request(XIQueryDevice, { deviceId: XIDevice.All });
  const id = (suffix: string) => devices.find((device) => device.name === `${name} ${suffix}`)?.deviceId ?? 0;
  return { pointer: id('pointer'), keyboard: id('keyboard'), fakePointer: id('XTEST pointer'), fakeKeyboard: id('XTEST keyboard') };
}

const addMaster = (name: string) =>
  connection.checked(XIChangeHierarchy, { changes: [{ type: 'addMaster', name, sendCore: true, enable: true }] });

beforeAll(async () => {
  server = await startServer();
  connection = await server.connect();
  await addMaster('agent');
  agent = await deviceIds('agent');
});
afterAll(() => server[Symbol.asyncDispose]());

it('agrees on version 2 and names the extension’s errors', async () => {
  expect(await connection.version(XInput)).toMatchObject({ major: 2 });
  await expect(connection.request(XIGetFocus, { deviceId: 99 })).rejects.toMatchObject({ name: 'BadDevice', request: 'XIGetFocus' });
});

it('lists the devices xinput lists, with their classes', async () => {
  const { devices } = await connection.request(XIQueryDevice, { deviceId: XIDevice.All });
  const { stdout } = await run('xinput', ['--list', '--short'], { env: { DISPLAY: server.display, PATH: process.env.PATH ?? '' } });
  for (const { name, deviceId } of devices) expect(stdout).toMatch(new RegExp(`${name}\\s+id=${deviceId}\\b`));
  expect(stdout.match(/id=/g)).toHaveLength(devices.length);
  const pointer = devices.find(({ deviceId }) => deviceId === agent.pointer);
  expect(pointer).toMatchObject({ use: XIDeviceUse.MasterPointer, attachment: agent.keyboard, enabled: true });
  expect(pointer?.classes.map(({ type }) => type)).toEqual(['button', 'valuator', 'valuator']);
  const keyboard = devices.find(({ deviceId }) => deviceId === XIDevice.CoreKeyboard);
  expect(keyboard?.classes[0]).toMatchObject({ type: 'key', keycodes: expect.arrayContaining([8, 255]) });
});

it('moves only the agent’s pointer through its XTEST slave', async () => {
  connection.send(XIWarpPointer, { dstWindow: connection.root, dstX: 100, dstY: 100, deviceId: XIDevice.CorePointer });
  fakeDeviceMotion(connection, agent.fakePointer, [333, 222]);
  const at = (deviceId: number) => connection.request(XIQueryPointer, { window: connection.root, deviceId });
  expect(await at(agent.pointer)).toMatchObject({ rootX: 333, rootY: 222 });
  expect(await at(XIDevice.CorePointer)).toMatchObject({ rootX: 100, rootY: 100 });
  expect(await connection.request(QueryPointer, { window: connection.root })).toMatchObject({ rootX: 100, rootY: 100 });
  fakeDeviceMotion(connection, agent.fakePointer, [-3, 8], { relative: true });
  expect(await at(agent.pointer)).toMatchObject({ rootX: 330, rootY: 230 });
  connection.send(XIWarpPointer, { dstWindow: connection.root, dstX: 12.5, dstY: 13.25, deviceId: agent.pointer });
  const { rootX, rootY } = await at(agent.pointer);
  expect([Math.floor(rootX), Math.floor(rootY)]).toEqual([12, 13]);
});

describe('events', () => {
  let window: number;
  let watcher: X11Connection;
  const { KeyPress, KeyRelease, ButtonPress, ButtonRelease, Motion, Enter, Leave, FocusIn, FocusOut } = XIEventType;

  beforeEach(async () => {
    watcher = await server.connect();
    window = await openWindow(watcher, { x: 50, y: 50, width: 200, height: 200 });
    fakeDeviceMotion(connection, agent.fakePointer, [700, 500]);
    await connection.sync();
    const mask = [KeyPress, KeyRelease, ButtonPress, ButtonRelease, Motion, Enter, Leave, FocusIn, FocusOut];
    await watcher.checked(XISelectEvents, { window, masks: [{ deviceId: XIDevice.AllMaster, mask }] });
  });

  it('carry device, source, position, buttons, modifiers and axes', async () => {
    expect(await watcher.request(XIGetSelectedEvents, { window })).toMatchObject({ masks: [{ deviceId: XIDevice.AllMaster }] });
    const entered = nextEvent(watcher, 'XIEnter');
    const moved = nextEvent(watcher, 'XIMotion', ({ eventX }) => eventX === 20);
    const pressed = nextEvent(watcher, 'XIButtonPress');
    const released = nextEvent(watcher, 'XIButtonRelease');
    const left = nextEvent(watcher, 'XILeave');
    fakeDeviceMotion(connection, agent.fakePointer, [60, 70]);
    fakeDeviceMotion(connection, agent.fakePointer, [70, 80]);
    fakeDeviceKey(connection, agent.fakeKeyboard, 50, true);
    fakeDeviceButton(connection, agent.fakePointer, 3, true);
    fakeDeviceButton(connection, agent.fakePointer, 3, false);
    fakeDeviceKey(connection, agent.fakeKeyboard, 50, false);
    fakeDeviceMotion(connection, agent.fakePointer, [700, 500]);
    expect(await entered).toMatchObject({ deviceId: agent.pointer, event: window, eventX: 10, eventY: 20, mode: 0 });
    expect(await moved).toMatchObject({
      deviceId: agent.pointer,
      sourceId: agent.fakePointer,
      event: window,
      rootX: 70,
      rootY: 80,
      eventX: 20,
      eventY: 30,
      valuators: [
        { axis: 0, value: expect.any(Number) },
        { axis: 1, value: expect.any(Number) },
      ],
    });
    expect(await pressed).toMatchObject({ deviceId: agent.pointer, detail: 3, buttons: [], mods: { effective: 1 } });
    expect(await released).toMatchObject({ deviceId: agent.pointer, detail: 3, buttons: [3] });
    expect(await left).toMatchObject({ deviceId: agent.pointer, event: window });
  });

  it('follow the focus of each keyboard on its own', async () => {
    const focused = nextEvent(watcher, 'XIFocusIn', ({ deviceId, detail }) => deviceId === agent.keyboard && detail === 3);
    connection.send(XISetFocus, { window, deviceId: agent.keyboard });
    expect(await focused).toMatchObject({ event: window, mode: 0 });
    expect(await connection.request(XIGetFocus, { deviceId: agent.keyboard })).toEqual({ focus: window });
    expect(await connection.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard })).not.toEqual({ focus: window });
    const key = nextEvent(watcher, 'XIKeyPress');
    fakeDeviceKey(connection, agent.fakeKeyboard, 38, true);
    fakeDeviceKey(connection, agent.fakeKeyboard, 38, false);
    expect(await key).toMatchObject({ deviceId: agent.keyboard, sourceId: agent.fakeKeyboard, detail: 38, event: window });
    const POINTER_ROOT = 1;
    connection.send(XISetFocus, { window: POINTER_ROOT, deviceId: agent.keyboard });
    expect(await connection.request(XIGetFocus, { deviceId: agent.keyboard })).toEqual({ focus: POINTER_ROOT });
  });

  it('come raw from any device, with unaccelerated values', async () => {
    await watcher.checked(XISelectEvents, {
      window: watcher.root,
      masks: [{ deviceId: XIDevice.AllMaster, mask: [XIEventType.RawMotion, XIEventType.RawButtonPress, XIEventType.RawKeyPress] }],
    });
    const [motion, button, key] = [
      nextEvent(watcher, 'XIRawMotion'),
      nextEvent(watcher, 'XIRawButtonPress'),
      nextEvent(watcher, 'XIRawKeyPress'),
    ];
    fakeDeviceMotion(connection, agent.fakePointer, [710, 505]);
    fakeDeviceButton(connection, agent.fakePointer, 1, true);
    fakeDeviceButton(connection, agent.fakePointer, 1, false);
    fakeDeviceKey(connection, agent.fakeKeyboard, 38, true);
    fakeDeviceKey(connection, agent.fakeKeyboard, 38, false);
    expect(await motion).toMatchObject({
      deviceId: agent.pointer,
      sourceId: agent.fakePointer,
      valuators: [
        { axis: 0, raw: 710 },
        { axis: 1, raw: 505 },
      ],
    });
    expect(await button).toMatchObject({ deviceId: agent.pointer, detail: 1 });
    expect(await key).toMatchObject({ deviceId: agent.keyboard, detail: 38 });
  });
});

describe('grabs', () => {
  it('exclude other clients until released', async () => {
    const other = await server.connect();
    const window = await openWindow(connection);
    expect(await connection.request(XIGrabDevice, { window, deviceId: agent.pointer })).toEqual({ status: XIGrabStatus.Success });
    expect(await other.request(XIGrabDevice, { window, deviceId: agent.pointer })).toEqual({ status: XIGrabStatus.AlreadyGrabbed });
    connection.send(XIUngrabDevice, { deviceId: agent.pointer });
    await connection.sync();
    expect(await other.request(XIGrabDevice, { window, deviceId: agent.pointer })).toEqual({ status: XIGrabStatus.Success });
    await other.close();
  });

  it('of buttons freeze the device, and replaying gives the press to the window below', async () => {
    const owner = await server.connect();
    const window = await openWindow(owner, { x: 300, y: 300, width: 50, height: 50 });
    await owner.checked(XISelectEvents, {
      window,
      masks: [{ deviceId: agent.pointer, mask: [XIEventType.ButtonPress, XIEventType.ButtonRelease] }],
    });
    const delivered = collect(owner, 'XIButtonPress');
    fakeDeviceMotion(connection, agent.fakePointer, [310, 310]);
    const grab = { grabWindow: connection.root, deviceId: agent.pointer, grabType: XIGrabType.Button };
    const { modifiers } = await connection.request(XIPassiveGrabDevice, {
      ...grab,
      mode: XIGrabMode.Sync,
      mask: [XIEventType.ButtonPress],
    });
    expect(modifiers).toEqual([]);
    const frozen = nextEvent(connection, 'XIButtonPress');
    fakeDeviceButton(connection, agent.fakePointer, 1, true);
    expect(await frozen).toMatchObject({ event: connection.root, detail: 1, deviceId: agent.pointer });
    await owner.sync();
    expect(delivered).toEqual([]);
    const replayed = nextEvent(owner, 'XIButtonPress');
    connection.send(XIAllowEvents, { deviceId: agent.pointer, mode: XIAllowMode.ReplayDevice });
    connection.send(XIPassiveUngrabDevice, grab);
    expect(await replayed).toMatchObject({ event: window, detail: 1 });
    const released = nextEvent(owner, 'XIButtonRelease');
    fakeDeviceButton(connection, agent.fakePointer, 1, false);
    await released;
  });

  it('that collide are named with their modifiers', async () => {
    const other = await server.connect();
    const grab = {
      grabWindow: connection.root,
      deviceId: agent.keyboard,
      grabType: XIGrabType.Keycode,
      detail: 38,
      mask: [XIEventType.KeyPress],
    };
    await connection.request(XIPassiveGrabDevice, { ...grab, modifiers: [4] });
    const { modifiers } = await other.request(XIPassiveGrabDevice, { ...grab, modifiers: [1, 4] });
    expect(modifiers).toEqual([{ modifiers: 4, status: BAD_ACCESS }]);
    await connection.checked(XIPassiveUngrabDevice, { ...grab, modifiers: [4] });
    for (const grabType of [XIGrabType.Enter, XIGrabType.FocusIn]) {
      const deviceId = grabType === XIGrabType.Enter ? agent.pointer : agent.keyboard;
      const crossing = { grabWindow: connection.root, deviceId, grabType, mask: [XIEventType.Enter, XIEventType.FocusIn] };
      expect(await connection.request(XIPassiveGrabDevice, { ...crossing, modifiers: [XI_ANY_MODIFIER] })).toEqual({ modifiers: [] });
      await connection.checked(XIPassiveUngrabDevice, crossing);
    }
  });
});

it('gives a client a pointer of its own choice, and a window a cursor per pointer', async () => {
  const client = await server.connect();
  const window = await openWindow(client);
  expect(await connection.request(XIGetClientPointer, { window })).toMatchObject({ deviceId: XIDevice.CorePointer });
  connection.send(XISetClientPointer, { window, deviceId: agent.pointer });
  expect(await connection.request(XIGetClientPointer, { window })).toEqual({ set: true, deviceId: agent.pointer });
  const [pixmap, cursor] = [client.ids.allocate(), client.ids.allocate()];
  const black = { red: 0, green: 0, blue: 0 };
  client.send(CreatePixmap, { depth: 1, pixmap, drawable: client.root, width: 1, height: 1 });
  client.send(CreateCursor, { cursor, source: pixmap, mask: pixmap, foreground: black, background: black, x: 0, y: 0 });
  await client.checked(XIChangeCursor, { window, cursor, deviceId: agent.pointer });
  await client.checked(XIChangeCursor, { window, cursor: 0, deviceId: agent.pointer });
});

it('changes the hierarchy and reports it', async () => {
  await connection.checked(XISelectEvents, {
    window: connection.root,
    masks: [{ deviceId: XIDevice.All, mask: [XIEventType.HierarchyChanged] }],
  });
  const seen = (flag: number) => nextEvent(connection, 'XIHierarchyChanged', ({ flags }) => (flags & flag) !== 0);
  const added = seen(XIHierarchyFlag.MasterAdded);
  await addMaster('second');
  const second = await deviceIds('second');
  expect((await added).infos.find(({ deviceId }) => deviceId === second.pointer)).toMatchObject({ use: XIDeviceUse.MasterPointer });
  const { devices } = await connection.request(XIQueryDevice, { deviceId: XIDevice.All });
  const mouse = devices.find(({ name }) => name === 'Xvfb mouse')?.deviceId ?? 0;
  const useOf = async () => (await connection.request(XIQueryDevice, { deviceId: mouse })).devices[0];
  await connection.checked(XIChangeHierarchy, { changes: [{ type: 'detachSlave', deviceId: mouse }] });
  expect(await useOf()).toMatchObject({ use: XIDeviceUse.FloatingSlave });
  await connection.checked(XIChangeHierarchy, { changes: [{ type: 'attachSlave', deviceId: mouse, master: XIDevice.CorePointer }] });
  expect(await useOf()).toMatchObject({ use: XIDeviceUse.SlavePointer, attachment: XIDevice.CorePointer });
  const removed = seen(XIHierarchyFlag.MasterRemoved);
  await connection.checked(XIChangeHierarchy, {
    changes: [{ type: 'removeMaster', deviceId: second.pointer, returnMode: XIReturnMode.Float, returnPointer: 0, returnKeyboard: 0 }],
  });
  await removed;
  expect(await deviceIds('second')).toEqual({ pointer: 0, keyboard: 0, fakePointer: 0, fakeKeyboard: 0 });
});

it('tells per device what is pressed and what its keys mean', async () => {
  const pressed = async (deviceId: number) => (await connection.request(QueryDeviceState, { deviceId })).classes;
  fakeDeviceButton(connection, agent.fakePointer, 2, true);
  fakeDeviceKey(connection, agent.fakeKeyboard, 38, true);
  expect(await pressed(agent.fakePointer)).toMatchObject([{ type: 'button', pressed: [2] }, { type: 'valuator' }]);
  expect((await pressed(agent.fakeKeyboard)).find(({ type }) => type === 'key')).toMatchObject({ pressed: [38] });
  fakeDeviceButton(connection, agent.fakePointer, 2, false);
  fakeDeviceKey(connection, agent.fakeKeyboard, 38, false);
  expect(await pressed(agent.fakePointer)).toMatchObject([{ type: 'button', pressed: [] }, { type: 'valuator' }]);

  const key = { firstKeycode: 255, keycodeCount: 1 };
  const userKeysyms = async () => (await connection.request(GetDeviceKeyMapping, { deviceId: 5, ...key })).keysyms;
  const before = await userKeysyms();
  await connection.checked(ChangeDeviceKeyMapping, { deviceId: agent.fakeKeyboard, ...key, keysymsPerKeycode: 1, keysyms: [0x0100_20ac] });
  expect((await connection.request(GetDeviceKeyMapping, { deviceId: agent.fakeKeyboard, ...key })).keysyms[0]).toBe(0x0100_20ac);
  expect(await userKeysyms()).toEqual(before);
});

it('lists and opens devices the old way', async () => {
  const { devices, names, classes } = await connection.request(ListInputDevices);
  const modern = (await connection.request(XIQueryDevice, { deviceId: XIDevice.All })).devices;
  // Masters added later do not exist for old clients.
  const known = modern.filter(({ deviceId }) => deviceId !== agent.pointer && deviceId !== agent.keyboard);
  expect(names.map(({ name }) => name).sort()).toEqual(known.map(({ name }) => name).sort());
  expect(classes).toHaveLength(devices.reduce((sum, { classCount }) => sum + classCount, 0));
  expect(classes).toContainEqual({ type: 'key', minKeycode: 8, maxKeycode: 255, keyCount: 248 });
  expect((await connection.request(OpenDevice, { deviceId: agent.fakeKeyboard })).classes).not.toEqual([]);
});
