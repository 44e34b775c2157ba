// A browser started on a desktop where nobody had asked for accessibility yet: it stays silent however it is asked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../../support/parts/chromium.js';
import type { Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { type BrowserWindow, browserWindow, endBrowser, launchBrowser, personAtWork } from './browser.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
let silent: BrowserWindow;
let watch: Watch;
beforeAll(async () => {
  stage = await openStage({ accessibility: false });
  const { desktop, product, site } = stage;
  startChromium(desktop, site.url('/controls.html'));
  const id = await desktop.waitForWindow({ title: '^Controls$' });
  silent = browserWindow(product, { pid: Number(await desktop.run('xdotool', 'getwindowpid', String(id))), window_id: id });
  watch = await personAtWork(desktop);
});
afterAll(() => stage?.close());

const howToTurnItOn = expect.stringMatching(/page_tree_off: .*launch_app.*--force-renderer-accessibility/);

test('its picture is given, and that its tree is off and how to turn it on is said', async () => {
  const state = await silent.state({ include_screenshot: true });
  expect(state).toMatchObject({ degraded: true, degraded_reason: howToTurnItOn, screenshot_width: expect.any(Number) });
  expect(state.tree_markdown).toBeUndefined();
});

test('what can only be read from the tree is refused with the same words', async () => {
  const refused = { code: 'accessibility_unavailable', message: howToTurnItOn };
  await expect(silent.state()).rejects.toMatchObject(refused);
  await expect(silent.page({ action: 'get_text' })).rejects.toMatchObject(refused);
});

test('the person noticed nothing of this', async () => {
  expectUndisturbed(await watch.stop());
});

test('started as the hint says, it has its tree', async () => {
  const { product, site } = stage;
  const [first] = await launchBrowser(product, [site.url('/second.html')], { remote_debugging: false });
  if (!first) throw new Error('no window');
  const state = await first.state();
  expect(state.degraded).toBeUndefined();
  expect(state.tree_markdown).toContain(`webarea "Second" = "${site.url('/second.html')}"`);
  await endBrowser(product, first);
});
