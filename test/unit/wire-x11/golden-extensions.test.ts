// Expected bytes were recorded from Xlib and its extension libraries making the same calls, except where a comment says otherwise.
import { describe, expect, it } from 'vitest';
import type { Requester } from '../../../src/wire/x11/index.js';
import * as x from '../../../src/wire/x11/index.js';
import { encoded, golden, XI_FIRST_EVENT } from './encode.js';

const W = 0xaabbcc;
const ROOT = 0x50d;
const mask = [4, 17];
type Change = Parameters<NonNullable<typeof x.XIChangeHierarchy.takes>>[0]['changes'][number];
const change = (entry: Change, hex: string) => golden(x.XIChangeHierarchy, { changes: [entry] }, hex);

describe('XInput requests are encoded as libXi does', () => {
  const button = { grabWindow: W, deviceId: 90, grabType: 0, mode: 0, mask };
  const key = { grabWindow: W, detail: 38, deviceId: 90, grabType: 1, modifiers: [0x8000_0000, 5] };
  it.each([
    change({ type: 'addMaster', name: 'agent', sendCore: true, enable: true }, '832b0600 01000000 01000400 05000101 6167656e 74000000'),
    change(
      { type: 'removeMaster', deviceId: 90, returnMode: 1, returnPointer: 2, returnKeyboard: 3 },
      '832b0500 01000000 02000300 5a000100 02000300',
    ),
    change({ type: 'attachSlave', deviceId: 90, master: 2 }, '832b0400 01000000 03000200 5a000200'),
    change({ type: 'detachSlave', deviceId: 90 }, '832b0400 01000000 04000200 5a000000'),
    golden(x.XISelectEvents, { window: W, masks: [{ deviceId: 9, mask }] }, '832e0500 ccbbaa00 0100____ 09000100 10000200'),
    golden(x.XIGetSelectedEvents, { window: W }, '833c0200 ccbbaa00'),
    golden(x.XIQueryPointer, { window: W, deviceId: 90 }, '83280300 ccbbaa00 5a00____'),
    golden(
      x.XIWarpPointer,
      { dstWindow: W, srcX: 1.5, srcY: 2.25, srcWidth: 3, srcHeight: 4, dstX: -5.5, dstY: 6.75, deviceId: 9 },
      '83290900 00000000 ccbbaa00 00800100 00400200 03000400 0080faff 00c00600 0900____',
    ),
    golden(x.XIChangeCursor, { window: W, cursor: 0x88, deviceId: 9 }, '832a0400 ccbbaa00 88000000 0900____'),
    golden(x.XISetClientPointer, { window: W, deviceId: 9 }, '832c0300 ccbbaa00 0900____'),
    golden(x.XIGetClientPointer, { window: W }, '832d0200 ccbbaa00'),
    golden(x.XISetFocus, { window: W, time: 0x31, deviceId: 9 }, '83310400 ccbbaa00 31000000 0900____'),
    golden(x.XIGetFocus, { deviceId: 90 }, '83320200 5a00____'),
    golden(
      x.XIGrabDevice,
      { window: W, time: 0x21, cursor: 0x66, deviceId: 90, mode: 0, pairedMode: 1, ownerEvents: true, mask },
      '83330700 ccbbaa00 21000000 66000000 5a000001 01__0100 10000200',
    ),
    golden(x.XIUngrabDevice, { time: 0x21, deviceId: 90 }, '83340300 21000000 5a00____'),
    golden(x.XIAllowEvents, { time: 0x21, deviceId: 90, mode: 2 }, '83350500 21000000 5a0002__ 00000000 00000000'),
    golden(x.XIPassiveGrabDevice, button, '83360a00 00000000 ccbbaa00 00000000 00000000 5a000100 01000000 0100____ 10000200 00000080'),
    golden(x.XIPassiveUngrabDevice, { grabWindow: W, deviceId: 90, grabType: 0 }, '83370600 ccbbaa00 00000000 5a000100 00______ 00000080'),
    golden(
      x.XIPassiveGrabDevice,
      { ...key, mode: 0, ownerEvents: true, mask },
      '83360b00 00000000 ccbbaa00 00000000 26000000 5a000200 01000100 0101____ 10000200 00000080 05000000',
    ),
    golden(x.XIPassiveUngrabDevice, key, '83370700 ccbbaa00 26000000 5a000200 01______ 00000080 05000000'),
    golden(
      x.XIPassiveGrabDevice,
      { grabWindow: W, cursor: 0x66, deviceId: 90, grabType: 2, mask },
      '83360a00 00000000 ccbbaa00 66000000 00000000 5a000100 01000201 0100____ 10000200 00000080',
    ),
    golden(
      x.XIPassiveGrabDevice,
      { grabWindow: W, deviceId: 90, grabType: 3, mask },
      '83360a00 00000000 ccbbaa00 00000000 00000000 5a000100 01000301 0100____ 10000200 00000080',
    ),
    golden(x.XIQueryDevice, { deviceId: 90 }, '83300200 5a00____'),
    golden(x.XIQueryVersion, { major: 2, minor: 3 }, '832f0200 02000300'), // by the specification
    golden(x.GetDeviceKeyMapping, { deviceId: 42, firstKeycode: 38, keycodeCount: 2 }, '83180200 2a2602__'),
    golden(
      x.ChangeDeviceKeyMapping,
      { deviceId: 42, firstKeycode: 255, keysymsPerKeycode: 2, keycodeCount: 1, keysyms: [0x61, 0] },
      '83190400 2aff0201 61000000 00000000',
    ),
    golden(x.QueryDeviceState, { deviceId: 42 }, '831e0200 2a______'),
    golden(x.OpenDevice, { deviceId: 42 }, '83030200 2a______'),
    golden(x.ListInputDevices, {}, '83020100'), // by the specification
  ])('%s', (_name, actual, expected) => {
    expect(actual()).toBe(expected);
  });
});

