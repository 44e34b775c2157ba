/** Which window the agent is in: it comes when a gesture asks for it, stays for a while after the last one, and leaves unnoticed. */
import { after, delay, monotonicMs, type Timer } from '../../../kit/clock.js';
import type { Mutex } from '../../../kit/mutex.js';
import type { PersonGuard } from './guard/guard.js';
import type { Attachment } from './hand/attachment.js';
import type { Hand } from './hand/hand.js';
import type { Seat } from './seat.js';
import { popupMs, type Scene } from './stroke.js';
import type { OwnPopup } from './target/own-popup.js';
import { findTarget, isSameClient, isStillThere, type Target } from './target/target.js';

/** An application may ask for focus or open a popup this long after a click. */
const GIVE_BACK_MS = 300;
/** A pointer that a closing menu lets go of is held again within this time. */
const MENU_OPEN_MS = 50;
/** Completion lists close when their window loses the focus, so it keeps believing in it for a while. */
const UNFOCUS_MS = 3000;
const SLOW_APP_MS = 300;
export const TURN_MS = 30_000;

/** All that acts in one window. */
export type WindowScene = Scene & { readonly attachment: Attachment };

export class Stay {
  #scene: WindowScene | undefined;
  /** Windows the agent has left whose owners are still busy with what it did there. */
  readonly #left = new Set<Attachment>();
  #later: Timer | undefined;
  #acts = 0;

  constructor(
    private readonly seat: Seat,
    private readonly hand: Hand,
    private readonly turn: Mutex,
    private readonly ownPopup: OwnPopup,
    private readonly guard: PersonGuard,
    private readonly sceneOf: (target: Target) => WindowScene,
  ) {}

  get scene(): WindowScene | undefined {
    return this.#scene;
  }

  /** Something new begins: what was left for later is void. */
  goOn(): void {
    this.#later?.cancel();
    this.#acts++;
  }

  async comeTo(windowId: number): Promise<WindowScene> {
    const scene = this.#scene;
    if (scene?.reach.target.window === windowId && (await isStillThere(this.seat.x, scene.reach.target))) return scene;
    if (scene) await this.depart();
    const target = await findTarget(this.seat.x, windowId);
    for (const left of this.#left) if (isSameClient(this.seat.x, left.target.window, windowId)) left.handOver();
    this.#scene = this.sceneOf(target);
    return this.#scene;
  }

  /** After the last gesture, unless another one follows. */
  departLater(inMs = GIVE_BACK_MS): void {
    if (this.hand.holdsButton) return;
    this.#afterwards(inMs, () => this.#giveBack());
  }

  /** A window that comes over a parked pointer sees it: it is held again as soon as the application had its chance to open something. */
  async restOnceHandled({ reach, pulse }: Scene): Promise<void> {
    const act = this.#acts;
    const began = monotonicMs();
    if (this.hand.holdsButton || !(await pulse.handled(GIVE_BACK_MS))) return;
    await delay(popupMs(reach.target.traits.freezeMs, monotonicMs() - began));
    await this.turn.run(TURN_MS, async () => {
      if (act === this.#acts && this.#scene?.reach === reach && !reach.spot) await this.seat.rest();
    });
  }

  async depart(): Promise<void> {
    const scene = this.#scene;
    if (!scene) return;
    this.#scene = undefined;
    scene.reach.leave();
    await this.seat.rest();
    await this.#withdraw(scene);
    await scene.attachment.unfocus();
  }

  /** However busy those are that it has left. */
  async letGo(): Promise<void> {
    for (const attachment of this.#left) await attachment.letGo();
  }

  /** One thing at a time is left for later. A gesture makes it void, also when its time has come and only its turn has not. */
  #afterwards(inMs: number, what: () => Promise<void>): void {
    this.#later?.cancel();
    const act = this.#acts;
    const unlessVoid = async () => {
      if (act === this.#acts) await what();
    };
    this.#later = after(inMs, () => void this.turn.run(TURN_MS, unlessVoid).catch(() => {}));
  }

  /** With a menu open the window stays the agent's: the next gesture chooses from it. */
  async #giveBack(): Promise<void> {
    const scene = this.#scene;
    if (!scene) return;
    if (!(await this.seat.rest())) return this.departLater(MENU_OPEN_MS);
    await this.#withdraw(scene);
    // A program that hears of losing the focus forgets the keys it saw go down.
    if (this.hand.holdsKey) return;
    this.#unfocusLater(scene);
  }

  /** A menu that opened late closes when its window loses the focus. */
  #unfocusLater(scene: Scene): void {
    this.#afterwards(UNFOCUS_MS, async () => {
      if (await this.ownPopup.isShownIn(scene.reach.target.window)) this.#unfocusLater(scene);
      else await this.depart();
    });
  }

  async #withdraw({ reach, pulse, attachment }: WindowScene): Promise<void> {
    reach.leave();
    this.seat.tuckAway();
    // What it still does because the pointer left must not reach the person's keyboard.
    const isDone = await pulse.handled(SLOW_APP_MS);
    await attachment.leave();
    reach.forgetClosed();
    const { window } = attachment.target;
    if (isDone && !this.guard.isOn(window)) return attachment.letGo();
    this.#left.add(attachment);
    const letGo = () => attachment.letGo().finally(() => this.#left.delete(attachment));
    void pulse
      .caughtUp()
      // A window that it opens late asks for the focus later still.
      .then(() => this.guard.isOver(window))
      .then(letGo)
      .catch(() => {}); // the display went away
  }
}
