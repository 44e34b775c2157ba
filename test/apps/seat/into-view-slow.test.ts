// On a busy desktop a tree takes long to read: a row is waited for by what is seen of it, not by the clock alone.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { waitForTree } from '../../matrix/elements.js';
import { startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { processesWithEnv } from '../../support/parts/child.js';

/** Out of these, the buses of the desktop run for as long as a message needs. */
const PERIOD_MS = 500;
const RUNS_MS = 15;

const busesOf = ({ display }: Desktop): number[] =>
  processesWithEnv('DISPLAY', display).filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'dbus-daemon');

/** Every answer of an application takes as long as the next period. */
function slowDown(pids: readonly number[]): Disposable {
  const all = (signal: NodeJS.Signals) => pids.forEach((pid) => void process.kill(pid, signal));
  const timer = setInterval(() => {
    all('SIGCONT');
    setTimeout(() => timer.hasRef() && all('SIGSTOP'), RUNS_MS);
  }, PERIOD_MS);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      timer.unref();
      all('SIGCONT');
    },
  };
}

test('brings a row into view although each look at the tree takes seconds', { timeout: 180_000 }, async () => {
  await using desktop = await openDesktop();
  await using product = startProduct(desktop);
  await product.call('check_permissions', {}); // Qt programs look for accessibility when they start
  const app = await startFixture(desktop, 'qt5');
  await waitForTree(product, app);
  const { elements = [] } = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
  const element_index = elements.find(({ label }) => label === 'Row 40')?.element_index;
  using _slow = slowDown(busesOf(desktop));
  const done = await product.call('scroll', { ...product.at(app), element_index, into_view: true });
  expect(done.effect).toBe('confirmed');
});
