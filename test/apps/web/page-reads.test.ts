import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../fixtures/site/server.js';
import type { Product } from '../../harness/product.js';
import { moveWindow } from '../../support/apps.js';
import type { Desktop } from '../../support/desktop.js';
import { startChromium } from '../../support/parts/chromium.js';
import type { Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { type BrowserWindow, browserWindow, endBrowser, launchBrowser, loaded, personAtWork } from './browser.js';
import { personDuringTest } from './person-during-test.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
let desktop: Desktop;
let product: Product;
let site: Site;

beforeAll(async () => {
  stage = await openStage();
  ({ desktop, product, site } = stage);
});
afterAll(() => stage?.close());

describe('two windows and a tab of a browser started for debugging', () => {
  let windows: BrowserWindow[];
  let controls: BrowserWindow;
  let frames: BrowserWindow;
  let watch: Watch;

  beforeAll(async () => {
    windows = await launchBrowser(product, [site.url('/controls.html'), site.url('/frames.html')]);
    const [first, second] = windows;
    if (!first || !second) throw new Error('not two windows');
    controls = await loaded(first, 'Controls');
    frames = await loaded(second, 'Frames');
    watch = await personAtWork(desktop);
  });
  afterAll(() => endBrowser(product, windows?.[0]));

  test('each page is found in its own window, though they lie at the same place', async () => {
    expect(controls.at.window_id).not.toBe(frames.at.window_id);
    const { pages } = await controls.page({ action: 'list_pages' });
    expect(pages).toHaveLength(2);
    expect(pages).toContainEqual(expect.objectContaining({ title: 'Controls', window_id: controls.at.window_id, active: true }));
    expect(pages).toContainEqual(expect.objectContaining({ title: 'Frames', window_id: frames.at.window_id, active: true }));
  });

  test('text is what the page shows, frames of other sites included, and is marked as not to be trusted', async () => {
    const { text, via, untrusted } = await frames.page({ action: 'get_text' });
    expect({ via, untrusted }).toEqual({ via: 'endpoint', untrusted: true });
    expect(text).toContain('Inside same');
    expect(text).toContain('Inside other');
    const short = await controls.page({ action: 'get_text', max_characters: 8 });
    expect(short).toMatchObject({ text: 'Controls', truncated: { shown: 8, how: 'max_characters' } });
  });

  test('elements are found in shadow trees and frames, and are clicked where they are said to be', async () => {
    const deep = await controls.page({ action: 'query_dom', css_selector: '#deep', attributes: ['id'] });
    expect(deep.matches).toMatchObject([{ tag: 'button', text: 'Deep', visible: true, attributes: { id: 'deep' } }]);
    const { matches } = await frames.page({ action: 'query_dom', css_selector: '#inner', attributes: ['class'] });
    expect(matches?.map(({ attributes }) => attributes.class).sort()).toEqual(['other', 'same']);
    for (const match of matches ?? []) {
      const from = site.events().length;
      const { x, y, width, height } = match.bounds ?? { x: 0, y: 0, width: 0, height: 0 };
      await product.call('click', { ...frames.at, x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) });
      await site.heard({ type: 'click', id: 'inner', frame: match.attributes.class, trusted: true }, { from });
    }
    const from = site.events().length;
    await frames.page({ action: 'click', css_selector: '.other' });
    await site.heard({ type: 'click', frame: 'other', trusted: true }, { from });
  });

  test('fields in a frame of another site are typed into and given files', async () => {
    const from = site.events().length;
    const typed = await frames.page({ action: 'type_text', css_selector: '#field.other', text: 'Zoë' });
    expect(typed.outcome).toMatchObject({ effect: 'confirmed', route: 'trusted_input' });
    await site.heard({ type: 'input', id: 'field', frame: 'other', trusted: true, value: 'Zoë' }, { from });
    const file = join(desktop.dir, 'letter.txt');
    writeFileSync(file, 'hello');
    await frames.page({ action: 'set_files', css_selector: '#papers', files: [file] });
    await site.heard({ type: 'change', id: 'papers', names: ['letter.txt'] }, { from });
    const refused = frames.page({ action: 'set_files', css_selector: '#field', files: [file] });
    await expect(refused).rejects.toMatchObject({ code: 'element_not_found' });
  });

  test('what is no selector is refused by every action that takes one', async () => {
    for (const action of ['query_dom', 'click', 'type_text', 'select_option', 'set_files'] as const) {
      const call = controls.page({ action, css_selector: 'p[', text: 'x', files: [process.execPath] });
      await expect(call, action).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining("'p['") });
    }
  });

  test('the browser listens on no port, and its pipe is open to nobody else', async () => {
    const browsers = join(product.home, 'browsers');
    const [folder = ''] = readdirSync(browsers);
    for (const name of ['.', 'commands', 'answers']) expect(statSync(join(browsers, folder, name)).mode & 0o077, name).toBe(0);
    expect(statSync(join(browsers, folder, 'commands')).isFIFO()).toBe(true);
    // Sockets of the browser's processes that wait for connections, as the kernel lists them.
    const list = await desktop.run('sh', '-c', 'cat /proc/net/tcp /proc/net/tcp6');
    const waiting = new Set(
      list
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((row) => row[3] === '0A')
        .map((row) => `socket:[${row[9]}]`),
    );
    expect(waiting.size).toBeGreaterThan(0); // the test site's own, at least
    const held = await desktop.run('sh', '-c', `for p in $(pgrep -f ${folder}); do readlink /proc/$p/fd/* || true; done`);
    expect(held).toContain('commands');
    expect(held.split('\n').filter((link) => waiting.has(link))).toEqual([]);
  });

  test('a link to a new tab opens it behind, where it is read and clicked while the window goes on showing the other', async () => {
    const opened = await controls.page({ action: 'click', css_selector: '#newtab' });
    expect(opened.outcome).toMatchObject({ effect: 'confirmed', interference: { active_window: 'unchanged', stacking: 'unchanged' } });
    const tab = await until(async () => (await controls.page({ action: 'list_pages' })).pages?.find(({ title }) => title === 'Second'), {
      what: 'the tab is there',
    });
    expect(tab).toMatchObject({ window_id: controls.at.window_id, active: false, url: site.url('/second.html') });
    const { page_id } = tab;
    expect((await controls.page({ action: 'get_text', page_id })).text).toContain('Second page');
    const from = site.events().length;
    const clicked = await controls.page({ action: 'click', css_selector: '#press', page_id });
    expect(clicked).toMatchObject({ page: { title: 'Second' }, outcome: { effect: 'confirmed' } });
    await site.heard({ type: 'click', page: '/second.html', id: 'press', trusted: true }, { from });
    const shown = (await controls.page({ action: 'list_pages' })).pages?.filter(({ active }) => active);
    expect(shown?.map(({ title }) => title).sort()).toEqual(['Controls', 'Frames']);
  });

  test('a tab closed between looking and acting is not found any more', async () => {
    const { pages = [] } = await controls.page({ action: 'list_pages' });
    const page_id = pages.find(({ title }) => title === 'Second')?.page_id;
    await controls.page({ action: 'execute_javascript', javascript: 'close()', page_id }).catch(() => undefined); // it ends with the page
    await until(async () => (await controls.page({ action: 'list_pages' })).pages?.length === 2, { what: 'the tab is closed' });
    await expect(controls.page({ action: 'click', css_selector: '#press', page_id })).rejects.toMatchObject({
      code: 'page_not_found',
      details: { candidates: expect.arrayContaining([expect.objectContaining({ title: 'Controls' })]) },
    });
  });

  test('a page named for the wrong window is refused', async () => {
    const { pages = [] } = await controls.page({ action: 'list_pages' });
    const other = pages.find(({ title }) => title === 'Frames')?.page_id;
    await expect(controls.page({ action: 'get_text', page_id: other })).rejects.toMatchObject({
      code: 'page_not_found',
      details: { window_id: frames.at.window_id },
    });
  });

  test('a look at the window carries the result of a script', async () => {
    const state = await frames.state({ javascript: 'document.title + frames.length' });
    expect(state).toMatchObject({ javascript_result: 'Frames2', untrusted_content: true });
    expect(state.tree_markdown).toMatch(/## JavaScript result\n"Frames2"$/);
    const failed = await frames.state({ javascript: 'nowhere.to.go' });
    expect(failed.javascript_error).toMatchObject({ code: 'script_failed' });
    expect(failed.tree_markdown).toContain('webarea "Frames"');
  });

  test('an address is gone to, and only to one that is a page', async () => {
    const result = await frames.page({ action: 'navigate', url: site.url('/second.html') });
    expect(result).toMatchObject({ page: { title: 'Second' }, outcome: { effect: 'confirmed' } });
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'second.html'])
      await expect(frames.page({ action: 'navigate', url })).rejects.toMatchObject({ code: 'invalid_input' });
    await frames.page({ action: 'navigate', url: site.url('/frames.html') });
  });

  test('windows with the same title at the same place are told apart by nobody, so the call is refused', async () => {
    const twin = site.url('/titled?title=Twin&body=twin');
    await Promise.all([controls, frames].map((window) => window.page({ action: 'navigate', url: twin })));
    await Promise.all([controls, frames].map(({ at }) => moveWindow(desktop, at.window_id, { x: 620, y: 60 })));
    const refused = await until(
      () =>
        controls.page({ action: 'get_text' }).then(
          () => undefined,
          (error: { code: string; details: unknown }) => error,
        ),
      {
        what: 'both windows are twins',
      },
    );
    expect(refused).toMatchObject({ code: 'page_ambiguous', details: { candidates: [{ title: 'Twin' }, { title: 'Twin' }] } });
    await moveWindow(desktop, frames.at.window_id, { x: 300, y: 60 });
    const told = await until(() => controls.page({ action: 'get_text' }).catch(() => undefined), { what: 'the windows lie apart' });
    expect(told.page?.window_id).toBe(controls.at.window_id);
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await watch.stop());
  });
});

