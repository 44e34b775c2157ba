import { call, extension, protocol } from '../../codec/message.js';
import { bool, u16 } from '../../codec/scalars.js';

export const Xkb = extension('XKEYBOARD', ['BadKeyboard']);
export const xkb = protocol(Xkb);

export const XkbUseExtension = xkb.query(
  'XkbUseExtension',
  0,
  { body: { major: u16, minor: u16 } },
  { head: { supported: bool }, body: { major: u16, minor: u16 } },
);
Xkb.negotiate = call(XkbUseExtension, { major: 1, minor: 0 });

/** A `device` that stands for the client's core keyboard. */
export const XKB_CORE_KEYBOARD = 0x100;
