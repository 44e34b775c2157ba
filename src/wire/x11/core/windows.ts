import { list } from '../codec/lists.js';
import { maskedValues } from '../codec/masked-values.js';
import { protocol } from '../codec/message.js';
import { bool, bool32, count, i16, i32, optional, pad, u8, u16, u32 } from '../codec/scalars.js';

const core = protocol(undefined);

const windowValues = maskedValues(u32, 0, {
  backgroundPixmap: u32,
  backgroundPixel: u32,
  borderPixmap: u32,
  borderPixel: u32,
  bitGravity: u32,
  winGravity: u32,
  backingStore: u32,
  backingPlanes: u32,
  backingPixel: u32,
  overrideRedirect: bool32,
  saveUnder: bool32,
  eventMask: u32,
  doNotPropagateMask: u32,
  colormap: u32,
  cursor: u32,
});

/** `class`: 0 like the parent, 1 InputOutput, 2 InputOnly; `depth` and `visual` 0 are like the parent. */
export const CreateWindow = core.command('CreateWindow', 1, {
  head: { depth: optional(u8, 0) },
  body: {
    window: u32,
    parent: u32,
    x: i16,
    y: i16,
    width: u16,
    height: u16,
    borderWidth: optional(u16, 0),
    class: optional(u16, 0),
    visual: optional(u32, 0),
    values: optional(windowValues, {}),
  },
});

export const ChangeWindowAttributes = core.command('ChangeWindowAttributes', 2, { body: { window: u32, values: windowValues } });

/** `mapState`: 0 unmapped, 1 mapped under an unmapped ancestor, 2 viewable. */
export const GetWindowAttributes = core.query(
  'GetWindowAttributes',
  3,
  { body: { window: u32 } },
  {
    head: { backingStore: u8 },
    body: {
      visual: u32,
      class: u16,
      bitGravity: u8,
      winGravity: u8,
      backingPlanes: u32,
      backingPixel: u32,
      saveUnder: bool,
      mapIsInstalled: bool,
      mapState: u8,
      overrideRedirect: bool,
      colormap: u32,
      allEventMasks: u32,
      yourEventMask: u32,
      doNotPropagateMask: u16,
      _pad: pad(2),
    },
  },
);

export const DestroyWindow = core.command('DestroyWindow', 4, { body: { window: u32 } });
export const MapWindow = core.command('MapWindow', 8, { body: { window: u32 } });
export const UnmapWindow = core.command('UnmapWindow', 10, { body: { window: u32 } });

/** `stackMode`: 0 above, 1 below, 2 top if, 3 bottom if, 4 opposite. */
export const ConfigureWindow = core.command('ConfigureWindow', 12, {
  body: {
    window: u32,
    values: maskedValues(u16, 2, { x: i32, y: i32, width: u32, height: u32, borderWidth: u32, sibling: u32, stackMode: u32 }),
  },
});

/** `direction`: 0 raises the lowest child that is covered, 1 lowers the highest that covers another. */
export const CirculateWindow = core.command('CirculateWindow', 13, { head: { direction: u8 }, body: { window: u32 } });

export const GetGeometry = core.query(
  'GetGeometry',
  14,
  { body: { drawable: u32 } },
  { head: { depth: u8 }, body: { root: u32, x: i16, y: i16, width: u16, height: u16, borderWidth: u16, _pad: pad(2) } },
);

/** Children from bottom to top. */
export const QueryTree = core.query(
  'QueryTree',
  15,
  { body: { window: u32 } },
  { body: { root: u32, parent: u32, childCount: count('children', u16), _pad: pad(14), children: list(u32) } },
);

export const TranslateCoordinates = core.query(
  'TranslateCoordinates',
  40,
  { body: { srcWindow: u32, dstWindow: u32, srcX: i16, srcY: i16 } },
  { head: { sameScreen: bool }, body: { child: u32, dstX: i16, dstY: i16 } },
);
