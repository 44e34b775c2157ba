/** Turns the steps of a gesture into strokes: what happens at one place, in one breath, after one check of that place. */
import type { WindowPoint } from '../../../model/geometry.js';
import type { Gesture, GestureStep } from '../../../model/gesture.js';

type Kind = GestureStep['kind'];
type StepOf<K extends Kind> = Extract<GestureStep, { readonly kind: K }>;

export type StrokeStep = StepOf<'press' | 'release' | 'wheel' | 'key_down' | 'key_up'>;

export type Action =
  /** The pointer goes there and stays. */
  | { readonly kind: 'hover'; readonly at: WindowPoint; readonly count: number }
  /** Buttons or wheel, with the keys held around them. */
  | { readonly kind: 'stroke'; readonly at: WindowPoint; readonly steps: readonly StrokeStep[]; readonly count: number }
  /** The same with a button already down: whoever got the press gets this too. */
  | { readonly kind: 'finish'; readonly steps: readonly StrokeStep[]; readonly count: number }
  | {
      readonly kind: 'keys';
      readonly at: WindowPoint;
      readonly steps: readonly StepOf<'key_down' | 'key_up'>[];
      /** Held while the pointer acts: only the agent's own keyboard does that. */
      readonly isForPointer: boolean;
      readonly count: number;
    }
  /** A move with a button down. */
  | { readonly kind: 'glide'; readonly to: WindowPoint; readonly count: number }
  | { readonly kind: 'text'; readonly at: WindowPoint; readonly text: string; readonly delayMs: number; readonly count: number }
  | (StepOf<'pause'> & { readonly count: number });

const isStroke = (step: GestureStep): step is StrokeStep =>
  step.kind === 'press' || step.kind === 'release' || step.kind === 'wheel' || isKey(step);
const isKey = (step: GestureStep): step is StepOf<'key_down' | 'key_up'> => step.kind === 'key_down' || step.kind === 'key_up';

/** `down` lists the buttons an earlier gesture left pressed. */
export function planGesture({ steps, anchor }: Pick<Gesture, 'steps' | 'anchor'>, down: readonly string[] = []): Action[] {
  const actions: Action[] = [];
  const held = new Set<string>(down);
  let at = anchor;
  let moves = 0;
  for (let index = 0; index < steps.length; ) {
    const step = steps[index];
    if (!step) break;
    if (isStroke(step)) {
      const run = runFrom(steps, index);
      const wasHeld = held.size > 0;
      for (const each of run) track(held, each);
      actions.push(strokeAction(run, at, wasHeld, run.length + moves));
      moves = 0;
      index += run.length;
      continue;
    }
    index++;
    if (step.kind !== 'move') {
      actions.push(step.kind === 'text' ? { ...step, at, count: 1 + moves } : { ...step, count: 1 + moves });
      moves = 0;
    } else if (held.size > 0) actions.push({ kind: 'glide', to: step.to, count: 1 });
    else {
      at = step.to;
      const next = steps[index];
      // What follows at once brings the pointer there itself.
      if (next && (isStroke(next) || next.kind === 'text')) moves++;
      else actions.push({ kind: 'hover', at, count: 1 });
    }
  }
  return markHeldKeys(actions);
}

/** Keys that go down, or come up, around something the pointer does in between. */
function markHeldKeys(actions: readonly Action[]): Action[] {
  const held = new Set<string>();
  return actions.map((action, index) => {
    if (action.kind !== 'keys') return action;
    const after = actions.slice(index + 1).find(({ kind }) => kind !== 'pause' && kind !== 'hover');
    const ups = new Set(action.steps.flatMap((step) => (step.kind === 'key_up' ? [step.key] : [])));
    const staysDown = action.steps.flatMap((step) => (step.kind === 'key_down' && !ups.has(step.key) ? [step.key] : []));
    const endsHeld = [...ups].some((key) => held.delete(key));
    const beginsHeld = staysDown.length > 0 && after?.kind === 'stroke';
    if (beginsHeld) for (const key of staysDown) held.add(key);
    return beginsHeld || endsHeld ? { ...action, isForPointer: true } : action;
  });
}

/** Keys struck after a click are an action of their own; those held around it go with it. */
function runFrom(steps: readonly GestureStep[], start: number): StrokeStep[] {
  const end = steps.findIndex((step, index) => index >= start && !isStroke(step));
  const run = steps.slice(start, end < 0 ? undefined : end).filter(isStroke);
  const lastPointer = run.findLastIndex((step) => !isKey(step));
  if (lastPointer < 0) return run;
  const around = new Set(run.slice(0, lastPointer).flatMap((step) => (step.kind === 'key_down' ? [step.key] : [])));
  const after = run.slice(lastPointer + 1);
  const rest = after.findIndex((step) => !(step.kind === 'key_up' && around.has(step.key)));
  return rest < 0 ? run : run.slice(0, lastPointer + 1 + rest);
}

function track(held: Set<string>, step: StrokeStep): void {
  if (step.kind === 'press') held.add(step.button);
  if (step.kind === 'release') held.delete(step.button);
}

function strokeAction(run: readonly StrokeStep[], at: WindowPoint, wasHeld: boolean, count: number): Action {
  if (wasHeld) return { kind: 'finish', steps: run, count };
  const keys = run.filter(isKey);
  return keys.length === run.length
    ? { kind: 'keys', at, steps: keys, isForPointer: false, count }
    : { kind: 'stroke', at, steps: run, count };
}

/** After this action nothing in the gesture needs the pointer any more. */
export function lastPointerAction(actions: readonly Action[]): Action | undefined {
  return actions.findLast(({ kind }) => kind !== 'pause');
}

/** The points a drag passes that begins with this action. */
export function dragPath(actions: readonly Action[], start: Action): WindowPoint[] {
  const rest = actions.slice(actions.indexOf(start) + 1);
  const end = rest.findIndex(({ kind }) => kind !== 'glide' && kind !== 'pause');
  return rest.slice(0, end < 0 ? undefined : end).flatMap((action) => (action.kind === 'glide' ? [action.to] : []));
}
