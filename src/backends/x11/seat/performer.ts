/** Performs gestures with one seat, one after the other, and cleans up behind the last one. */
import { DriverError } from '../../../errors/driver-error.js';
import { after, delay, monotonicMs, type Timer } from '../../../kit/clock.js';
import { Mutex } from '../../../kit/mutex.js';
import { type ScreenPoint, type WindowPoint, windowPoint } from '../../../model/geometry.js';
import type { Delivered, Gesture } from '../../../model/gesture.js';
import { GetGeometry } from '../../../wire/x11/index.js';
import { ifAlive } from '../display.js';
import { holdAway, removeHeld } from './device/remove-masters.js';
import { endWithoutDrop } from './drag-and-drop.js';
import type { PersonGuard } from './guard/guard.js';
import { Attachment, type Surroundings } from './hand/attachment.js';
import { ClickPace } from './hand/click-pace.js';
import { DropWatch } from './hand/drop.js';
import { Hand } from './hand/hand.js';
import { KeyBoard } from './hand/keyboard.js';
import { Shield } from './hand/shield.js';
import type { Journal } from './journal/journal.js';
import type { PersonHands } from './person/person-hands.js';
import { type Action, dragPath, lastPointerAction, planGesture } from './plan.js';
import { believed, refuseStuck } from './readiness.js';
import type { Seat } from './seat.js';
import { popupMs, runAction, type Scene, settled } from './stroke.js';
import { Tally } from './tally.js';
import { OwnPopup } from './target/own-popup.js';
import { Pulse } from './target/pulse.js';
import { Reach } from './target/reach.js';
import { findTarget, isSameClient, isStillThere } from './target/target.js';
import { SpareKeys } from './text/spare-keys.js';
import { checkText } from './text/type-text.js';
import { readWindowManager, type WmTraits } from './wm/wm-traits.js';

/** An application may ask for focus or open a popup this long after a click. */
const GIVE_BACK_MS = 300;
/** A pointer that a closing menu lets go of is held again within this time. */
const MENU_OPEN_MS = 50;
/** Completion lists close when their window loses the focus, so it keeps believing in it for a while. */
const UNFOCUS_MS = 3000;
/** A tooltip opens only over a pointer that stays. */
const HOVER_MS = 2500;
const TURN_MS = 30_000;
const SLOW_APP_MS = 300;
const SLOW_ANSWER_MS = 1000;

export class Performer {
  readonly shield: Shield;
  readonly #hand: Hand;
  readonly #keyboard: KeyBoard;
  readonly #spareKeys: SpareKeys;
  readonly #drops: DropWatch;
  readonly #pace = new ClickPace();
  readonly #ownPopup: OwnPopup;
  readonly #turn = new Mutex();
  #scene: (Scene & { readonly attachment: Attachment }) | undefined;
  /** Windows the agent has left whose owners are still busy with what it did there. */
  readonly #left = new Set<Attachment>();
  #later: Timer | undefined;
  #acts = 0;
  #anchor: WindowPoint = windowPoint(0, 0);

