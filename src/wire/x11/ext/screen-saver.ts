import { call, extension, protocol } from '../codec/message.js';
import { pad, u8, u16, u32 } from '../codec/scalars.js';

export const ScreenSaver = extension('MIT-SCREEN-SAVER');
const screenSaver = protocol(ScreenSaver);

export const ScreenSaverQueryVersion = screenSaver.query(
  'ScreenSaverQueryVersion',
  0,
  { body: { major: u8, minor: u8, _pad: pad(2) } },
  { body: { major: u16, minor: u16 } },
);
ScreenSaver.negotiate = call(ScreenSaverQueryVersion, { major: 1, minor: 1 });

/** Times in milliseconds. `state`: 0 off, 1 on, 3 disabled. */
export const ScreenSaverQueryInfo = screenSaver.query(
  'ScreenSaverQueryInfo',
  1,
  { body: { drawable: u32 } },
  { head: { state: u8 }, body: { window: u32, untilServer: u32, sinceUserInput: u32, eventMask: u32, kind: u8 } },
);
