import { bits } from '../../codec/bits.js';
import { list } from '../../codec/lists.js';
import { bool, count, optional, pad, u8, u16, u32 } from '../../codec/scalars.js';
import { struct } from '../../codec/struct.js';
import { XI_ANY_DETAIL, XI_ANY_MODIFIER, XIGrabMode } from './constants.js';
import { xi } from './version.js';

export const XIGrabDevice = xi.query(
  'XIGrabDevice',
  51,
  {
    body: {
      window: u32,
      time: optional(u32, 0),
      cursor: optional(u32, 0),
      deviceId: u16,
      mode: optional(u8, XIGrabMode.Async),
      pairedMode: optional(u8, XIGrabMode.Async),
      ownerEvents: optional(bool, false),
      _pad: pad(1),
      maskWords: count('mask', u16),
      mask: optional(bits, []),
    },
  },
  { body: { status: u8 } },
);

export const XIUngrabDevice = xi.command('XIUngrabDevice', 52, { body: { time: optional(u32, 0), deviceId: u16, _pad: pad(2) } });

/** `touchId` and `grabWindow` matter for touches only, but a client that negotiated 2.2 sends them. */
export const XIAllowEvents = xi.command('XIAllowEvents', 53, {
  body: { time: optional(u32, 0), deviceId: u16, mode: u8, _pad: pad(1), touchId: optional(u32, 0), grabWindow: optional(u32, 0) },
});

/** `modifiers` of the reply lists only those that could not be grabbed; X.Org's servers give an error code (10) as their status. */
export const XIPassiveGrabDevice = xi.query(
  'XIPassiveGrabDevice',
  54,
  {
    body: {
      time: optional(u32, 0),
      grabWindow: u32,
      cursor: optional(u32, 0),
      detail: optional(u32, XI_ANY_DETAIL),
      deviceId: u16,
      modifierCount: count('modifiers', u16),
      maskWords: count('mask', u16),
      grabType: u8,
      mode: optional(u8, XIGrabMode.Async),
      pairedMode: optional(u8, XIGrabMode.Async),
      ownerEvents: optional(bool, false),
      _pad: pad(2),
      mask: optional(bits, []),
      modifiers: optional(list(u32), [XI_ANY_MODIFIER]),
    },
  },
  {
    body: { modifierCount: count('modifiers', u16), _pad: pad(22), modifiers: list(struct({ modifiers: u32, status: u8, _pad: pad(3) })) },
  },
);

export const XIPassiveUngrabDevice = xi.command('XIPassiveUngrabDevice', 55, {
  body: {
    grabWindow: u32,
    detail: optional(u32, XI_ANY_DETAIL),
    deviceId: u16,
    modifierCount: count('modifiers', u16),
    grabType: u8,
    _pad: pad(3),
    modifiers: optional(list(u32), [XI_ANY_MODIFIER]),
  },
});
