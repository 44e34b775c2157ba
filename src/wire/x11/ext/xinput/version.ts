import { call, extension, protocol } from '../../codec/message.js';
import { u16 } from '../../codec/scalars.js';

export const XInput = extension('XInputExtension', ['BadDevice', 'BadEvent', 'BadMode', 'DeviceBusy', 'BadClass']);
export const xi = protocol(XInput);

export const XIQueryVersion = xi.query('XIQueryVersion', 47, { body: { major: u16, minor: u16 } }, { body: { major: u16, minor: u16 } });

// 2.3 and not newer: 2.4 adds gestures, which nobody here selects.
XInput.negotiate = call(XIQueryVersion, { major: 2, minor: 3 });
