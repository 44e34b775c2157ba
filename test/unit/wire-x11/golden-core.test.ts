// Expected bytes were recorded from Xlib making the same calls, except where a comment says otherwise.
import { describe, expect, it } from 'vitest';
import { encodeEvent } from '../../../src/wire/x11/codec/frame.js';
import * as x from '../../../src/wire/x11/index.js';
import { golden } from './encode.js';

const W = 0xaabbcc;
const ROOT = 0x50d;
const input = { time: 0x1234, root: ROOT, event: W, child: 0, rootX: 5, rootY: 6, eventX: -3, eventY: 4, state: 1, sameScreen: true };
const message = encodeEvent(x.coreEvents.ClientMessage, { format: 32, window: W, type: 40, data: [2, 0, 0, 0, 0x01020304] });
const focusIn = encodeEvent(x.coreEvents.FocusIn, { event: W, mode: 0, detail: 3 });
const circulate = encodeEvent(x.coreEvents.CirculateRequest, { parent: ROOT, window: W, place: 1 });
const keyPress = encodeEvent(x.coreEvents.KeyPress, { detail: 38, ...input });

describe('core requests are encoded as Xlib does', () => {
  it.each([
    golden(
      x.CreateWindow,
      {
        window: 0x200001,
        parent: ROOT,
        x: -5,
        y: 6,
        width: 70,
        height: 80,
        borderWidth: 2,
        class: 2,
        values: { eventMask: 0x8001, overrideRedirect: true },
      },
      '01000a00 01002000 0d050000 fbff0600 46005000 02000200 00000000 000a0000 01000000 01800000',
    ),
    golden(
      x.ChangeWindowAttributes,
      { window: W, values: { cursor: 0x44, backgroundPixel: 0x112233 } },
      '02__0500 ccbbaa00 02400000 33221100 44000000',
    ),
    golden(
      x.ConfigureWindow,
      { window: W, values: { stackMode: 1, sibling: 0x55, x: -1, height: 9 } },
      '0c__0700 ccbbaa00 6900____ ffffffff 09000000 55000000 01000000',
    ),
    golden(x.CirculateWindow, { window: W, direction: 1 }, '0d010200 ccbbaa00'),
    golden(
      x.SendEvent,
      { destination: ROOT, eventMask: 0x100000, event: circulate },
      '19000b00 0d050000 00001000 1b000000 0d050000 ccbbaa00 00000000 01000000 00000000 00000000 00000000',
    ),
    golden(
      x.ChangeProperty,
      { mode: 2, window: W, property: 39, type: 6, format: 32, data: Buffer.from('01000000ffffff7f', 'hex') },
      '12020800 ccbbaa00 27000000 06000000 20______ 02000000 01000000 ffffff7f',
    ),
    golden(
      x.GetProperty,
      { delete: true, window: W, property: 39, type: 31, longOffset: 2, longLength: 10 },
      '14010600 ccbbaa00 27000000 1f000000 02000000 0a000000',
    ),
    golden(
      x.SendEvent,
      { destination: ROOT, eventMask: 0x180000, event: message },
      '19000b00 0d050000 00001800 21200000 ccbbaa00 28000000 02000000 00000000 00000000 00000000 04030201',
    ),
    golden(
      x.SendEvent,
      { destination: W, event: focusIn },
      '19000b00 ccbbaa00 00000000 09030000 ccbbaa00 00000000 00000000 00000000 00000000 00000000 00000000',
    ),
    golden(
      x.SendEvent,
      { propagate: true, destination: W, event: keyPress },
      '19010b00 ccbbaa00 00000000 02260000 34120000 0d050000 ccbbaa00 00000000 05000600 fdff0400 01000100',
    ),
    golden(x.TranslateCoordinates, { srcWindow: W, dstWindow: ROOT, srcX: -7, srcY: 8 }, '28__0400 ccbbaa00 0d050000 f9ff0800'),
    golden(x.WarpPointer, { dstWindow: ROOT, dstX: -9, dstY: 10 }, '29__0600 00000000 0d050000 00000000 00000000 f7ff0a00'),
    golden(
      x.GrabPointer,
      { ownerEvents: true, grabWindow: W, eventMask: 4, pointerMode: 0, confineTo: ROOT, cursor: 0x77, time: 0x99 },
      '1a010600 ccbbaa00 04000001 0d050000 77000000 99000000',
    ),
    golden(x.GrabKeyboard, { grabWindow: W, time: 0x99, pointerMode: 0 }, '1f000400 ccbbaa00 99000000 0001____'),
    golden(x.SetInputFocus, { revertTo: 2, focus: W, time: 0x42 }, '2a020300 ccbbaa00 42000000'),
    golden(
      x.ConvertSelection,
      { requestor: W, selection: 1, target: 31, property: 39, time: 0x11 },
      '18__0600 ccbbaa00 01000000 1f000000 27000000 11000000',
    ),
    golden(x.GetImage, { drawable: W, x: 1, y: 2, width: 3, height: 4 }, '49020500 ccbbaa00 01000200 03000400 ffffffff'),
    golden(
      x.CreateGC,
      { gc: 0x200002, drawable: ROOT, values: { foreground: 0x123456, subwindowMode: 1, graphicsExposures: false } },
      '37__0700 02002000 0d050000 04800100 56341200 01000000 00000000',
    ),
    golden(
      x.PolyFillRectangle,
      { drawable: ROOT, gc: 0x200002, rectangles: [{ x: -1, y: 2, width: 3, height: 4 }] },
      '46__0500 0d050000 02002000 ffff0200 03000400',
    ),
    golden(
      x.ChangeKeyboardMapping,
      { keycodeCount: 1, firstKeycode: 255, keysymsPerKeycode: 2, keysyms: [0x61, 0x1004e2d] },
      '64010400 ff02____ 61000000 2d4e0001',
    ),
    golden(x.ChangeKeyboardControl, { values: { key: 74, autoRepeatMode: 0 } }, '66__0400 c0000000 4a000000 00000000'),
  ])('%s', (_name, actual, expected) => {
    expect(actual()).toBe(expected);
  });
});

