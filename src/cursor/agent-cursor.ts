/**
 * One agent's cursor: hidden, gliding, resting or fading away. It follows what the agent does and nothing waits for it:
 * a new act while it still glides makes it turn towards the new place at once.
 */
import type { OverlayCanvas, OverlaySprite } from '../backends/port.js';
import type { Color } from '../image/color.js';
import type { Timer } from '../kit/clock.js';
import { contains, type Rect, screenPoint } from '../model/geometry.js';
import { drawPointer, nameReach, type PointerLook } from './art/pointer.js';
import { Glide } from './motion/glide.js';
import type { Motion, Spot } from './motion/knobs.js';
import type { Animation, Ticker } from './motion/ticker.js';
import { Ripple } from './ripple.js';
import { TargetFrame } from './target-frame.js';

export interface ShownAct {
  readonly at: Spot;
  /** A click or another touch: ripples when the cursor lands. */
  readonly isTouch: boolean;
  /** Anywhere in here will do: a cursor that is inside already stays where it is. */
  readonly within?: Rect | undefined;
  /** The element, in pixels of the screen. */
  readonly frame?: Rect | undefined;
  /** Where a drag goes on to. */
  readonly path?: readonly Spot[] | undefined;
}

interface Leg {
  readonly to: Spot;
  readonly isTouch: boolean;
  readonly motion: Motion;
  readonly arrived?: () => void;
}

export interface CursorState {
  readonly phase: 'hidden' | 'gliding' | 'resting' | 'fading';
  readonly position: Spot | undefined;
}

const FADE_MS = 180;
const APPEAR_MS = 120;
/** A cursor that was nowhere yet comes from this far away, on the side of the middle of the screen. */
const ENTRANCE_PX = 130;

export class AgentCursor {
  readonly #look: PointerLook;
  readonly #reach: ReturnType<typeof nameReach>;
  readonly #ripple: Ripple;
  readonly #frame: TargetFrame;
  #pointer: OverlaySprite | undefined;
  #position: Spot | undefined;
  #legs: Leg[] = [];
  #glide: Glide<Leg> | undefined;
  #shownAt: number | undefined;
  #fadingSince: number | undefined;
  #hideTimer: Timer | undefined;

  constructor(
    private readonly canvas: OverlayCanvas,
    private readonly ticker: Ticker,
    look: { readonly name: string; readonly color: Color; readonly scale: number },
  ) {
    this.#look = look;
    this.#reach = nameReach(look);
    this.#ripple = new Ripple(canvas, ticker, look);
    this.#frame = new TargetFrame(canvas, ticker.clock, look);
  }

  get state(): CursorState {
    const phase = this.#glide ? 'gliding' : this.#fadingSince !== undefined ? 'fading' : this.#shownAt === undefined ? 'hidden' : 'resting';
    return { phase, position: this.#position };
  }

  act({ at: wanted, isTouch, within, frame, path = [] }: ShownAct, motion: Motion): void {
    const at = within && this.#position && contains(within, this.#position) ? this.#position : wanted;
    const straight = { ...motion, arcSize: 0 };
    const last = path.length - 1;
    this.#follow([{ to: at, isTouch, motion }, ...path.map((to, index) => ({ to, isTouch: isTouch && index === last, motion: straight }))]);
    if (frame) this.#frame.show(frame);
    else this.#frame.free();
    this.#pointer?.raise();
  }

  /** Resolves when the cursor is there, or has been sent elsewhere or away. */
  moveTo(to: Spot, motion: Motion): Promise<void> {
    return new Promise((arrived) => this.#follow([{ to, isTouch: false, motion, arrived }]));
  }

  hide(): void {
    this.#interrupt();
    this.#hideTimer?.cancel();
    this.#ripple.stop();
    this.#frame.free();
    this.#vanish();
  }

  /** Nothing of it stays on the screen. */
  free(): void {
    this.hide();
    this.#ripple.free();
    this.#pointer?.free();
    this.#pointer = undefined;
  }

  #follow(legs: Leg[]): void {
    const heading = this.#glide?.heading(this.ticker.clock.now());
    this.#interrupt();
    this.#hideTimer?.cancel();
    this.#fadingSince = undefined;
    this.#legs = legs;
    this.#appear();
    this.#nextLeg(heading);
    this.#pointer?.raise();
    this.ticker.add(this.#animate);
  }

  /** Touches that were still to be shown are shown where they happened. */
  #interrupt(): void {
    const left = this.#glide ? [this.#glide.leg, ...this.#legs] : this.#legs;
    this.#glide = undefined;
    this.#legs = [];
    const touched = left.findLast(({ isTouch }) => isTouch);
    if (touched) this.#touch(touched.to);
    for (const { arrived } of left) arrived?.();
  }

  #touch(at: Spot): void {
    this.#ripple.play(at);
    this.#pointer?.raise();
  }

