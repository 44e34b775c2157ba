import { bytes, list } from '../codec/lists.js';
import { maskedValues } from '../codec/masked-values.js';
import { protocol } from '../codec/message.js';
import { count, i32, pad, u8, u32 } from '../codec/scalars.js';

const core = protocol(undefined);

/** All keysyms in one list, `keysymsPerKeycode` for each keycode from `firstKeycode` on. */
export const GetKeyboardMapping = core.query(
  'GetKeyboardMapping',
  101,
  { body: { firstKeycode: u8, keycodeCount: u8, _pad: pad(2) } },
  { head: { keysymsPerKeycode: u8 }, body: { _pad: pad(24), keysyms: list(u32) } },
);

export const ChangeKeyboardMapping = core.command('ChangeKeyboardMapping', 100, {
  head: { keycodeCount: u8 },
  body: { firstKeycode: u8, keysymsPerKeycode: u8, _pad: pad(2), keysyms: list(u32) },
});

/** Eight groups of `keycodesPerModifier` keycodes: Shift, Lock, Control, Mod1 to Mod5; 0 fills up. */
export const GetModifierMapping = core.query(
  'GetModifierMapping',
  119,
  {},
  { head: { keycodesPerModifier: u8 }, body: { _pad: pad(24), keycodes: list(u8) } },
);

export const GetPointerMapping = core.query(
  'GetPointerMapping',
  117,
  {},
  { head: { length: count('map', u8) }, body: { _pad: pad(24), map: list(u8) } },
);

/** One bit per keycode; bit n of byte m is keycode 8m+n. */
export const QueryKeymap = core.query('QueryKeymap', 44, {}, { body: { keys: bytes(32) } });

/** Each value takes four bytes whatever its type. `autoRepeatMode` is 0 off, 1 on, 2 default. */
export const ChangeKeyboardControl = core.command('ChangeKeyboardControl', 102, {
  body: {
    values: maskedValues(u32, 0, {
      keyClickPercent: i32,
      bellPercent: i32,
      bellPitch: i32,
      bellDuration: i32,
      led: u32,
      ledMode: u32,
      key: u32,
      autoRepeatMode: u32,
    }),
  },
});
