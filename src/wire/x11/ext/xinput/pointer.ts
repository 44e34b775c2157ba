import { bits } from '../../codec/bits.js';
import { bool, count, fixed16, optional, pad, u16, u32 } from '../../codec/scalars.js';
import { group, modifiers } from './state.js';
import { xi } from './version.js';

export const XIQueryPointer = xi.query(
  'XIQueryPointer',
  40,
  { body: { window: u32, deviceId: u16, _pad: pad(2) } },
  {
    body: {
      root: u32,
      child: u32,
      rootX: fixed16,
      rootY: fixed16,
      winX: fixed16,
      winY: fixed16,
      sameScreen: bool,
      _pad: pad(1),
      buttonWords: count('buttons', u16),
      mods: modifiers,
      group,
      buttons: bits,
    },
  },
);

export const XIWarpPointer = xi.command('XIWarpPointer', 41, {
  body: {
    srcWindow: optional(u32, 0),
    dstWindow: optional(u32, 0),
    srcX: optional(fixed16, 0),
    srcY: optional(fixed16, 0),
    srcWidth: optional(u16, 0),
    srcHeight: optional(u16, 0),
    dstX: fixed16,
    dstY: fixed16,
    deviceId: u16,
    _pad: pad(2),
  },
});

/** `cursor` 0 goes back to the parent's. */
export const XIChangeCursor = xi.command('XIChangeCursor', 42, { body: { window: u32, cursor: u32, deviceId: u16, _pad: pad(2) } });

/** `window` 0 means the asking client itself. */
export const XISetClientPointer = xi.command('XISetClientPointer', 44, { body: { window: u32, deviceId: u16, _pad: pad(2) } });

export const XIGetClientPointer = xi.query(
  'XIGetClientPointer',
  45,
  { body: { window: u32 } },
  { body: { set: bool, _pad: pad(1), deviceId: u16 } },
);
