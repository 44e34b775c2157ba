import { beforeEach, describe, expect, test } from 'vitest';
import { AgentCursor } from '../../../src/cursor/agent-cursor.js';
import type { Motion } from '../../../src/cursor/motion/knobs.js';
import { Ticker } from '../../../src/cursor/motion/ticker.js';
import { rgb } from '../../../src/image/color.js';
import { type DrawnScreen, drawnScreen, type ManualClock, manualClock } from './drawn-screen.js';

const motion: Motion = { startHandle: 0.3, endHandle: 0.3, arcSize: 0.25, arcFlow: 0, spring: 0.72, glideMs: 350, idleHideMs: 1500 };
const POINTER_PICTURES = 4;

let screen: DrawnScreen;
let clock: ManualClock;
let ticker: Ticker;
let cursor: AgentCursor;

beforeEach(() => {
  screen = drawnScreen();
  clock = manualClock();
  ticker = new Ticker(clock);
  cursor = new AgentCursor(screen, ticker, { name: 'shopping', color: rgb(37, 99, 235), scale: 1 });
});

const pointer = () => screen.sprites.find(({ pictures }) => pictures.length === POINTER_PICTURES);
const ripple = () => screen.sprites.find(({ pictures }) => pictures.length > POINTER_PICTURES);
const waitFor = (phase: string) => {
  for (let ms = 0; cursor.state.phase !== phase; ms += 10) {
    if (ms > 10_000) throw new Error(`never ${phase}`);
    clock.advance(10);
  }
};
const strips = () => screen.sprites.filter(({ pictures }) => pictures.length === 1);

test('nothing is drawn and no timer waits before the first act', () => {
  expect(screen.sprites).toEqual([]);
  expect(clock.pending).toBe(0);
  expect(cursor.state).toEqual({ phase: 'hidden', position: undefined });
});

describe('an act', () => {
  test('brings the cursor in from nearby, glides and lands exactly on its place', () => {
    cursor.act({ at: { x: 300, y: 200 }, isTouch: true }, motion);
    clock.advance(16);
    expect(cursor.state.phase).toBe('gliding');
    const [first] = pointer()?.trail ?? [];
    expect(Math.hypot((first?.x ?? 0) - 300, (first?.y ?? 0) - 200)).toBeGreaterThan(60);
    clock.advance(400);
    expect(cursor.state).toEqual({ phase: 'resting', position: { x: 300, y: 200 } });
    expect(pointer()).toMatchObject({ at: { x: 300, y: 200 }, opacity: 1 });
  });

  test('draws at most sixty frames a second', () => {
    cursor.act({ at: { x: 900, y: 700 }, isTouch: false }, motion);
    clock.advance(350);
    expect(pointer()?.trail.length).toBeLessThanOrEqual(350 / 16 + 2);
  });

  test('starts the next time where it was before, also after it has hidden', () => {
    cursor.act({ at: { x: 300, y: 200 }, isTouch: false }, motion);
    clock.advance(5000);
    const drawn = pointer();
    drawn?.trail.splice(0);
    cursor.act({ at: { x: 700, y: 600 }, isTouch: false }, motion);
    clock.advance(1);
    expect(drawn?.trail[0]).toEqual({ x: 300, y: 200 });
  });

  test('ripples where it lands, only when it is a touch, with the pointer above the ripple', () => {
    cursor.act({ at: { x: 300, y: 200 }, isTouch: false }, motion);
    clock.advance(1000);
    expect(ripple()).toBeUndefined();
    cursor.act({ at: { x: 400, y: 200 }, isTouch: true }, motion);
    clock.advance(100);
    expect(ripple()?.picture).toBeUndefined();
    clock.advance(300);
    expect(ripple()?.at).toEqual({ x: 400, y: 200 });
    expect(screen.visible().at(-1)).toBe(pointer());
    clock.advance(600);
    expect(ripple()?.picture).toBeUndefined();
  });

  test('frames its element for a moment', () => {
    cursor.act({ at: { x: 300, y: 200 }, isTouch: true, frame: { x: 250, y: 180, width: 100, height: 40 } }, motion);
    expect(strips()).toHaveLength(4);
    clock.advance(1100);
    expect(strips()).toEqual([]);
  });

  test('frames only what is on the screen', () => {
    cursor.act({ at: { x: 10, y: 10 }, isTouch: true, frame: { x: -300, y: 900, width: 100, height: 40 } }, motion);
    expect(strips()).toEqual([]);
  });

  test('without a place of its own brings the cursor into the window, or leaves it where it is inside', () => {
    const within = { x: 200, y: 100, width: 400, height: 300 };
    cursor.act({ at: { x: 400, y: 250 }, isTouch: false, within }, motion);
    clock.advance(500);
    expect(cursor.state.position).toEqual({ x: 400, y: 250 });
    cursor.act({ at: { x: 220, y: 120 }, isTouch: true }, motion);
    clock.advance(500);
    cursor.act({ at: { x: 400, y: 250 }, isTouch: false, within }, motion);
    clock.advance(500);
    expect(cursor.state).toEqual({ phase: 'resting', position: { x: 220, y: 120 } });
  });

  test('jumps when a glide takes no time', () => {
    cursor.act({ at: { x: 300, y: 200 }, isTouch: false }, { ...motion, glideMs: 0 });
    clock.advance(0);
    expect(cursor.state.position).toEqual({ x: 300, y: 200 });
    expect(pointer()?.at).toEqual({ x: 300, y: 200 });
  });

  test('drags along a path and ripples at both ends', () => {
    const ripples: unknown[] = [];
    cursor.act(
      {
        at: { x: 100, y: 100 },
        isTouch: true,
        path: [
          { x: 200, y: 100 },
          { x: 200, y: 300 },
        ],
      },
      motion,
    );
    for (let ms = 0; ms < 2000; ms += 16) {
      clock.advance(16);
      const { picture, at } = ripple() ?? {};
      if (picture === 0) ripples.push(at);
    }
    expect(cursor.state.position).toEqual({ x: 200, y: 300 });
    expect(ripples.at(0)).toEqual({ x: 100, y: 100 });
    expect(ripples.at(-1)).toEqual({ x: 200, y: 300 });
  });

  test('while the last is still gliding turns the cursor at once and shows the touch it missed', () => {
    cursor.act({ at: { x: 900, y: 100 }, isTouch: true }, motion);
    clock.advance(60);
    const turningPoint = cursor.state.position;
    cursor.act({ at: { x: 100, y: 700 }, isTouch: true }, motion);
    clock.advance(1);
    expect(ripple()?.at).toEqual({ x: 900, y: 100 });
    expect(cursor.state.position).not.toEqual({ x: 900, y: 100 });
    expect(turningPoint).toBeDefined();
    clock.advance(400);
    expect(cursor.state.position).toEqual({ x: 100, y: 700 });
    expect(ripple()?.at).toEqual({ x: 100, y: 700 });
  });
});

