/**
 * The person's own pointer: whether they are busy with it, and holding it so that nobody else can take it.
 * Holding uses a synchronous grab in the window it is already in, so nothing crosses. What the person does meanwhile is queued by
 * the server, and passed on at once: the pointer is let go and taken again in one breath, in which nobody else is served.
 */
import { DriverError } from '../../../../errors/driver-error.js';
import { every, monotonicMs, type Timer } from '../../../../kit/clock.js';
import { Mutex } from '../../../../kit/mutex.js';
import { poll } from '../../../../kit/poll.js';
import {
  GrabServer,
  UngrabServer,
  type X11Connection,
  XIDevice,
  XIGrabDevice,
  XIGrabMode,
  XIGrabStatus,
  XIUngrabDevice,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import { HoldClaim } from './hold-claim.js';
import { MenuKeys } from './menu-keys.js';
import { PersonMice } from './person-mice.js';
import { PointerPlace } from './pointer-place.js';

const PATIENCE_MS = 2000;
const LOOK_AGAIN_MS = 25;
const TURN_MS = 5000;
/** A mouse that never rests must not wait for ever. */
const LOOKS = 6;
/** A menu of the person's own has opened by then, and has taken the pointer. */
const OWN_MENU_MS = 500;
const deviceId = XIDevice.CorePointer;

export class PersonPointer {
  readonly #place: PointerPlace;
  readonly #mice: PersonMice;
  readonly #keys: MenuKeys;
  readonly #turn = new Mutex();
  /** Acts that need it held whatever the person does. */
  #holders = 0;
  /** Until when it stays held afterwards if the person does not need it, by who asked for that. */
  readonly #stays = new Map<number, number>();
  #isHeld = false;
  #neededUntil = 0;
  #hasPressed = false;
  #movedBy: number | undefined;
  #isPassingOn = false;
  #ticking: Timer | undefined;

  private constructor(
    private readonly x: X11Connection,
    private readonly claim: HoldClaim,
  ) {
    this.#place = new PointerPlace(x);
    this.#mice = new PersonMice(x, { moved: (device) => this.#moved(device), pressed: () => this.#pressed() });
    this.#keys = new MenuKeys(x, () => this.#needed());
    claim.onAsked(() => this.#forgetAll());
  }

  /** `x` must be a connection nothing else is done on. */
  static async open(x: X11Connection): Promise<PersonPointer> {
    return new PersonPointer(x, await HoldClaim.open(x));
  }

  close(): Promise<void> {
    this.#ticking?.cancel();
    return this.x.close();
  }

  /** Waits while the person drags or has a menu open, but not for ever. */
  async whenFree(signal: AbortSignal): Promise<void> {
    const isFree = () => this.#turn.run(TURN_MS, async () => this.#isHeld || (await this.#isFree()), signal);
    if (!(await poll(isFree, { timeoutMs: PATIENCE_MS, intervalMs: LOOK_AGAIN_MS, signal }))) throw busy();
  }

  /** Holds the pointer until the matching `thaw`. Waits like `whenFree`. */
  async freeze(signal: AbortSignal): Promise<void> {
    this.#holders++;
    try {
      const hold = () => this.#turn.run(TURN_MS, () => this.#hold(), signal);
      if (!(await poll(hold, { timeoutMs: PATIENCE_MS, intervalMs: LOOK_AGAIN_MS, signal }))) throw busy();
    } catch (error) {
      this.#holders--;
      this.#settle();
      throw error;
    }
  }

  /** Ends one `freeze`. For `stayMs` more it stays held as long as the person does not need it. */
  thaw(whose: number, stayMs: number): void {
    this.#holders--;
    this.#stays.set(whose, Math.max(this.#stays.get(whose) ?? 0, monotonicMs() + stayMs));
    this.#settle();
  }

  /** What stays held after a `thaw` does so for another while from now. */
  stay(whose: number, stayMs: number): void {
    if (this.#stays.has(whose)) this.#stays.set(whose, monotonicMs() + stayMs);
  }

  /** Nothing it did needs the pointer held any more. */
  forget(whose: number): void {
    this.#stays.delete(whose);
    this.#settle();
  }

  /** The person's own devices are about to be used: resolves once it is free for them. */
  async forgetAll(): Promise<void> {
    this.#forgetAll();
    await this.x.sync();
  }

  #forgetAll(): void {
    this.#stays.clear();
    this.#settle();
  }

  get #isWanted(): boolean {
    const now = monotonicMs();
    for (const [whose, until] of this.#stays) if (until <= now) this.#stays.delete(whose);
    return this.#holders > 0 || this.#stays.size > 0;
  }

  get #isNeeded(): boolean {
    return this.#holders === 0 && (this.#keys.isDown || monotonicMs() < this.#neededUntil);
  }

  #settle(): void {
    if (!this.#isWanted) {
      this.#free();
      this.#ticking?.cancel();
      this.#ticking = undefined;
      this.#mice.ignore();
      this.#keys.ignore();
      return;
    }
    if (this.#isNeeded) this.#free();
    this.#ticking ??= every(LOOK_AGAIN_MS, () => void this.#renew().catch(() => {})); // the display went away
  }

  /** The window it was held in may have closed, which lets it go; and whoever had it may have let it go. */
  async #renew(): Promise<void> {
    this.#settle();
    if (!this.#ticking || this.#turn.busy || this.#isNeeded) return;
    await this.#turn.run(TURN_MS, async () => {
      await this.#hold();
      this.#settle();
    });
  }

  #free(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#hasPressed = false;
    this.x.send(XIUngrabDevice, { deviceId });
    this.claim.mark(false);
    this.x.flush();
  }

  async #isFree(): Promise<boolean> {
    const window = await this.#place.deepest();
    if (window === undefined) return false;
    const grab = this.#grab(window);
    this.x.send(XIUngrabDevice, { deviceId });
    return (await grab) || this.claim.isHeldByOthers();
  }

  async #hold(): Promise<boolean> {
    await Promise.all([this.#mice.listen(), this.#keys.listen()]);
    if (this.#isHeld && (await this.#grab(this.#place.last))) return true;
    this.#isHeld = false;
    const window = await this.#place.deepest();
    this.#isHeld = window !== undefined && (await this.#grab(window));
    if (this.#isHeld) this.claim.mark(true);
    // Acts need it more than what stays held after one.
    else if (this.#holders > 0 && (await this.claim.isHeldByOthers())) this.claim.ask();
    return this.#isHeld;
  }

  async #grab(window: number): Promise<boolean> {
    const grab = { deviceId, window, mode: XIGrabMode.Sync, pairedMode: this.#keysWait ? XIGrabMode.Sync : XIGrabMode.Async };
    return (await ifAlive(this.x.request(XIGrabDevice, grab)))?.status === XIGrabStatus.Success;
  }

  /** The next key may open a menu of theirs, so it is heard of only once the pointer is free; an act would make it wait for too long. */
  get #keysWait(): boolean {
    return this.#holders === 0 && this.#keys.isLed;
  }

  #pressed(): void {
    this.#hasPressed = this.#isHeld;
    this.#needed();
  }

  /** A menu of theirs may open now, and must find the pointer free. */
  #needed(): void {
    this.#neededUntil = monotonicMs() + OWN_MENU_MS;
    if (this.#isNeeded) this.#free();
  }

  #moved(device: number): void {
    this.#movedBy = device;
    if (!this.#isPassingOn) void this.#passOn().catch(() => {}); // the display went away
  }

  async #passOn(): Promise<void> {
    this.#isPassingOn = true;
    try {
      // Whether it is held is known in turn: a move may be told together with the answer that it is.
      while (this.#movedBy !== undefined) await this.#turn.run(TURN_MS, () => this.#passOnce(this.#movedBy));
    } finally {
      this.#movedBy = undefined;
      this.#isPassingOn = false;
    }
  }

  async #passOnce(device: number | undefined): Promise<void> {
    this.#movedBy = undefined;
    if (device === undefined || !this.#isHeld) return;
    const window = await this.#nextWindow(device);
    // With a press in the queue it would be its window's afterwards, and not ours again.
    if (!this.#isHeld || this.#hasPressed) return;
    if (window === undefined) return this.#free();
    const { x } = this;
    x.send(GrabServer);
    x.send(XIUngrabDevice, { deviceId });
    const grab = this.#grab(window);
    x.send(UngrabServer);
    x.flush();
    // It may have been let go since, which the server heeds after this.
    if (!(await grab)) this.#isHeld = false;
  }

  /** Looked for again when it moved on meanwhile: taken in another window than it is in, that one would see it leave. */
  async #nextWindow(device: number): Promise<number | undefined> {
    let from: number | undefined = device;
    let window: number | undefined;
    for (let look = 0; look < LOOKS && from !== undefined; look++) {
      this.#movedBy = undefined;
      window = await this.#place.next(from);
      from = this.#movedBy;
    }
    return window;
  }
}

const busy = (): DriverError => new DriverError('person_busy', 'The person is dragging or has a menu open; nothing was sent.');
