/** Performs gestures with one seat, one after the other, and cleans up behind the last one. */
import { DriverError } from '../../../errors/driver-error.js';
import { Mutex } from '../../../kit/mutex.js';
import { type ScreenPoint, type WindowPoint, windowPoint } from '../../../model/geometry.js';
import type { Delivered, Gesture } from '../../../model/gesture.js';
import { GetGeometry } from '../../../wire/x11/index.js';
import { ifAlive } from '../display.js';
import type { ClientPointers } from './device/client-pointers.js';
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
import { Stay, TURN_MS, type WindowScene } from './stay.js';
import { runAction, type Scene, settled } from './stroke.js';
import { Tally } from './tally.js';
import { FirstKey } from './target/first-key.js';
import { OwnPopup } from './target/own-popup.js';
import type { PersonsKeymap } from './target/persons-keymap.js';
import { Pulse } from './target/pulse.js';
import { Reach } from './target/reach.js';
import type { Target } from './target/target.js';
import { SpareKeys } from './text/spare-keys.js';
import { checkText } from './text/type-text.js';
import { type RunningWm, readWindowManager, type WmTraits } from './wm/wm-traits.js';

/** A tooltip opens only over a pointer that stays. */
const HOVER_MS = 2500;
const SLOW_ANSWER_MS = 1000;

export class Performer {
  readonly shield: Shield;
  readonly #hand: Hand;
  readonly #keyboard: KeyBoard;
  readonly #spareKeys: SpareKeys;
  readonly #drops: DropWatch;
  readonly #pace = new ClickPace();
  readonly #firstKey: FirstKey;
  readonly #ownPopup: OwnPopup;
  readonly #turn = new Mutex();
  readonly #stay: Stay;
  #wm: RunningWm | undefined;
  #anchor: WindowPoint = windowPoint(0, 0);

  constructor(
    readonly seat: Seat,
    private readonly journal: Journal,
    private readonly person: PersonHands,
    private readonly guard: PersonGuard,
    private readonly clientPointers: ClientPointers,
    private readonly keymap: PersonsKeymap,
  ) {
    this.#hand = new Hand(seat);
    this.#keyboard = new KeyBoard(seat, this.#hand);
    this.shield = new Shield(seat);
    this.#spareKeys = new SpareKeys(seat.x, journal);
    this.#drops = new DropWatch(seat);
    this.#firstKey = new FirstKey(seat);
    this.#ownPopup = new OwnPopup(seat.x, person);
    this.#stay = new Stay(seat, this.#hand, this.#turn, this.#ownPopup, guard, (target) => this.#sceneOf(target));
  }

  get position(): ScreenPoint {
    return this.seat.position;
  }

  get state(): string {
    const target = this.#stay.scene?.reach.target;
    return target ? `window ${target.window} (${target.traits.toolkit})` : 'idle';
  }

  perform(gesture: Gesture, signal: AbortSignal): Promise<Delivered> {
    return this.#turn.run(TURN_MS, () => this.#perform(gesture, signal), signal);
  }