describe('idle', () => {
  test('the cursor rests without a timer that ticks, then fades away and leaves none', () => {
    cursor.act({ at: { x: 300, y: 200 }, isTouch: true, frame: { x: 250, y: 180, width: 100, height: 40 } }, motion);
    clock.advance(1200);
    expect(ticker.isTicking).toBe(false);
    expect(clock.pending).toBe(1);
    waitFor('fading');
    clock.advance(50);
    expect(pointer()?.opacity).toBeLessThan(1);
    clock.advance(400);
    expect(cursor.state.phase).toBe('hidden');
    expect(screen.visible()).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test('an act while it fades brings it back whole', () => {
    cursor.act({ at: { x: 300, y: 200 }, isTouch: false }, motion);
    waitFor('fading');
    clock.advance(50);
    cursor.act({ at: { x: 320, y: 200 }, isTouch: false }, motion);
    clock.advance(500);
    expect(cursor.state.phase).toBe('resting');
    expect(pointer()?.opacity).toBe(1);
  });

  test('it stays when it is told never to hide', () => {
    cursor.act({ at: { x: 300, y: 200 }, isTouch: false }, { ...motion, idleHideMs: 0 });
    clock.advance(100_000);
    expect(cursor.state.phase).toBe('resting');
    expect(clock.pending).toBe(0);
  });
});

describe('moving it', () => {
  test('is over when it arrives', async () => {
    let hasArrived = false;
    const arrived = cursor.moveTo({ x: 600, y: 500 }, motion).then(() => {
      hasArrived = true;
    });
    clock.advance(100);
    await Promise.resolve();
    expect(hasArrived).toBe(false);
    clock.advance(400);
    await arrived;
    expect(cursor.state.position).toEqual({ x: 600, y: 500 });
  });

  test('is also over when it is sent elsewhere or hidden', async () => {
    const first = cursor.moveTo({ x: 600, y: 500 }, motion);
    const second = cursor.moveTo({ x: 100, y: 500 }, motion);
    await first;
    cursor.hide();
    await second;
    expect(screen.visible()).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test('keeps its name on the screen near every edge', () => {
    const shown = (x: number, y: number) => {
      void cursor.moveTo({ x, y }, { ...motion, glideMs: 0 });
      clock.advance(300);
      return pointer()?.picture;
    };
    expect(shown(300, 300)).toBe(0);
    expect(shown(990, 300)).toBe(1);
    expect(shown(300, 790)).toBe(2);
    expect(shown(990, 790)).toBe(3);
  });
});

test('freed, it leaves nothing behind', () => {
  cursor.act({ at: { x: 300, y: 200 }, isTouch: true, frame: { x: 250, y: 180, width: 100, height: 40 } }, motion);
  clock.advance(300);
  cursor.free();
  expect(screen.sprites).toEqual([]);
  expect(clock.pending).toBe(0);
  clock.advance(10_000);
  expect(screen.sprites).toEqual([]);
});
