import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../fixtures/site/server.js';
import type { Product } from '../../harness/product.js';
import type { Desktop } from '../../support/desktop.js';
import type { Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { type BrowserWindow, personAtWork } from './browser.js';
import { openPageStage, type PageStage } from './stage.js';

let stage: PageStage;
let desktop: Desktop;
let product: Product;
let site: Site;
let window: BrowserWindow;
let watch: Watch;

beforeAll(async () => {
  stage = await openPageStage('/controls.html', 'Controls');
  ({ desktop, product, site, window } = stage);
  watch = await personAtWork(desktop);
});
afterAll(() => stage?.close());

describe('a page in the background, while the person types elsewhere', () => {
  const heardAfter = async (act: () => Promise<unknown>, details: Parameters<Site['heard']>[0]) => {
    const from = site.events().length;
    await act();
    return site.heard(details, { from });
  };

  test('a click is trusted and confirmed by what the page shows', async () => {
    let effect: unknown;
    await heardAfter(
      async () => {
        const result = await window.page({ action: 'click', css_selector: '#press' });
        effect = result.outcome;
      },
      { type: 'click', id: 'press', trusted: true },
    );
    expect(effect).toMatchObject({ route: 'trusted_input', interference: { focus: 'unchanged', active_window: 'unchanged' } });
  });

  test('a double click is two clicks and one double click', async () => {
    const from = site.events().length;
    await window.page({ action: 'double_click', css_selector: '#press' });
    await site.heard({ type: 'dblclick', id: 'press', trusted: true }, { from });
    expect(
      site
        .events()
        .slice(from)
        .filter(({ type }) => type === 'click'),
    ).toHaveLength(2);
  });

  test('a right click reaches the page and opens no menu of the browser', async () => {
    await heardAfter(() => window.page({ action: 'right_click', css_selector: '#context' }), {
      type: 'contextmenu',
      id: 'context',
      trusted: true,
    });
    const popups = await desktop.run('xdotool', 'search', '--onlyvisible', '--class', 'chromium');
    expect(popups.trim().split('\n')).toHaveLength(1);
  });

  test('any text is typed, and typed over', async () => {
    const typed = await window.page({ action: 'type_text', css_selector: '#name', text: 'Grüße, 世界 😀!' });
    expect(typed.outcome).toMatchObject({ effect: 'confirmed', route: 'trusted_input' });
    await site.heard({ type: 'input', id: 'name', trusted: true, value: 'Grüße, 世界 😀!' });
    await heardAfter(() => window.page({ action: 'set_value', css_selector: '#name', text: 'Ada' }), {
      type: 'input',
      id: 'name',
      value: 'Ada',
    });
    await heardAfter(() => window.page({ action: 'type_text', css_selector: '#name', text: ' L' }), {
      type: 'keydown',
      id: 'name',
      key: 'L',
      trusted: true,
    });
    await heardAfter(() => window.page({ action: 'set_value', css_selector: '#name', text: '' }), { type: 'input', id: 'name', value: '' });
  });

  test('a password arrives whole and is never told', async () => {
    const result = await window.page({ action: 'type_text', css_selector: '#secret', text: 'hunter2' });
    expect(result.outcome?.effect).toBe('confirmed');
    await site.heard({ type: 'input', id: 'secret', length: 7 });
    const { matches } = await window.page({ action: 'query_dom', css_selector: '#secret', attributes: ['value', 'type'] });
    expect(matches?.[0]?.attributes).toEqual({ type: 'password' });
  });

  test('keys go to what has the focus inside the page', async () => {
    await window.page({ action: 'type_text', css_selector: '#notes', text: 'one' });
    await heardAfter(() => window.page({ action: 'press_key', text: 'enter' }), { type: 'input', id: 'notes', value: 'one\n' });
    await heardAfter(() => window.page({ action: 'press_key', text: 'backspace' }), { type: 'input', id: 'notes', value: 'one' });
  });

  test('key combinations do in the page what they do for a person', async () => {
    await window.page({ action: 'set_value', css_selector: '#notes', text: 'old words' });
    await window.page({ action: 'press_key', text: 'ctrl+a' });
    await heardAfter(() => window.page({ action: 'press_key', text: 'x' }), { type: 'input', id: 'notes', value: 'x', trusted: true });
  });

  test('rich text is typed at its end', async () => {
    await heardAfter(() => window.page({ action: 'type_text', css_selector: '#editor', text: ', hello' }), {
      type: 'input',
      id: 'editor',
      value: 'Dear reader, hello',
    });
  });

  test('an option is chosen by its label; one that is not there is refused with the others', async () => {
    await heardAfter(() => window.page({ action: 'select_option', css_selector: '#colour', text: 'green' }), {
      type: 'change',
      id: 'colour',
      value: 'g',
    });
    await expect(window.page({ action: 'select_option', css_selector: '#colour', text: 'Purple' })).rejects.toMatchObject({
      code: 'element_not_found',
      details: { candidates: ['Red', 'Green', 'Blue'] },
    });
  });

  test('files are given without a chooser', async () => {
    const file = join(desktop.dir, 'letter.txt');
    writeFileSync(file, 'hello');
    await heardAfter(() => window.page({ action: 'set_files', css_selector: '#file', files: [file] }), {
      type: 'change',
      id: 'file',
      names: ['letter.txt'],
    });
    await expect(window.page({ action: 'set_files', css_selector: '#file', files: ['letter.txt'] })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test('shadow trees and canvases take clicks', async () => {
    await heardAfter(() => window.page({ action: 'click', css_selector: '#deep' }), { type: 'click', id: 'deep', trusted: true });
    await heardAfter(() => window.page({ action: 'click', css_selector: '#canvas' }), {
      type: 'click',
      id: 'canvas',
      trusted: true,
      x: 60,
      y: 25,
    });
    await heardAfter(() => window.page({ action: 'click', css_selector: '#video' }), { type: 'click', id: 'video', trusted: true });
  });

  test('what is disabled, missing or covered is refused before anything is pressed', async () => {
    const from = site.events().length;
    await expect(window.page({ action: 'click', css_selector: '#off' })).rejects.toMatchObject({ code: 'action_unsupported' });
    await expect(window.page({ action: 'click', css_selector: '#nowhere' })).rejects.toMatchObject({ code: 'element_not_found' });
    await window.page({
      action: 'execute_javascript',
      javascript: `document.body.insertAdjacentHTML('beforeend', '<div id="cover" style="position:fixed;inset:0;background:#fff8"></div>')`,
    });
    await expect(window.page({ action: 'click', css_selector: '#press' })).rejects.toMatchObject({
      code: 'element_not_visible',
      details: { covered_by: '<div#cover>' },
    });
    await window.page({ action: 'execute_javascript', javascript: 'cover.remove()' });
    expect(
      site
        .events()
        .slice(from)
        .filter(({ type }) => type === 'click'),
    ).toEqual([]);
  });

  test('a download is reported with its path', async () => {
    await window.page({ action: 'click', css_selector: '#download' });
    const done = await until(
      async () => (await window.page({ action: 'list_downloads' })).downloads?.find(({ state }) => state === 'completed'),
      { what: 'the download is complete' },
    );
    expect(done).toMatchObject({ file_name: 'report.txt', url: site.url('/download/report.txt') });
    expect(await desktop.run('cat', done.path ?? '')).toBe('the contents of the report');
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await watch.stop());
  });
});

describe('the window tools on an attached page', () => {
  let quietWatch: Watch;
  const find = async (role: string, label: string) => {
    const element = (await window.state()).elements?.find((each) => each.role === role && each.label === label);
    if (!element) throw new Error(`no ${role} ${label}`);
    return element;
  };
  const boundsOf = async (selector: string) => {
    const { matches } = await window.page({ action: 'query_dom', css_selector: selector });
    const bounds = matches?.[0]?.bounds;
    if (!bounds) throw new Error(`no place of ${selector}`);
    return { x: Math.floor(bounds.x + bounds.width / 2), y: Math.floor(bounds.y + bounds.height / 2) };
  };

  beforeAll(async () => {
    quietWatch = await personAtWork(desktop);
  });

  test('text is set and typed through the page', async () => {
    const { element_index } = await find('textfield', 'Name');
    const set = await product.call('set_value', { ...window.at, element_index, value: 'Grace' });
    expect(set).toMatchObject({ effect: 'confirmed', route: 'trusted_input' });
    await site.heard({ type: 'input', id: 'name', value: 'Grace', trusted: true });
    const typed = await product.call('type_text', { ...window.at, element_index, text: 'X' });
    expect(typed).toMatchObject({ route: 'trusted_input' });
  });

  test('an option of a select is chosen in the page, and no list opens', async () => {
    const { element_index } = await find('combobox', 'Colour');
    const from = site.events().length;
    const result = await product.call('set_value', { ...window.at, element_index, value: 'Blue' });
    expect(result).toMatchObject({ effect: 'confirmed', route: 'dom', evidence: [{ detail: '"Blue" is selected' }] });
    await site.heard({ type: 'change', id: 'colour', value: 'b' }, { from });
  });

  test('a held modifier goes along with a click', async () => {
    const { element_index } = await find('button', 'Press me');
    const from = site.events().length;
    const result = await product.call('click', { ...window.at, element_index, modifier: ['shift'] });
    expect(result.route).toBe('trusted_input');
    await site.heard({ type: 'click', id: 'press', trusted: true, shift: true }, { from });
  });

  // A browser tells that a drag began before or after it answers the move that began it: many drags meet both.
  test('something is dragged and dropped, every time', async () => {
    const [from, to] = [await boundsOf('#source'), await boundsOf('#target')];
    for (let drag = 0; drag < 12; drag++) {
      const start = site.events().length;
      const result = await product.call('drag', { ...window.at, from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y });
      expect(result.route).toBe('trusted_input');
      await site.heard({ type: 'drop', id: 'target', trusted: true, data: 'cargo' }, { from: start });
    }
  });

  test('the wheel scrolls what is under it', async () => {
    const at = await boundsOf('#scroller');
    const from = site.events().length;
    const result = await product.call('scroll', { ...window.at, ...at, direction: 'down', amount: 2 });
    expect(result.route).toBe('trusted_input');
    await site.heard({ type: 'scroll', id: 'scroller' }, { from });
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await quietWatch.stop());
  });
});
