// A browser whose page is slow opens its menu late, and takes every pointer it can get then.
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { startFixture, type WidgetName } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { renderersOf, whileStopped } from '../../support/parts/renderers.js';
import { type SentinelReport, startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { takeIn } from './pointer-holder.js';

/** Much longer than a browser takes that has nothing else to do. */
const BEHIND_MS = 2500;
/** And longer than a page has for opening something after a click. */
const FAR_BEHIND_MS = 8000;

async function openScene() {
  const desktop = await openDesktop();
  const app = await startFixture(desktop, 'chromium');
  const product = startProduct(desktop);
  const target = product.at(app);
  await product.call('click', { ...target, ...app.centre('button') });
  const watch = await startSentinel(desktop, { targets: [app.windowId] });
  const renderers = await renderersOf(desktop, app.pid);
  expect(renderers.length).toBeGreaterThan(0);
  const { popups } = oracleOf(desktop);
  return {
    product,
    target,
    watch,
    popups,
    async open(verb: 'right_click' | 'click', widget: WidgetName, behindMs = BEHIND_MS): Promise<void> {
      const began = performance.now();
      await whileStopped(renderers, async () => {
        const clicked = await product.call(verb, { ...target, ...app.centre(widget) });
        expect(clicked.effect).not.toBe('confirmed');
        await until(() => performance.now() - began > behindMs, { what: 'the page is behind' });
      });
      await until(async () => (await popups()).length > 0, { what: 'it opens' });
    },
    async close(): Promise<void> {
      await product.call('press_key', { ...target, key: 'escape' });
      await until(async () => (await popups()).length === 0, { what: 'it closes' });
    },
    async [Symbol.asyncDispose]() {
      await product[Symbol.asyncDispose]();
      await desktop.dispose();
    },
  };
}

const wasTaken = ({ events }: SentinelReport): boolean =>
  events.some(({ type, mode, device }) => type === 'leave' && mode === 1 && device === 2);

test.each([
  ['a menu', 'behind', 'right_click', 'entry', BEHIND_MS],
  ['a list', 'behind', 'click', 'combo', BEHIND_MS],
  ['a menu', 'far behind', 'right_click', 'entry', FAR_BEHIND_MS],
] as const)('%s of a page that is %s opens without the person’s pointer', async (_what, _how, verb, widget, behindMs) => {
  await using scene = await openScene();
  await scene.open(verb, widget, behindMs);
  await scene.watch.person('click 1');
  await until(async () => (await scene.watch.clicks()) === 1, { what: 'the person’s click arrives' });
  expect(await scene.popups()).not.toEqual([]);
  await scene.close();
  await scene.product.call('end_session', {});
  const report = await scene.watch.stop();
  expectUndisturbed(report, { allow: [/^visibility on/, /^expose on/] });
  expect(wasTaken(report)).toBe(false);
});

test.each(['Alt_L', 'Control_L', 'Super_L'])('nor does it take the pointer while the person holds %s', async (key) => {
  await using scene = await openScene();
  await scene.watch.person(`down ${key}`);
  await scene.open('right_click', 'entry');
  await scene.watch.person(`up ${key}`);
  await scene.close();
  await scene.product.call('end_session', {});
  expect(wasTaken(await scene.watch.stop())).toBe(false);
});

test('a pointer that is taken is seen to be', async () => {
  await using desktop = await openDesktop();
  const watch = await startSentinel(desktop);
  expect(await takeIn(desktop)).toBe('taken');
  expect(wasTaken(await watch.stop())).toBe(true);
});
