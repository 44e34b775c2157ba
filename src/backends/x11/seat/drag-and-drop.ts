/**
 * Drags of a browser that become a drag and drop. It takes every pointer when something begins to be dragged, and again whenever
 * its cursor changes on the way; and it asks to come to the front for every drop. Where that is declined the person's pointer is
 * held until after the drop; elsewhere the drag ends as soon as it has begun.
 * And those of a program that marks what is dropped in it: they end before the drop where that would take somebody's selection.
 */
import type { DriverError } from '../../../errors/driver-error.js';
import { after, delay, monotonicMs } from '../../../kit/clock.js';
import { pause } from '../../../kit/pause.js';
import { offset, type WindowPoint } from '../../../model/geometry.js';
import { dropRefused, selectionInUse } from './hand/drop.js';
import { tap } from './hand/keyboard.js';
import { showMoves } from './hand/shown-moves.js';
import type { Action } from './plan.js';
import type { Scene, Turn } from './stroke.js';
import { isSelectedElsewhere } from './target/selected-elsewhere.js';
import type { Target } from './target/target.js';
import type { Keymaps } from './text/keymaps.js';
import type { Declining } from './wm/declining.js';

const SLOW_APP_MS = 500;
/** A covered browser that was made to look has noticed by then that something is dragged; no event says that nothing is. */
const LATE_DRAG_MS = 150;
/** Between two moves at the beginning of a drag. */
const HURRY_MS = 10;
/** Between two moves while the person's pointer is held. */
const CARRY_MS = 25;
/** A page has said by then whether it takes what is dragged over it; its browser heeds that with the next move. */
const PAGE_ANSWERS_MS = 200;
const SLOW_DROP_MS = 1000;
const LATE_DROP_MS = 5000;
/** A window manager that declines has marked the window by then, and the mark is taken away. */
const MARKED_MS = 1000;
/** A browser asks while it handles the release, often twice in one breath: of 9 that had stood still none asked after its first answer. */
const ANSWERS_PER_DROP = 2;

type WholeDrag = Pick<Turn, 'goesOn' | 'isHold' | 'signal' | 'note'>;

/** The button is about to come up over something that may take what is dragged. */
interface Drop {
  readonly declining: Declining;
  readonly end: () => void;
}

const beside = (end: WindowPoint): WindowPoint => offset(end, end.x > 0 ? -1 : 1, 0);

/** A drag in it must be known for a drag and drop. */
export const watchesDrops = ({ traits }: Target): boolean => traits.activatesOnDrop || traits.marksDrops;

/** Where a drag leads, with all that is needed for a drop at its end. */
export function pathToDrop({ reach }: Scene, path: readonly WindowPoint[]): readonly WindowPoint[] {
  const end = path.at(-1);
  return end && reach.target.traits.activatesOnDrop ? [...path, beside(end)] : path;
}

/** Between two moves of a drag. */
export async function waitInDrag(scene: Scene, action: Extract<Action, { readonly kind: 'pause' }>, turn: WholeDrag): Promise<void> {
  const { drops, hand, reach } = scene;
  const { signal } = turn;
  if (turn.goesOn || !hand.holdsButton || !reach.target.traits.activatesOnDrop) return pause(action, signal);
  if (drops.isCarried) return delay(Math.min(action.ms, CARRY_MS), signal);
  const ms = drops.mayBegin ? Math.min(action.ms, HURRY_MS) : action.ms;
  if (await drops.beginsIn(reach.target, ms, signal)) await carry(scene, turn);
}

/** Before the button comes up: an application that is behind would find it up before it knows what is under the pointer. */
export async function beforeRelease(scene: Scene, turn: WholeDrag): Promise<Drop | undefined> {
  const { pulse, reach, drops, person } = scene;
  await pulse.handled(SLOW_APP_MS);
  await spareSelection(scene);
  if (!reach.target.traits.activatesOnDrop) return undefined;
  if (reach.isCovered && !drops.isCarried) {
    // Its grabs come as late as its looking.
    const thaw = await person.freeze(reach.seat.devices.pointer, turn.signal);
    try {
      await lookNow(scene, await scene.keyboard.maps());
      if (await drops.beginsIn(reach.target, LATE_DRAG_MS, turn.signal)) await carry(scene, turn);
    } finally {
      thaw(0);
    }
  }
  if (!drops.hasBegunIn(reach.target)) return undefined;
  if (!drops.isCarried) await carry(scene, turn);
  await hearPage(scene, turn.signal);
  // What the page opens for the drop is a window like any other.
  await scene.guard.setDragging(reach.target.window, false);
  const declining = (await scene.guard.decline(reach.target.window)) ?? (await callOff(scene, dropRefused(reach.target)));
  // Anew, before the window can be marked: a mark that is there already when a guard begins is left.
  const unguard = await scene.guard.begin(reach.target.window, reach.seat.devices);
  const end = () => {
    declining.end();
    unguard();
  };
  return { declining, end };
}

