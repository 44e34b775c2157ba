// Without a window manager a browser that takes a drop raises and focuses its window itself.
import { expect, test } from 'vitest';
import type { GestureStep } from '../../../src/model/gesture.js';
import { startFixture } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { startLineProcess } from '../../support/parts/line-process.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { killableAgent } from './killable-agent.js';
import { click, drag, type Lab, openLab, type } from './seat-lab.js';

/** What is dragged is shown on top of everything. */
const forAMoment = [/^visibility on/, /^expose on/];

const dropped = ({ app }: Lab, from: number) => app.waitForEvent('the drop', ({ type }) => type === 'drop', { from });

const nobodyManages = ({ desktop }: Pick<Lab, 'desktop'>) =>
  until(async () => !(await oracleOf(desktop).isManaged()), { what: 'nobody is asked any more' });

/** Whichever of these windows is in front of the others. */
async function foremost({ desktop }: Lab, ...windows: number[]): Promise<number | undefined> {
  const printed = await desktop.run('xwininfo', '-root', '-children');
  return [...printed.matchAll(/^\s+(0x[0-9a-f]+)/gm)].map(([, id]) => Number(id)).find((id) => windows.includes(id));
}

test('the person’s own drop brings it to the front and takes the focus', async () => {
  await using lab = await openLab('chromium', { wm: 'none' });
  const { window } = await lab.person({ typing: false });
  const { focusedWindow, window: factsOf } = oracleOf(lab.desktop);
  const browser = lab.app.windowId;
  const corner = await factsOf(browser);
  const from = lab.app.events().length;
  const mouse = (...args: (string | number)[]) => lab.desktop.run('xdotool', ...args.map(String));
  for (const step of drag(lab.at('source'), lab.at('target'), { pauseMs: 25 })) {
    if (step.kind === 'move') await mouse('mousemove', corner.x + step.to.x, corner.y + step.to.y);
    if (step.kind === 'press') await mouse('mousedown', 1);
  }
  await lab.app.waitForEvent('the target sees it', ({ type }) => type === 'drag-entered', { from });
  await mouse('mousemove_relative', '--', -1, 0, 'windowraise', window, 'windowfocus', window);
  await until(async () => (await focusedWindow()) === window, { what: 'the person is in the other window' });
  expect(await foremost(lab, browser, window)).toBe(window);
  await mouse('mouseup', 1);
  await dropped(lab, from);
  await until(async () => (await focusedWindow()) === browser, { what: 'the browser has the focus' });
  expect(await foremost(lab, browser, window)).toBe(browser);
});

test.each([
  ['beside', 25],
  ['under', 25],
  ['beside', 500],
] as const)('a page takes a drop %s the person’s window, %i ms from move to move', async (where, pauseMs) => {
  await using lab = await openLab('chromium', { wm: 'none' });
  const watch = await lab.person({ covering: where === 'under' });
  for (let round = 0; round < 3; round++) {
    const from = lab.app.events().length;
    const { notes } = await lab.perform(drag(lab.at('source'), lab.at('target'), { pauseMs }));
    expect(await dropped(lab, from)).toMatchObject({ text: 'dragged text' });
    expect(notes).toEqual([]);
    await lab.perform([...click(lab.at('entry')), type(`Hello ${round}`)]);
    await lab.app.waitForEvent('the text', (event) => event.type === 'text' && String(event.text).includes(`Hello ${round}`), { from });
  }
  await lab.seats.release('agent');
  await nobodyManages(lab);
  expectUndisturbed(await watch.stop(), { allow: forAMoment });
});

test('a drop that the page does not take is told, and others are soon free to manage', async () => {
  await using lab = await openLab('chromium', { wm: 'none' });
  const watch = await lab.person();
  const from = lab.app.events().length;
  const { notes } = await lab.perform(drag(lab.at('source'), lab.at('button'), { pauseMs: 25 }));
  expect(notes).toEqual([expect.stringContaining('not taken the drop')]);
  await nobodyManages(lab);
  expect(lab.app.eventsFrom(from).filter(({ type }) => type === 'drop')).toEqual([]);
  await lab.seats.release('agent');
  expectUndisturbed(await watch.stop());
});

/** Long enough over the target for a browser to be stopped there. */
function lingering({ at }: Lab): GestureStep[] {
  const whole = drag(at('source'), at('target'), { pauseMs: 25 });
  const stays = Array.from({ length: 60 }, (_, index): GestureStep[] => [
    { kind: 'pause', ms: 25 },
    { kind: 'move', to: at('target', index % 2) },
  ]);
  return [...whole.slice(0, -1), ...stays.flat(), ...whole.slice(-1)];
}

