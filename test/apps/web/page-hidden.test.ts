// Pages nobody can see: the window lies wholly under the person's own, or is minimised, also right after the agent used it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Site, SiteEvent } from '../../fixtures/site/server.js';
import type { Product } from '../../harness/product.js';
import type { Desktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { type BrowserWindow, personAtWork } from './browser.js';
import { openPageStage, type PageStage } from './stage.js';

const wholeScreen = { x: 0, y: 0, width: 1270, height: 860 };

let stage: PageStage;
let desktop: Desktop;
let product: Product;
let site: Site;
let window: BrowserWindow;

beforeAll(async () => {
  stage = await openPageStage('/controls.html', 'Controls');
  ({ desktop, product, site, window } = stage);
});
afterAll(() => stage?.close());

const isMinimised = async () => /Iconic/.test(await desktop.run('xprop', '-id', String(window.at.window_id), 'WM_STATE'));

async function cover(): Promise<Watch> {
  const watch = await personAtWork(desktop, { at: wholeScreen });
  const { x, y, width, height } = await oracleOf(desktop).window(window.at.window_id);
  expect(x >= wholeScreen.x && y >= wholeScreen.y).toBe(true);
  expect(x + width <= wholeScreen.x + wholeScreen.width && y + height <= wholeScreen.y + wholeScreen.height).toBe(true);
  return watch;
}

async function minimise(): Promise<Watch> {
  await window.page({ action: 'navigate', url: site.url('/controls.html') });
  await desktop.run('xdotool', 'windowminimize', String(window.at.window_id));
  await until(isMinimised, { what: 'the window is minimised' });
  return personAtWork(desktop);
}

describe('a page in a window under the person’s', () => {
  let watch: Watch;
  beforeAll(async () => {
    watch = await cover();
    await window.page({ action: 'navigate', url: site.url('/controls.html') });
  });

  const heardAfter = async (act: () => Promise<unknown>, details: Partial<SiteEvent>): Promise<void> => {
    const from = site.events().length;
    await act();
    await site.heard(details, { from });
    expect(await isMinimised()).toBe(false);
  };
  const placeOf = async (css_selector: string) => {
    const { matches } = await window.page({ action: 'query_dom', css_selector });
    const bounds = matches?.[0]?.bounds;
    if (!bounds) throw new Error(`no place of ${css_selector}`);
    return { x: Math.floor(bounds.x + bounds.width / 2), y: Math.floor(bounds.y + bounds.height / 2) };
  };

  test('is read', async () => {
    expect((await window.page({ action: 'get_text' })).text).toContain('Controls of a page');
    const { matches } = await window.page({ action: 'query_dom', css_selector: '#press' });
    expect(matches).toMatchObject([{ text: 'Press me', visible: true }]);
    expect((await window.state()).tree_markdown).toContain('"Press me"');
    expect(await isMinimised()).toBe(false);
  });

  test('is clicked, once, twice and with the other button', async () => {
    await heardAfter(() => window.page({ action: 'click', css_selector: '#press' }), { type: 'click', id: 'press', trusted: true });
    await heardAfter(() => window.page({ action: 'double_click', css_selector: '#press' }), {
      type: 'dblclick',
      id: 'press',
      trusted: true,
    });
    await heardAfter(() => window.page({ action: 'right_click', css_selector: '#context' }), {
      type: 'contextmenu',
      id: 'context',
      trusted: true,
    });
  });

  test('is typed into and chosen from', async () => {
    await heardAfter(() => window.page({ action: 'type_text', css_selector: '#notes', text: 'one' }), {
      type: 'input',
      value: 'one',
      trusted: true,
    });
    await heardAfter(() => window.page({ action: 'press_key', text: 'enter' }), {
      type: 'input',
      id: 'notes',
      value: 'one\n',
      trusted: true,
    });
    await heardAfter(() => window.page({ action: 'select_option', css_selector: '#colour', text: 'Blue' }), { type: 'change', value: 'b' });
  });

  test('is clicked, dragged and scrolled by the places of its window', async () => {
    const press = await placeOf('#press');
    await heardAfter(() => product.call('click', { ...window.at, ...press }), { type: 'click', id: 'press', trusted: true });
    const [from, to] = [await placeOf('#source'), await placeOf('#target')];
    const drag = { from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y };
    await heardAfter(() => product.call('drag', { ...window.at, ...drag }), { type: 'drop', id: 'target', trusted: true, data: 'cargo' });
    const at = await placeOf('#scroller');
    await product.call('scroll', { ...window.at, ...at, direction: 'down', amount: 2 });
    // Asked, not listened for: a page that draws nothing tells of its scrolling when it is shown again.
    const scrolled = () => window.page({ action: 'execute_javascript', javascript: 'document.getElementById("scroller").scrollTop' });
    await until(async () => Number((await scrolled()).result) > 50, { what: 'the box is scrolled' });
    expect(await isMinimised()).toBe(false);
  });

  test('asks, and is answered', async () => {
    await window.page({ action: 'navigate', url: site.url('/dialogs.html') });
    const from = site.events().length;
    expect((await window.page({ action: 'click', css_selector: '#confirm' })).dialog).toMatchObject({ kind: 'confirm' });
    expect(await isMinimised()).toBe(false);
    await window.page({ action: 'answer_dialog', accept: true });
    await site.heard({ type: 'answered', id: 'confirm', answer: true }, { from });
    expect(await isMinimised()).toBe(false);
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await watch.stop());
  });
});

