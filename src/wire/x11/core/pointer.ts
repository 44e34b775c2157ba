import { protocol } from '../codec/message.js';
import { bool, i16, optional, pad, u8, u16, u32 } from '../codec/scalars.js';

const core = protocol(undefined);

export const QueryPointer = core.query(
  'QueryPointer',
  38,
  { body: { window: u32 } },
  { head: { sameScreen: bool }, body: { root: u32, child: u32, rootX: i16, rootY: i16, winX: i16, winY: i16, mask: u16, _pad: pad(2) } },
);

export const WarpPointer = core.command('WarpPointer', 41, {
  body: {
    srcWindow: optional(u32, 0),
    dstWindow: optional(u32, 0),
    srcX: optional(i16, 0),
    srcY: optional(i16, 0),
    srcWidth: optional(u16, 0),
    srcHeight: optional(u16, 0),
    dstX: i16,
    dstY: i16,
  },
});

/** Modes: 0 synchronous, 1 asynchronous. `status`: 0 success, 1 already grabbed, 2 invalid time, 3 not viewable, 4 frozen. */
export const GrabPointer = core.query(
  'GrabPointer',
  26,
  {
    head: { ownerEvents: optional(bool, false) },
    body: {
      grabWindow: u32,
      eventMask: u16,
      pointerMode: optional(u8, 1),
      keyboardMode: optional(u8, 1),
      confineTo: optional(u32, 0),
      cursor: optional(u32, 0),
      time: optional(u32, 0),
    },
  },
  { head: { status: u8 } },
);

export const UngrabPointer = core.command('UngrabPointer', 27, { body: { time: optional(u32, 0) } });

export const GrabKeyboard = core.query(
  'GrabKeyboard',
  31,
  {
    head: { ownerEvents: optional(bool, false) },
    body: { grabWindow: u32, time: optional(u32, 0), pointerMode: optional(u8, 1), keyboardMode: optional(u8, 1), _pad: pad(2) },
  },
  { head: { status: u8 } },
);

export const UngrabKeyboard = core.command('UngrabKeyboard', 32, { body: { time: optional(u32, 0) } });
