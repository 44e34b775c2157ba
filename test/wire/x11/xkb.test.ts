import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  fakeDeviceKey,
  KEYSYMS,
  keysymsForCodePoint,
  readKeymap,
  SendEvent,
  setKeysyms,
  type X11Connection,
  XIChangeHierarchy,
  XIDevice,
  XIQueryDevice,
  XKB_CORE_KEYBOARD,
  XkbEventMask,
  XkbGetGroupNames,
  XkbGetState,
  XkbLatchLockState,
  XkbSelectEvents,
  xkbEvents,
} from '../../../src/wire/x11/index.js';
import { nextEvent, openWindow } from './windows.js';
import { type Server, startServer } from './xvfb.js';

const run = promisify(execFile);
const SHIFT = 1;
const LOCK = 2;
const KEYSYM_PARTS = 2;
let server: Server;
let connection: X11Connection;
let agentKeyboard: number;
let agentXtest: number;

beforeAll(async () => {
  server = await startServer();
  connection = await server.connect();
  await connection.checked(XIChangeHierarchy, { changes: [{ type: 'addMaster', name: 'agent', sendCore: true, enable: true }] });
  const { devices } = await connection.request(XIQueryDevice, { deviceId: XIDevice.All });
  agentKeyboard = devices.find(({ name }) => name === 'agent keyboard')?.deviceId ?? 0;
  agentXtest = devices.find(({ name }) => name === 'agent XTEST keyboard')?.deviceId ?? 0;
});
afterAll(() => server[Symbol.asyncDispose]());

