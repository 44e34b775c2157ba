/** The page itself as a way to carry out an act on a window: only where it is attached, and only for what lies in the page. */
import type { Page } from '../../backends/port.js';
import type { RoutePlan } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import type { ElementDetail } from '../../model/element.js';
import type { WindowPoint } from '../../model/geometry.js';
import type { Gesture, GestureStep } from '../../model/gesture.js';
import type { PagePlace, PagePoint, PageStep } from '../../model/page.js';
import type { Window } from '../../model/window.js';

export interface PageRouteRequest {
  readonly window: Window;
  readonly element?: ElementDetail | undefined;
  readonly gesture: () => Gesture;
  /** Why the page must not be used for this, though it could. */
  readonly unfit?: string | undefined;
}

/** One route or none: windows without an attached page have no such way, which is nothing to report. */
export async function pageRoutes(call: Call, { window, element, gesture, unfit }: PageRouteRequest): Promise<RoutePlan[]> {
  if (element && element.inWebContent !== true) return [];
  const { pages } = await call.backend();
  const page = await pages.attached(window, call.signal);
  const place = page && (await page.place(call.signal).catch(noPlace));
  if (!page || !place) return [];
  const steps = planned(gesture, place);
  if (steps === undefined) return [];
  const blocked = steps instanceof DriverError ? steps : unfit === undefined ? undefined : new DriverError('background_unavailable', unfit);
  return [{ route: 'trusted_input', blocked, deliver: (signal) => perform(page, steps, signal) }];
}

async function perform(page: Page, steps: DriverError | readonly PageStep[], signal: AbortSignal) {
  if (steps instanceof DriverError) throw steps;
  return page.perform(steps, signal);
}

/** Undefined when the gesture leaves the page: then it is not the page's business. */
function planned(gesture: () => Gesture, place: PagePlace): DriverError | readonly PageStep[] | undefined {
  try {
    const { steps } = gesture();
    const inside = steps.every((step) => step.kind !== 'move' || isInside(toPage(step.to, place), place));
    return inside ? steps.map((step) => asPageStep(step, place)) : undefined;
  } catch (error) {
    if (error instanceof DriverError) return error;
    throw error;
  }
}

const isInside = ({ x, y }: PagePoint, { width, height }: PagePlace): boolean => x >= 0 && y >= 0 && x < width && y < height;

/** The middle of a window pixel, in the page's own. */
export const toPage = (point: WindowPoint, { origin, scale }: PagePlace): PagePoint => ({
  x: (point.x + 0.5 - origin.x) / scale,
  y: (point.y + 0.5 - origin.y) / scale,
});

const asPageStep = (step: GestureStep, place: PagePlace): PageStep =>
  step.kind === 'move' ? { kind: 'move', to: toPage(step.to, place) } : step;

/** A page that hangs or shows a dialog cannot be used; the other routes can. */
export function noPlace(error: unknown): undefined {
  if (error instanceof DriverError && error.code !== 'cancelled') return undefined;
  throw error;
}
