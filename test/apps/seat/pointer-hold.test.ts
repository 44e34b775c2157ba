// The person's pointer while it is held for what an agent did: nobody else can take it, and the person notices nothing.
import { expect, test } from 'vitest';
import { startFixture } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { startLineProcess } from '../../support/parts/line-process.js';
import { startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { AGENT, openHolder, takeIn } from './pointer-holder.js';

const place = { x: 100, y: 100, width: 400, height: 300 };

test('nobody can take it, and each move arrives where and in the order it was made, in other windows too', async () => {
  await using desktop = await openDesktop();
  await using holder = await openHolder(desktop);
  expect(await takeIn(desktop)).toBe('taken');
  const watch = await startSentinel(desktop, { at: place });
  const { window, pointer } = oracleOf(desktop);
  const { x, y } = await window(watch.window);
  await holder.hold();
  const path = [
    [30, 30],
    [31, 30],
    [200, 80],
    [-60, -60],
    [-60, 90],
    [50, 90],
    [390, 290],
    [7, 200],
  ].map(([dx = 0, dy = 0]) => ({ x: x + dx, y: y + dy }));
  for (const point of path) {
    await watch.person('key a');
    await watch.person(`move ${point.x} ${point.y}`);
    await until(async () => JSON.stringify(await pointer()) === JSON.stringify(point), { what: 'the move is heard of' });
    expect(await takeIn(desktop)).toBe('refused');
  }
  holder.person.forget(AGENT);
  await until(async () => (await takeIn(desktop)) === 'taken', { what: 'it is let go' });
  const { events } = await watch.stop();
  const grabbed = events.findIndex(({ mode }) => mode === 1);
  expect(grabbed).toBeGreaterThan(0); // what took it at last was seen
  const before = events.slice(0, grabbed).filter(({ device }) => device === 2);
  const inside = path.filter((point) => point.x >= x && point.y >= y).map((point) => [point.x, point.y]);
  const moves = before.filter(({ type }) => type === 'motion').map((event) => [event.x, event.y]);
  expect(moves).toEqual(inside);
  expect(before.filter(({ type }) => type === 'leave' || type === 'enter').map(({ type, mode }) => [type, mode])).toEqual([
    ['leave', 0],
    ['enter', 0],
  ]);
});

test('no move is kept that was made just when it was taken or let go', { timeout: 120_000 }, async () => {
  await using desktop = await openDesktop();
  await using holder = await openHolder(desktop);
  const { lines, next } = startLineProcess(desktop, await fixtureBinary('pointer-lag'), ['100', '100', '0']);
  const isSeen = (when: string, time: number) => next(`a move is seen, ${when} for the ${time}. time`, () => true, lines.length);
  for (let time = 0; time < 300; time++) {
    await isSeen('free', time);
    await holder.hold();
    await isSeen('held', time);
    holder.person.forget(AGENT);
  }
});

test('a click of the person’s arrives, and it is theirs while they hold a key that opens menus', async () => {
  await using desktop = await openDesktop();
  await using holder = await openHolder(desktop);
  const watch = await startSentinel(desktop, { at: place });
  await holder.hold();
  expect(await takeIn(desktop)).toBe('refused');
  await watch.person('click 1');
  await until(async () => (await watch.clicks()) === 1, { what: 'the click arrives' });
  await until(async () => (await takeIn(desktop)) === 'refused', { what: 'it is held again' });
  await watch.person('down Alt_L');
  await until(async () => (await takeIn(desktop)) === 'taken', { what: 'it is let go' });
  await watch.person('up Alt_L');
  await until(async () => (await takeIn(desktop)) === 'refused', { what: 'it is held again' });
  await watch.stop();
});

test('a key that opens menus counts also when it went down before', async () => {
  await using desktop = await openDesktop();
  await using holder = await openHolder(desktop);
  const watch = await startSentinel(desktop, { at: place });
  await watch.person('down Alt_L');
  await holder.hold();
  expect(await takeIn(desktop)).toBe('taken');
  await watch.person('up Alt_L');
  await until(async () => (await takeIn(desktop)) === 'refused', { what: 'it is held' });
  holder.person.forget(AGENT);
  await until(async () => (await takeIn(desktop)) === 'taken', { what: 'it is let go' });
  await watch.person('down a');
  await holder.hold();
  expect(await takeIn(desktop)).toBe('refused'); // most keys only type
  await watch.person('up a');
  await watch.stop();
});

test('a program of the person’s opens its menus by click and by key', async () => {
  await using desktop = await openDesktop();
  await using holder = await openHolder(desktop);
  const app = await startFixture(desktop, 'gtk3');
  const { activeWindow, window } = oracleOf(desktop);
  await until(async () => (await activeWindow()) === app.windowId, { what: 'the person’s program is active' });
  const { x, y } = await window(app.windowId);
  const menu = app.centre('menu');
  await desktop.run('xdotool', 'mousemove', String(x + menu.x), String(y + menu.y));
  const opens = async (...deed: readonly string[]) => {
    await until(async () => (await takeIn(desktop)) === 'refused', { what: 'it is held' });
    const from = app.eventCount();
    await desktop.run('xdotool', ...deed);
    await app.waitForEvent(`the menu opens by ${deed.join(' ')}`, ({ type }) => type === 'menu-opened', { from });
    await desktop.run('xdotool', 'key', 'Escape', 'key', 'Escape');
    await app.waitForEvent('the menu closes', ({ type }) => type === 'menu-closed', { from });
  };
  await holder.hold();
  const deeds = [
    ['click', '1'],
    ['key', 'F10', 'key', 'Down'],
    ['key', 'F10', 'key', 'Down'],
  ];
  for (const deed of deeds) await opens(...deed);
});

test('two processes take turns, and neither takes the other for the person', async () => {
  await using desktop = await openDesktop();
  await using one = await openHolder(desktop);
  await using other = await openHolder(desktop);
  await one.hold();
  await other.person.whenFree(AbortSignal.timeout(10_000));
  await other.hold();
  other.person.forget(AGENT);
  await until(async () => (await takeIn(desktop)) === 'taken', { what: 'nobody holds it any more' });
});
