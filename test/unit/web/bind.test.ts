import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BrowserWindow, matchWindows } from '../../../src/backends/x11/web/page/bind.js';
import type { Window } from '../../../src/model/window.js';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const here = { x: 10, y: 20, width: 800, height: 600 };
const there = { x: 400, y: 20, width: 800, height: 600 };

const onScreen = (id: number, title: string, bounds: Place = here, more: Partial<Window> = {}): Window => ({
  id,
  pid: 7,
  appId: 'chromium',
  appName: 'Chromium',
  title,
  bounds,
  zIndex: id,
  state: 'normal',
  isActive: false,
  isDialog: false,
  ...more,
});

const inBrowser = (titles: readonly string[], { x, y, width, height }: Place = here, windowState = 'normal'): BrowserWindow => ({
  bounds: { left: x, top: y, width, height, windowState },
  pages: titles.map((title, index) => ({ targetId: `${title}${index}`, type: 'page', title, url: `http://site/${title}` })),
});

const ids = (mine: readonly BrowserWindow[], windows: readonly Window[]) => matchWindows(mine, windows).map((window) => window?.id);

describe('the windows of a browser', () => {
  test('are known by their titles where they lie at the same place', () => {
    expect(ids([inBrowser(['A']), inBrowser(['B'])], [onScreen(1, 'B - Chromium'), onScreen(2, 'A - Chromium')])).toEqual([2, 1]);
  });

  test('are known by their places where they have the same title', () => {
    const windows = [onScreen(1, 'Twin - Chromium', there), onScreen(2, 'Twin - Chromium', here)];
    expect(ids([inBrowser(['Twin'], here), inBrowser(['Twin'], there)], windows)).toEqual([2, 1]);
  });

  test('are told apart by nobody where both are the same', () => {
    const windows = [onScreen(1, 'Twin - Chromium'), onScreen(2, 'Twin - Chromium')];
    expect(ids([inBrowser(['Twin']), inBrowser(['Twin'])], windows)).toEqual([undefined, undefined]);
  });

  test('are known by what is left once the others are', () => {
    const windows = [onScreen(1, 'Twin - Chromium'), onScreen(2, 'just loading'), onScreen(3, 'C - Chromium', there)];
    expect(ids([inBrowser(['C'], there), inBrowser(['Twin'])], windows)).toEqual([3, 1]);
  });

  test('may have another tab in front than the first', () => {
    const windows = [onScreen(1, 'B - Chromium'), onScreen(2, 'C - Chromium')];
    expect(ids([inBrowser(['C', 'D']), inBrowser(['A', 'B'])], windows)).toEqual([2, 1]);
  });

  test('are known by title alone while they are minimised, for their place means nothing then', () => {
    const windows = [onScreen(1, 'A - Chromium', there), onScreen(2, 'B - Chromium', here)];
    expect(ids([inBrowser(['A'], here, 'minimized'), inBrowser(['B'], here)], windows)).toEqual([1, 2]);
  });

  test('are counted in larger pixels on dense screens', () => {
    const twice = ({ x, y, width, height }: Place) => ({ x: 2 * x, y: 2 * y, width: 2 * width, height: 2 * height });
    const windows = [onScreen(1, 'Twin - Chromium', twice(there)), onScreen(2, 'Twin - Chromium', twice(here))];
    expect(ids([inBrowser(['Twin'], here), inBrowser(['Twin'], there)], windows)).toEqual([2, 1]);
  });

  test('do not include its dialogs', () => {
    expect(ids([inBrowser(['A'])], [onScreen(1, 'Open File', here, { isDialog: true }), onScreen(2, 'A - Chromium', there)])).toEqual([2]);
  });

  test('are not taken for one whose title merely begins alike', () => {
    const windows = [onScreen(1, 'News and more - Chromium'), onScreen(2, 'News - Chromium')];
    expect(ids([inBrowser(['News']), inBrowser(['News and more'])], windows)).toEqual([2, 1]);
  });

  test('are never taken for each other, and always known where place and title tell', () => {
    const spot = fc.constantFrom(here, there, { x: 10, y: 500, width: 500, height: 300 });
    const title = fc.constantFrom('A', 'B', 'C', 'D');
    const one = fc.record({ spot, titles: fc.array(title, { minLength: 1, maxLength: 3 }), minimised: fc.boolean() });
    const order = fc.array(one, { minLength: 1, maxLength: 5 }).chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(
          all.map((_, index) => index),
          { minLength: all.length },
        ),
      ),
    );
    fc.assert(
      fc.property(order, ([all, shuffled]) => {
        const mine = all.map(({ spot: at, titles, minimised }) => inBrowser(titles, at, minimised ? 'minimized' : 'normal'));
        const windows = shuffled.map((index) => onScreen(index, `${all[index]?.titles[0]} - Chromium`, all[index]?.spot));
        for (const [index, found] of ids(mine, windows).entries()) if (found !== undefined) expect(found).toBe(index);
        const isTold =
          new Set(all.flatMap(({ titles }) => [...new Set(titles)])).size === all.flatMap(({ titles }) => [...new Set(titles)]).length;
        if (isTold) expect(ids(mine, windows)).toEqual(all.map((_, index) => index));
      }),
      { numRuns: 500 },
    );
  });
});
