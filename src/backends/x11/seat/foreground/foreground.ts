/** Acts with the person's own devices in front of them, which they asked for, and puts everything back afterwards. */
import { DriverError } from '../../../../errors/driver-error.js';
import { delay } from '../../../../kit/clock.js';
import { pause } from '../../../../kit/pause.js';
import type { WindowPoint } from '../../../../model/geometry.js';
import type { Delivered, Gesture } from '../../../../model/gesture.js';
import { QueryPointer, readKeymap, TranslateCoordinates, type X11Connection, XIDevice } from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import type { Journal } from '../journal/journal.js';
import type { PersonHands } from '../person/person-hands.js';
import { type Action, planGesture, type StrokeStep } from '../plan.js';
import { findTarget, gone, isSameClient, type Target } from '../target/target.js';
import { strokeForKey } from '../text/keys.js';
import { CoreHand } from './core-hand.js';
import { typeInForeground } from './core-text.js';
import { bringForward, type Locks, lookAt, putBack } from './desk.js';

export interface ForegroundScene {
  readonly x: X11Connection;
  readonly person: PersonHands;
  readonly journal: Journal;
}

/** Applications notice that they came to the front a moment after the window manager says so. */
const NOTICED_MS = 30;

export async function performInForeground(scene: ForegroundScene, gesture: Gesture, signal: AbortSignal): Promise<Delivered> {
  const { x, person } = scene;
  const target = await findTarget(x, gesture.windowId);
  await person.whenFree(signal);
  await person.forgetAll();
  const desk = await lookAt(x);
  const hand = new CoreHand(x);
  const actions = planGesture(gesture);
  const notes = new Set<string>();
  let [steps, characters] = [0, 0];
  const undone = scene.journal.record({ kind: 'foreground', window: target.window, desk });
  try {
    await bringForward(x, target.window, desk, signal);
    await delay(NOTICED_MS, signal);
    for (const action of actions) {
      signal.throwIfAborted();
      const run = { ...scene, target, hand, locks: desk.locks, signal, note: (text: string) => void notes.add(text) };
      characters += await runAction(run, action);
      steps += action.count;
    }
  } finally {
    hand.releaseAll();
    hand.moveTo(desk.pointer);
    await putBack(x, target.window, desk);
    undone();
  }
  const typed = actions.some(({ kind }) => kind === 'text') ? { characters } : {};
  return { steps, ...typed, notes: [...notes], confined: true };
}

interface Run extends ForegroundScene {
  readonly target: Target;
  readonly hand: CoreHand;
  readonly locks: Locks;
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

async function runAction(run: Run, action: Action): Promise<number> {
  const { hand, x } = run;
  if (action.kind === 'pause') await pause(action, run.signal);
  else if (action.kind === 'text') return typeInForeground(run, action);
  else if (action.kind === 'glide') hand.moveTo(await onScreen(run, action.to));
  else if (action.kind === 'hover') await arrive(run, action.at);
  else {
    if (action.kind === 'stroke') await arrive(run, action.at);
    await strikeAll(run, action.steps);
  }
  await x.sync();
  return 0;
}

async function arrive(run: Run, at: WindowPoint): Promise<void> {
  const { x, hand, target } = run;
  hand.moveTo(await onScreen(run, at));
  const looks = await Promise.all(target.chain.slice(0, -1).map((window) => x.request(QueryPointer, { window })));
  const isInside = looks.every(({ child }, index) => child === target.chain[index + 1]);
  const top = looks[0]?.child ?? 0;
  // A menu of the window is as good as the window.
  if (isInside || isSameClient(x, top, target.window)) return;
  throw new DriverError('target_changed', `The point ${at.x},${at.y} is not inside window ${target.window}; nothing was pressed.`, {
    window_id: target.window,
  });
}

async function onScreen({ x, target }: Run, { x: srcX, y: srcY }: WindowPoint): Promise<{ x: number; y: number }> {
  const place = await ifAlive(x.request(TranslateCoordinates, { srcWindow: target.window, dstWindow: x.root, srcX, srcY }));
  if (!place) throw gone(target.window);
  return { x: place.dstX, y: place.dstY };
}

async function strikeAll({ x, hand }: Run, steps: readonly StrokeStep[]): Promise<void> {
  const keymap = await readKeymap(x, XIDevice.CoreKeyboard);
  const maps = { person: keymap, agent: keymap };
  for (const step of steps) {
    if (step.kind === 'press') hand.press(step.button);
    else if (step.kind === 'release') hand.release(step.button);
    else if (step.kind === 'wheel') hand.turnWheel(step.direction, step.ticks);
    else hand.key(strokeForKey(maps, step.key), step.kind === 'key_down');
  }
}
