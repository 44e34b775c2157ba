import { type AtspiBus, invokeOne } from '../invoke.js';
import type { AtspiRef } from '../ref.js';

/** What coordinates are relative to. GTK 4.8 answers window coordinates whichever is asked. */
export const COORDINATES = { screen: 0, window: 1, parent: 2 } as const;
export type CoordinateSpace = keyof typeof COORDINATES;

export const SCROLL_TARGETS = { topLeft: 0, bottomRight: 1, topEdge: 2, bottomEdge: 3, leftEdge: 4, rightEdge: 5, anywhere: 6 } as const;
export type ScrollTarget = keyof typeof SCROLL_TARGETS;

export interface Extents {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** GTK 3 gives this for the position of what is not on screen. */
const NOWHERE = -2147483648;

export function isOnScreen({ x, y, width, height }: Extents): boolean {
  return x !== NOWHERE && y !== NOWHERE && width > 0 && height > 0;
}

export async function getExtents(at: AtspiBus, ref: AtspiRef, space: CoordinateSpace): Promise<Extents> {
  const call = { interface: 'Component', member: 'GetExtents', signature: 'u', body: [COORDINATES[space]], reply: '(iiii)' } as const;
  const [x, y, width, height] = await invokeOne<readonly [number, number, number, number]>(at, ref, call);
  return { x, y, width, height };
}

export const scrollTo = (at: AtspiBus, ref: AtspiRef, target: ScrollTarget): Promise<boolean> =>
  invokeOne<boolean>(at, ref, { interface: 'Component', member: 'ScrollTo', signature: 'u', body: [SCROLL_TARGETS[target]], reply: 'b' });
