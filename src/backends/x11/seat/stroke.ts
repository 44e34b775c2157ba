/** Performs one action of a gesture: the order of requests here is the recipe. */
import { after, delay, every, monotonicMs } from '../../../kit/clock.js';
import type { WindowPoint } from '../../../model/geometry.js';
import { afterDrop, beforeRelease, pathToDrop, waitInDrag, watchesDrops } from './drag-and-drop.js';
import type { PersonGuard } from './guard/guard.js';
import type { DropWatch } from './hand/drop.js';
import type { Hand } from './hand/hand.js';
import type { KeyBoard, KeyMove } from './hand/keyboard.js';
import { sendMove } from './hand/sent-move.js';
import { showMoves } from './hand/shown-moves.js';
import type { PersonHands, Thaw } from './person/person-hands.js';
import type { Action, StrokeStep } from './plan.js';
import { handedOn } from './target/handed-on.js';
import type { Pulse } from './target/pulse.js';
import type { Reach, Spot } from './target/reach.js';
import type { Keymaps } from './text/keymaps.js';
import type { SpareKeys } from './text/spare-keys.js';
import { typeText } from './text/type-text.js';

export interface Scene {
  readonly reach: Reach;
  readonly hand: Hand;
  readonly keyboard: KeyBoard;
  readonly person: PersonHands;
  readonly pulse: Pulse;
  readonly spareKeys: SpareKeys;
  readonly drops: DropWatch;
  readonly guard: PersonGuard;
  /** A click was the last thing done. */
  hasJustClicked: boolean;
  /** The person's pointer is being held already for what presses first. */
  holding: Promise<Thaw> | undefined;
}

export interface Turn {
  /** Nothing after it needs the pointer in the window. */
  readonly isLast: boolean;
  /** The gesture is of a kind that opens menus, lists or windows. */
  readonly mayOpenPopup: boolean;
  /** Where the pointer goes before the button is released. */
  readonly path: readonly WindowPoint[];
  /** The first move with the button down. */
  readonly beginsDrag: boolean;
  /** A button was down when the gesture began. */
  readonly goesOn: boolean;
  /** What it presses or releases is held over several gestures. */
  readonly isHold: boolean;
  readonly signal: AbortSignal;
  readonly typed: (characters: number) => void;
  readonly note: (text: string) => void;
}

const SLOW_APP_MS = 500;
/** A page may open something this long after it was clicked. */
const LATE_POPUP_MS = 5000;
/** One that is busy for longer than this takes the person's pointer with what it opens then. */
const BUSY_PAGE_MS = 60_000;
const LOOK_AGAIN_MS = 50;
/** A press is waited for longer than a move: all that follows is lost on who has not seen it. */
const LATE_PRESS_MS = 2000;
/** Windows whose pages will be looked at. */
const awaited = new WeakSet<Reach>();
/** A browser hands a click from process to process and back before its popup opens. */
const ANSWERS_PER_POPUP = 5;

type ActionOf<K extends Action['kind']> = Extract<Action, { readonly kind: K }>;

export async function runAction(scene: Scene, action: Action, turn: Turn): Promise<void> {
  await waitAfterClick(scene, action, turn.signal);
  switch (action.kind) {
    case 'hover':
      return scene.reach.to(action.at, () => {});
    case 'stroke':
      return isInFrames(scene, action) ? stepByStep(scene, action, turn) : stroke(scene, action, turn);
    case 'finish':
      return finish(scene, action, turn);
    case 'keys':
      return keys(scene, action, turn);
    case 'glide':
      return glide(scene, action, turn);
    case 'text':
      return typeText(scene, { ...action, ...turn });
    case 'pause':
      return waitInDrag(scene, action, turn);
    default:
      return action satisfies never;
  }
}

/** Some toolkits lose what follows a click too soon. */
async function waitAfterClick(scene: Scene, { kind }: Action, signal: AbortSignal): Promise<void> {
  const { afterClickMs } = scene.reach.target.traits;
  if (scene.hasJustClicked && afterClickMs > 0 && (kind === 'keys' || kind === 'text')) await delay(afterClickMs, signal);
  scene.hasJustClicked = kind === 'stroke' || kind === 'finish';
}

