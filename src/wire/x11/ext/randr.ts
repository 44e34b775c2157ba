import { list, text } from '../codec/lists.js';
import { call, extension, protocol } from '../codec/message.js';
import { bool, count, i16, optional, pad, u8, u16, u32 } from '../codec/scalars.js';
import { struct } from '../codec/struct.js';

export const RandR = extension('RANDR', ['BadOutput', 'BadCrtc', 'BadMode', 'BadProvider']);
const randr = protocol(RandR);

export const RandRQueryVersion = randr.query(
  'RandRQueryVersion',
  0,
  { body: { major: u32, minor: u32 } },
  { body: { major: u32, minor: u32 } },
);
RandR.negotiate = call(RandRQueryVersion, { major: 1, minor: 5 });

/** Mask bits: 1 screen, 2 CRTC, 4 output, 8 output property. */
export const RandRSelectInput = randr.command('RandRSelectInput', 4, { body: { window: u32, enable: u16, _pad: pad(2) } });

const mode = struct({
  id: u32,
  width: u16,
  height: u16,
  dotClock: u32,
  hSyncStart: u16,
  hSyncEnd: u16,
  hTotal: u16,
  hSkew: u16,
  vSyncStart: u16,
  vSyncEnd: u16,
  vTotal: u16,
  nameLength: u16,
  flags: u32,
});

/** `names` holds the names of the modes one after the other, without separators. */
export const RandRGetScreenResourcesCurrent = randr.query(
  'RandRGetScreenResourcesCurrent',
  25,
  { body: { window: u32 } },
  {
    body: {
      time: u32,
      configTime: u32,
      crtcCount: count('crtcs', u16),
      outputCount: count('outputs', u16),
      modeCount: count('modes', u16),
      namesLength: count('names', u16),
      _pad: pad(8),
      crtcs: list(u32),
      outputs: list(u32),
      modes: list(mode),
      names: text,
    },
  },
);

const monitor = struct({
  name: u32,
  primary: bool,
  automatic: bool,
  outputCount: count('outputs', u16),
  x: i16,
  y: i16,
  width: u16,
  height: u16,
  widthMm: u32,
  heightMm: u32,
  outputs: list(u32),
});

/** Since 1.5. */
export const RandRGetMonitors = randr.query(
  'RandRGetMonitors',
  42,
  { body: { window: u32, getActive: optional(bool, true), _pad: pad(3) } },
  { body: { time: u32, monitorCount: count('monitors', u32), outputCount: u32, _pad: pad(12), monitors: list(monitor) } },
);

export const randrEvents = {
  RandRScreenChangeNotify: randr.event(0, {
    head: { rotation: u8 },
    body: {
      time: u32,
      configTime: u32,
      root: u32,
      requestWindow: u32,
      sizeId: u16,
      subpixelOrder: u16,
      width: u16,
      height: u16,
      widthMm: u16,
      heightMm: u16,
    },
  }),
};