  constructor(
    readonly seat: Seat,
    private readonly journal: Journal,
    private readonly person: PersonHands,
    private readonly guard: PersonGuard,
  ) {
    this.#hand = new Hand(seat);
    this.#keyboard = new KeyBoard(seat, this.#hand);
    this.shield = new Shield(seat);
    this.#spareKeys = new SpareKeys(seat.x, journal);
    this.#drops = new DropWatch(seat);
    this.#ownPopup = new OwnPopup(seat.x, person);
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
      await this.#dropHeld();
      await this.#depart();
      this.person.forget(this.seat.devices.pointer);
      await this.guard.close(this.seat.devices);
    });
  }

  /** Takes the devices off the display; the seat cannot be used any more. */
  async dismantle(): Promise<void> {
    const { x, devices, perch } = this.seat;
    for (const attachment of this.#left) await attachment.letGo();
    const shield = await this.shield.master();
    const masters = shield ? [devices, shield] : [devices];
    await holdAway(x, masters, perch);
    await removeHeld(x, masters);
    await x.close();
  }

  async #perform(gesture: Gesture, signal: AbortSignal): Promise<Delivered> {
    await this.#pace.wait(gesture, signal);
    this.#later?.cancel();
    this.#acts++;
    const { windowId, mayOpenPopup, hold } = gesture;
    await this.#freeFor(windowId);
    const guarding = mayOpenPopup ? this.guard.begin(windowId, this.seat.devices) : undefined;
    const unguard = () => void guarding?.then((end) => end()).catch(() => {}); // it was never on
    const { scene, seen, isPersonFree } = await this.#ready(gesture, guarding, signal).catch((error) => {
      unguard();
      this.#departLater();
      throw error;
    });
    const goesOn = this.#hand.holdsButton;
    const actions = planGesture(gesture, this.#hand.buttons);
    const last = lastPointerAction(actions);
    const firstGlide = actions.find(({ kind }) => kind === 'glide');
    const tally = new Tally();
    try {
      for (const action of actions) if (action.kind === 'text') await checkText(scene, action.text);
      await this.#arrive(scene, seen, { gesture, path: glides(actions), signal });
      for (const action of actions) {
        signal.throwIfAborted();
        const path = dragPath(actions, action);
        await runAction(scene, action, {
          isLast: action === last,
          mayOpenPopup: mayOpenPopup && isPersonFree,
          path,
          beginsDrag: action === firstGlide,
          goesOn,
          isHold: hold !== undefined,
          signal,
          typed: tally.typed,
          note: tally.note,
        });
        tally.done(action);
      }
      // Keys that are sent need no pointer, so none of them led it away.
      if (scene.reach.spot && last?.kind !== 'hover') await settled(scene, true);
      if (hold === 'down') this.#keep();
    } finally {
      if (hold === 'up') this.#keep();
      if (this.#drops.isCarried && this.#hand.holdsButton) await endWithoutDrop(scene).catch(() => {}); // the window may be gone
      await this.#letGo(scene);
      this.#drops.letGo();
      this.#pace.note(gesture, scene.reach.target.traits);
      this.#ownPopup.note(gesture);
      // A slow application opens late what this made it open.
      void scene.pulse.handled(SLOW_ANSWER_MS).then(unguard, unguard);
      this.#departLater(last?.kind === 'hover' ? HOVER_MS : GIVE_BACK_MS);
      void this.#restOnceHandled(scene).catch(() => {}); // the display went away
    }
    return tally.delivered(actions);
  }

  /** Nothing was sent yet: the window is looked at, and the person and the guard are waited for. */
  async #ready(gesture: Gesture, guarding: Promise<unknown> | undefined, signal: AbortSignal) {
    const looking = this.#sceneIn(gesture.windowId).then(async (scene) => {
      const [seen] = await Promise.all([scene.attachment.look(), refuseStuck(scene, gesture, signal)]);
      return { scene, seen };
    });
    const [looked, isPersonFree] = await Promise.all([looking, this.#ownPopup.isPersonFree(gesture, signal), guarding]);
    return { ...looked, isPersonFree };
  }

  /** Before the first action: the window believes what it must, and what is held goes on. */
  async #arrive(
    scene: Scene & { readonly attachment: Attachment },
    seen: Surroundings,
    { gesture, path, signal }: { gesture: Gesture; path: readonly WindowPoint[]; signal: AbortSignal },
  ) {
    this.#anchor = gesture.anchor;
    if (gesture.hold === 'down') this.seat.repeatKeys(false);
    if (gesture.hold === 'up') this.#unkeep();
    if (this.#hand.holdsButton) return scene.reach.resume(path);
    const isPopupOpen = async () => !scene.reach.spot && !(await this.seat.rest());
    if (await scene.attachment.begin(seen, isPopupOpen)) await believed(scene, signal);
    await scene.attachment.lendKeyboard(gesture);
  }

  #keep(): void {
    this.#hand.keep();
    this.#keyboard.keepSent();
  }

  #unkeep(): void {
    this.#hand.unkeep();
    this.#keyboard.unkeepSent();
  }

  /** A held button belongs to the window it went down in, as long as that is there. */
  async #freeFor(windowId: number): Promise<void> {
    const held = this.#hand.holdsButton ? this.#scene?.reach.target.window : undefined;
    if (held === undefined || held === windowId) return;
    const isThere = await ifAlive(this.seat.x.request(GetGeometry, { drawable: held }));
    if (isThere) throw new DriverError('button_held', `A mouse button is held down in window ${held}.`, { window_id: held });
    await this.#dropHeld();
  }

  /** Nothing stays down: keys come up in the window that saw them go down where that is possible, and nowhere else. */
  async #dropHeld(): Promise<void> {
    const reach = this.#scene?.reach;
    if (this.#hand.holdsButton) await reach?.resume([]).catch(() => {}); // the window may be gone
    const isKeyHeld = this.#hand.holdsKey && !this.#hand.holdsButton;
    this.#unkeep();
    const release = () => void this.#hand.releaseRest();
    if (isKeyHeld) await reach?.to(this.#anchor, release).catch(() => {});
    reach?.leave();
    if (this.#hand.keys.length > 0) this.seat.parkAtRest();
    release();
    this.#keyboard.releaseSent();
    this.seat.repeatKeys(true);
    await this.#hand.settle();
    reach?.forgetClosed();
  }

  async #sceneIn(windowId: number): Promise<Scene & { readonly attachment: Attachment }> {
    const scene = this.#scene;
    if (scene?.reach.target.window === windowId && (await isStillThere(this.seat.x, scene.reach.target))) return scene;
    if (scene) await this.#depart();
    const target = await findTarget(this.seat.x, windowId);
    for (const left of this.#left) if (isSameClient(this.seat.x, left.target.window, windowId)) left.handOver();
    const attachment = new Attachment(this.seat, target, this.journal, this.shield, () => this.#windowManager());
    const reach = new Reach(this.seat, target, this.journal);
    this.#scene = {
      reach,
      attachment,
      hand: this.#hand,
      keyboard: this.#keyboard,
      person: this.person,
      pulse: new Pulse(this.seat.x, windowId),
      spareKeys: this.#spareKeys,
      drops: this.#drops,
      guard: this.guard,
      hasJustClicked: false,
    };
    return this.#scene;
  }

  /** Asked again for every window: another one may have taken over. */
  #windowManager(): Promise<WmTraits> {
    return readWindowManager(this.seat.x);
  }

  /** Whatever happened, no button and no key stays down but those that are meant to. */
  async #letGo({ reach }: Scene): Promise<void> {
    const released = this.#hand.releaseRest();
    this.#keyboard.releaseSent();
    if (this.#hand.holdsButton) reach.pause();
    if (!this.#hand.holdsKey) this.seat.repeatKeys(true);
    if (released || this.#hand.holdsButton) await this.#hand.settle();
    reach.forgetClosed();
  }

  #departLater(inMs = GIVE_BACK_MS): void {
    if (this.#hand.holdsButton) return;
    this.#afterwards(inMs, () => this.#giveBack());
  }

  /** One thing at a time is left for later. A gesture makes it void, also when its time has come and only its turn has not. */
  #afterwards(inMs: number, what: () => Promise<void>): void {
    this.#later?.cancel();
    const act = this.#acts;
    const unlessVoid = async () => {
      if (act === this.#acts) await what();
    };
    this.#later = after(inMs, () => void this.#turn.run(TURN_MS, unlessVoid).catch(() => {}));
  }

  /** A window that comes over a parked pointer sees it: it is held again as soon as the application had its chance to open something. */
  async #restOnceHandled({ reach, pulse }: Scene): Promise<void> {
    const act = this.#acts;
    const began = monotonicMs();
    if (this.#hand.holdsButton || !(await pulse.handled(GIVE_BACK_MS))) return;
    await delay(popupMs(reach.target.traits.freezeMs, monotonicMs() - began));
    await this.#turn.run(TURN_MS, async () => {
      if (act === this.#acts && this.#scene?.reach === reach && !reach.spot) await this.seat.rest();
    });
  }

  /** With a menu open the window stays the agent's: the next gesture chooses from it. */
  async #giveBack(): Promise<void> {
    const scene = this.#scene;
    if (!scene) return;
    if (!(await this.seat.rest())) return this.#departLater(MENU_OPEN_MS);
    await this.#withdraw(scene);
    // A program that hears of losing the focus forgets the keys it saw go down.
    if (this.#hand.holdsKey) return;
    this.#unfocusLater(scene);
  }

  /** A menu that opened late closes when its window loses the focus. */
  #unfocusLater(scene: Scene): void {
    this.#afterwards(UNFOCUS_MS, async () => {
      if (await this.#ownPopup.isShownIn(scene.reach.target.window)) this.#unfocusLater(scene);
      else await this.#depart();
    });
  }

  async #withdraw({ reach, pulse, attachment }: Scene & { readonly attachment: Attachment }): Promise<void> {
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

const glides = (actions: readonly Action[]): WindowPoint[] => actions.flatMap((action) => (action.kind === 'glide' ? [action.to] : []));
