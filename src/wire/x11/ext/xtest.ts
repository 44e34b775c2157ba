import { list, tuple } from '../codec/lists.js';
import { call, extension, protocol } from '../codec/message.js';
import { count, i16, i32, optional, pad, u8, u16, u32 } from '../codec/scalars.js';
import { struct } from '../codec/struct.js';

export const XTest = extension('XTEST');
const xtest = protocol(XTest);

export const XTestGetVersion = xtest.query(
  'XTestGetVersion',
  0,
  { body: { major: u8, _pad: pad(1), minor: u16 } },
  { head: { major: u8 }, body: { minor: u16 } },
);
XTest.negotiate = call(XTestGetVersion, { major: 2, minor: 2 });

/** Up to six axis values, shaped like the DeviceValuator event of the Input extension. */
const axisReport = struct({
  type: u8,
  deviceId: u8,
  _pad: pad(4),
  valueCount: count('values', u8),
  firstAxis: u8,
  values: tuple(i32, 6, 0),
});

/**
 * For the core devices `type` is a core event code and `deviceId` 0.
 * For an XI device `type` is an event code of the Input extension; axes follow, and bit 7 of `deviceId` announces them.
 */
export const XTestFakeInput = xtest.command('XTestFakeInput', 2, {
  body: {
    type: u8,
    detail: u8,
    _pad: pad(2),
    time: optional(u32, 0),
    root: optional(u32, 0),
    _pad2: pad(8),
    rootX: optional(i16, 0),
    rootY: optional(i16, 0),
    _pad3: pad(7),
    deviceId: optional(u8, 0),
    axes: optional(list(axisReport), []),
  },
});
