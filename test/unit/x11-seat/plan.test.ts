import { describe, expect, test } from 'vitest';
import { dragPath, lastPointerAction, planGesture } from '../../../src/backends/x11/seat/plan.js';
import { windowPoint } from '../../../src/model/geometry.js';
import type { GestureStep } from '../../../src/model/gesture.js';

const anchor = windowPoint(1, 2);
const a = windowPoint(10, 20);
const b = windowPoint(30, 40);
const press: GestureStep = { kind: 'press', button: 'left' };
const release: GestureStep = { kind: 'release', button: 'left' };
const down = (key: string): GestureStep => ({ kind: 'key_down', key });
const up = (key: string): GestureStep => ({ kind: 'key_up', key });
const kinds = (steps: readonly GestureStep[]) => planGesture({ steps, anchor }).map(({ kind }) => kind);

describe('a gesture becomes actions', () => {
  test('a click is one stroke at its place', () => {
    const actions = planGesture({ anchor, steps: [{ kind: 'move', to: a }, press, release] });
    expect(actions).toEqual([{ kind: 'stroke', at: a, steps: [press, release], count: 3 }]);
  });

  test('a double click is two strokes at the same place', () => {
    const steps: GestureStep[] = [{ kind: 'move', to: a }, press, release, { kind: 'pause', ms: 12 }, press, release];
    expect(planGesture({ anchor, steps }).map((action) => ('at' in action ? [action.kind, action.at] : [action.kind]))).toEqual([
      ['stroke', a],
      ['pause'],
      ['stroke', a],
    ]);
  });

  test('moves with a button down glide, and the release finishes', () => {
    const steps: GestureStep[] = [
      { kind: 'move', to: a },
      press,
      { kind: 'move', to: b },
      { kind: 'pause', ms: 1 },
      { kind: 'move', to: a },
      release,
    ];
    const actions = planGesture({ anchor, steps });
    expect(actions.map(({ kind }) => kind)).toEqual(['stroke', 'glide', 'pause', 'glide', 'finish']);
    const [first] = actions;
    expect(first && dragPath(actions, first)).toEqual([b, a]);
  });

  test('a move that nothing follows at once stays there', () => {
    expect(kinds([{ kind: 'move', to: a }])).toEqual(['hover']);
    expect(kinds([{ kind: 'move', to: a }, { kind: 'pause', ms: 5 }, press, release])).toEqual(['hover', 'pause', 'stroke']);
  });

  test('keys held around a click belong to it, keys struck after it do not', () => {
    const steps = [down('shift'), press, release, up('shift'), down('a'), up('a')];
    expect(planGesture({ steps, anchor })).toEqual([
      { kind: 'stroke', at: anchor, steps: steps.slice(0, 4), count: 4 },
      { kind: 'keys', at: anchor, steps: steps.slice(4), isForPointer: false, count: 2 },
    ]);
  });

  test('keys that go down before a move to a click are held by the agent’s own keyboard', () => {
    const actions = planGesture({
      anchor,
      steps: [down('ctrl'), { kind: 'move', to: a }, press, release, { kind: 'pause', ms: 1 }, up('ctrl')],
    });
    expect(actions.map((action) => (action.kind === 'keys' ? action.isForPointer : action.kind))).toEqual([true, 'stroke', 'pause', true]);
  });

  test('every step is counted once', () => {
    const steps: GestureStep[] = [
      { kind: 'move', to: a },
      press,
      release,
      { kind: 'text', text: 'x', delayMs: 0 },
      down('a'),
      up('a'),
      { kind: 'pause', ms: 1 },
    ];
    expect(planGesture({ steps, anchor }).reduce((sum, { count }) => sum + count, 0)).toBe(steps.length);
  });

  test('the last thing that needs the pointer is not a pause', () => {
    const actions = planGesture({ anchor, steps: [press, release, { kind: 'pause', ms: 1 }] });
    expect(lastPointerAction(actions)).toBe(actions[0]);
  });
});