describe('XTEST input for one device is encoded as libXtst does', () => {
  const sent: string[] = [];
  const recorder = {
    codes: () => ({ majorOpcode: 131, firstEvent: XI_FIRST_EVENT, firstError: 129 }),
    send: (def: never, args: never) => void sent.push(encoded(def, args)),
  } as unknown as Requester & { codes(): never };
  const bytesOf = (act: () => void): string => {
    sent.length = 0;
    act();
    return sent.join(' ');
  };
  const fixed = (hex: string) => hex.replaceAll('_', '0').replaceAll(' ', '');

  it('a motion of two axes', () => {
    const expected = '84021100 4700____ 00000000 ________ ________ ________ ________ ________ ______aa 422a____ ____0200 90010000 d4feffff';
    expect(bytesOf(() => x.fakeDeviceMotion(recorder, 42, [400, -300]))).toBe(fixed(`${expected} 00000000 00000000 00000000 00000000`));
  });

  it('a relative motion of more axes than one report holds', () => {
    const head = '84021900 4701____ 00000000 ________ ________ ________ ________ ________ ______aa';
    const first = '422a____ ____0601 90010000 d4feffff 03000000 04000000 05000000 06000000';
    const second = '422a____ ____0207 07000000 08000000 ________ ________ ________ ________';
    const act = () => x.fakeDeviceMotion(recorder, 42, [400, -300, 3, 4, 5, 6, 7, 8], { relative: true, firstAxis: 1 });
    expect(bytesOf(act)).toBe(fixed(`${head} ${first} ${second}`));
  });

  it('a button and a key', () => {
    const tail = '00000000 ________ ________ ________ ________ ________ ______2a';
    expect(bytesOf(() => x.fakeDeviceButton(recorder, 42, 3, true))).toBe(fixed(`84020900 4503____ ${tail}`));
    expect(bytesOf(() => x.fakeDeviceKey(recorder, 42, 38, false))).toBe(fixed(`84020900 4426____ ${tail}`));
  });
});

const rectangles = [
  { x: -1, y: 2, width: 3, height: 4 },
  { x: 5, y: 6, width: 7, height: 8 },
];

