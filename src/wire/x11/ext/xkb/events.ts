import { i16, optional, pad, u8, u16, u32 } from '../../codec/scalars.js';
import { xkb } from './version.js';

/** Bits of the event masks. */
export const XkbEventMask = { NewKeyboard: 1, Map: 2, State: 4 } as const;

/**
 * Selects whole events: those in `selectAll` are reported, those in `clear` no longer.
 * MapNotify is selected by map part, through `affectMap` and `map`, and must be in neither mask.
 */
export const XkbSelectEvents = xkb.command('XkbSelectEvents', 1, {
  body: {
    device: u16,
    affectWhich: u16,
    clear: optional(u16, 0),
    selectAll: optional(u16, 0),
    affectMap: optional(u16, 0),
    map: optional(u16, 0),
  },
});

export const xkbEvents = {
  XkbNewKeyboardNotify: xkb.event(0, {
    subtype: 0,
    body: {
      time: u32,
      deviceId: u8,
      oldDeviceId: u8,
      minKeycode: u8,
      maxKeycode: u8,
      oldMinKeycode: u8,
      oldMaxKeycode: u8,
      requestMajor: u8,
      requestMinor: u8,
      changed: u16,
    },
  }),
  XkbMapNotify: xkb.event(0, {
    subtype: 1,
    body: {
      time: u32,
      deviceId: u8,
      pointerButtonActions: u8,
      changed: u16,
      minKeycode: u8,
      maxKeycode: u8,
      firstType: u8,
      typeCount: u8,
      firstKeysym: u8,
      keysymCount: u8,
      firstAction: u8,
      actionCount: u8,
      firstBehavior: u8,
      behaviorCount: u8,
      firstExplicit: u8,
      explicitCount: u8,
      firstModMapKey: u8,
      modMapKeyCount: u8,
      firstVirtualModMapKey: u8,
      virtualModMapKeyCount: u8,
      virtualMods: u16,
      _pad: pad(2),
    },
  }),
  XkbStateNotify: xkb.event(0, {
    subtype: 2,
    body: {
      time: u32,
      deviceId: u8,
      mods: u8,
      baseMods: u8,
      latchedMods: u8,
      lockedMods: u8,
      group: u8,
      baseGroup: i16,
      latchedGroup: i16,
      lockedGroup: u8,
      compatState: u8,
      grabMods: u8,
      compatGrabMods: u8,
      lookupMods: u8,
      compatLookupMods: u8,
      pointerButtons: u16,
      changed: u16,
      keycode: u8,
      eventType: u8,
      requestMajor: u8,
      requestMinor: u8,
    },
  }),
};