test('a browser that stands still asks late and is declined, and another program is served meanwhile', async () => {
  await using lab = await openLab('chromium', { wm: 'none' });
  const watch = await lab.person({ ignore: ['Marcher'] });
  const from = lab.app.events().length;
  const other = startLineProcess(lab.desktop, await fixtureBinary('marcher'), []);
  await lab.desktop.waitForWindow({ title: 'Marcher' });
  const performing = lab.perform(lingering(lab));
  await lab.app.waitForEvent('the target sees it', ({ type }) => type === 'drag-entered', { from });
  const { isManaged } = oracleOf(lab.desktop);
  expect(await isManaged()).toBe(false);
  process.kill(lab.app.pid, 'SIGSTOP');
  try {
    await until(isManaged, { what: 'we are asked' });
    expect(await other.ask('stop', 'marched')).toMatchObject({ back: 0, isThere: true });
    expect(await isManaged()).toBe(true);
    expect((await performing).notes).toEqual([expect.stringContaining('not taken the drop')]);
    expect(await isManaged()).toBe(true);
  } finally {
    process.kill(lab.app.pid, 'SIGCONT');
  }
  await dropped(lab, from);
  await nobodyManages(lab);
  await lab.seats.release('agent');
  expectUndisturbed(await watch.stop());
});

test('where a window manager has started meanwhile the drag ends without a drop', async () => {
  await using lab = await openLab('chromium', { wm: 'none' });
  await lab.perform(click(lab.at('button')));
  lab.desktop.runApp('openbox');
  const { windows } = oracleOf(lab.desktop);
  await until(async () => (await windows()).includes(lab.app.windowId), { what: 'openbox manages the browser' });
  await lab.desktop.run(await fixtureBinary('wm-probe'));
  const from = lab.app.events().length;
  await expect(lab.perform(drag(lab.at('source'), lab.at('target'), { pauseMs: 25 }))).rejects.toMatchObject({
    code: 'background_unavailable',
  });
  await lab.app.waitForEvent('the end of the drag', ({ type }) => type === 'drag-ended', { from });
  expect(lab.app.eventsFrom(from).filter(({ type }) => type === 'drop')).toEqual([]);
});

test('where a window manager has ended and left its name behind a page takes drops too', async () => {
  await using lab = await openLab('chromium', { wm: 'xfwm4' });
  const { property, focusedWindow, isManaged } = oracleOf(lab.desktop);
  await lab.desktop.wmProcess?.kill('SIGTERM');
  expect(await property('root', '_NET_SUPPORTING_WM_CHECK')).toBeDefined();
  expect(await isManaged()).toBe(false);
  const marcher = startLineProcess(lab.desktop, await fixtureBinary('marcher'), []);
  const window = Number((await marcher.next('the person’s window', ({ type }) => type === 'ready')).window);
  await lab.desktop.run('xdotool', 'windowfocus', String(window));
  await until(async () => (await focusedWindow()) === window, { what: 'the person is in it' });
  const from = lab.app.events().length;
  const { notes } = await lab.perform(drag(lab.at('source'), lab.at('target'), { pauseMs: 25 }));
  expect(notes).toEqual([]);
  await dropped(lab, from);
  await lab.seats.release('agent');
  expect(await focusedWindow()).toBe(window);
  expect(await foremost(lab, lab.app.windowId, window)).toBe(window);
});

test('killed between the release and the drop, it leaves the place of a window manager free', async () => {
  await using desktop = await openDesktop({ wm: 'none' });
  const app = await startFixture(desktop, 'chromium');
  const start = await killableAgent(desktop, false);
  const { isManaged } = oracleOf(desktop);
  const from = app.events().length;
  const agent = start(app.windowId, app.widgets(), 'dropping');
  await app.waitForEvent('the target sees it', ({ type }) => type === 'drag-entered', { from });
  process.kill(app.pid, 'SIGSTOP');
  try {
    await until(isManaged, { what: 'we are asked' });
    const early = desktop.runApp('openbox');
    await until(() => !early.isAlive(), { what: 'openbox finds the place taken' });
    expect(await isManaged()).toBe(true);
    await agent.kill('SIGKILL');
    expect(await isManaged()).toBe(false);
  } finally {
    process.kill(app.pid, 'SIGCONT');
  }
  const late = desktop.runApp('openbox');
  await until(isManaged, { what: 'openbox manages' });
  expect(late.isAlive()).toBe(true);
});