describe('requests of the other extensions are encoded as their libraries do', () => {
  it.each([
    golden(
      x.XTestFakeInput,
      { type: 6, detail: 0, time: 5, rootX: -12, rootY: 34 },
      '84020900 0600____ 05000000 00000000 ________ ________ f4ff2200 ________ ______00',
    ),
    golden(
      x.ShapeRectangles,
      { operation: 3, kind: 2, window: W, x: 1, y: -2, rectangles },
      '81010800 030200__ ccbbaa00 0100feff ffff0200 03000400 05000600 07000800',
    ),
    golden(x.ShapeMask, { operation: 0, kind: 2, window: W, x: 1, y: -2, bitmap: 0 }, '81020500 0002____ ccbbaa00 0100feff 00000000'),
    golden(
      x.ShapeCombine,
      { operation: 2, kind: 2, sourceKind: 0, window: W, x: 1, y: -2, sourceWindow: ROOT },
      '81030500 020200__ ccbbaa00 0100feff 0d050000',
    ),
    golden(x.ShapeGetRectangles, { window: W, kind: 2 }, '81080300 ccbbaa00 02______'),
    golden(x.ShapeSelectInput, { window: W, enable: true }, '81060300 ccbbaa00 01______'),
    golden(x.ShapeQueryExtents, { window: W }, '81050200 ccbbaa00'),
    golden(x.XFixesCreateRegion, { region: 0x200003, rectangles }, '8a050600 03002000 ffff0200 03000400 05000600 07000800'),
    golden(x.XFixesSetRegion, { region: 0x99, rectangles: rectangles.slice(0, 1) }, '8a0b0400 99000000 ffff0200 03000400'),
    golden(x.XFixesDestroyRegion, { region: 0x99 }, '8a0a0200 99000000'),
    golden(x.XFixesSetWindowShapeRegion, { window: W, kind: 2, x: 1, y: -2, region: 0x99 }, '8a150500 ccbbaa00 02______ 0100feff 99000000'),
    golden(x.XFixesSelectSelectionInput, { window: W, selection: 1, eventMask: 7 }, '8a020400 ccbbaa00 01000000 07000000'),
    golden(x.XFixesSelectCursorInput, { window: W, eventMask: 1 }, '8a030300 ccbbaa00 01000000'),
    golden(x.XFixesGetCursorImage, {}, '8a040100'), // by the specification
    golden(x.CompositeRedirectWindow, { window: W, update: 1 }, '8e010300 ccbbaa00 01______'),
    golden(x.CompositeUnredirectWindow, { window: W, update: 1 }, '8e030300 ccbbaa00 01______'),
    golden(x.CompositeNameWindowPixmap, { window: W, pixmap: 0x200004 }, '8e060300 ccbbaa00 04002000'),
    golden(x.CompositeGetOverlayWindow, { window: W }, '8e070200 ccbbaa00'),
    golden(x.CompositeReleaseOverlayWindow, { window: W }, '8e080200 ccbbaa00'), // by the specification
    golden(x.DamageCreate, { damage: 0x200005, drawable: W, level: 3 }, '8f010400 05002000 ccbbaa00 03______'),
    golden(x.DamageSubtract, { damage: 0x99, repair: 0x11, parts: 0x22 }, '8f030400 99000000 11000000 22000000'),
    golden(x.DamageDestroy, { damage: 0x99 }, '8f020200 99000000'),
    golden(x.RandRGetMonitors, { window: W }, '8c2a0300 ccbbaa00 01______'),
    golden(x.RandRGetScreenResourcesCurrent, { window: W }, '8c190200 ccbbaa00'),
    golden(x.RandRSelectInput, { window: W, enable: 5 }, '8c040300 ccbbaa00 0500____'),
    golden(x.ScreenSaverQueryInfo, { drawable: W }, '90010200 ccbbaa00'),
    golden(x.DpmsGetTimeouts, {}, '92020100'), // by the specification
    golden(x.DpmsForceLevel, { level: 3 }, '92060200 0300____'), // by the specification
    golden(x.DpmsInfo, {}, '92070100'), // by the specification
    golden(x.ResQueryClientIds, { specs: [{ client: 0x99, mask: 2 }] }, '94040400 01000000 99000000 02000000'),
    golden(x.ResQueryClients, {}, '94010100'), // by the specification
    golden(x.ResQueryClientResources, { client: 0x99 }, '94020200 99000000'), // by the specification
    golden(x.SyncListSystemCounters, {}, '86010100'), // by the specification
    golden(x.SyncQueryCounter, { counter: 0x99 }, '86050200 99000000'), // by the specification
    golden(x.XkbGetState, { device: 42 }, '87040200 2a000000'),
    golden(x.XkbLatchLockState, { device: 42, affectModLatches: 5, modLatches: 4 }, '87050400 2a000000 00000504 __000000'),
    golden(x.XkbLatchLockState, { device: 42, affectModLocks: 2, modLocks: 2 }, '87050400 2a000202 00000000 __000000'),
    golden(x.XkbLatchLockState, { device: 42, lockGroup: true, groupLock: 1 }, '87050400 2a000000 01010000 __000000'),
    golden(x.XkbSelectEvents, { device: 42, affectWhich: 4, selectAll: 4 }, '87010400 2a000400 00000400 ________'),
    golden(x.XkbGetMap, { device: 42 }, '87080700 2a000700 00000000 00000000 00000000 00000000 0000____'),
    golden(
      x.XkbSetKeysyms,
      {
        device: 42,
        flags: 2,
        minKeycode: 8,
        maxKeycode: 255,
        firstKeycode: 38,
        totalKeysyms: 2,
        keys: [{ typeIndices: [2], groupInfo: 1, width: 2, keysyms: [0x61, 0x41] }],
      },
      '87090d00 2a000200 020008ff 00002601 02000000 00000000 00000000 00000000 00000000 02000000 01020200 61000000 41000000',
    ),
    golden(x.XkbGetGroupNames, { device: 42 }, '87110300 2a00____ 04100000'),
    // MIT-SHM by the specification
    golden(x.ShmAttachFd, { segment: 5 }, '82060300 05000000 00000000'),
    golden(x.ShmDetach, { segment: 5 }, '82020200 05000000'),
    golden(
      x.ShmGetImage,
      { drawable: W, x: -1, y: 2, width: 3, height: 4, segment: 5 },
      '82040800 ccbbaa00 ffff0200 03000400 ffffffff 02000000 05000000 00000000',
    ),
  ])('%s', (_name, actual, expected) => {
    expect(actual()).toBe(expected);
  });
});
