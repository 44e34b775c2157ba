import { bytes } from '../codec/lists.js';
import { protocol } from '../codec/message.js';
import { bool, i16, optional, pad, u8, u16, u32 } from '../codec/scalars.js';
import { clientData } from './client-data.js';

const core = protocol(undefined);

const inputBody = {
  time: u32,
  root: u32,
  event: u32,
  child: u32,
  rootX: i16,
  rootY: i16,
  eventX: i16,
  eventY: i16,
  state: u16,
  sameScreen: bool,
  _pad: pad(1),
};
const input = { head: { detail: u8 }, body: inputBody };

const crossing = {
  head: { detail: u8 },
  body: {
    time: u32,
    root: u32,
    event: u32,
    child: u32,
    rootX: i16,
    rootY: i16,
    eventX: i16,
    eventY: i16,
    state: u16,
    mode: u8,
    /** Bit 0: the window has the focus; bit 1: same screen. */
    flags: u8,
  },
};

const focus = { head: { detail: u8 }, body: { event: u32, mode: u8 } };

export const coreEvents = {
  KeyPress: core.event(2, input),
  KeyRelease: core.event(3, input),
  ButtonPress: core.event(4, input),
  ButtonRelease: core.event(5, input),
  MotionNotify: core.event(6, input),
  EnterNotify: core.event(7, crossing),
  LeaveNotify: core.event(8, crossing),
  FocusIn: core.event(9, focus),
  FocusOut: core.event(10, focus),
  Expose: core.event(12, { body: { window: u32, x: u16, y: u16, width: u16, height: u16, count: u16 } }),
  GraphicsExposure: core.event(13, {
    body: { drawable: u32, x: u16, y: u16, width: u16, height: u16, minorOpcode: u16, count: u16, majorOpcode: u8 },
  }),
  NoExposure: core.event(14, { body: { drawable: u32, minorOpcode: u16, majorOpcode: u8 } }),
  VisibilityNotify: core.event(15, { body: { window: u32, state: u8 } }),
  CreateNotify: core.event(16, {
    body: { parent: u32, window: u32, x: i16, y: i16, width: u16, height: u16, borderWidth: u16, overrideRedirect: bool },
  }),
  DestroyNotify: core.event(17, { body: { event: u32, window: u32 } }),
  UnmapNotify: core.event(18, { body: { event: u32, window: u32, fromConfigure: bool } }),
  MapNotify: core.event(19, { body: { event: u32, window: u32, overrideRedirect: bool } }),
  MapRequest: core.event(20, { body: { parent: u32, window: u32 } }),
  ReparentNotify: core.event(21, { body: { event: u32, window: u32, parent: u32, x: i16, y: i16, overrideRedirect: bool } }),
  ConfigureNotify: core.event(22, {
    body: {
      event: u32,
      window: u32,
      aboveSibling: u32,
      x: i16,
      y: i16,
      width: u16,
      height: u16,
      borderWidth: u16,
      overrideRedirect: bool,
    },
  }),
  ConfigureRequest: core.event(23, {
    head: { stackMode: u8 },
    body: { parent: u32, window: u32, sibling: u32, x: i16, y: i16, width: u16, height: u16, borderWidth: u16, valueMask: u16 },
  }),
  /** `place`: 0 on top, 1 at the bottom. */
  CirculateRequest: core.event(27, { body: { parent: u32, window: u32, _pad: pad(4), place: u8 } }),
  PropertyNotify: core.event(28, { body: { window: u32, atom: u32, time: u32, state: u8 } }),
  SelectionClear: core.event(29, { body: { time: u32, owner: u32, selection: u32 } }),
  SelectionRequest: core.event(30, { body: { time: u32, owner: u32, requestor: u32, selection: u32, target: u32, property: u32 } }),
  SelectionNotify: core.event(31, { body: { time: u32, requestor: u32, selection: u32, target: u32, property: u32 } }),
  ClientMessage: core.event(33, { head: { format: u8 }, body: { window: u32, type: u32, data: clientData } }),
  /** `request`: 0 modifier, 1 keyboard, 2 pointer. */
  MappingNotify: core.event(34, { body: { request: u8, firstKeycode: u8, count: u8 } }),
};

/** Keys down when a window gets the pointer or focus. Its bytes start where others have a sequence number. */
export const KEYMAP_NOTIFY = 11;

/** `event` comes from the connection's encodeEvent. Destination 0 is the pointer's window, 1 the focus. */
export const SendEvent = core.command('SendEvent', 25, {
  head: { propagate: optional(bool, false) },
  body: { destination: u32, eventMask: optional(u32, 0), event: bytes(32) },
});
