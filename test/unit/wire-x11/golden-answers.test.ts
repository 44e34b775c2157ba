// Replies and events as the specification lays them out.
import { describe, expect, it } from 'vitest';
import { decodeEvent, decodeReply, encodeEvent } from '../../../src/wire/x11/codec/frame.js';
import type { EventDef, Query } from '../../../src/wire/x11/codec/message.js';
import { eventTables } from '../../../src/wire/x11/event-map.js';
import * as x from '../../../src/wire/x11/index.js';

const message = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const reply = (query: Query<never, unknown>, hex: string) => decodeReply(message(hex), query.reply);
const event = (def: EventDef, hex: string) => decodeEvent(message(hex), def);

describe('replies', () => {
  it('of core queries', () => {
    expect(reply(x.QueryPointer, '01010100 00000000 0d050000 ccbbaa00 0a00f6ff 01000200 05010000 00000000')).toEqual({
      sameScreen: true,
      root: 0x50d,
      child: 0xaabbcc,
      rootX: 10,
      rootY: -10,
      winX: 1,
      winY: 2,
      mask: 0x105,
    });
    const tree = '01000100 02000000 0d050000 00000000 02000000 00000000 00000000 00000000 01000000 02000000';
    expect(reply(x.QueryTree, tree)).toEqual({ root: 0x50d, parent: 0, children: [1, 2] });
    const property = '01100100 01000000 1f000000 07000000 02000000 00000000 00000000 00000000 01020304';
    expect(reply(x.GetProperty, property)).toEqual({ format: 16, type: 31, bytesAfter: 7, data: Buffer.from([1, 2, 3, 4]) });
    const geometry = '01180100 00000000 0d050000 fbff0600 46005000 02000000 00000000 00000000';
    expect(reply(x.GetGeometry, geometry)).toEqual({ depth: 24, root: 0x50d, x: -5, y: 6, width: 70, height: 80, borderWidth: 2 });
    const attributes = '01000100 03000000 21000000 01000a01 ffffffff 00000000 01000201 20000000 01000000 02000000 03000000';
    expect(reply(x.GetWindowAttributes, attributes)).toMatchObject({
      visual: 0x21,
      class: 1,
      bitGravity: 10,
      winGravity: 1,
      saveUnder: true,
      mapIsInstalled: false,
      mapState: 2,
      overrideRedirect: true,
      colormap: 0x20,
      allEventMasks: 1,
      yourEventMask: 2,
      doNotPropagateMask: 3,
    });
  });

  it('of the second Input extension', () => {
    const pointer =
      '01000100 07000000 0d050000 ccbbaa00 0080fa00 00400200 00800000 0000ffff 01000100 01000000 02000000 04000000 07000000 01020304 0a000000';
    expect(reply(x.XIQueryPointer, pointer)).toEqual({
      root: 0x50d,
      child: 0xaabbcc,
      rootX: 250.5,
      rootY: 2.25,
      winX: 0.5,
      winY: -1,
      sameScreen: true,
      mods: { base: 1, latched: 2, locked: 4, effective: 7 },
      group: { base: 1, latched: 2, locked: 3, effective: 4 },
      buttons: [1, 3],
    });
    const header = '01000100 00000000 01000000 00000000 00000000 00000000 00000000 00000000';
    const device = '08000100 09000300 05000100 6167656e 74000000';
    const button = '01000500 0a000200 06000000 50000000 51000000';
    const valuator = '02000b00 0a000100 52000000 ffffffff 00000080 00010000 00000000 07000000 00000040 01000000 00000000';
    const unknown = '09000200 0a000500';
    expect(reply(x.XIQueryDevice, `${header} ${device} ${button} ${valuator} ${unknown}`)).toEqual({
      devices: [
        {
          deviceId: 8,
          use: 1,
          attachment: 9,
          enabled: true,
          name: 'agent',
          classes: [
            { type: 'button', sourceId: 10, pressed: [1, 2], labels: [0x50, 0x51] },
            { type: 'valuator', sourceId: 10, number: 1, label: 0x52, min: -0.5, max: 256, value: 7.25, resolution: 1, mode: 0 },
            { type: 'unknown' },
          ],
        },
      ],
    });
  });

  it('of XKB maps', () => {
    const head = '01090100 00000000 000008ff 03000001 01260200 01000000 00000000 00000000 00010100 00000000';
    const type = '01010000 02010100 01010101 00000000 01010000';
    const key = '02000000 01020200 61000000 41000000';
    const modifiers = '32010000';
    expect(reply(x.XkbGetMap, `${head} ${type} ${key} ${modifiers}`)).toMatchObject({
      deviceId: 9,
      minKeycode: 8,
      maxKeycode: 255,
      types: [
        {
          modsMask: 1,
          levelCount: 2,
          entries: [{ active: true, modsMask: 1, level: 1, realMods: 1, virtualMods: 0 }],
          preserve: [{ modsMask: 1, realMods: 1, virtualMods: 0 }],
        },
      ],
      keys: [{ typeIndices: [2, 0, 0, 0], groupInfo: 1, width: 2, keysyms: [0x61, 0x41] }],
      modifierMap: [{ keycode: 50, mods: 1 }],
    });
  });

  it('of X-Resource count their values in bytes', () => {
    const ids = '01000100 04000000 01000000 00000000 00000000 00000000 00000000 00000000 00002000 02000000 04000000 d2040000';
    expect(reply(x.ResQueryClientIds, ids)).toEqual({ ids: [{ spec: { client: 0x200000, mask: 2 }, value: [1234] }] });
  });
});

