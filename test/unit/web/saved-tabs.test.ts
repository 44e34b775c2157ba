import { describe, expect, test } from 'vitest';
import type { PageInfo } from '../../../src/model/page.js';
import { withSavedAddresses } from '../../../src/verbs/page/saved-tabs.js';

const tab = (title: string, url = ''): PageInfo => ({ id: '', title, url, windowId: 1, active: url !== '' });
const saved = (selected: number, ...urls: string[]) => ({ selected, tabs: urls.map((url) => ({ url, title: '' })) });
const urls = (pages: readonly PageInfo[]) => pages.map(({ url }) => url);

const strip = [tab('One', 'http://one/'), tab('Two'), tab('Three')];

describe('addresses the browser wrote down', () => {
  test('are given to the tabs that are not shown, and marked', () => {
    const { pages, hint } = withSavedAddresses(strip, [saved(0, 'http://one/', 'http://two/', 'http://three/'), saved(0, 'http://four/')]);
    expect(urls(pages)).toEqual(['http://one/', 'http://two/', 'http://three/']);
    expect(pages.map(({ isSaved }) => isSaved === true)).toEqual([false, true, true]);
    expect(hint).toBeUndefined();
  });

  test.each([
    ['fewer tabs', saved(0, 'http://one/', 'http://two/')],
    ['another tab shown', saved(1, 'http://one/', 'http://two/', 'http://three/')],
    ['another address shown', saved(0, 'http://old/', 'http://two/', 'http://three/')],
    ['another title', { selected: 0, tabs: ['One', 'Old', 'Three'].map((title) => ({ url: `http://${title.toLowerCase()}/`, title })) }],
  ])('are not believed when %s was written down', (_, window) => {
    const { pages, hint } = withSavedAddresses(strip, [window]);
    expect(urls(pages)).toEqual(['http://one/', '', '']);
    expect(hint).toMatch(/does not fit this window/);
  });

  test('are believed of none when two windows may be meant, unless both say the same', () => {
    const first = saved(0, 'http://one/', 'http://two/', 'http://three/');
    const second = saved(0, 'http://one/', 'http://two/', 'http://four/');
    expect(withSavedAddresses(strip, [first, second])).toEqual({ pages: strip, hint: expect.stringMatching(/^2 windows/) });
    expect(urls(withSavedAddresses(strip, [first, first]).pages)[2]).toBe('http://three/');
  });
});
