// A desktop with one fixture program, a person typing beside it or on top of it, and agent seats to act with.
import { join } from 'node:path';
import { openSeats, type X11Seats } from '../../../src/backends/x11/seat/seats.js';
import { type WindowPoint, windowPoint } from '../../../src/model/geometry.js';
import type { Button, Delivered, GestureStep } from '../../../src/model/gesture.js';
import { type Fixture, startFixture, type Toolkit, type WidgetName } from '../../support/apps.js';
import { type Desktop, type DesktopOptions, openDesktop } from '../../support/desktop.js';
import { type SentinelOptions, startSentinel, type Watch } from '../../support/sentinel.js';

export interface Lab extends AsyncDisposable {
  readonly desktop: Desktop;
  readonly app: Fixture;
  readonly seats: X11Seats;
  /** The person at work; `covering` puts their window over the whole fixture. */
  person(options?: SentinelOptions & { covering?: boolean }): Promise<Watch>;
  perform(steps: readonly GestureStep[], options?: { owner?: string; mayOpenPopup?: boolean; signal?: AbortSignal }): Promise<Delivered>;
  at(name: WidgetName, dx?: number, dy?: number): WindowPoint;
}

const wholeFixture = { x: 560, y: 10, width: 700, height: 860 };
const noGuardian = '/nonexistent';

export async function openLab(toolkit: Toolkit, options: DesktopOptions & { maxSeats?: number } = {}): Promise<Lab> {
  const desktop = await openDesktop(options);
  try {
    const app = await startFixture(desktop, toolkit);
    const seats = seatsOn(desktop, { maxSeats: options.maxSeats ?? 4 });
    const dispose = async () => {
      await seats[Symbol.asyncDispose]();
      await desktop.dispose();
    };
    return {
      desktop,
      app,
      seats,
      person: ({ covering = false, ...rest } = {}) =>
        startSentinel(desktop, { typing: true, targets: [app.windowId], ...(covering ? { at: wholeFixture } : {}), ...rest }),
      perform: (steps, { owner = 'agent', mayOpenPopup = true, signal = AbortSignal.timeout(20_000) } = {}) =>
        seats.perform(owner, { windowId: app.windowId, anchor: windowPoint(20, 20), mayOpenPopup, steps }, signal),
      at: (name, dx = 0, dy = 0) => windowPoint(app.centre(name).x + dx, app.centre(name).y + dy),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await desktop.dispose();
    throw error;
  }
}

export function seatsOn(desktop: Desktop, { maxSeats = 4, guardianProgram = noGuardian } = {}): X11Seats {
  const address = { display: desktop.display, xauthority: desktop.env.XAUTHORITY };
  return openSeats(address, { maxSeats, journalDir: join(desktop.dir, 'journal'), guardianProgram });
}

export function click(to: WindowPoint, button: Button = 'left', count = 1): GestureStep[] {
  const once = (index: number): GestureStep[] => [
    ...(index > 0 ? [{ kind: 'pause', ms: 12 } as const] : []),
    { kind: 'press', button },
    { kind: 'release', button },
  ];
  return [{ kind: 'move', to }, ...Array.from({ length: count }, (_, index) => once(index)).flat()];
}

export function combo(...keys: string[]): GestureStep[] {
  const down = keys.map((key): GestureStep => ({ kind: 'key_down', key }));
  return [...down, ...keys.toReversed().map((key): GestureStep => ({ kind: 'key_up', key }))];
}

export const type = (text: string) => ({ kind: 'text', text, delayMs: 0 }) as const satisfies GestureStep;

export function drag(from: WindowPoint, to: WindowPoint, { steps = 12, pauseMs = 5 } = {}): GestureStep[] {
  const moves = Array.from({ length: steps }, (_, index): GestureStep[] => {
    const share = (index + 1) / steps;
    const between = windowPoint(Math.round(from.x + (to.x - from.x) * share), Math.round(from.y + (to.y - from.y) * share));
    return [
      { kind: 'pause', ms: pauseMs },
      { kind: 'move', to: between },
    ];
  });
  const press: GestureStep = { kind: 'press', button: 'left' };
  const release: GestureStep = { kind: 'release', button: 'left' };
  return [{ kind: 'move', to: from }, press, ...moves.flat(), { kind: 'pause', ms: pauseMs * 2 }, release];
}