describe('a browser the person started, without an endpoint', () => {
  let window: BrowserWindow;

  beforeAll(async () => {
    const child = startChromium(desktop, site.url('/controls.html'));
    const id = await desktop.waitForWindow({ title: '^Controls$' });
    const pid = Number(await desktop.run('xdotool', 'getwindowpid', String(id))) || child.pid;
    window = browserWindow(product, { pid, window_id: id });
  });

  test('its page is in the very first look, told apart from the browser around it', async () => {
    const state = await window.state();
    expect(state.degraded).toBeUndefined();
    expect(state.untrusted_content).toBe(true);
    expect(state.tree_markdown).toContain(`webarea "Controls" = "${site.url('/controls.html')}"`);
    const press = state.elements?.find(({ label }) => label === 'Press me');
    expect(press).toMatchObject({ role: 'button', in_web_content: true, actions: ['press'] });
    expect(state.elements?.find(({ label }) => label === 'Not now')?.states).toContain('disabled');
    expect(state.elements?.filter(({ states }) => states.includes('hidden') && states.length === 1)).toEqual([]);
  });

  test('text and elements are read from the tree, and what the tree cannot tell is refused', async () => {
    const { text, via } = await window.page({ action: 'get_text' });
    expect(via).toBe('accessibility');
    expect(text).toContain('Controls of a page');
    const { matches } = await window.page({ action: 'query_dom', css_selector: 'button, select' });
    expect(matches?.map((match) => match.text)).toEqual(expect.arrayContaining(['Press me', 'Not now', 'Deep']));
    await expect(window.page({ action: 'query_dom', css_selector: '#press' })).rejects.toMatchObject({ code: 'invalid_input' });
    const { pages } = await window.page({ action: 'list_pages' });
    expect(pages).toMatchObject([{ title: 'Controls', active: true, url: site.url('/controls.html') }]);
  });

  test('an option of a select is chosen once its list has opened', async () => {
    const { element_index } = (await window.state()).elements?.find(({ role, label }) => role === 'combobox' && label === 'Colour') ?? {};
    for (const [value, told] of [
      ['Blue', 'b'],
      ['Green', 'g'],
    ] as const) {
      const from = site.events().length;
      const watch = await personDuringTest(desktop);
      const chosen = await product.call('set_value', { ...window.at, element_index, value });
      expect(chosen).toMatchObject({ effect: 'confirmed', route: 'synthetic_events' });
      await site.heard({ type: 'change', id: 'colour', value: told }, { from });
      expectUndisturbed(await watch.stop());
    }
  });

  test('is read from its tree while it is minimised, and stays so', async () => {
    const id = String(window.at.window_id);
    const isMinimised = async () => /Iconic/.test(await desktop.run('xprop', '-id', id, 'WM_STATE'));
    await desktop.run('xdotool', 'windowminimize', id);
    await until(isMinimised, { what: 'the window is minimised' });
    expect((await window.page({ action: 'get_text' })).text).toContain('Controls of a page');
    expect((await window.page({ action: 'query_dom', css_selector: 'button' })).total).toBeGreaterThan(2);
    expect(await isMinimised()).toBe(true);
  });

  test('scripts and other tabs are out of reach, with the way to have them', async () => {
    await expect(window.page({ action: 'execute_javascript', javascript: '1' })).rejects.toMatchObject({ code: 'page_unavailable' });
    await expect(window.page({ action: 'get_text', page_id: 'x' })).rejects.toMatchObject({ code: 'page_unavailable' });
    const state = await window.state({ javascript: '1' });
    expect(state.javascript_error).toMatchObject({ code: 'page_unavailable' });
  });
});

test('the tabs of a browser without an endpoint are told by their titles, and stay where they are', async () => {
  const second = site.url('/second.html');
  const [window] = await launchBrowser(product, [site.url('/controls.html')], { remote_debugging: false, additional_arguments: [second] });
  if (!window) throw new Error('no window');
  const watch = await personDuringTest(desktop);
  const tabs = async () => {
    const { pages = [], via } = await window.page({ action: 'list_pages' });
    return { via, shown: pages.filter(({ active }) => active).map(({ title }) => title), titles: pages.map(({ title }) => title).sort() };
  };
  const told = await until(async () => ((await tabs()).titles.length === 2 ? tabs() : undefined), { what: 'both tabs are told' });
  expect(told).toMatchObject({ via: 'accessibility', titles: [expect.stringContaining('Controls'), expect.stringContaining('Second')] });
  expect(told.shown).toHaveLength(1);
  await window.page({ action: 'get_text' });
  expect((await tabs()).shown).toEqual(told.shown);
  expectUndisturbed(await watch.stop());
  await endBrowser(product, window);
});