  /** Everything back to how it was; the seat can serve somebody else. */
  retire(): Promise<void> {
    return this.#turn.run(TURN_MS, async () => {
      this.#stay.goOn();
      await this.#dropHeld();
      await this.#stay.depart();
      this.person.forget(this.seat.devices.pointer);
      await this.guard.close(this.seat.devices);
    });
  }

  /** Takes the devices off the display; the seat cannot be used any more. */
  async dismantle(): Promise<void> {
    await this.#stay.letGo();
    await this.seat.dismantle();
  }

  async #perform(gesture: Gesture, signal: AbortSignal): Promise<Delivered> {
    await this.#pace.wait(gesture, signal);
    this.#stay.goOn();
    const { windowId, mayOpenPopup, hold } = gesture;
    await this.#freeFor(windowId);
    const guarding = mayOpenPopup ? this.guard.begin(windowId, this.seat.devices) : undefined;
    const unguard = () => void guarding?.then((end) => end()).catch(() => {}); // it was never on
    const { scene, seen, isPersonFree } = await this.#ready(gesture, guarding, signal).catch((error) => {
      unguard();
      this.#stay.departLater();
      throw error;
    });
    const goesOn = this.#hand.holdsButton;
    const actions = planGesture(gesture, this.#hand.buttons);
    const last = lastPointerAction(actions);
    const firstGlide = actions.find(({ kind }) => kind === 'glide');
    const tally = new Tally();
    try {
      for (const action of actions) if (action.kind === 'text') await checkText(scene, action.text);
      this.#holdPersonsPointer(scene, gesture, signal);
      await this.#arrive(scene, seen, { gesture, path: glides(actions), signal });
      for (const action of actions) {
        signal.throwIfAborted();
        const path = dragPath(actions, action);
        const turn = {
          isLast: action === last,
          mayOpenPopup: mayOpenPopup && isPersonFree,
          path,
          beginsDrag: action === firstGlide,
          goesOn,
          isHold: hold !== undefined,
          signal,
          typed: tally.typed,
          note: tally.note,
        };
        await this.#firstKey.during(scene.reach.target, action, () => runAction(scene, action, turn));
        tally.done(action);
      }
      // Keys that are sent need no pointer, so none of them led it away.
      if (scene.reach.spot && last?.kind !== 'hover') await settled(scene, true);
      if (hold === 'down') this.#keep();
    } finally {
      scene.holding?.then((thaw) => thaw(0)).catch(() => {}); // it was never held
      scene.holding = undefined;
      if (hold === 'up') this.#keep();
      const isCutShort = this.#hand.holdsButton && !goesOn && hold === undefined;
      if (isCutShort && this.#drops.hasBegunIn(scene.reach.target)) await endWithoutDrop(scene).catch(() => {}); // the window may be gone
      await this.#letGo(scene);
      this.#drops.letGo();
      this.#pace.note(gesture, scene.reach.target.traits);
      this.#ownPopup.note(gesture);
      // A slow application opens late what this made it open.
      void scene.pulse.isThrough(SLOW_ANSWER_MS).then(unguard, unguard);
      this.#stay.departLater(last?.kind === 'hover' ? HOVER_MS : undefined);
      void this.#stay.restOnceHandled(scene).catch(() => {}); // the display went away
    }
    return tally.delivered(actions);
  }

  /** Nothing was sent yet: the window is looked at, and the person and the guard are waited for. */
  async #ready(gesture: Gesture, guarding: Promise<unknown> | undefined, signal: AbortSignal) {
    const looking = this.#stay.comeTo(gesture.windowId).then(async (scene) => {
      const [seen] = await Promise.all([
        scene.attachment.look(),
        refuseStuck(scene, gesture, signal),
        this.keymap.teach(this.seat.x, scene.reach.target),
      ]);
      return { scene, seen };
    });
    const [looked, isPersonFree] = await Promise.all([looking, this.#ownPopup.isPersonFree(gesture, signal), guarding]);
    return { ...looked, isPersonFree };
  }

  /** Before the first action: the window believes what it must, and what is held goes on. */
  async #arrive(
    scene: WindowScene,
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

  /** While the window is told what it must believe; what presses first waits for it. */
  #holdPersonsPointer(scene: Scene, { steps }: Gesture, signal: AbortSignal): void {
    const mayGrab = scene.reach.target.traits.freezeMs > 0 && steps.some(({ kind }) => kind === 'press');
    if (!mayGrab || this.#hand.holdsButton) return;
    scene.holding = this.person.freeze(this.seat.devices.pointer, signal);
    scene.holding.catch(() => {}); // said by whoever waits for it
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
    const held = this.#hand.holdsButton ? this.#stay.scene?.reach.target.window : undefined;
    if (held === undefined || held === windowId) return;
    const isThere = await ifAlive(this.seat.x.request(GetGeometry, { drawable: held }));
    if (isThere) throw new DriverError('button_held', `A mouse button is held down in window ${held}.`, { window_id: held });
    await this.#dropHeld();
  }

  /** Nothing stays down: keys come up in the window that saw them go down where that is possible, and nowhere else. */
  async #dropHeld(): Promise<void> {
    const reach = this.#stay.scene?.reach;
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

  #sceneOf(target: Target): WindowScene {
    const { seat, journal, clientPointers, shield, guard } = this;
    const attachment = new Attachment(seat, target, journal, clientPointers, shield, () => this.#windowManager(), guard);
    return {
      reach: new Reach(this.seat, target, this.journal),
      attachment,
      hand: this.#hand,
      keyboard: this.#keyboard,
      person: this.person,
      pulse: new Pulse(this.seat.x, target.window),
      spareKeys: this.#spareKeys,
      drops: this.#drops,
      guard: this.guard,
      hasJustClicked: false,
      holding: undefined,
    };
  }

  /** Asked again for every window: another one may have taken over. */
  async #windowManager(): Promise<WmTraits> {
    this.#wm = await readWindowManager(this.seat.x, this.#wm);
    return this.#wm;
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
}

const glides = (actions: readonly Action[]): WindowPoint[] => actions.flatMap((action) => (action.kind === 'glide' ? [action.to] : []));
