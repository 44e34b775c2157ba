// A window that a program opens because of an agent is not what the person asked for, and window managers are told so before it is shown.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { openDesktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import { startSentinel } from '../support/sentinel.js';
import { until } from '../support/until.js';
import { managers } from './seat/busy-agent.js';
import { isLeftAlone } from './seat/persons-way.js';

const program = fileURLToPath(new URL('../fixtures/apps/node-window.mjs', import.meta.url));
const policy = '[cua.policy]\nfirst_time_per_app_approval = false\nallow_javascript = true\nattach_user_browser = true\n';

/** Fluxbox focuses whatever is new, whoever asked for it. */
const heeding = managers.filter((wm) => wm !== 'fluxbox');

test.each(heeding)('one that is not shown at once is never called active under %s, and is like any other afterwards', async (wm) => {
  await using desktop = await openDesktop({ wm });
  const { property } = oracleOf(desktop);
  const { pid } = desktop.runApp(process.execPath, ['--inspect-port=0', program, 'Opener']);
  const window_id = await desktop.waitForWindow({ title: '^Opener$' });
  const watch = await startSentinel(desktop, { typing: true });
  await using product = startProduct(desktop, { policy });
  const script = { action: 'execute_javascript', process: 'main', javascript: 'await globalThis.prepare("Opened")' } as const;
  const acting = product.call('page', { pid, window_id, ...script });
  const made = await until(async () => (await desktop.run('xdotool', 'search', '--name', '^Opened$').catch(() => '')).trim(), {
    what: 'it is made',
  });
  const userTime = () => property(Number(made), '_NET_WM_USER_TIME');
  await until(async () => (await userTime()) === '0', { what: 'nobody asked for it' });
  process.kill(pid, 'SIGUSR2');
  const opened = await desktop.waitForWindow({ title: '^Opened$' });
  await acting;
  await until(() => isLeftAlone(desktop, watch.window, opened), { what: 'it is behind the person’s window' });
  await until(async () => (await userTime()) === undefined, { what: 'nothing is said of it any more' });
  const { changes, receivedText, sentText } = await watch.stop();
  expect(changes.filter(({ type }) => ['focus', 'active', 'active-notify'].includes(type))).toEqual([]);
  expect(receivedText).toBe(sentText);
});