it('reads the keymap xmodmap prints, with the modifiers of each level', async () => {
  const keymap = await readKeymap(connection, XIDevice.CoreKeyboard);
  const { stdout } = await run('xmodmap', ['-display', server.display, '-pk']);
  const printed = [...stdout.matchAll(/^\s+(\d+)\s+(0x[0-9a-f]+) \(/gm)].map(
    ([, keycode, keysym]) => [Number(keycode), Number(keysym)] as const,
  );
  expect(printed.length).toBeGreaterThan(100);
  for (const [keycode, keysym] of printed) expect(keymap.keysyms(keycode)[0]).toBe(keysym);
  expect(keymap.find(0x61)[0]).toEqual({ keycode: 38, group: 0, level: 0, modifiers: 0 });
  expect(keymap.find(0x41)[0]).toEqual({ keycode: 38, group: 0, level: 1, modifiers: SHIFT });
  expect(keymap.find(0x21)[0]).toEqual({ keycode: 10, group: 0, level: 1, modifiers: SHIFT });
  expect(keymap.find(0x0100_4e2d)).toEqual([]);
  expect(keymap.modifierMap.get(keymap.find(KEYSYMS.Shift_L ?? 0)[0]?.keycode ?? 0)).toBe(SHIFT);
  const { stdout: xmodmap } = await run('xmodmap', ['-display', server.display, '-pke']);
  for (const keycode of keymap.unused()) expect(xmodmap).toMatch(new RegExp(`^keycode +${keycode} =\\s*$`, 'm'));
});

it('finds letters of another layout by character', async () => {
  await using other = await startServer();
  await run('setxkbmap', ['-display', other.display, '-layout', 'us,ru']);
  const client = await other.connect();
  const keymap = await readKeymap(client, XKB_CORE_KEYBOARD);
  const candidates = keysymsForCodePoint('ф'.codePointAt(0) ?? 0);
  expect(candidates.flatMap((keysym) => keymap.find(keysym, 1))[0]).toMatchObject({ keycode: 38, group: 1, level: 0 });
  const { groups, symbols } = await client.request(XkbGetGroupNames, { device: XKB_CORE_KEYBOARD });
  expect(await Promise.all(groups.slice(0, 2).map((atom) => client.atoms.name(atom)))).toEqual(['English (US)', 'Russian']);
  expect(await client.atoms.name(symbols)).toContain('us+ru');
});

it('changes one key of one device', async () => {
  const keymap = await readKeymap(connection, agentXtest);
  const [keycode = 0] = keymap.unused().slice(-1);
  expect(keycode).toBeGreaterThan(0);
  await connection.checked(XkbSelectEvents, {
    device: agentXtest,
    affectWhich: XkbEventMask.Map,
    affectMap: KEYSYM_PARTS,
    map: KEYSYM_PARTS,
  });
  const notified = nextEvent(connection, 'XkbMapNotify');
  await setKeysyms(connection, keymap, keycode, [0x0100_4e2d]);
  expect(await notified).toMatchObject({ deviceId: agentXtest, firstKeysym: keycode, keysymCount: 1 });
  expect((await readKeymap(connection, agentXtest)).find(0x0100_4e2d)).toEqual([{ keycode, group: 0, level: 0, modifiers: 0 }]);
  expect((await readKeymap(connection, XIDevice.CoreKeyboard)).find(0x0100_4e2d)).toEqual([]);
  await setKeysyms(connection, keymap, keycode, [0x78, 0x58]);
  expect((await readKeymap(connection, agentXtest)).find(0x58)).toContainEqual({ keycode, group: 0, level: 1, modifiers: SHIFT });
  await setKeysyms(connection, keymap, keycode, []);
  expect((await readKeymap(connection, agentXtest)).unused()).toContain(keycode);
});

it('tells, locks and reports the state of each keyboard on its own', async () => {
  const modsOf = async (device: number) => (await connection.request(XkbGetState, { device })).mods;
  await connection.checked(XkbSelectEvents, { device: agentKeyboard, affectWhich: XkbEventMask.State, selectAll: XkbEventMask.State });
  const notified = nextEvent(connection, 'XkbStateNotify', ({ mods }) => mods === SHIFT);
  fakeDeviceKey(connection, agentXtest, 50, true);
  expect(await notified).toMatchObject({ deviceId: agentKeyboard, mods: SHIFT, baseMods: SHIFT });
  expect([await modsOf(agentKeyboard), await modsOf(XIDevice.CoreKeyboard)]).toEqual([SHIFT, 0]);
  fakeDeviceKey(connection, agentXtest, 50, false);
  await connection.checked(XkbLatchLockState, { device: agentKeyboard, affectModLocks: LOCK, modLocks: LOCK });
  expect(await connection.request(XkbGetState, { device: agentKeyboard })).toMatchObject({
    mods: LOCK,
    lockedMods: LOCK,
    deviceId: agentKeyboard,
  });
  await connection.checked(XkbLatchLockState, { device: agentKeyboard, affectModLocks: LOCK, modLocks: 0 });
  expect(await modsOf(agentKeyboard)).toBe(0);
  await expect(connection.request(XkbGetState, { device: 77 })).rejects.toMatchObject({ name: 'BadDevice', request: 'XkbGetState' });
});

it('sends a state event of its own making', async () => {
  const window = await openWindow(connection);
  const state = {
    time: 0,
    deviceId: 3,
    mods: 1,
    baseMods: 1,
    latchedMods: 0,
    lockedMods: 0,
    group: 0,
    baseGroup: 0,
    latchedGroup: 0,
    lockedGroup: 0,
  };
  const compat = { compatState: 1, grabMods: 1, compatGrabMods: 1, lookupMods: 1, compatLookupMods: 1, pointerButtons: 0 };
  const cause = { changed: 0x3fff, keycode: 0, eventType: 0, requestMajor: 0, requestMinor: 0 };
  const received = nextEvent(connection, 'XkbStateNotify', ({ synthetic }) => synthetic);
  connection.send(SendEvent, {
    destination: window,
    event: connection.encodeEvent(xkbEvents.XkbStateNotify, { ...state, ...compat, ...cause }),
  });
  expect(await received).toMatchObject({ ...state, ...compat, ...cause });
});