async function spareSelection(scene: Scene): Promise<void> {
  const { drops, pulse, reach } = scene;
  const { seat, target } = reach;
  if (!target.traits.marksDrops || !(await isSelectedElsewhere(seat.x, target))) return;
  // Before its last move it may not know that something is dragged.
  await showMoves(seat.x, target.window, pulse);
  if (drops.hasBegunIn(target)) await callOff(scene, selectionInUse(target));
}

/** After it: the window asks to come to the front if the page took the drop, and else not at all. */
export async function afterDrop({ guard, pulse, reach }: Scene, { declining, end }: Drop, note: Turn['note']): Promise<void> {
  const isAsked = await declining.isAsked(SLOW_DROP_MS);
  if (!isAsked) note('The page has not taken the drop so far.');
  if (declining.isExclusive) void pulse.heeded(ANSWERS_PER_DROP, LATE_DROP_MS).then(end, end);
  else if (!isAsked) void declining.isAsked(LATE_DROP_MS).then(end, end);
  else if (await guard.hasDeclined(reach.target.window, MARKED_MS)) end();
  else after(MARKED_MS, end);
}

/** The person's pointer is held from now on. Only for a drag that is one gesture: nobody knows how long another takes. */
async function carry(scene: Scene, { goesOn, isHold, signal }: WholeDrag): Promise<void> {
  const { drops, guard, reach, person } = scene;
  if (goesOn || isHold || !(await guard.canDecline(reach.target.window))) return callOff(scene, dropRefused(reach.target));
  await guard.setDragging(reach.target.window, true);
  const thaw = await person.freeze(reach.seat.devices.pointer, signal);
  drops.carry(() => {
    thaw(LATE_DROP_MS);
    guard.setDragging(reach.target.window, false).catch(() => {}); // the display went away
  });
}

/** Small moves where the drag ends, until the page has answered one and the browser has seen another. */
async function hearPage({ reach, pulse }: Scene, signal: AbortSignal): Promise<void> {
  const { spot } = reach;
  if (!spot) return;
  const end = reach.pointOf(spot);
  const until = monotonicMs() + PAGE_ANSWERS_MS;
  do
    for (const at of [beside(end), end]) {
      await reach.glide(at);
      await pulse.handled(SLOW_APP_MS);
      await delay(CARRY_MS, signal);
    }
  while (monotonicMs() < until);
}

/** A covered browser puts off looking at where the pointer went until something else happens: a key that means nothing comes up. */
async function lookNow({ reach, keyboard }: Scene, maps: Keymaps): Promise<void> {
  const [keycode] = maps.person.unused();
  if (keycode === undefined) return;
  await keyboard.send(reach.target.window, maps, [{ stroke: { keycode, modifiers: 0, isCharacter: true }, pressed: false }]);
}

/** The button comes up too, also one that is held over several gestures. */
async function callOff(scene: Scene, refusal: DriverError): Promise<never> {
  const { hand } = scene;
  await endWithoutDrop(scene);
  for (const button of hand.buttons) hand.release(button);
  await hand.settle();
  throw refusal;
}

/** Also for a drag that something else cut short: the button must not come up over what would take the drop. */
export async function endWithoutDrop({ pulse, reach, hand, keyboard, drops }: Scene): Promise<void> {
  const { window, traits } = reach.target;
  const maps = await keyboard.maps();
  const { stroke } = keyboard.moveFor(maps, { kind: 'key_down', key: 'escape' });
  // Once the drag ends the pointer is free, and must be in no window then.
  reach.pause();
  if (traits.keyRoute === 'send') await keyboard.send(window, maps, tap(stroke));
  else {
    // Whoever drags has grabbed this key for that, and is to get it.
    for (const move of tap({ ...stroke, isCharacter: true })) keyboard.strike(maps, move);
    await hand.settle();
  }
  await pulse.handled(SLOW_APP_MS);
  drops.end();
}