const isInFrames = ({ reach }: Scene, { steps }: ActionOf<'stroke'>): boolean =>
  reach.target.traits.frameMs > 0 && steps.some(({ kind }) => kind === 'key_down');

async function stepByStep(scene: Scene, action: ActionOf<'stroke'>, turn: Turn): Promise<void> {
  const last = action.steps.at(-1);
  for (const step of action.steps) {
    await stroke(scene, { ...action, steps: [step] }, { ...turn, isLast: turn.isLast && step === last });
    await delay(scene.reach.target.traits.frameMs, turn.signal);
  }
}

async function stroke(scene: Scene, { at, steps }: ActionOf<'stroke'>, { isLast, path, signal }: Turn): Promise<void> {
  const { reach } = scene;
  const maps = await scene.keyboard.maps();
  const act = (spot: Spot) => {
    for (const step of steps) strike(scene, maps, step, spot);
    if (isLast && leavesAtOnce(scene)) reach.leave();
  };
  const presses = steps.some(({ kind }) => kind === 'press');
  if (watchesDrops(reach.target) && steps.at(-1)?.kind === 'press') await scene.drops.begin(at);
  await besidePersonsPointer(scene, presses, signal, async () => {
    await reach.to(at, act, pathToDrop(scene, path));
    await settled(scene, isLast);
  });
}

const leavesAtOnce = ({ reach, hand }: Scene): boolean => !hand.holdsButton && !reach.target.traits.holdsPointer;

/** Everything is processed, and the pointer has left if nothing more needs it. */
export async function settled({ reach, hand, pulse }: Scene, isLast: boolean): Promise<void> {
  await hand.settle();
  if (isLast && !hand.holdsButton && reach.spot) {
    await pulse.handled(SLOW_APP_MS);
    reach.leave();
    await hand.settle();
  }
  reach.forgetClosed();
}

/** Toolkits that grab every pointer there is when they open something must find the person's held already. */
async function besidePersonsPointer(scene: Scene, mayGrab: boolean, signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  const { seat, target } = scene.reach;
  const { freezeMs, dragFreezeMs } = target.traits;
  if (!mayGrab || freezeMs === 0) return act();
  const holding = scene.holding ?? scene.person.freeze(seat.devices.pointer, signal);
  scene.holding = undefined;
  const thaw = await holding;
  try {
    await act();
  } finally {
    const isDragging = scene.hand.holdsButton;
    // Whoever has answered has opened what a click opens, but a drag may still begin.
    const isDone = !isDragging && !target.traits.passesInputOn;
    void thawOnceHandled(scene.pulse, thaw, isDragging ? dragFreezeMs : freezeMs, isDone);
    if (target.traits.passesInputOn) stayWhileBehind(scene);
  }
}

/** A slow application grabs late, and a browser as late as its page is slow: the person's pointer stays held for that as long as they let it. */
async function thawOnceHandled(pulse: Pulse, thaw: Thaw, leastMs: number, isDone: boolean): Promise<void> {
  const began = monotonicMs();
  let stayMs = LATE_POPUP_MS;
  try {
    const hasAnswered = await pulse.handled(SLOW_APP_MS);
    await delay(popupMs(leastMs, monotonicMs() - began));
    if (hasAnswered && isDone) stayMs = 0;
  } catch {
    // The display went away, and the pointer's grab with it.
  } finally {
    thaw(stayMs);
  }
}

/** A page opens what it was asked for once it comes round. Looked at later: looking takes time, and most have come round by then. */
function stayWhileBehind({ pulse, person, reach }: Scene): void {
  if (awaited.has(reach)) return;
  awaited.add(reach);
  after(LATE_POPUP_MS / 2, () => {
    awaited.delete(reach);
    const renewing = every(LATE_POPUP_MS / 5, () => person.stay(reach.seat.devices.pointer, LATE_POPUP_MS));
    const stop = () => renewing.cancel();
    void handedOn(reach.target, pulse, BUSY_PAGE_MS, LOOK_AGAIN_MS).then(stop, stop);
  });
}

