// A screen that remembers what is drawn on it, and a clock that moves only when told.
import type { OverlayCanvas, OverlayPicture, OverlaySprite } from '../../../src/backends/port.js';
import type { Clock } from '../../../src/cursor/motion/ticker.js';

export interface DrawnSprite {
  picture: number | undefined;
  at: { x: number; y: number } | undefined;
  opacity: number;
  /** Every place it was shown at, in order. */
  trail: { x: number; y: number }[];
  pictures: readonly (() => OverlayPicture)[];
}

export interface DrawnScreen extends OverlayCanvas {
  /** Sprites that were not freed, lowest first. */
  readonly sprites: DrawnSprite[];
  visible(): DrawnSprite[];
}

export function drawnScreen(screen = { width: 1000, height: 800 }): DrawnScreen {
  const sprites: DrawnSprite[] = [];
  const lift = (drawn: DrawnSprite) => sprites.push(...sprites.splice(sprites.indexOf(drawn), 1));
  return {
    screen,
    scale: 1,
    lost: new Promise(() => {}),
    sprites,
    visible: () => sprites.filter(({ picture }) => picture !== undefined),
    sprite(pictures): OverlaySprite {
      const drawn: DrawnSprite = { picture: undefined, at: undefined, opacity: 1, trail: [], pictures };
      sprites.push(drawn);
      return {
        show(picture, at, opacity = 1) {
          if (drawn.picture === undefined) lift(drawn);
          Object.assign(drawn, { picture, at, opacity });
          drawn.trail.push({ x: at.x, y: at.y });
        },
        raise: () => void lift(drawn),
        hide() {
          drawn.picture = undefined;
        },
        free: () => void sprites.splice(sprites.indexOf(drawn), 1),
      };
    },
  };
}

export interface ManualClock extends Clock {
  /** Timers that wait. */
  readonly pending: number;
  advance(ms: number): void;
}

export function manualClock(): ManualClock {
  let now = 1000;
  const timers = new Set<{ at: number; fn: () => void }>();
  return {
    now: () => now,
    after(ms, fn) {
      const timer = { at: now + ms, fn };
      timers.add(timer);
      return { cancel: () => void timers.delete(timer) };
    },
    get pending() {
      return timers.size;
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.fn();
      }
      now = end;
    },
  };
}
