/** Which page is in which window, by identity: the browser's own windows are matched to the display's by place and title. */
import type { PageInfo } from '../../../../model/page.js';
import type { Window } from '../../../../model/window.js';
import { CdpError, CdpTimeout } from '../../../../wire/cdp/errors.js';
import type { BrowserLink, TargetInfo } from '../browser/browser-link.js';

interface BrowserBounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly windowState: string;
}

/** A window as the browser counts it, with its tabs. */
export interface BrowserWindow {
  /** Undefined where the browser does not tell. */
  readonly bounds: BrowserBounds | undefined;
  readonly pages: readonly TargetInfo[];
}

/** Frames and shadows some window managers and browsers count as part of a window. */
const SLACK = 64;
const VISIBILITY_MS = 400;

export async function bindPages(link: BrowserLink, windows: readonly Window[], signal: AbortSignal): Promise<PageInfo[]> {
  const browserWindows = await readBrowserWindows(link, signal);
  const bound = matchWindows(browserWindows, windows);
  const infos = await Promise.all(
    browserWindows.map(async (browserWindow, index): Promise<PageInfo[]> => {
      const window = bound[index];
      const active = await shownPage(link, browserWindow, window, signal);
      return browserWindow.pages.map(({ targetId, title, url }) => ({
        id: targetId,
        title,
        url,
        windowId: window?.id ?? null,
        active: active === undefined ? null : active === targetId,
      }));
    }),
  );
  return infos.flat();
}

interface FoundWindow {
  readonly windowId: number | string;
  readonly bounds: BrowserBounds | undefined;
}

async function readBrowserWindows(link: BrowserLink, signal: AbortSignal): Promise<BrowserWindow[]> {
  const pages = await link.pages(signal);
  const byId = new Map<number | string, { bounds: BrowserBounds | undefined; pages: TargetInfo[] }>();
  await Promise.all(
    pages.map(async (page) => {
      const found = await link.client
        .call<FoundWindow>('Browser.getWindowForTarget', { targetId: page.targetId }, { signal })
        .catch((error: unknown) => withoutWindows(error, page));
      if (!found) return;
      const known = byId.get(found.windowId);
      if (known) known.pages.push(page);
      else byId.set(found.windowId, { bounds: found.bounds, pages: [page] });
    }),
  );
  // Answers come in any order; the browser's own order of its tabs stays.
  const place = new Map(pages.map(({ targetId }, index) => [targetId, index]));
  const order = (page: TargetInfo | undefined): number => place.get(page?.targetId ?? '') ?? 0;
  const found = [...byId.values()].map((each) => ({ ...each, pages: each.pages.sort((a, b) => order(a) - order(b)) }));
  return found.sort((a, b) => order(a.pages[0]) - order(b.pages[0]));
}

const METHOD_NOT_FOUND = -32601;

/** Electron knows no windows and no tabs: each of its pages fills one. Elsewhere, developer tools and the like are in no window. */
function withoutWindows(error: unknown, { targetId }: TargetInfo): FoundWindow | undefined {
  if (!(error instanceof CdpError)) throw error;
  return error.code === METHOD_NOT_FOUND ? { windowId: targetId, bounds: undefined } : undefined;
}

/** For each browser window the one window it must be; undefined where more than one fits, or none does. */
export function matchWindows(browserWindows: readonly BrowserWindow[], windows: readonly Window[]): (Window | undefined)[] {
  const plain = windows.filter(({ isDialog }) => !isDialog);
  const [onlyWindow] = plain;
  if (browserWindows.length === 1 && plain.length === 1) return [onlyWindow];
  const byPlaceAndTitle = (mine: BrowserWindow, theirs: Window) => isPlacedAt(mine, theirs) && showsOneOf(mine, theirs);
  const first = pairUnique(browserWindows, plain, byPlaceAndTitle);
  const taken = new Set(first.filter((window) => window !== undefined));
  const open = browserWindows.filter((_, index) => first[index] === undefined);
  const free = plain.filter((window) => !taken.has(window));
  // What is left over is told apart by one of the two alone.
  const second = [isPlacedAt, showsOneOf].reduce<(Window | undefined)[]>(
    (found, fits) => {
      const next = pairUnique(open, free, fits);
      return open.map((_, index) => found[index] ?? next[index]);
    },
    open.map(() => undefined),
  );
  const late = new Map(open.map((browserWindow, index) => [browserWindow, second[index]]));
  return browserWindows.map((browserWindow, index) => first[index] ?? late.get(browserWindow));
}

/** Pairs where each is the other's only fit. */
function pairUnique(
  mine: readonly BrowserWindow[],
  theirs: readonly Window[],
  fits: (mine: BrowserWindow, theirs: Window) => boolean,
): (Window | undefined)[] {
  return mine.map((each) => {
    const [window, ...others] = theirs.filter((candidate) => fits(each, candidate));
    if (!window || others.length > 0) return undefined;
    return mine.filter((rival) => fits(rival, window)).length === 1 ? window : undefined;
  });
}

/** The browser counts in its own pixels, which are larger than the display's on dense screens. */
function isPlacedAt({ bounds }: BrowserWindow, window: Window): boolean {
  if (!bounds || bounds.width <= 0 || bounds.windowState === 'minimized') return false;
  const scale = Math.max(1, Math.round((window.bounds.width / bounds.width) * 4) / 4);
  const near = (theirs: number, ours: number) => Math.abs(theirs * scale - ours) <= SLACK;
  const { x, y, width, height } = window.bounds;
  return near(bounds.left, x) && near(bounds.top, y) && near(bounds.width, width) && near(bounds.height, height);
}

const showsOneOf = ({ pages }: BrowserWindow, window: Window): boolean => pages.some((page) => isTitleOf(page, window));

/** Browsers put their own name behind the page's. */
const isTitleOf = ({ title, url }: TargetInfo, window: Window): boolean =>
  [title, url.replace(/^\w+:\/\//, '')].some((name) => name !== '' && (window.title === name || window.title.startsWith(`${name} - `)));

/** The tab a window shows: the one whose title the window bears, or the one that says it is visible. */
async function shownPage(
  link: BrowserLink,
  { pages }: BrowserWindow,
  window: Window | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [only, ...others] = pages;
  if (others.length === 0) return only?.targetId;
  const titled = window ? pages.filter((page) => isTitleOf(page, window)) : [];
  if (titled.length === 1) return titled[0]?.targetId;
  const asked = titled.length > 0 ? titled : pages;
  const visible = await Promise.all(asked.map((page) => isVisible(link, page, signal)));
  const [shown, ...more] = asked.filter((_, index) => visible[index]);
  return more.length === 0 ? shown?.targetId : undefined;
}

async function isVisible(link: BrowserLink, { targetId }: TargetInfo, signal: AbortSignal): Promise<boolean> {
  const { id } = await link.session(targetId, signal);
  const options = { session: id, timeoutMs: VISIBILITY_MS, signal };
  try {
    const { result } = await link.client.call<{ result: { value?: unknown } }>(
      'Runtime.evaluate',
      { expression: 'document.visibilityState' },
      options,
    );
    return result.value === 'visible';
  } catch (error) {
    if (error instanceof CdpTimeout || error instanceof CdpError) return false; // it hangs, or has no document yet
    throw error;
  }
}