describe('core requests are encoded as the specification has them', () => {
  it.each([
    golden(x.InternAtom, { onlyIfExists: true, name: 'WM_X' }, '10010300 04000000 574d5f58'),
    golden(x.InternAtom, { name: 'A' }, '10000300 01000000 41000000'),
    golden(x.GetAtomName, { atom: 39 }, '11000200 27000000'),
    golden(x.QueryTree, { window: W }, '0f000200 ccbbaa00'),
    golden(x.GetGeometry, { drawable: W }, '0e000200 ccbbaa00'),
    golden(x.GetWindowAttributes, { window: W }, '03000200 ccbbaa00'),
    golden(x.MapWindow, { window: W }, '08000200 ccbbaa00'),
    golden(x.UnmapWindow, { window: W }, '0a000200 ccbbaa00'),
    golden(x.DestroyWindow, { window: W }, '04000200 ccbbaa00'),
    golden(x.DeleteProperty, { window: W, property: 5 }, '13000300 ccbbaa00 05000000'),
    golden(x.ListProperties, { window: W }, '15000200 ccbbaa00'),
    golden(x.QueryPointer, { window: W }, '26000200 ccbbaa00'),
    golden(x.UngrabPointer, {}, '1b000200 00000000'),
    golden(x.UngrabKeyboard, { time: 7 }, '20000200 07000000'),
    golden(x.GrabServer, {}, '24000100'),
    golden(x.UngrabServer, {}, '25000100'),
    golden(x.GetInputFocus, {}, '2b000100'),
    golden(x.QueryKeymap, {}, '2c000100'),
    golden(x.SetSelectionOwner, { owner: W, selection: 1, time: 9 }, '16000400 ccbbaa00 01000000 09000000'),
    golden(x.GetSelectionOwner, { selection: 1 }, '17000200 01000000'),
    golden(x.CreatePixmap, { depth: 24, pixmap: 2, drawable: W, width: 5, height: 6 }, '35180400 02000000 ccbbaa00 05000600'),
    golden(x.FreePixmap, { pixmap: 2 }, '36000200 02000000'),
    golden(x.FreeGC, { gc: 2 }, '3c000200 02000000'),
    golden(x.FreeCursor, { cursor: 2 }, '5f000200 02000000'),
    golden(x.ClearArea, { exposures: true, window: W, x: -1, y: 2, width: 3, height: 4 }, '3d010400 ccbbaa00 ffff0200 03000400'),
    golden(
      x.PutImage,
      { drawable: W, gc: 2, width: 1, height: 1, x: -1, y: 3, depth: 24, data: Buffer.from([1, 2, 3, 4]) },
      '48020700 ccbbaa00 02000000 01000100 ffff0300 00180000 01020304',
    ),
    golden(x.OpenFont, { font: 2, name: 'fixed' }, '2d000500 02000000 05000000 66697865 64000000'),
    golden(x.ImageText8, { drawable: W, gc: 2, x: -1, y: 3, text: 'hello' }, '4c050600 ccbbaa00 02000000 ffff0300 68656c6c 6f000000'),
    golden(x.PolyText8, { drawable: W, gc: 2, x: -1, y: 3, text: 'hi' }, '4a000500 ccbbaa00 02000000 ffff0300 02006869'),
    golden(x.CreateColormap, { colormap: 2, window: W, visual: 0x21 }, '4e000400 02000000 ccbbaa00 21000000'),
    golden(
      x.CreateCursor,
      {
        cursor: 2,
        source: 3,
        mask: 4,
        foreground: { red: 1, green: 2, blue: 3 },
        background: { red: 4, green: 5, blue: 6 },
        x: 7,
        y: 8,
      },
      '5d000800 02000000 03000000 04000000 01000200 03000400 05000600 07000800',
    ),
    golden(
      x.CreateGlyphCursor,
      {
        cursor: 2,
        sourceFont: 3,
        maskFont: 4,
        sourceChar: 68,
        maskChar: 69,
        foreground: { red: 1, green: 2, blue: 3 },
        background: { red: 4, green: 5, blue: 6 },
      },
      '5e000800 02000000 03000000 04000000 44004500 01000200 03000400 05000600',
    ),
    golden(x.GetKeyboardMapping, { firstKeycode: 8, keycodeCount: 248 }, '65000200 08f80000'),
    golden(x.GetModifierMapping, {}, '77000100'),
    golden(x.GetPointerMapping, {}, '75000100'),
    golden(x.QueryExtension, { name: 'XTEST' }, '62000400 05000000 58544553 54000000'),
    golden(x.SetCloseDownMode, { mode: x.CloseDownMode.RetainTemporary }, '70020100'),
    golden(x.KillClient, { resource: W }, '71000200 ccbbaa00'),
    golden(x.GetScreenSaver, {}, '6c000100'),
    golden(x.ForceScreenSaver, { mode: 1 }, '73010100'),
  ])('%s', (_name, actual, expected) => {
    expect(actual()).toBe(expected);
  });
});
