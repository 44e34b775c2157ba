// Every raw verb reaches an unfocused window, beside the person's or entirely under it, while the person types on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GestureStep } from '../../../src/model/gesture.js';
import type { Toolkit } from '../../support/apps.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { click, combo, drag, type Lab, openLab, type } from './seat-lab.js';

type Event = Readonly<Record<string, unknown>>;

interface Verb {
  readonly name: string;
  readonly steps: (lab: Lab) => GestureStep[];
  readonly seen: (event: Event) => boolean;
}

const verbs: readonly Verb[] = [
  { name: 'click', steps: ({ at }) => click(at('button')), seen: ({ type }) => type === 'clicked' },
  { name: 'double click', steps: ({ at }) => click(at('canvas'), 'left', 2), seen: ({ type }) => type === 'double' },
  { name: 'middle click', steps: ({ at }) => click(at('canvas', 20), 'middle'), seen: (e) => e.type === 'press' && e.button === 2 },
  {
    name: 'click with Shift',
    steps: ({ at }) => [...combo('shift').slice(0, 1), ...click(at('canvas', 40)), ...combo('shift').slice(1)],
    seen: (e) => e.type === 'press' && e.widget === 'canvas' && String(e.modifiers) === 'shift',
  },
  { name: 'drag', steps: ({ at }) => drag(at('canvas', -40), at('canvas', 30)), seen: ({ type }) => type === 'drag' },
  {
    name: 'scroll',
    steps: ({ at }) => [
      { kind: 'move', to: at('canvas') },
      { kind: 'wheel', direction: 'down', ticks: 2 },
    ],
    seen: (e) => e.type === 'scroll' && e.direction === 'down',
  },
  {
    name: 'typing',
    steps: ({ at }) => [...click(at('entry')), type('Hello, wOrld! {~}')],
    seen: (e) => e.type === 'text' && String(e.text).includes('Hello, wOrld! {~}'),
  },
  {
    name: 'a hotkey',
    steps: () => combo('ctrl', 'b'),
    seen: (e) => e.type === 'key' && e.key === 'b' && String(e.modifiers) === 'control',
  },
  // Window managers close the focused window on this one: it must reach the target and nobody else.
  { name: 'Alt+F4', steps: () => combo('alt', 'f4'), seen: (e) => e.type === 'key' && e.key === 'F4' },
];

/** Chromium has this one itself and closes; Tk gives it to its menus. */
const missing: Partial<Record<Toolkit, readonly string[]>> = { tk: ['Alt+F4'], chromium: ['Alt+F4'] };

describe.each(['gtk3', 'gtk4', 'qt5', 'qt6', 'chromium', 'tk'] as const)('%s', (toolkit) => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openLab(toolkit);
  });
  afterAll(() => lab?.[Symbol.asyncDispose]());

  test('takes two acts at one spot for two clicks, and two clicks of one act for a double click', async () => {
    const since = (from: number, what: string) =>
      lab.app
        .events()
        .slice(from)
        .filter(({ type, widget }) => type === what && widget === 'canvas');
    const from = lab.app.events().length;
    await lab.perform(click(lab.at('canvas', 10)));
    await lab.perform(click(lab.at('canvas', 10)));
    await lab.app.waitForEvent('both clicks', () => since(from, 'release').length >= 2, { from });
    expect(since(from, 'double')).toEqual([]);
    await lab.perform(click(lab.at('canvas', 10), 'left', 2));
    await lab.app.waitForEvent('a double click', () => since(from, 'double').length === 1, { from });
    await lab.perform(click(lab.at('canvas', 10), 'left', 2));
    await lab.app.waitForEvent('another one', () => since(from, 'double').length === 2, { from });
  });

  test.each(['beside', 'under'] as const)(`receives every verb %s the person's window, and the person is left alone`, async (where) => {
    const watch = await lab.person({ covering: where === 'under' });
    const undelivered: string[] = [];
    for (const { name, steps, seen } of verbs) {
      if (missing[toolkit]?.includes(name)) continue;
      await watch.mark(name.replaceAll(' ', '-'));
      const from = lab.app.events().length;
      const delivered = await lab.perform(steps(lab));
      expect(delivered.confined).toBe(true);
      await lab.app.waitForEvent(name, seen, { from, timeoutMs: 4000 }).catch(() => undelivered.push(name));
    }
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop());
    expect(undelivered).toEqual([]);
  });
});
