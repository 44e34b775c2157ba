import type { HiddenField, Output } from '../../codec/field.js';
import { list, tuple } from '../../codec/lists.js';
import { bool, constant, count, optional, pad, u8, u16, u32 } from '../../codec/scalars.js';
import { struct } from '../../codec/struct.js';
import { xkb } from './version.js';

const KEY_TYPES = 1;
const KEY_SYMS = 2;
const MODIFIER_MAP = 4;

/** Whether each map entry has a preserve entry as well. */
const hasPreserve: HiddenField = {
  kind: 'hidden',
  size: 1,
  encode: (writer, scope) => writer.u8(scope.counts.preserve ? 1 : 0),
  decode: (reader, scope) => {
    scope.counts.preserve = reader.u8() === 0 ? 0 : (scope.counts.entries ?? 0);
  },
};

const keyType = struct({
  modsMask: u8,
  realMods: u8,
  virtualMods: u16,
  levelCount: u8,
  entryCount: count('entries', u8),
  hasPreserve,
  _pad: pad(1),
  entries: list(struct({ active: bool, modsMask: u8, level: u8, realMods: u8, virtualMods: u16, _pad: pad(2) })),
  preserve: list(struct({ modsMask: u8, realMods: u8, virtualMods: u16 })),
});

/** Keysyms of one key: `width` levels for each group; the low four bits of `groupInfo` count the groups. */
const keySymbols = {
  typeIndices: tuple(u8, 4, 0),
  groupInfo: u8,
  width: u8,
  keysymCount: count('keysyms', u16),
  keysyms: list(u32),
};

export type XkbKeyType = ReturnType<typeof keyType.decode>;
export type XkbKeySymbols = Output<typeof keySymbols>;

/** Key types, keysyms and modifier map of all keys. The other parts of a map are not asked for. */
export const XkbGetMap = xkb.query(
  'XkbGetMap',
  8,
  { body: { device: u16, full: constant(u16, KEY_TYPES | KEY_SYMS | MODIFIER_MAP), _ranges: pad(20) } },
  {
    head: { deviceId: u8 },
    body: {
      _pad: pad(2),
      minKeycode: u8,
      maxKeycode: u8,
      present: u16,
      firstType: u8,
      typeCount: count('types', u8),
      totalTypes: u8,
      firstKeysymKeycode: u8,
      totalKeysyms: u16,
      keyCount: count('keys', u8),
      _actions: pad(4),
      _behaviors: pad(3),
      _explicit: pad(3),
      firstModMapKeycode: u8,
      _modMapKeys: pad(1),
      modMapCount: count('modifierMap', u8),
      _virtualModMap: pad(3),
      _pad2: pad(1),
      _virtualMods: pad(2),
      types: list(keyType),
      keys: list(struct(keySymbols)),
      modifierMap: list(struct({ keycode: u8, mods: u8 })),
    },
  },
);

/** Replaces the keysyms of keys from `firstKeycode` on. `minKeycode` and `maxKeycode` are those of the device's map. */
export const XkbSetKeysyms = xkb.command('XkbSetMap', 9, {
  body: {
    device: u16,
    present: constant(u16, KEY_SYMS),
    flags: optional(u16, 0),
    minKeycode: u8,
    maxKeycode: u8,
    _types: pad(2),
    firstKeycode: u8,
    keyCount: count('keys', u8),
    totalKeysyms: u16,
    _rest: pad(18),
    keys: list(struct(keySymbols)),
  },
});

const SYMBOLS_NAME = 4;
const GROUP_NAMES = 0x1000;

/** Atoms of the symbols component and of the groups. */
export const XkbGetGroupNames = xkb.query(
  'XkbGetNames',
  17,
  { body: { device: u16, _pad: pad(2), which: constant(u32, SYMBOLS_NAME | GROUP_NAMES) } },
  {
    head: { deviceId: u8 },
    body: {
      which: u32,
      minKeycode: u8,
      maxKeycode: u8,
      typeCount: u8,
      groupMask: u8,
      virtualMods: u16,
      firstKey: u8,
      keyCount: u8,
      indicators: u32,
      radioGroupCount: u8,
      aliasCount: u8,
      levelCount: u16,
      _pad: pad(4),
      symbols: u32,
      groups: list(u32),
    },
  },
);
