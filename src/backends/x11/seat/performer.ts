/** Performs gestures with one seat, one after the other, and cleans up behind the last one. */
import { after, delay, type Timer } from '../../../kit/clock.js';
import { Mutex } from '../../../kit/mutex.js';
import type { ScreenPoint } from '../../../model/geometry.js';
import type { Delivered, Gesture } from '../../../model/gesture.js';
import { holdAway, removeHeld } from './device/remove-masters.js';
import { Attachment } from './hand/attachment.js';
import { Hand } from './hand/hand.js';
import { KeyBoard } from './hand/keyboard.js';
import { Shield } from './hand/shield.js';
import type { Journal } from './journal/journal.js';
import type { PersonGuard } from './person/guard.js';
import type { PersonPointer } from './person/person-pointer.js';
import { type Action, dragPath, lastPointerAction, planGesture } from './plan.js';
import type { Seat } from './seat.js';
import { runAction, type Scene } from './stroke.js';
import { Pulse } from './target/pulse.js';
import { Reach } from './target/reach.js';
import { findTarget } from './target/target.js';
import { SpareKeys } from './text/spare-keys.js';

/** An application may ask for focus or open a popup this long after a click. */
const GIVE_BACK_MS = 300;
/** Completion lists close when their window loses the focus, so it keeps believing in it for a while. */
const UNFOCUS_MS = 3000;
const TURN_MS = 30_000;
const SLOW_APP_MS = 300;

export class Performer {
  readonly #hand: Hand;
  readonly #keyboard: KeyBoard;
  readonly #shield: Shield;
  readonly #spareKeys: SpareKeys;
  readonly #turn = new Mutex();
  #scene: (Scene & { readonly attachment: Attachment }) | undefined;
  #later: Timer | undefined;

  constructor(
    readonly seat: Seat,
    private readonly journal: Journal,
    private readonly person: PersonPointer,
    private readonly guard: PersonGuard,
  ) {
    this.#hand = new Hand(seat);
    this.#keyboard = new KeyBoard(seat, this.#hand);
    this.#shield = new Shield(seat);
    this.#spareKeys = new SpareKeys(seat.x, journal);
  }

  get position(): ScreenPoint {
    return this.seat.position;
  }

  get state(): string {
    return this.#scene ? `window ${this.#scene.reach.target.window} (${this.#scene.reach.target.traits.toolkit})` : 'idle';
  }

  perform(gesture: Gesture, signal: AbortSignal): Promise<Delivered> {
    return this.#turn.run(TURN_MS, () => this.#perform(gesture, signal), signal);
  }

  /** Everything back to how it was; the seat can serve somebody else. */
  retire(): Promise<void> {
    return this.#turn.run(TURN_MS, async () => {
      this.#later?.cancel();
      await this.#depart();
      await this.guard.close();
    });
  }

  /** Takes the devices off the display; the seat cannot be used any more. */
  async dismantle(): Promise<void> {
    const { x, devices, perch } = this.seat;
    const shield = await this.#shield.master();
    const masters = shield ? [devices, shield] : [devices];
    await holdAway(x, masters, perch);
    await removeHeld(x, masters);
    await x.close();
  }

  async #perform(gesture: Gesture, signal: AbortSignal): Promise<Delivered> {
    this.#later?.cancel();
    const { windowId, mayOpenPopup } = gesture;
    const guarding = mayOpenPopup ? this.guard.begin(windowId, this.seat.devices) : undefined;
    const [scene] = await Promise.all([this.#sceneIn(windowId), this.person.whenFree(signal), guarding]).catch((error) => {
      this.guard.end();
      throw error;
    });
    const actions = planGesture(gesture);
    const last = lastPointerAction(actions);
    const progress = { steps: 0, characters: 0 };
    const notes = new Set<string>();
    const note = (text: string) => void notes.add(text);
    const typed = (characters: number) => {
      progress.characters += characters;
    };
    try {
      const isPopupOpen = async () => !scene.reach.spot && !(await this.seat.rest());
      if (await scene.attachment.begin(isPopupOpen)) await believed(scene, signal);
      for (const action of actions) {
        signal.throwIfAborted();
        await runAction(scene, action, { isLast: action === last, mayOpenPopup, path: dragPath(actions, action), signal, typed, note });
        progress.steps += action.count;
      }
    } finally {
      await this.#letGo(scene);
      if (mayOpenPopup) this.guard.end();
      this.#departLater();
    }
    return {
      steps: progress.steps,
      ...(hasText(actions) ? { characters: progress.characters } : {}),
      notes: [...notes],
      confined: true,
    };
  }

  async #sceneIn(windowId: number): Promise<Scene & { readonly attachment: Attachment }> {
    if (this.#scene?.reach.target.window === windowId) return this.#scene;
    if (this.#scene) await this.#depart();
    const target = await findTarget(this.seat.x, windowId);
    const attachment = new Attachment(this.seat, target, this.journal, this.#shield);
    const reach = new Reach(this.seat, target, this.journal);
    this.#scene = {
      reach,
      attachment,
      hand: this.#hand,
      keyboard: this.#keyboard,
      person: this.person,
      pulse: new Pulse(this.seat.x, windowId),
      spareKeys: this.#spareKeys,
      hasJustClicked: false,
    };
    return this.#scene;
  }

  /** Whatever happened, no button and no key stays down. */
  async #letGo(scene: Scene): Promise<void> {
    if (this.#hand.releaseAll()) await this.#hand.settle();
    scene.reach.forgetClosed();
  }

  #departLater(): void {
    this.#later = after(GIVE_BACK_MS, () => {
      void this.#turn.run(TURN_MS, () => this.#giveBack()).catch(() => {});
    });
  }

  /** With a menu open the window stays the agent's: the next gesture chooses from it. */
  async #giveBack(): Promise<void> {
    const scene = this.#scene;
    if (!scene) return;
    if (!(await this.seat.rest())) return this.#departLater();
    await this.#withdraw(scene);
    this.#later = after(UNFOCUS_MS, () => {
      void this.#turn.run(TURN_MS, () => this.#depart()).catch(() => {});
    });
  }

  async #withdraw({ reach, attachment }: Scene & { readonly attachment: Attachment }): Promise<void> {
    reach.leave();
    this.seat.tuckAway();
    await attachment.giveBack();
    reach.forgetClosed();
  }

  async #depart(): Promise<void> {
    const scene = this.#scene;
    if (!scene) return;
    this.#scene = undefined;
    scene.reach.leave();
    await this.seat.rest();
    await this.#withdraw(scene);
    await scene.attachment.unfocus();
  }
}

/** A toolkit that activates itself when clicked unless it is focused must have heard that it is, however busy it was. */
async function believed({ pulse, reach }: Scene, signal: AbortSignal): Promise<void> {
  const { afterFocusInMs } = reach.target.traits;
  if (afterFocusInMs === 0) return;
  await pulse.handled(SLOW_APP_MS);
  await delay(afterFocusInMs, signal);
}

const hasText = (actions: readonly Action[]): boolean => actions.some(({ kind }) => kind === 'text');
