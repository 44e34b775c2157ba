import { describe, expect, test } from 'vitest';
import type { ElementNode } from '../../../src/model/element.js';
import { pagesOfTree, queryTree, textOfTree } from '../../../src/verbs/page/read-tree.js';
import { el, win } from '../snapshot/build-tree.js';

const page = el('webarea', 'Shop', { url: 'http://site/' }, [
  el('heading', 'Offers'),
  el('form', '', {}, [
    el('textfield', 'Name', { value: 'Ada' }),
    el('checkbox', 'Agree', { states: ['checked'] }),
    el('button', 'Send now'),
    el('button', 'Later', { states: ['disabled'] }),
  ]),
  el('list', '', {}, [el('listitem', '', {}, [el('link', 'News', { url: 'http://site/news' }), el('text', 'of today')])]),
  el('text', 'secret', { states: ['hidden'] }),
]);

const names = (selector: string, root: ElementNode = page) =>
  queryTree([root], { selector, attributes: [], limit: 100 }).matches.map(({ text }) => text);

describe('a selector on a tree', () => {
  test.each([
    ['button', ['Send now', 'Later']],
    ['BUTTON', ['Send now', 'Later']],
    ['button:disabled', ['Later']],
    ['input:checked', ['Agree']],
    ['input', ['Ada', 'Agree']],
    ['[role=heading]', ['Offers']],
    ['[aria-label="Send now"]', ['Send now']],
    ['[aria-label^=Send]', ['Send now']],
    ['[aria-label$=now]', ['Send now']],
    ['[aria-label*="nd n"]', ['Send now']],
    ['[aria-label~=now]', ['Send now']],
    ['a[href$="/news"]', ['News']],
    ['form > button', ['Send now', 'Later']],
    ['ul a', ['News']],
    ['form > a', []],
    ['a > form', []],
    ['h1, a', ['Offers', 'News']],
    ['[value=Ada]', ['Ada']],
    ['nosuchtag', []],
  ])('%s finds %j', (selector, found) => {
    expect(names(selector)).toEqual(found);
  });

  test.each(['#id', '.class', 'a:hover', '[data-x=1]', 'a + b', '', 'a,,b', 'button:nth-child(2)', '['])(
    '%j is refused by name, not matched with nothing',
    (selector) => {
      expect(() => names(selector)).toThrowError(expect.objectContaining({ code: 'invalid_input' }));
    },
  );

  test('gives what was asked for, bounded, and says how many there are', () => {
    const { total, matches } = queryTree([page], { selector: 'button, a', attributes: ['href', 'role', 'id'], limit: 1 });
    expect(total).toBe(3);
    expect(matches).toMatchObject([{ tag: 'button', attributes: { role: 'button' }, bounds: { x: 10, y: 10, width: 20, height: 10 } }]);
  });
});

describe('the text of a tree', () => {
  test('is read in order, blocks on lines of their own, hidden parts left out', () => {
    expect(textOfTree([page], 1000).text.trim().split('\n')).toEqual(['Offers', 'Ada Agree', 'Send now', 'Later', 'News of today']);
  });

  test('is cut where asked, and its length told', () => {
    const { text, total } = textOfTree([page], 3);
    expect(text).toBe('Off');
    expect(total).toBeGreaterThan(20);
  });
});

describe('the tabs of a tree', () => {
  const window = {
    id: 9,
    pid: 7,
    appId: '',
    appName: '',
    title: '',
    bounds: { x: 0, y: 0, width: 1, height: 1 },
    zIndex: 0,
    state: 'normal',
    isActive: false,
    isDialog: false,
  } as const;

  test('are told by title; the address is known of the one that shows', () => {
    const root = win(el('tab', 'Shop', { states: ['selected'] }), el('tab', 'Mail'), page);
    expect(pagesOfTree(window, { root, documents: [page], degraded: undefined })).toEqual([
      { id: '', title: 'Shop', url: 'http://site/', windowId: 9, active: true },
      { id: '', title: 'Mail', url: '', windowId: 9, active: false },
    ]);
  });

  test('do not include those a page shows itself', () => {
    const own = el('webarea', 'Shop', { url: 'http://site/' }, [el('tab', 'Inside', { inWebContent: true })]);
    const pages = pagesOfTree(window, { root: win(own), documents: [own], degraded: undefined });
    expect(pages).toMatchObject([{ title: 'Shop', active: true }]);
  });
});
