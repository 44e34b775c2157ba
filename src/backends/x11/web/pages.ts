import { join } from 'node:path';
import { DriverError } from '../../../errors/driver-error.js';
import type { Rect } from '../../../model/geometry.js';
import type { PageDownload, PageEndpoint, PageInfo, SavedWindow, ScriptOutcome } from '../../../model/page.js';
import type { Window } from '../../../model/window.js';
import type { Page, Pages, ScriptRequest } from '../../port.js';
import type { Guarded } from '../guarded.js';
import { asPageError, BrowserLink } from './browser/browser-link.js';
import { findEndpoint } from './browser/endpoint.js';
import { savedWindows } from './browser/saved-tabs.js';
import { runInMain } from './node/main-process.js';
import { AttachedPage } from './page/attached-page.js';
import { bindPages } from './page/bind.js';
import type { PretendedFocus } from './pretended-focus.js';

export interface PagesOptions {
  readonly browsersDir: string;
  readonly windows: { list(): Promise<readonly Window[]> };
  readonly focus: PretendedFocus;
  readonly guarded: Guarded;
  /** Where a window shows its page, on the screen. */
  pageArea(window: Window): Promise<Rect | undefined>;
}

const CANDIDATES = 10;

export class X11Pages implements Pages {
  /** One connection per browser process. */
  readonly #links = new Map<number, Promise<BrowserLink>>();
  readonly #open = new Map<number, BrowserLink>();
  readonly #pages = new Map<string, AttachedPage>();

  constructor(private readonly options: PagesOptions) {}

  async endpoint({ pid }: Window): Promise<PageEndpoint | undefined> {
    const found = pid === null ? undefined : findEndpoint(pid, this.options.browsersDir);
    return found && { owner: found.owner, transport: found.transport };
  }

  async list(window: Window, signal: AbortSignal): Promise<readonly PageInfo[]> {
    const link = await this.#link(window, signal);
    const windows = (await this.options.windows.list()).filter(({ pid }) => pid === window.pid);
    try {
      return await bindPages(link, windows, signal);
    } catch (error) {
      throw asPageError(error);
    }
  }

  async open(window: Window, pageId: string | undefined, signal: AbortSignal): Promise<Page> {
    const infos = await this.list(window, signal);
    const info = pageId === undefined ? shownIn(window, infos) : named(window, pageId, infos);
    const link = await this.#link(window, signal);
    const known = this.#pages.get(info.id);
    const page = known?.info.windowId === info.windowId ? known : new AttachedPage(link, info, this.#surroundings(info));
    page.info = info;
    this.#pages.set(info.id, page);
    return page;
  }

  async attached(window: Window, signal: AbortSignal): Promise<Page | undefined> {
    const found = await this.endpoint(window);
    if (!found || (found.owner === 'person' && !this.#links.has(window.pid ?? 0))) return undefined;
    return this.open(window, undefined, signal).catch(unlessAmbiguous);
  }

  savedWindows({ pid }: Window): readonly SavedWindow[] | undefined {
    return pid === null ? undefined : savedWindows(pid);
  }

  downloads({ pid }: Window): readonly PageDownload[] {
    return this.#open.get(pid ?? 0)?.downloads ?? [];
  }

  async runInMain({ id, pid }: Window, request: ScriptRequest, signal: AbortSignal): Promise<ScriptOutcome> {
    if (pid === null) throw new DriverError('page_unavailable', 'The window does not say which process it belongs to.');
    try {
      return await this.options.guarded(id, () => runInMain(pid, request, signal));
    } catch (error) {
      throw asPageError(error);
    }
  }

  async close(): Promise<void> {
    await this.options.focus.endAll().catch(() => undefined); // the display may be gone first
    for (const link of this.#open.values()) link.close();
    this.#links.clear();
    this.#open.clear();
  }

  async #link(window: Window, signal: AbortSignal): Promise<BrowserLink> {
    const pid = window.pid ?? 0;
    const known = await this.#links.get(pid)?.catch(() => undefined);
    if (known && !known.isClosed) return known;
    const opening = this.#connect(window, signal);
    this.#links.set(pid, opening);
    opening.catch(() => this.#links.delete(pid));
    return opening;
  }

  async #connect(window: Window, signal: AbortSignal): Promise<BrowserLink> {
    const pid = window.pid ?? 0;
    const endpoint = findEndpoint(pid, this.options.browsersDir);
    if (!endpoint) {
      throw new DriverError('page_unavailable', `${window.appName || 'The application'} (pid ${pid}) offers no debugging endpoint.`, {
        pid,
      });
    }
    const link = await BrowserLink.open(endpoint, signal);
    if (endpoint.transport === 'pipe') await link.receiveDownloads(join(endpoint.pipe.commands, '..', 'downloads'));
    this.#open.set(pid, link);
    void link.client.closed.then(() => {
      link.close();
      if (this.#open.get(pid) === link) this.#open.delete(pid);
    });
    return link;
  }

  #surroundings({ windowId }: PageInfo) {
    const { windows, focus, guarded, pageArea } = this.options;
    const find = async () => (await windows.list()).find(({ id }) => id === windowId);
    let size: Window['bounds'] | undefined;
    return {
      calmly: async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
        if (windowId === null) return work();
        return guarded(windowId, async () => {
          await focus.begin(windowId, signal);
          return work();
        });
      },
      area: async () => {
        const window = await find();
        size = window?.bounds;
        const area = window && (await pageArea(window));
        return window && area && { ...area, x: area.x - window.bounds.x, y: area.y - window.bounds.y };
      },
      isShown: async () => (await find())?.state === 'normal',
      get windowSize() {
        return size;
      },
    };
  }
}

function shownIn(window: Window, infos: readonly PageInfo[]): PageInfo {
  const own = infos.filter(({ windowId }) => windowId === window.id);
  const [shown, ...others] = own.filter(({ active }) => active === true);
  if (shown && others.length === 0) return shown;
  const candidates = own.length > 0 ? own : infos.filter(({ windowId }) => windowId === null);
  if (candidates.length > 0) {
    throw new DriverError('page_ambiguous', `${candidates.length} pages may be the one window_id ${window.id} shows.`, {
      candidates: told(candidates),
    });
  }
  throw new DriverError('page_not_found', `window_id ${window.id} shows no page.`, { candidates: told(infos) });
}

function named(window: Window, pageId: string, infos: readonly PageInfo[]): PageInfo {
  const info = infos.find(({ id }) => id === pageId);
  if (!info) throw new DriverError('page_not_found', `There is no page ${pageId.slice(0, 60)} any more.`, { candidates: told(infos) });
  if (info.windowId !== null && info.windowId !== window.id) {
    throw new DriverError('page_not_found', `Page ${pageId} is in window_id ${info.windowId}, not ${window.id}.`, {
      window_id: info.windowId,
    });
  }
  return info;
}

const told = (infos: readonly PageInfo[]) =>
  infos.slice(0, CANDIDATES).map(({ id, title, url, windowId }) => ({ page_id: id, title, url, window_id: windowId }));

/** A route that cannot tell which page is meant is no route. */
function unlessAmbiguous(error: unknown): undefined {
  if (error instanceof DriverError) return undefined;
  throw error;
}