/** How much longer an application may take to open something, by how long it took to answer. */
export function popupMs(leastMs: number, answeredMs: number): number {
  return Math.max(0, Math.min(SLOW_APP_MS, leastMs + ANSWERS_PER_POPUP * answeredMs) - answeredMs);
}

/** Some programs find out late that something is dragged, and grab every pointer then. */
async function glide(scene: Scene, { to }: ActionOf<'glide'>, { beginsDrag, goesOn, signal }: Turn): Promise<void> {
  const { reach, pulse, drops } = scene;
  if (beginsDrag && reach.target.traits.asksForMoves) await pulse.handled(LATE_PRESS_MS, signal);
  await besidePersonsPointer(scene, goesOn, signal, () => reach.glide(to));
  drops.pass(to);
  // What begins in one thing and ends in another must be seen to begin there.
  if (beginsDrag) await showMove(scene, to);
}

async function showMove({ reach, hand, keyboard, pulse }: Scene, at: WindowPoint): Promise<void> {
  const { traits } = reach.target;
  if (traits.asksForMoves) await showMoves(reach.seat.x, reach.target.window, pulse);
  if (!traits.mergesMoves) return;
  const state = hand.buttonState | keyboard.heldModifiers(await keyboard.maps());
  await sendMove(reach.seat, { window: reach.target.window, at, state });
}

async function finish(scene: Scene, { steps }: ActionOf<'finish'>, turn: Turn): Promise<void> {
  const { isLast, goesOn, signal } = turn;
  const { reach } = scene;
  const maps = await scene.keyboard.maps();
  const drop = steps.some(({ kind }) => kind === 'release') ? await beforeRelease(scene, turn) : undefined;
  try {
    await besidePersonsPointer(scene, goesOn, signal, async () => {
      const { spot } = reach;
      const act = () => {
        if (spot) for (const step of steps) strike(scene, maps, step, spot);
      };
      if (drop) await drop.declining.letAsk(reach.seat, act);
      else act();
      if (isLast && leavesAtOnce(scene)) reach.leave();
      await settled(scene, isLast);
      if (drop) await afterDrop(scene, drop, turn.note);
    });
  } catch (error) {
    drop?.end();
    throw error;
  }
}

async function keys(scene: Scene, { at, steps, isForPointer }: ActionOf<'keys'>, turn: Turn): Promise<void> {
  const { reach, keyboard } = scene;
  const { traits, window } = reach.target;
  const maps = await keyboard.maps();
  // A modifier held over several gestures must also count for what the pointer does in them.
  const isSent = (move: KeyMove) => traits.keyRoute === 'send' && !isForPointer && !(turn.isHold && keyboard.isModifier(maps, move));
  const moves = steps.map((step) => keyboard.moveFor(maps, step));
  await besidePersonsPointer(scene, turn.mayOpenPopup, turn.signal, async () => {
    for (const run of traits.frameMs > 0 ? moves.map((move) => [move]) : runsOf(moves, isSent)) {
      if (run.every(isSent)) await keyboard.send(window, maps, run);
      else await keyboard.strikeAt(reach, at, maps, run, turn.isLast && run.at(-1) === moves.at(-1));
      if (traits.frameMs > 0) await delay(traits.frameMs, turn.signal);
    }
  });
}

/** Cut where the answer changes. */
function runsOf<T>(items: readonly T[], answer: (item: T) => boolean): T[][] {
  const runs: T[][] = [];
  items.forEach((item, index) => {
    const before = items[index - 1];
    if (before !== undefined && answer(before) === answer(item)) runs.at(-1)?.push(item);
    else runs.push([item]);
  });
  return runs;
}

function strike({ hand, keyboard, reach }: Scene, maps: Keymaps, step: StrokeStep, spot: Spot): void {
  if (step.kind === 'press') hand.press(step.button, spot);
  else if (step.kind === 'release') hand.release(step.button);
  else if (step.kind === 'wheel') hand.turnWheel(step.direction, step.ticks, spot);
  else {
    keyboard.strike(maps, keyboard.moveFor(maps, step), spot.chain);
    // A press that follows makes the pointer leave for an instant.
    reach.keepFocus();
  }
}
