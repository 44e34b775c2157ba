// A GTK 4 window takes any keyboard that leaves it for the person's. Under i3, which puts agents' there, it is told at once that theirs is still there.
import { expect, test } from 'vitest';
import { connectX11, type X11Connection, XISetFocus } from '../../../src/wire/x11/index.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { until } from '../../support/until.js';
import { seatsOn } from './seat-lab.js';

const POINTER_ROOT = 1;

interface Scene extends AsyncDisposable {
  readonly desktop: Desktop;
  readonly persons: Fixture;
  /** What i3 does when it is asked back to the person's window, and what is done about it. */
  comeAndGo(): Promise<void>;
  /** The same, until the window has heard of it. */
  comeAndBeTold(): Promise<void>;
}

async function agentsKeyboard(desktop: Desktop): Promise<number> {
  const [, id] = /↳?\s*Offhand.* keyboard\s+id=(\d+)\s+\[master/i.exec(await desktop.run('xinput', 'list')) ?? [];
  return Number(id);
}

async function openScene(): Promise<Scene> {
  const desktop = await openDesktop({ wm: 'i3' });
  const persons = await startFixture(desktop, 'gtk4');
  await persons.waitForEvent('it knows that it is focused', ({ type, focused }) => type === 'focus' && focused === true);
  const seats = seatsOn(desktop);
  const { end } = await seats.guardAgainstNew('agent');
  const deviceId = await agentsKeyboard(desktop);
  const x: X11Connection = await connectX11({ display: desktop.display, xauthority: desktop.env.XAUTHORITY });
  const comeAndGo = async () => {
    for (const window of [persons.windowId, POINTER_ROOT]) await x.checked(XISetFocus, { deviceId, window });
  };
  return {
    desktop,
    persons,
    comeAndGo,
    async comeAndBeTold() {
      const from = persons.eventCount();
      await comeAndGo();
      await persons.waitForEvent('it takes that for its own', ({ type, focused }) => type === 'focus' && focused === false, { from });
      await persons.waitForEvent('it is told', ({ type, focused }) => type === 'focus' && focused === true, { from });
    },
    async [Symbol.asyncDispose]() {
      end();
      await x.close();
      await seats[Symbol.asyncDispose]();
      await desktop.dispose();
    },
  };
}

const typedFrom = (persons: Fixture, from: number) =>
  persons
    .eventsFrom(from)
    .filter(({ type }) => type === 'key')
    .map(({ text }) => text)
    .join('');

test('nothing that the person types meanwhile is lost, doubled or out of order', async () => {
  await using scene = await openScene();
  const { desktop, persons } = scene;
  const from = persons.eventCount();
  const sent = 'the Quick Brown fox jumps Over the lazy Dog '.repeat(12).trim();
  let isTyping = true;
  const typing = desktop.run('xdotool', 'type', '--delay', '6', sent).finally(() => {
    isTyping = false;
  });
  let rounds = 0;
  for (; isTyping; rounds++) await scene.comeAndBeTold();
  await typing;
  await until(() => typedFrom(persons, from).length >= sent.length, { what: 'all of it has arrived' });
  expect(typedFrom(persons, from)).toBe(sent);
  expect(rounds).toBeGreaterThan(5);
});

test('a key that the person holds stays down, and one that repeats goes on', async () => {
  await using scene = await openScene();
  const { desktop, persons } = scene;
  await desktop.run('xdotool', 'keydown', 'shift');
  await scene.comeAndBeTold();
  const from = persons.eventCount();
  await desktop.run('xdotool', 'keydown', 'a');
  const hasRepeated = () => typedFrom(persons, from).length > 30;
  while (!hasRepeated()) await scene.comeAndBeTold();
  await desktop.run('xdotool', 'keyup', 'a', 'keyup', 'shift', 'key', 'b');
  await persons.waitForEvent('the last key', ({ key }) => key === 'b', { from });
  expect(typedFrom(persons, from)).toMatch(/^A+b$/);
});

test('a list that the person has open stays open', async () => {
  await using scene = await openScene();
  const { desktop, persons } = scene;
  const { x, y } = await oracleOf(desktop).window(persons.windowId);
  const combo = persons.centre('combo');
  await desktop.run('xdotool', 'mousemove', String(x + combo.x), String(y + combo.y), 'click', '1');
  await persons.waitForEvent('their list is open', ({ type, shown }) => type === 'popup' && shown === true);
  const from = persons.eventCount();
  await scene.comeAndGo();
  await persons.waitForEvent('a keyboard has left', ({ type, focused }) => type === 'focus' && focused === false, { from });
  await desktop.run('xdotool', 'key', 'Down', 'key', 'Return');
  await persons.waitForEvent('they choose from it', ({ type, widget }) => type === 'selected' && widget === 'combo', { from });
  await persons.waitForEvent('it is closed', ({ type, shown }) => type === 'popup' && shown === false, { from });
  const isFocused = () => persons.eventsFrom(from).findLast(({ type }) => type === 'focus')?.['focused'] === true;
  await until(isFocused, { what: 'it is focused again' });
  await scene.comeAndBeTold();
});
