// Addresses of tabs nobody shows, in a browser without an endpoint: read from its session file, once the person agreed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { type BrowserWindow, browserWindow, endBrowser, launchBrowser } from './browser.js';
import { personDuringTest } from './person-during-test.js';
import { openStage, type Stage } from './stage.js';

const consenting = '[cua.policy]\nfirst_time_per_app_approval = false\nattach_user_browser = true\n';
const asking = '[cua.policy]\nfirst_time_per_app_approval = false\nattach_user_browser = "ask"\n';

let stage: Stage;
let first: BrowserWindow;
let second: BrowserWindow;
const titled = (title: string) => stage.site.url(`/titled?title=${title}&body=${title}`);

/** One window with the tabs named, the first of them shown. */
async function openTabs(...titles: string[]): Promise<BrowserWindow> {
  const [shown = '', ...others] = titles.map(titled);
  const [window] = await launchBrowser(stage.product, [shown], {
    remote_debugging: false,
    additional_arguments: ['--new-window', ...others],
  });
  if (!window) throw new Error('no window');
  return window;
}

beforeAll(async () => {
  stage = await openStage();
  first = await openTabs('One', 'Two', 'Three');
  second = await openTabs('Four', 'Five');
});
afterAll(async () => {
  await endBrowser(stage?.product, first);
  await stage?.close();
});

const tabsOf = async (window: BrowserWindow) => (await window.page({ action: 'list_pages' })).pages ?? [];

test('they are told of each tab of each window, in a browser whose own profile it is, with where they come from', async () => {
  await using product = startProduct(stage.desktop, { session: 'agreed', policy: consenting });
  const watch = await personDuringTest(stage.desktop);
  for (const [window, titles] of [
    [first, ['One', 'Two', 'Three']],
    [second, ['Four', 'Five']],
  ] as const) {
    const own = browserWindow(product, window.at);
    const pages = await until(
      async () => {
        const found = await tabsOf(own);
        return found.length === titles.length && found.every(({ url }) => url !== '') && found;
      },
      { what: `the addresses of ${titles} are told`, timeoutMs: 20_000 },
    );
    expect(Object.fromEntries(pages.map(({ title, url }) => [title, url]))).toEqual(
      Object.fromEntries(titles.map((title) => [title, titled(title)])),
    );
    expect(pages.map(({ active, url_from }) => active || url_from === 'session_file')).toEqual(titles.map(() => true));
    expect(pages.filter(({ active }) => active)).toHaveLength(1);
    expect(pages.find(({ active }) => active)).not.toHaveProperty('url_from');
  }
  expectUndisturbed(await watch.stop());
});

test('they are left out until the person agreed, which is said; nobody is asked', async () => {
  await using product = startProduct(stage.desktop, { session: 'asking', policy: asking });
  const { pages, hint } = await browserWindow(product, first.at).page({ action: 'list_pages' });
  expect(pages?.filter(({ active }) => !active).map(({ url }) => url)).toEqual(['', '']);
  expect(hint).toContain('attach_user_browser');
});
