import { type AtspiBus, invoke, invokeOne } from '../invoke.js';
import { type AtspiRef, fromWire, isNullRef, type WireRef } from '../ref.js';

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

/** Takes the keyboard focus inside the application, and in some toolkits raises the window. */
export const grabFocus = (at: AtspiBus, ref: AtspiRef): Promise<boolean> =>
  invokeOne<boolean>(at, ref, { interface: 'Component', member: 'GrabFocus', reply: 'b' });

export const scrollTo = (at: AtspiBus, ref: AtspiRef, target: ScrollTarget): Promise<boolean> =>
  invokeOne<boolean>(at, ref, { interface: 'Component', member: 'ScrollTo', signature: 'u', body: [SCROLL_TARGETS[target]], reply: 'b' });

export interface PointIn {
  readonly space: CoordinateSpace;
  readonly x: number;
  readonly y: number;
}

export const scrollToPoint = (at: AtspiBus, ref: AtspiRef, { space, x, y }: PointIn): Promise<boolean> =>
  invokeOne<boolean>(at, ref, {
    interface: 'Component',
    member: 'ScrollToPoint',
    signature: 'uii',
    body: [COORDINATES[space], x, y],
    reply: 'b',
  });

const pointCall = (member: string, { space, x, y }: PointIn) =>
  ({ interface: 'Component', member, signature: 'iiu', body: [x, y, COORDINATES[space]] }) as const;

export const contains = (at: AtspiBus, ref: AtspiRef, point: PointIn): Promise<boolean> =>
  invokeOne<boolean>(at, ref, { ...pointCall('Contains', point), reply: 'b' });

/** The object at a point, undefined when the toolkit finds none. */
export async function getAccessibleAtPoint(at: AtspiBus, ref: AtspiRef, point: PointIn): Promise<AtspiRef | undefined> {
  const [found] = await invoke(at, ref, { ...pointCall('GetAccessibleAtPoint', point), reply: '(so)' });
  const hit = fromWire(found as unknown as WireRef);
  return isNullRef(hit) ? undefined : hit;
}
