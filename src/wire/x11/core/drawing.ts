import { bytes, list, text } from '../codec/lists.js';
import { maskedValues } from '../codec/masked-values.js';
import { protocol } from '../codec/message.js';
import { bool, bool32, count, i16, i32, optional, pad, u8, u16, u32 } from '../codec/scalars.js';
import { struct } from '../codec/struct.js';

const core = protocol(undefined);

export const rectangle = struct({ x: i16, y: i16, width: u16, height: u16 });

export const CreatePixmap = core.command('CreatePixmap', 53, {
  head: { depth: u8 },
  body: { pixmap: u32, drawable: u32, width: u16, height: u16 },
});
export const FreePixmap = core.command('FreePixmap', 54, { body: { pixmap: u32 } });

export const CreateGC = core.command('CreateGC', 55, {
  body: {
    gc: u32,
    drawable: u32,
    values: optional(
      maskedValues(u32, 0, {
        function: u32,
        planeMask: u32,
        foreground: u32,
        background: u32,
        lineWidth: u32,
        lineStyle: u32,
        capStyle: u32,
        joinStyle: u32,
        fillStyle: u32,
        fillRule: u32,
        tile: u32,
        stipple: u32,
        tileStippleX: i32,
        tileStippleY: i32,
        font: u32,
        subwindowMode: u32,
        graphicsExposures: bool32,
        clipX: i32,
        clipY: i32,
        clipMask: u32,
        dashOffset: u32,
        dashes: u32,
        arcMode: u32,
      }),
      {},
    ),
  },
});
export const FreeGC = core.command('FreeGC', 60, { body: { gc: u32 } });

export const ClearArea = core.command('ClearArea', 61, {
  head: { exposures: optional(bool, false) },
  body: { window: u32, x: i16, y: i16, width: u16, height: u16 },
});

export const PolyFillRectangle = core.command('PolyFillRectangle', 70, {
  body: { drawable: u32, gc: u32, rectangles: list(rectangle) },
});

/** `format`: 1 XY pixmap, 2 Z pixmap. */
export const PutImage = core.command('PutImage', 72, {
  head: { format: optional(u8, 2) },
  body: {
    drawable: u32,
    gc: u32,
    width: u16,
    height: u16,
    x: i16,
    y: i16,
    leftPad: optional(u8, 0),
    depth: u8,
    _pad: pad(2),
    data: bytes(),
  },
});

export const GetImage = core.query(
  'GetImage',
  73,
  {
    head: { format: optional(u8, 2) },
    body: { drawable: u32, x: i16, y: i16, width: u16, height: u16, planeMask: optional(u32, 0xffff_ffff) },
  },
  { head: { depth: u8 }, body: { visual: u32, _pad: pad(20), data: bytes() } },
);

export const OpenFont = core.command('OpenFont', 45, { body: { font: u32, nameLength: count('name', u16), _pad: pad(2), name: text } });

/** At most 255 bytes of text. */
export const ImageText8 = core.command('ImageText8', 76, {
  head: { length: count('text', u8) },
  body: { drawable: u32, gc: u32, x: i16, y: i16, text },
});

/** One item of at most 254 bytes, drawn without a background. */
export const PolyText8 = core.command('PolyText8', 74, {
  body: { drawable: u32, gc: u32, x: i16, y: i16, length: count('text', u8), delta: optional(u8, 0), text },
});

/** `alloc`: 0 none, 1 all. */
export const CreateColormap = core.command('CreateColormap', 78, {
  head: { alloc: optional(u8, 0) },
  body: { colormap: u32, window: u32, visual: u32 },
});

const rgb = { red: u16, green: u16, blue: u16 };

export const CreateCursor = core.command('CreateCursor', 93, {
  body: { cursor: u32, source: u32, mask: optional(u32, 0), foreground: struct(rgb), background: struct(rgb), x: u16, y: u16 },
});

export const CreateGlyphCursor = core.command('CreateGlyphCursor', 94, {
  body: { cursor: u32, sourceFont: u32, maskFont: u32, sourceChar: u16, maskChar: u16, foreground: struct(rgb), background: struct(rgb) },
});

export const FreeCursor = core.command('FreeCursor', 95, { body: { cursor: u32 } });