describe('a page in a minimised window', () => {
  let watch: Watch;
  beforeAll(async () => {
    watch = await minimise();
  });

  test('is read: text, elements, pages, tree and the result of a script', async () => {
    const { page, text } = await window.page({ action: 'get_text' });
    expect(text).toContain('Controls of a page');
    expect(page).toMatchObject({ title: 'Controls', window_id: window.at.window_id });
    const { matches } = await window.page({ action: 'query_dom', css_selector: '#press', attributes: ['id'] });
    expect(matches).toMatchObject([{ text: 'Press me', visible: true, attributes: { id: 'press' } }]);
    expect((await window.page({ action: 'list_pages' })).pages).toMatchObject([{ title: 'Controls', url: site.url('/controls.html') }]);
    expect((await window.page({ action: 'wait_for_load' })).loaded).toBe(true);
    expect((await window.page({ action: 'execute_javascript', javascript: 'document.title' })).result).toBe('Controls');
    const texts = '[...document.querySelectorAll("button")].map((each) => each.innerText.trim())';
    expect((await window.page({ action: 'execute_javascript', javascript: texts })).result).toEqual(['Press me', 'Not now']);
    const state = await window.state({ javascript: 'document.links.length' });
    expect(state).toMatchObject({ state: 'minimized', javascript_result: 3, untrusted_content: true });
    expect(state.tree_markdown).toContain('"Press me"');
    expect(await isMinimised()).toBe(true);
  });

  test('is not pressed, typed into nor changed by a script, which might bring it back', async () => {
    const refused = { code: 'window_minimized' };
    const from = site.events().length;
    await expect(window.page({ action: 'click', css_selector: '#press' })).rejects.toMatchObject(refused);
    await expect(window.page({ action: 'type_text', css_selector: '#notes', text: 'one' })).rejects.toMatchObject(refused);
    for (const javascript of ['confirm("Go on?")', 'document.title = "changed"', 'document.getElementById("press").click()'])
      await expect(window.page({ action: 'execute_javascript', javascript }), javascript).rejects.toMatchObject(refused);
    expect((await window.page({ action: 'execute_javascript', javascript: 'document.title' })).result).toBe('Controls');
    expect(await isMinimised()).toBe(true);
    const acted = ({ type }: SiteEvent) => type === 'click' || type === 'input';
    expect(site.events().slice(from).filter(acted)).toEqual([]);
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await watch.stop());
  });
});