describe('events', () => {
  it('of windows and properties', () => {
    const configure = '16000100 01000000 02000000 03000000 ffff0200 03000400 05000100 00000000';
    expect(event(x.coreEvents.ConfigureNotify, configure)).toEqual({
      event: 1,
      window: 2,
      aboveSibling: 3,
      x: -1,
      y: 2,
      width: 3,
      height: 4,
      borderWidth: 5,
      overrideRedirect: true,
    });
    const property = '1c000100 01000000 27000000 34120000 01000000 00000000 00000000 00000000';
    expect(event(x.coreEvents.PropertyNotify, property)).toEqual({ window: 1, atom: 39, time: 0x1234, state: 1 });
    const client = '21100100 01000000 02000000 01000200 03000400 05000600 07000800 09000a00';
    expect(event(x.coreEvents.ClientMessage, client)).toEqual({ format: 16, window: 1, type: 2, data: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
  });

  it('of the second Input extension carry masks, modifiers and axes', () => {
    const head = '23830100 11000000 06000800 34120000 00000000 0d050000 ccbbaa00 00000000';
    const place = '00800100 00000200 00000300 00000400 01000100 0a000000 00000100 00000000 00000000 00000000 01000000 00000000';
    const motion = `${head} ${place} 02000000 05000000 90010000 00000080 ffffffff 00000000`;
    expect(event(eventTables.XIMotion, motion)).toMatchObject({
      deviceId: 8,
      time: 0x1234,
      rootX: 1.5,
      rootY: 2,
      eventX: 3,
      eventY: 4,
      sourceId: 10,
      flags: 0x1_0000,
      mods: { effective: 1 },
      buttons: [1],
      valuators: [
        { axis: 0, value: 400.5 },
        { axis: 2, value: -1 },
      ],
    });
    const raw = '23830100 09000000 11000800 34120000 00000000 0a000100 00000000 00000000 03000000';
    const values = '01000000 00000000 02000000 00000000 03000000 00000000 04000000 00000000';
    expect(event(eventTables.XIRawMotion, `${raw} ${values}`)).toMatchObject({
      deviceId: 8,
      sourceId: 10,
      valuators: [
        { axis: 0, value: 1, raw: 3 },
        { axis: 1, value: 2, raw: 4 },
      ],
    });
  });

  it('of a fixed size fill 32 bytes and come back as they were', () => {
    for (const [name, def] of Object.entries<EventDef>(eventTables)) {
      if (def.generic) continue;
      const blank = event(def, '00'.repeat(32));
      const bytes = encodeEvent(def, blank, 64);
      expect(bytes, name).toHaveLength(32);
      expect(bytes.readUInt8(0), name).toBe(64 + def.code);
      expect(event(def, bytes.toString('hex')), name).toEqual(blank);
    }
  });
});
