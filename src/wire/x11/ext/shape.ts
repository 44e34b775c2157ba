import { list } from '../codec/lists.js';
import { call, extension, protocol } from '../codec/message.js';
import { bool, count, i16, optional, pad, u8, u16, u32 } from '../codec/scalars.js';
import { rectangle } from '../core/drawing.js';

export const Shape = extension('SHAPE');
const shape = protocol(Shape);

export const ShapeKind = { Bounding: 0, Clip: 1, Input: 2 } as const;
export const ShapeOperation = { Set: 0, Union: 1, Intersect: 2, Subtract: 3, Invert: 4 } as const;

export const ShapeQueryVersion = shape.query('ShapeQueryVersion', 0, {}, { body: { major: u16, minor: u16 } });
Shape.negotiate = call(ShapeQueryVersion, {});

/** `ordering`: 0 unsorted, 1 Y-sorted, 2 YX-sorted, 3 YX-banded. */
export const ShapeRectangles = shape.command('ShapeRectangles', 1, {
  body: {
    operation: u8,
    kind: u8,
    ordering: optional(u8, 0),
    _pad: pad(1),
    window: u32,
    x: optional(i16, 0),
    y: optional(i16, 0),
    rectangles: list(rectangle),
  },
});

/** `bitmap` 0 with operation Set gives the window its default shape back. */
export const ShapeMask = shape.command('ShapeMask', 2, {
  body: { operation: u8, kind: u8, _pad: pad(2), window: u32, x: optional(i16, 0), y: optional(i16, 0), bitmap: u32 },
});

export const ShapeCombine = shape.command('ShapeCombine', 3, {
  body: {
    operation: u8,
    kind: u8,
    sourceKind: u8,
    _pad: pad(1),
    window: u32,
    x: optional(i16, 0),
    y: optional(i16, 0),
    sourceWindow: u32,
  },
});

export const ShapeQueryExtents = shape.query(
  'ShapeQueryExtents',
  5,
  { body: { window: u32 } },
  { body: { boundingShaped: bool, clipShaped: bool, _pad: pad(2), bounding: rectangle, clip: rectangle } },
);

export const ShapeSelectInput = shape.command('ShapeSelectInput', 6, { body: { window: u32, enable: bool, _pad: pad(3) } });

export const ShapeGetRectangles = shape.query(
  'ShapeGetRectangles',
  8,
  { body: { window: u32, kind: u8, _pad: pad(3) } },
  { head: { ordering: u8 }, body: { rectangleCount: count('rectangles', u32), _pad: pad(20), rectangles: list(rectangle) } },
);

export const shapeEvents = {
  ShapeNotify: shape.event(0, { head: { kind: u8 }, body: { window: u32, extents: rectangle, time: u32, shaped: bool } }),
};
