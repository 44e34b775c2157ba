import { type Requester, ShapeKind, ShapeMask, ShapeOperation, ShapeRectangles } from '../../../../wire/x11/index.js';
import type { Hole, SavedShape } from './hole.js';

export function openHole(x: Requester, { window, x: left, y: top }: Hole): void {
  const rectangles = [{ x: left, y: top, width: 1, height: 1 }];
  x.send(ShapeRectangles, { operation: ShapeOperation.Subtract, kind: ShapeKind.Input, window, rectangles });
}

export function restoreShape(x: Requester, window: number, saved: SavedShape): void {
  if (saved === 'default') x.send(ShapeMask, { operation: ShapeOperation.Set, kind: ShapeKind.Input, window, bitmap: 0 });
  else x.send(ShapeRectangles, { operation: ShapeOperation.Set, kind: ShapeKind.Input, window, rectangles: [...saved] });
}