  #appear(): void {
    const [first] = this.#legs;
    if (!first) return;
    this.#position ??= entrance(first.to, this.canvas.screen);
    const sides = [false, true].flatMap((isAbove) => [false, true].map((isLeft) => ({ isLeft, isAbove })));
    this.#pointer ??= this.canvas.sprite(sides.map((side) => () => drawPointer(this.#look, side)));
    this.#shownAt ??= this.ticker.clock.now();
  }

  #nextLeg(heading?: Spot): void {
    const leg = this.#legs.shift();
    const from = this.#position;
    this.#glide = leg && from && new Glide(leg, from, this.ticker.clock.now(), heading);
  }

  readonly #animate: Animation = (now) => {
    if (this.#glide) this.#advance(this.#glide, now);
    else if (this.#fadingSince !== undefined && now - this.#fadingSince >= FADE_MS) this.#vanish();
    this.#draw(now);
    return this.#glide !== undefined || this.#fadingSince !== undefined || this.#isAppearing(now);
  };

  #advance(glide: Glide<Leg>, now: number): void {
    this.#position = glide.at(now);
    if (!glide.isOver(now)) return;
    const { leg } = glide;
    if (leg.isTouch) this.#touch(leg.to);
    leg.arrived?.();
    this.#nextLeg();
    const { idleHideMs } = leg.motion;
    if (!this.#glide && idleHideMs > 0) this.#hideTimer = this.ticker.clock.after(idleHideMs, () => this.#fade());
  }

  #fade(): void {
    this.#fadingSince = this.ticker.clock.now();
    this.ticker.add(this.#animate);
  }

  #vanish(): void {
    this.ticker.remove(this.#animate);
    this.#pointer?.hide();
    this.#shownAt = undefined;
    this.#fadingSince = undefined;
  }

  #draw(now: number): void {
    if (!this.#position || this.#shownAt === undefined) return;
    const at = screenPoint(Math.round(this.#position.x), Math.round(this.#position.y));
    const { width, height } = this.canvas.screen;
    const side = (at.x + this.#reach.right > width ? 1 : 0) + (at.y + this.#reach.below > height ? 2 : 0);
    this.#pointer?.show(side, at, this.#opacity(now));
  }

  #opacity(now: number): number {
    if (this.#fadingSince !== undefined) return Math.max(0, 1 - (now - this.#fadingSince) / FADE_MS);
    return Math.min(1, (now - (this.#shownAt ?? now) + APPEAR_MS / 4) / APPEAR_MS);
  }

  #isAppearing(now: number): boolean {
    return this.#shownAt !== undefined && now - this.#shownAt < APPEAR_MS;
  }
}

function entrance(to: Spot, screen: { readonly width: number; readonly height: number }): Spot {
  const [dx, dy] = [screen.width / 2 - to.x, screen.height / 2 - to.y];
  const length = Math.hypot(dx, dy);
  const share = length === 0 ? 0 : Math.min(1, ENTRANCE_PX / length);
  return { x: to.x + dx * share, y: to.y + dy * share };
}
