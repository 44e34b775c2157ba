/**
 * Brings the agent's pointer to a pixel of a window and acts there.
 * Between the check that the pixel really leads to the window and the act the server is held still,
 * so nothing can move, open or close in between.
 */
import { DriverError } from '../../../../errors/driver-error.js';
import { contains, offset, type Size, type WindowPoint, windowPoint } from '../../../../model/geometry.js';
import {
  GetGeometry,
  GrabServer,
  TranslateCoordinates,
  UngrabServer,
  XIDevice,
  XIGetFocus,
  XIQueryPointer,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import { sendFocus, sendLeave } from '../hand/sent-focus.js';
import type { Journal } from '../journal/journal.js';
import type { Seat } from '../seat.js';
import { findWay, type Way } from './covers.js';
import type { Hole } from './hole.js';
import { openHole, restoreShape } from './shape-requests.js';
import { chainTo, gone, type Target } from './target.js';
import { judge, type Look, type Verdict } from './verdict.js';

const ATTEMPTS = 6;

interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Spot extends Place {
  /** From the root to what the pointer is in: the target or one of its popups. */
  readonly chain: readonly number[];
  /** The application holds our pointer, as with an open menu: its grab decides who gets the events. */
  readonly isHeldByApp: boolean;
  /** Where the agent's keyboard points: 1 means to where its pointer is. */
  readonly keyboardFocus: number;
}

interface Trial {
  readonly verdict: Verdict;
  readonly origin: Place;
  readonly size: Size;
  readonly screen: Size;
}

interface OpenHole {
  readonly hole: Hole;
  readonly undone: () => void;
}

export class Reach {
  /** Top-left corner of the window on the screen when last seen. */
  #origin: Place | undefined;
  #chain: readonly number[];
  #holes: OpenHole[] = [];
  #closed: OpenHole[] = [];
  #spot: Spot | undefined;

  constructor(
    readonly seat: Seat,
    readonly target: Target,
    private readonly journal: Journal,
  ) {
    this.#chain = target.chain;
  }

  /** Where the pointer stands inside the window right now. */
  get spot(): Spot | undefined {
    return this.#spot;
  }

  get isCovered(): boolean {
    return this.#holes.length > 0;
  }

  /**
   * `act` only queues requests: it runs while the server is held, in the same breath as the check.
   * `path` is where a drag will lead: one that drops something looks there through what covers the window.
   */
  async to(point: WindowPoint, act: (spot: Spot) => void, path: readonly WindowPoint[] = []): Promise<void> {
    this.#origin ??= await this.#translate();
    let aim = point;
    let way: Way | undefined = path.length > 0 ? await this.#findWay([aim, ...path]) : undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const at: Place = this.#onScreen(aim);
      const { verdict, origin, size, screen } = await this.#tryAt(aim, at, way ?? this.#wayTo(at), act);
      if (verdict === 'inside') return;
      const hasMoved = origin.x !== this.#origin.x || origin.y !== this.#origin.y;
      this.#origin = origin;
      this.#chain = await this.#freshChain();
      way = await this.#findWay([aim, ...path]);
      if (hasMoved || !way) continue;
      if (way.chain === this.#chain) this.#refuseOutside(aim, at, size, screen);
      if (way.holes.length > 0 && (await this.#isPersonAt(at))) {
        aim = offset(aim, aim.x > 0 ? -1 : 1, 0);
        way = await this.#findWay([aim, ...path]);
      }
    }
    throw this.#unreachable(point);
  }

  /** A point of the screen as the window counts, by where the window was last seen. */
  pointOf(place: Place): WindowPoint {
    return windowPoint(place.x - (this.#origin?.x ?? 0), place.y - (this.#origin?.y ?? 0));
  }

  /** Moves with a button down: the application holds the pointer, so nobody else gets an event. */
  async glide(to: WindowPoint): Promise<void> {
    if (!this.#spot) return;
    const at = this.#onScreen(to);
    this.seat.moveTo(at.x, at.y);
    this.#spot = { ...this.#spot, ...at };
    await this.seat.x.sync();
  }

  /** Our pixel slips under the pointer, then the holes close: no window notices. Only queues requests. */
  leave(): void {
    if (this.#spot) this.#retreat();
  }

  /** A button stays down between gestures: whoever got it holds the pointer, so nobody needs the holes. Only queues requests. */
  pause(): void {
    this.#park();
  }

  /** The way is open again, also to the points a drag will pass. */
  async resume(path: readonly WindowPoint[]): Promise<void> {
    if (!this.#spot) return;
    this.#origin = await this.#translate();
    const way = await this.#findWay([this.pointOf(this.#spot), ...path]);
    this.seat.unpark();
    this.#holes = (way?.holes ?? []).map((hole) => this.#recorded(hole));
    for (const { hole } of this.#holes) openHole(this.seat.x, hole);
    await this.seat.x.sync();
  }

  /** Told plainly that it is focused before the pointer leaves, it has nothing to give up. Only queues requests. */
  keepFocus(): void {
    if (this.target.traits.dropsFocusOnLeave) sendFocus(this.seat.x, this.target.window, 'FocusIn');
  }

  /** Call once the server has answered something sent after `leave`. */
  forgetClosed(): void {
    for (const { undone } of this.#closed.splice(0)) undone();
  }

  /** Still standing there: the holes made for it serve again. */
  #wayTo(at: Place): Way {
    const stands = this.#spot?.x === at.x && this.#spot.y === at.y;
    return stands && this.#spot
      ? { holes: this.#holes.map(({ hole }) => hole), chain: this.#spot.chain }
      : { holes: [], chain: this.#chain };
  }

  async #tryAt(aim: Place, at: Place, way: Way, act: (spot: Spot) => void): Promise<Trial> {
    const { x, devices } = this.seat;
    const isThere = this.#spot?.x === at.x && this.#spot.y === at.y;
    const holes = isThere ? [] : way.holes.map((hole) => this.#recorded(hole));
    x.send(GrabServer);
    try {
      const [rested, origin, size, screen, { focus }, ...looks] = await Promise.all([
        isThere ? this.#spot?.isHeldByApp === false : this.#approach(at, holes),
        this.#translate(),
        x.request(GetGeometry, { drawable: this.target.window }),
        x.request(GetGeometry, { drawable: x.root }),
        x.request(XIGetFocus, { deviceId: devices.keyboard }),
        ...way.chain
          .slice(0, -1)
          .map(async (window): Promise<Look> => ({ window, ...(await x.request(XIQueryPointer, { window, deviceId: devices.pointer })) })),
      ]);
      const hasMoved = origin.x + aim.x !== at.x || origin.y + aim.y !== at.y;
      const verdict = hasMoved ? 'elsewhere' : judge(way.chain, looks, at);
      if (verdict === 'inside') this.#enter({ ...at, chain: way.chain, isHeldByApp: !rested, keyboardFocus: focus }, isThere, act);
      else this.#retreat();
      return { verdict, origin, size, screen };
    } catch (error) {
      this.#retreat();
      throw error instanceof DriverError ? error : await this.#explain(error);
    } finally {
      x.send(UngrabServer);
      x.flush();
    }
  }

  #recorded(hole: Hole): OpenHole {
    return { hole, undone: this.journal.record({ kind: 'shape', window: hole.window, saved: hole.saved }) };
  }

  /** Nobody sees the pointer move while we hold it. */
  #approach(at: Place, holes: OpenHole[]): Promise<boolean> {
    if (this.#spot) this.keepFocus();
    const rested = this.seat.rest();
    // Being held takes the pointer out of its window in a way that does not count for every toolkit.
    this.#sayLeft();
    this.#spot = undefined;
    this.seat.unpark();
    this.#closeHoles();
    this.#holes = holes;
    for (const { hole } of holes) openHole(this.seat.x, hole);
    this.seat.moveTo(at.x, at.y);
    return rested;
  }

  #enter(spot: Spot, isThere: boolean, act: (spot: Spot) => void): void {
    if (!isThere) {
      this.seat.wake();
      this.seat.moveTo(spot.x, spot.y);
    }
    this.#spot = spot;
    act(spot);
  }

  #retreat(): void {
    this.#park();
    this.#sayLeft();
    this.#spot = undefined;
  }

  #sayLeft(): void {
    if (this.#spot && this.target.traits.missesLeave) sendLeave(this.seat.x, this.target.window, this.pointOf(this.#spot), this.#spot);
  }

  #park(): void {
    this.keepFocus();
    this.seat.park();
    this.#closeHoles();
  }

  #closeHoles(): void {
    for (const { hole } of this.#holes) restoreShape(this.seat.x, hole.window, hole.saved);
    this.#closed.push(...this.#holes.splice(0));
  }

  #onScreen({ x, y }: WindowPoint): Place {
    return { x: (this.#origin?.x ?? 0) + x, y: (this.#origin?.y ?? 0) + y };
  }

  #findWay(points: readonly WindowPoint[]): Promise<Way | undefined> {
    const places = points.map((point) => this.#onScreen(point));
    return findWay(this.seat.x, { ...this.target, chain: this.#chain }, places, this.seat.perch);
  }

  async #translate(): Promise<Place> {
    const { x, root } = this.seat;
    const place = await ifAlive(x.request(TranslateCoordinates, { srcWindow: this.target.window, dstWindow: root, srcX: 0, srcY: 0 }));
    if (!place) throw gone(this.target.window);
    return { x: place.dstX, y: place.dstY };
  }

  async #freshChain(): Promise<number[]> {
    const chain = await ifAlive(chainTo(this.seat.x, this.target.window));
    if (!chain) throw gone(this.target.window);
    return chain;
  }

  /** A hole exactly under the person's pointer would take their window away from it. */
  async #isPersonAt(at: Place): Promise<boolean> {
    const { rootX, rootY } = await this.seat.x.request(XIQueryPointer, { window: this.seat.root, deviceId: XIDevice.CorePointer });
    return Math.floor(rootX) === at.x && Math.floor(rootY) === at.y;
  }

  #refuseOutside(aim: Place, at: Place, size: Size, screen: Size): void {
    const details = { window_id: this.target.window, x: aim.x, y: aim.y };
    if (!contains({ x: 0, y: 0, width: size.width, height: size.height }, aim)) {
      const message = `The point ${aim.x},${aim.y} lies outside window ${this.target.window} of ${size.width}×${size.height}.`;
      throw new DriverError('point_outside', message, details);
    }
    if (!contains({ x: 0, y: 0, width: screen.width, height: screen.height }, at)) {
      throw new DriverError(
        'window_off_screen',
        `The point ${aim.x},${aim.y} of window ${this.target.window} lies beyond the screen.`,
        details,
      );
    }
  }

  async #explain(error: unknown): Promise<unknown> {
    return (await ifAlive(Promise.reject(error)).catch(() => 'alive')) === undefined ? gone(this.target.window) : error;
  }

  #unreachable({ x, y }: Place): DriverError {
    const { window } = this.target;
    return new DriverError('target_changed', `The point ${x},${y} could not be reached inside window ${window}; nothing was sent.`, {
      window_id: window,
      x,
      y,
    });
  }
}
