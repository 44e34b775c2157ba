import {
  CreateCursor,
  CreateGC,
  CreatePixmap,
  FreeGC,
  FreePixmap,
  PolyFillRectangle,
  type X11Connection,
} from '../../../../wire/x11/index.js';

const black = { red: 0, green: 0, blue: 0 };

/** A cursor of one clear pixel: an agent that rests is not seen. */
export function createBlankCursor(x: X11Connection): number {
  const [pixmap, gc, cursor] = [x.ids.allocate(), x.ids.allocate(), x.ids.allocate()];
  x.send(CreatePixmap, { pixmap, drawable: x.root, depth: 1, width: 1, height: 1 });
  x.send(CreateGC, { gc, drawable: pixmap, values: { foreground: 0 } });
  x.send(PolyFillRectangle, { drawable: pixmap, gc, rectangles: [{ x: 0, y: 0, width: 1, height: 1 }] });
  x.send(CreateCursor, { cursor, source: pixmap, mask: pixmap, foreground: black, background: black, x: 0, y: 0 });
  x.send(FreeGC, { gc });
  x.send(FreePixmap, { pixmap });
  return cursor;
}
