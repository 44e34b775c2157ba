import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../fixtures/site/server.js';
import type { Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { type BrowserWindow, loaded, personAtWork } from './browser.js';
import { openPageStage, type PageStage } from './stage.js';

let stage: PageStage;
let site: Site;
let window: BrowserWindow;
let watch: Watch;

beforeAll(async () => {
  stage = await openPageStage('/dialogs.html', 'Dialogs');
  ({ site, window } = stage);
  watch = await personAtWork(stage.desktop);
});
afterAll(() => stage?.close());

const run = (javascript: string, more: object = {}) => window.page({ action: 'execute_javascript', javascript, ...more });

describe('scripts', () => {
  test.each([
    ['1 + 1', 2],
    ['document.title', 'Dialogs'],
    ['null', null],
    ['({ a: [1, { b: "c" }], when: new Date(0) })', { a: [1, { b: 'c' }], when: '1970-01-01T00:00:00.000Z' }],
    ['await Promise.resolve([1, 2])', [1, 2]],
    ['const fresh = 3; fresh * 2', 6],
    ['const fresh = 4; fresh * 2', 8],
    ['NaN', 'NaN'],
    ['10n', '10n'],
    ['new Map([["k", new Set([1])]])', [['k', [1]]]],
    ['document.querySelectorAll("h1")', ['<h1>']],
    ['const loop = { name: "loop" }; loop.self = loop; loop', { name: 'loop', self: '[circular]' }],
  ])('%s gives its value', async (javascript, result) => {
    expect((await run(javascript)).result).toEqual(result);
  });

  test('nothing is a result too', async () => {
    expect(await run('void 0')).not.toHaveProperty('result');
  });

  test.each([
    ['throw new RangeError("too far")', /RangeError: too far/],
    ['nowhere.to.go', /nowhere is not defined/],
    ['{ syntax', /SyntaxError/],
    ['Promise.reject(new Error("later"))', /later/],
    ['throw "plain"', /plain/],
  ])('%s fails with what it threw', async (javascript, message) => {
    await expect(run(javascript)).rejects.toMatchObject({ code: 'script_failed', message: expect.stringMatching(message) });
  });

  test.each(['for (;;) {}', 'await new Promise(() => {})'])('%s is ended in time, and the page goes on', async (javascript) => {
    await expect(run(javascript, { timeout_ms: 300 })).rejects.toMatchObject({
      code: 'script_failed',
      message: expect.stringContaining('did not finish'),
    });
    expect((await run('6 * 7')).result).toBe(42);
  });

  test('more than was asked for stays in the page', async () => {
    const long = await run('Array.from({ length: 1e6 }, (_, n) => ({ n }))', { max_characters: 100 });
    expect(long.truncated).toMatchObject({ how: 'max_characters', shown: 100 });
    expect(String(long.result)).toHaveLength(100);
    const text = await run('"x".repeat(50e6)', { max_characters: 20, timeout_ms: 60_000 });
    expect(text.result).toBe(`"${'x'.repeat(19)}`);
    const endless = await run('const deep = () => ({ get next() { return deep(); } }); deep()', { max_characters: 1000 });
    expect(JSON.stringify(endless.result)).toContain('[deep]');
  });

  test('a page cannot lie to what reads it', async () => {
    await run(
      'window.honest = Document.prototype.querySelectorAll; Document.prototype.querySelectorAll = () => []; JSON.stringify = () => "lies"; void 0',
    );
    expect((await window.page({ action: 'query_dom', css_selector: 'button' })).total).toBe(4);
    expect((await window.page({ action: 'get_text' })).text).toContain('Questions');
    await run('location.reload()');
    await loaded(window, 'Dialogs');
  });
});

describe('dialogs', () => {
  const click = (css_selector: string) => window.page({ action: 'click', css_selector });
  const answer = (input: { accept?: boolean; text?: string } = {}) => window.page({ action: 'answer_dialog', ...input });

  test('an alert is told, holds the page up, and is answered', async () => {
    const from = site.events().length;
    const clicked = await click('#alert');
    expect(clicked).toMatchObject({ dialog: { kind: 'alert', message: 'Look here' }, outcome: { effect: 'confirmed' } });
    await expect(window.page({ action: 'get_text' })).rejects.toMatchObject({
      code: 'page_dialog_open',
      details: { dialog: { kind: 'alert' } },
    });
    await expect(run('1')).rejects.toMatchObject({ code: 'page_dialog_open' });
    expect(site.events().slice(from)).toEqual([]);
    await answer();
    await site.heard({ type: 'answered', id: 'alert' }, { from });
  });

  test('a question is answered yes, no, or with text', async () => {
    for (const accept of [true, false]) {
      const from = site.events().length;
      await click('#confirm');
      await answer({ accept });
      await site.heard({ type: 'answered', id: 'confirm', answer: accept }, { from });
    }
    const from = site.events().length;
    expect((await click('#prompt')).dialog).toEqual({ kind: 'prompt', message: 'Your name?', default_text: 'nobody' });
    await answer({ text: 'Ada' });
    await site.heard({ type: 'answered', id: 'prompt', answer: 'Ada' }, { from });
  });

  test('a dialog a script opens ends the script’s call with the question', async () => {
    await expect(run('confirm("Go on?")')).rejects.toMatchObject({ code: 'page_dialog_open', message: expect.stringContaining('Go on?') });
    await answer({ accept: false });
    expect((await run('1')).result).toBe(1);
  });

  test('a dialog the page opens by itself is told to whoever comes next', async () => {
    // On a slow machine the script's own call may be the first that is told.
    await run('setTimeout(() => alert("By myself"), 200)').catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'page_dialog_open' }),
    );
    const asked = await until(
      () =>
        window.page({ action: 'get_text' }).then(
          () => undefined,
          (error: { code: string; details: unknown }) => error,
        ),
      { what: 'the page asks' },
    );
    expect(asked).toMatchObject({ code: 'page_dialog_open', details: { dialog: { kind: 'alert', message: 'By myself' } } });
    await answer();
    expect((await window.page({ action: 'get_text' })).text).toContain('Questions');
  });

  test('one that opens while the page is read ends that with the question', async () => {
    await run('setTimeout(() => { const end = Date.now() + 1000; while (Date.now() < end); alert("Meanwhile"); }, 0)');
    await expect(window.page({ action: 'get_text' })).rejects.toMatchObject({
      code: 'page_dialog_open',
      details: { dialog: { kind: 'alert', message: 'Meanwhile' } },
    });
    await answer();
    expect((await window.page({ action: 'get_text' })).text).toContain('Questions');
  });

  test('a page that asks before it is left stays, unless told otherwise', async () => {
    const from = site.events().length;
    await click('#leave');
    await site.heard({ type: 'armed' }, { from });
    await expect(window.page({ action: 'navigate', url: site.url('/second.html') })).rejects.toMatchObject({
      code: 'page_dialog_open',
      details: { dialog: { kind: 'beforeunload' } },
    });
    expect((await window.page({ action: 'get_text' })).text).toContain('Questions');
    const left = await window.page({ action: 'navigate', url: site.url('/second.html'), accept: true });
    expect(left).toMatchObject({ page: { title: 'Second' }, outcome: { effect: 'confirmed' } });
  });

  test('nothing is answered where nothing was asked', async () => {
    await expect(answer()).rejects.toMatchObject({ code: 'element_not_found' });
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await watch.stop());
  });
});
