// What a second keyboard can hide of the first one's focus, and what the server tells whatever is done.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  ChangeWindowAttributes,
  EventMask,
  FocusDetail,
  FocusMode,
  SetInputFocus,
  type X11Connection,
  XIChangeHierarchy,
  XIDevice,
  XIEventType,
  XIGetFocus,
  XIGrabDevice,
  XIGrabMode,
  XIGrabType,
  XIPassiveGrabDevice,
  XIPassiveUngrabDevice,
  XIQueryDevice,
  XISetFocus,
  XIUngrabDevice,
} from '../../../src/wire/x11/index.js';
import { openWindow } from './windows.js';
import { type Server, startServer } from './xvfb.js';

const POINTER_ROOT = 1;
let server: Server;
let own: X11Connection;
/** Hears of focus what window managers hear. */
let manager: X11Connection;
let target: number;
let ownWindow: number;
let agent: number;
let shield: number;
const heard: { window: number; mode: number; detail: number }[] = [];

async function addKeyboard(name: string): Promise<number> {
  await own.checked(XIChangeHierarchy, { changes: [{ type: 'addMaster', name, sendCore: true, enable: true }] });
  const { devices } = await own.request(XIQueryDevice, { deviceId: XIDevice.All });
  return devices.find((device) => device.name === `${name} keyboard`)?.deviceId ?? 0;
}

beforeAll(async () => {
  server = await startServer();
  [own, manager] = await Promise.all([server.connect(), server.connect()]);
  const program = await server.connect();
  [target, ownWindow] = await Promise.all([openWindow(program), openWindow(own, { x: 200 })]);
  own.send(SetInputFocus, { focus: await openWindow(own, { x: 400 }) }); // the person's keyboard is somewhere
  [agent, shield] = [await addKeyboard('agent'), await addKeyboard('shield')];
  for (const window of [manager.root, target])
    await manager.checked(ChangeWindowAttributes, { window, values: { eventMask: EventMask.FocusChange } });
  manager.on('FocusIn', ({ event, mode, detail }) => heard.push({ window: event, mode, detail }));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  focus(POINTER_ROOT);
  own.send(XIUngrabDevice, { deviceId: shield });
  await toldOf(() => {});
});

const focus = (window: number) => own.send(XISetFocus, { deviceId: agent, window });
const raiseShield = () => own.request(XIGrabDevice, { deviceId: shield, window: target, mask: [XIEventType.KeyPress] });

async function toldOf(act: () => unknown) {
  heard.length = 0;
  await act();
  await own.sync();
  await manager.sync();
  return [...heard];
}

it('tells the window of the first keyboard in it, also of one that only holds it', async () => {
  expect(await toldOf(() => focus(target))).toContainEqual({ window: target, mode: FocusMode.Normal, detail: FocusDetail.Nonlinear });
  focus(POINTER_ROOT);
  expect(await toldOf(raiseShield)).toContainEqual({ window: target, mode: FocusMode.Grab, detail: FocusDetail.Nonlinear });
});

it('does not tell the window of the next one, but the root of any keyboard that was in no window', async () => {
  await raiseShield();
  expect(await toldOf(() => focus(target))).toEqual([
    { window: manager.root, mode: FocusMode.Normal, detail: FocusDetail.NonlinearVirtual },
  ]);
});

it('tells nobody when that keyboard comes from another window', async () => {
  await raiseShield();
  expect(await toldOf(() => focus(ownWindow))).toContainEqual({
    window: manager.root,
    mode: FocusMode.Normal,
    detail: FocusDetail.NonlinearVirtual,
  });
  expect(await toldOf(() => focus(target))).toEqual([]);
  expect(await toldOf(() => focus(POINTER_ROOT))).toEqual([]);
});

it('tells the root only of a grab when the keyboard is grabbed as it comes, and of nothing when it is let go there', async () => {
  await raiseShield();
  const held = { deviceId: agent, grabWindow: target, grabType: XIGrabType.FocusIn };
  await own.request(XIPassiveGrabDevice, { ...held, mode: XIGrabMode.Async, mask: [XIEventType.FocusIn] });
  const told = await toldOf(() => focus(target));
  expect(told).toEqual([{ window: manager.root, mode: FocusMode.Grab, detail: FocusDetail.NonlinearVirtual }]);
  own.send(XIPassiveUngrabDevice, held);
  const after = await toldOf(() => own.send(XIUngrabDevice, { deviceId: agent }));
  expect(after.filter(({ mode }) => mode !== FocusMode.Ungrab)).toEqual([]);
  expect(await own.request(XIGetFocus, { deviceId: agent })).toEqual({ focus: target });
  expect(await toldOf(() => focus(POINTER_ROOT))).toEqual([]);
});
