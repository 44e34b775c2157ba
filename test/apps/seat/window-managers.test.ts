// The same verbs under every window manager: each one notices other things, and none may notice the agent.
import { describe, expect, test } from 'vitest';
import type { GestureStep } from '../../../src/model/gesture.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { click, combo, drag, type Lab, openLab, type } from './seat-lab.js';

type Event = Readonly<Record<string, unknown>>;

const verbs: readonly (readonly [string, (lab: Lab) => GestureStep[], (event: Event) => boolean])[] = [
  ['click', ({ at }) => click(at('button')), ({ type }) => type === 'clicked'],
  ['double click', ({ at }) => click(at('canvas'), 'left', 2), ({ type }) => type === 'double'],
  ['context menu', ({ at }) => click(at('context'), 'right'), ({ type }) => type === 'menu-opened'],
  ['closing it', () => combo('escape'), ({ type }) => type === 'menu-closed'],
  ['drag', ({ at }) => drag(at('canvas', -40), at('canvas', 30)), ({ type }) => type === 'drag'],
  ['typing', ({ at }) => [...click(at('entry')), type('Hello')], (e) => e.type === 'text' && String(e.text).includes('Hello')],
  ['hotkey', () => combo('ctrl', 'b'), (e) => e.type === 'key' && e.key === 'b' && String(e.modifiers) === 'control'],
];

describe.each(['xfwm4', 'metacity', 'kwin_x11', 'i3', 'fluxbox', 'none'] as const)('%s', (wm) => {
  test.each(['gtk3', 'qt5', 'chromium'] as const)('lets the agent act in %s and notices nothing', async (toolkit) => {
    await using lab = await openLab(toolkit, { wm });
    const watch = await lab.person();
    const undelivered: string[] = [];
    for (const [name, steps, seen] of verbs) {
      await watch.mark(name.replaceAll(' ', '-'));
      const from = lab.app.events().length;
      await lab.perform(steps(lab));
      await lab.app.waitForEvent(name, seen, { from, timeoutMs: 4000 }).catch(() => undelivered.push(name));
    }
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop());
    expect(undelivered).toEqual([]);
  });
});
