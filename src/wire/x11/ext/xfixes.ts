import { bytes, list } from '../codec/lists.js';
import { call, extension, protocol } from '../codec/message.js';
import { i16, optional, pad, u8, u16, u32 } from '../codec/scalars.js';
import { rectangle } from '../core/drawing.js';

export const XFixes = extension('XFIXES', ['BadRegion']);
const xfixes = protocol(XFixes);

export const XFixesQueryVersion = xfixes.query(
  'XFixesQueryVersion',
  0,
  { body: { major: u32, minor: u32 } },
  { body: { major: u32, minor: u32 } },
);
XFixes.negotiate = call(XFixesQueryVersion, { major: 5, minor: 0 });

/** Mask bits: 1 new owner, 2 owner's window destroyed, 4 owner's client closed. */
export const XFixesSelectSelectionInput = xfixes.command('XFixesSelectSelectionInput', 2, {
  body: { window: u32, selection: u32, eventMask: u32 },
});

/** Mask bit 1: the displayed cursor changed. */
export const XFixesSelectCursorInput = xfixes.command('XFixesSelectCursorInput', 3, { body: { window: u32, eventMask: u32 } });

/** `data` holds premultiplied BGRA pixels, `width` times four bytes a row. */
export const XFixesGetCursorImage = xfixes.query(
  'XFixesGetCursorImage',
  4,
  {},
  { body: { x: i16, y: i16, width: u16, height: u16, hotX: u16, hotY: u16, serial: u32, _pad: pad(8), data: bytes() } },
);

export const XFixesCreateRegion = xfixes.command('XFixesCreateRegion', 5, { body: { region: u32, rectangles: list(rectangle) } });
export const XFixesDestroyRegion = xfixes.command('XFixesDestroyRegion', 10, { body: { region: u32 } });
export const XFixesSetRegion = xfixes.command('XFixesSetRegion', 11, { body: { region: u32, rectangles: list(rectangle) } });

export const XFixesFetchRegion = xfixes.query(
  'XFixesFetchRegion',
  19,
  { body: { region: u32 } },
  { body: { extents: rectangle, _pad: pad(16), rectangles: list(rectangle) } },
);

/** `kind` as in SHAPE; `region` 0 gives the default shape back. */
export const XFixesSetWindowShapeRegion = xfixes.command('XFixesSetWindowShapeRegion', 21, {
  body: { window: u32, kind: u8, _pad: pad(3), x: optional(i16, 0), y: optional(i16, 0), region: u32 },
});

export const xfixesEvents = {
  XFixesSelectionNotify: xfixes.event(0, {
    head: { subtype: u8 },
    body: { window: u32, owner: u32, selection: u32, time: u32, selectionTime: u32 },
  }),
  XFixesCursorNotify: xfixes.event(1, { head: { subtype: u8 }, body: { window: u32, serial: u32, time: u32, cursorName: u32 } }),
};
