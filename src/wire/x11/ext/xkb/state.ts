import { bool, i16, optional, pad, u8, u16 } from '../../codec/scalars.js';
import { xkb } from './version.js';

export const XkbGetState = xkb.query(
  'XkbGetState',
  4,
  { body: { device: u16, _pad: pad(2) } },
  {
    head: { deviceId: u8 },
    body: {
      mods: u8,
      baseMods: u8,
      latchedMods: u8,
      lockedMods: u8,
      group: u8,
      lockedGroup: u8,
      baseGroup: i16,
      latchedGroup: i16,
      compatState: u8,
      grabMods: u8,
      compatGrabMods: u8,
      lookupMods: u8,
      compatLookupMods: u8,
      _pad: pad(1),
      pointerButtons: u16,
    },
  },
);

/** Changes only the modifiers named by the `affect` masks. */
export const XkbLatchLockState = xkb.command('XkbLatchLockState', 5, {
  body: {
    device: u16,
    affectModLocks: optional(u8, 0),
    modLocks: optional(u8, 0),
    lockGroup: optional(bool, false),
    groupLock: optional(u8, 0),
    affectModLatches: optional(u8, 0),
    modLatches: optional(u8, 0),
    _pad: pad(1),
    latchGroup: optional(bool, false),
    groupLatch: optional(i16, 0),
  },
});
