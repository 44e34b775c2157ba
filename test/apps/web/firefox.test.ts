// Firefox: no debugging route, so its pages are read, clicked and typed into through its tree and the agent's own hand.
// Runs where Debian's firefox-esr is installed; at 80 MB it is not among what the tests ask for.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../fixtures/site/server.js';
import { type Product, startProduct } from '../../harness/product.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { type BrowserWindow, browserWindow, personAtWork } from './browser.js';

const firefox = '/usr/bin/firefox-esr';

describe.skipIf(!existsSync(firefox))('a page in Firefox', () => {
  let desktop: Desktop;
  let product: Product;
  let site: Site;
  let window: BrowserWindow;
  let watch: Watch;

  beforeAll(async () => {
    [desktop, site] = await Promise.all([openDesktop(), openSite()]);
    product = startProduct(desktop);
    await startSentinel(desktop, { title: 'Somebody at work' });
    const profile = join(desktop.dir, 'firefox');
    mkdirSync(profile);
    const quiet = ['browser.shell.checkDefaultBrowser', 'datareporting.policy.dataSubmissionEnabled', 'browser.aboutwelcome.enabled'];
    writeFileSync(join(profile, 'user.js'), quiet.map((name) => `user_pref("${name}", false);\n`).join(''));
    const args = ['--no-remote', '--profile', profile, '--width', '640', '--height', '760', site.url('/controls.html')];
    desktop.runApp(firefox, args, { env: { MOZ_CRASHREPORTER_DISABLE: '1' } });
    const id = await desktop.waitForWindow({ title: '^Controls' }, 90_000);
    window = browserWindow(product, { pid: Number(await desktop.run('xdotool', 'getwindowpid', String(id))), window_id: id });
    await until(async () => (await window.state()).tree_markdown?.includes('Press me'), {
      what: 'the page is in the tree',
      timeoutMs: 60_000,
    });
    watch = await personAtWork(desktop);
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
    await site?.[Symbol.asyncDispose]();
  });

  const find = async (label: string) => {
    const element = (await window.state()).elements?.find((each) => each.label === label && each.in_web_content);
    if (!element) throw new Error(`no ${label} in the page`);
    return element.element_index;
  };

  test('is told apart from the browser around it, and marked as not to be trusted', async () => {
    const state = await window.state();
    expect(state.untrusted_content).toBe(true);
    expect(state.tree_markdown).toContain('webarea "Controls"');
    expect(state.elements?.find(({ label }) => label === 'Press me')).toMatchObject({ role: 'button', in_web_content: true });
  });

  test('is read: text, elements, tabs', async () => {
    const { text, via } = await window.page({ action: 'get_text' });
    expect(via).toBe('accessibility');
    expect(text).toContain('Controls of a page');
    expect((await window.page({ action: 'query_dom', css_selector: 'button' })).matches?.map((match) => match.text)).toContain('Press me');
    expect((await window.page({ action: 'list_pages' })).pages).toMatchObject([
      { title: expect.stringContaining('Controls'), active: true },
    ]);
    await expect(window.page({ action: 'execute_javascript', javascript: '1' })).rejects.toMatchObject({ code: 'page_unavailable' });
  });

  test('is clicked by its elements', async () => {
    const from = site.events().length;
    await product.call('click', { ...window.at, element_index: await find('Press me') });
    await site.heard({ type: 'click', id: 'press' }, { from });
  });

  test('is typed into, and what was typed is set anew', async () => {
    const from = site.events().length;
    const element_index = await find('Name');
    const typed = await product.call('type_text', { ...window.at, element_index, text: 'Grace' });
    await site.heard({ type: 'input', id: 'name', value: 'Grace', trusted: true }, { from });
    expect(typed.route).toBe('synthetic_events');
    const set = await product.call('set_value', { ...window.at, element_index, value: 'Ada' });
    await site.heard({ type: 'input', id: 'name', value: 'Ada', trusted: true }, { from });
    expect(set.route).toBe('synthetic_events');
  });

  test('takes every character of texts the keyboard has no keys for, which are lent to it meanwhile', async () => {
    expectUndisturbed(await watch.stop());
    watch = await personAtWork(desktop);
    const element_index = await find('Name');
    const texts = ['Grüße aus Köln', 'żółć łódź', 'ΑΒΓ αβγ', 'Привет', '日本', 'naïve café'];
    for (const value of [...texts, ...texts]) {
      const from = site.events().length;
      expect((await product.call('set_value', { ...window.at, element_index, value })).effect, value).toBe('confirmed');
      await site.heard({ type: 'input', id: 'name', value }, { from });
    }
    expectUndisturbed(await watch.stop(), { allow: [/^keymap changed/] });
    watch = await personAtWork(desktop);
  });

  test('is ticked and chosen from', async () => {
    const from = site.events().length;
    await product.call('click', { ...window.at, element_index: await find('Agree') });
    await site.heard({ type: 'change', id: 'agree', checked: true }, { from });
    await product.call('set_value', { ...window.at, element_index: await find('Colour'), value: 'Blue' });
    await site.heard({ type: 'change', id: 'colour', value: 'b' }, { from });
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await watch.stop());
  });
});
