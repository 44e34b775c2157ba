// Whatever an agent is doing when its process is killed, nothing of it stays on the display.
import { expect, test } from 'vitest';
import { startFixture, type Toolkit } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { startSentinel } from '../../support/sentinel.js';
import { disturbances, expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { managers } from './busy-agent.js';
import { agentHolds, agentWindows } from './held-devices.js';
import { killableAgent } from './killable-agent.js';
import { seatsOn } from './seat-lab.js';

const agentDevices = async (desktop: Desktop) =>
  (await desktop.run('xinput', 'list', '--name-only')).split('\n').filter((name) => name.includes('offhand'));

/** The agent's own doings while it lived, and what the window manager was told when it died. */
const meanwhile = [/^event of another device/, /^active window/, /PRIMARY/, /^selection/, /^primary/, /focus-in on .*"detail":5/];

test.each(['gtk3', 'qt5', 'chromium'] as const satisfies readonly Toolkit[])(
  'killed while acting in a covered %s window, it leaves no device, hole, button or focus behind',
  async (toolkit) => {
    await using desktop = await openDesktop();
    const app = await startFixture(desktop, toolkit);
    const start = await killableAgent(desktop);
    for (const acts of [3, 8]) {
      const watch = await startSentinel(desktop, { typing: true, at: { x: 560, y: 10, width: 700, height: 860 } });
      const agent = start(app.windowId, app.widgets());
      await until(() => agent.log().split('\n').length > acts, { what: 'the agent acts', timeoutMs: 20_000 });
      await agent.kill('SIGKILL');
      await until(async () => (await agentDevices(desktop)).length === 0, { what: 'the devices are gone' });
      const report = await watch.stop();
      const found = disturbances(report).filter((line) => !meanwhile.some((pattern) => pattern.test(line)));
      expect(found).toEqual([]);
      expect(report.after.active).toBe(report.before.active);
      expect(app.child.isAlive()).toBe(true);
    }
  },
);

test.each(['openbox', 'i3'] as const)(
  'killed while it holds a button and a key between calls under %s, it leaves neither down, and nobody sees them come up',
  async (wm) => {
    await using desktop = await openDesktop({ wm });
    const app = await startFixture(desktop, 'gtk3');
    const start = await killableAgent(desktop);
    const watch = await startSentinel(desktop, { typing: true, at: { x: 560, y: 10, width: 700, height: 860 } });
    const agent = start(app.windowId, app.widgets(), 'holding');
    await until(() => agent.log().includes('held'), { what: 'the agent holds a button', timeoutMs: 20_000 });
    expect(await agentHolds(desktop)).toHaveLength(2);
    const from = app.events().length;
    await agent.kill('SIGKILL');
    await app.waitForEvent('the release', (event) => event.type === 'release', { from });
    await until(async () => (await agentDevices(desktop)).length === 0, { what: 'the devices are gone' });
    expectUndisturbed(await watch.stop());
  },
);

const menus = [
  ...managers.map((wm) => ({ wm, toolkit: 'gtk4' as const })),
  ...(['gtk3', 'qt5'] as const).map((toolkit) => ({ wm: 'i3' as const, toolkit })),
];

test.each(menus)('killed while it has a menu open in $toolkit under $wm, it leaves the person where they are', async ({ wm, toolkit }) => {
  await using desktop = await openDesktop({ wm });
  const app = await startFixture(desktop, toolkit);
  const start = await killableAgent(desktop);
  const watch = await startSentinel(desktop, { typing: true });
  const agent = start(app.windowId, app.widgets(), 'in a menu');
  await until(() => agent.log().includes('opened'), { what: 'the agent has a menu open', timeoutMs: 20_000 });
  const typed = (await watch.typed()).length;
  await agent.kill('SIGKILL');
  await until(async () => (await agentDevices(desktop)).length === 0, { what: 'the devices are gone' });
  await until(async () => (await watch.typed()).length > typed + 20, { what: 'the person types on' });
  const report = await watch.stop();
  expect(disturbances(report).filter((line) => !meanwhile.some((pattern) => pattern.test(line)))).toEqual([]);
  expect(report.after.active).toBe(report.before.active);
  expect(await agentWindows(desktop)).toEqual([]);
});

test('without a guardian the next start cleans up', async () => {
  await using desktop = await openDesktop();
  const app = await startFixture(desktop, 'gtk3');
  const start = await killableAgent(desktop, false);
  const watch = await startSentinel(desktop, { typing: true, at: { x: 560, y: 10, width: 700, height: 860 } });
  const agent = start(app.windowId, app.widgets());
  await until(() => agent.log().split('\n').length > 5, { what: 'the agent acts', timeoutMs: 20_000 });
  await agent.kill('SIGKILL');
  expect(await agentDevices(desktop)).not.toEqual([]);
  expect(await agentWindows(desktop)).not.toEqual([]);
  {
    await using seats = seatsOn(desktop);
    expect(await seats.list()).toEqual([]);
  }
  expect(await agentDevices(desktop)).toEqual([]);
  expect(await agentWindows(desktop)).toEqual([]);
  const found = disturbances(await watch.stop()).filter((line) => !meanwhile.some((pattern) => pattern.test(line)));
  expect(found).toEqual([]);
});
