// A person with devices of their own, behind the drivers of a real Xorg: what they do while their pointer is held for an agent
// arrives as it does otherwise.
import { describe, expect, test } from 'vitest';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { canRunXorg } from '../../support/parts/xorg.js';
import { startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { openHolder, takeIn } from './pointer-holder.js';

const place = { x: 100, y: 100, width: 400, height: 300 };

/** What their hands do at points of their window, and how many buttons that presses, turns of the wheel among them. */
type Deed = readonly [command: string, at: readonly [number, number] | undefined, presses: number];

const deeds: Readonly<Record<string, readonly Deed[]>> = {
  'a mouse': [
    ['move', [40, 40], 0],
    ['click 1', undefined, 1],
    ['move', [90, 41], 0],
    ['click 2', undefined, 1],
    ['click 3', undefined, 1],
  ],
  'a wheel that turns smoothly': [
    ['move', [60, 60], 0],
    ['wheel 4', undefined, 4],
    ['wheel -3', undefined, 3],
  ],
  'a tablet': [
    ['pen', [70, 30], 0],
    ['click 1', undefined, 1],
    ['pen', [200, 200], 0],
    ['click 1', undefined, 1],
  ],
  'a touch screen': [
    ['tap', [50, 50], 1],
    ['tap', [150, 90], 1],
    ['move', [20, 20], 0],
    ['click 1', undefined, 1],
  ],
};

describe.runIf(canRunXorg())('with a pointer that is held, a person uses', () => {
  test.each(Object.entries(deeds))('%s as with one that is free', async (_device, done) => {
    await using desktop = await openDesktop({ xorg: true });
    const { window } = oracleOf(desktop);
    const seen = async () => {
      const watch = await startSentinel(desktop, { at: place });
      const corner = await window(watch.window);
      let pressed = 0;
      for (const [command, at, presses] of done) {
        pressed += presses;
        await watch.person(at ? `${command} ${corner.x + at[0]} ${corner.y + at[1]}` : command);
        await until(async () => (await watch.clicks()) >= pressed, { what: `${command} arrives` });
      }
      const { events } = await watch.stop();
      const theirs = events.filter(({ protocol, type }) => protocol === 'xi2' && type.startsWith('button'));
      expect(theirs).toHaveLength(2 * pressed);
      return theirs.map(({ type, button, x, y, device }) => ({ type, button, x, y, device }));
    };
    const free = await seen();
    await using holder = await openHolder(desktop);
    await holder.hold();
    await until(async () => (await takeIn(desktop)) === 'refused', { what: 'it is held' });
    expect(await seen()).toEqual(free);
    await until(async () => (await takeIn(desktop)) === 'refused', { what: 'it is held again' });
  });
});
