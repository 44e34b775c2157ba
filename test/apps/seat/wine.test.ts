// Wine hands keys to whichever of its windows it believes to be in front, and believes a window in front only when told so in its own way.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, startFixture } from '../../support/apps.js';
import { oracleOf } from '../../support/oracle.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { click, combo, type Lab, openLab } from './seat-lab.js';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab('wine');
});
afterAll(() => lab?.[Symbol.asyncDispose]());

type Event = Readonly<Record<string, unknown>>;

const times = 10;

test.each([
  {
    name: 'a key right after a click',
    steps: () => [...click(lab.at('entry')), ...combo('end')],
    seen: ({ type, key }: Event) => type === 'key' && String(key).toLowerCase() === 'end',
  },
  {
    name: 'a Shift right before a click',
    steps: () => [...combo('shift').slice(0, 1), ...click(lab.at('canvas')), ...combo('shift').slice(1)],
    seen: ({ type, modifiers }: Event) => type === 'press' && String(modifiers) === 'shift',
  },
])('$name arrives every time in a window that the agent has just come to', async ({ name, steps, seen }) => {
  const watch = await lab.person();
  const lost: number[] = [];
  for (let time = 0; time < times; time++) {
    const from = lab.app.events().length;
    await lab.perform(steps());
    await lab.app.waitForEvent(name, seen, { from, timeoutMs: 3000 }).catch(() => lost.push(time));
    await lab.seats.release('agent');
  }
  expectUndisturbed(await watch.stop());
  expect(lost).toEqual([]);
});

/** The person's own click, which also brings the keyboard there. */
async function personClicks(app: Fixture): Promise<void> {
  const { x, y } = await oracleOf(lab.desktop).window(app.windowId);
  const at = app.centre('entry');
  await lab.desktop.run('xdotool', 'mousemove', String(x + at.x), String(y + at.y), 'click', '1');
  await app.waitForEvent('the click of the person', ({ type, widget }) => type === 'release' && widget === 'entry');
}

test('nothing is done that would take the keyboard from the person in another window of the same Wine', async () => {
  const persons = await startFixture(lab.desktop, 'wine', { title: 'Of the person', at: { x: 20, y: 40 } });
  await personClicks(persons);
  const from = lab.app.eventCount();
  await expect(lab.perform([...click(lab.at('entry')), ...combo('end')])).rejects.toMatchObject({ code: 'background_unavailable' });
  await lab.desktop.run('xdotool', 'type', 'typed on');
  await persons.waitForEvent('all the person typed', ({ type, text }) => type === 'text' && text === 'typed on');
  expect(lab.app.eventsFrom(from).filter(({ type }) => type === 'press' || type === 'key' || type === 'text')).toEqual([]);
});
