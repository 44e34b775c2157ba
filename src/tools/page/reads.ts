import type { Page } from '../../backends/port.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import { mapWindow, windowRectToImage } from '../../image/coordinates.js';
import { screenRect, windowRect } from '../../model/geometry.js';
import type { PageInfo } from '../../model/page.js';
import type { Window } from '../../model/window.js';
import { attachPage, consent, hasConsent, reachable } from '../../verbs/page/attach.js';
import { type DomMatch, type PageText, queryDom, readText } from '../../verbs/page/read-page.js';
import { pagesOfTree, queryTree, readPageTree, textOfTree } from '../../verbs/page/read-tree.js';
import { type AddressedTabs, withSavedAddresses } from '../../verbs/page/saved-tabs.js';
import type { PageArguments, PageResult } from './schema.js';

const DEFAULT_CHARACTERS = 50_000;
const DEFAULT_MATCHES = 100;
const DEFAULT_LOAD_MS = 10_000;

/** Reads need no act: they are judged as looking, and attach only where that is allowed. */
export async function readPage(call: Call, window: Window, input: PageArguments): Promise<PageResult> {
  await call.engine.gate.decideRead(call, window);
  const endpoint = await reachable(call, window);
  if (input.action === 'list_downloads') return listDownloads(call, window);
  if (!endpoint) return readByTree(call, window, input);
  if (input.action === 'list_pages') {
    await consent(call, window, endpoint);
    const pages = await (await call.backend()).pages.list(window, call.signal);
    return { ...head(input, 'endpoint'), pages: pages.map(toRecord) };
  }
  const page = await attachPage(call, window, input.page_id);
  const top = { ...head(input, 'endpoint'), page: toRecord(page.info), ...dialogPart(page) };
  if (input.action === 'wait_for_load') return { ...top, loaded: await page.loaded(input.timeout_ms ?? DEFAULT_LOAD_MS, call.signal) };
  if (input.action === 'get_text')
    return { ...top, ...textPart(await readText(page, input.max_characters ?? DEFAULT_CHARACTERS, call.signal)) };
  const query = queryOf(input);
  return { ...top, ...matchPart(call, window, await queryDom(page, query, call.signal)) };
}

async function readByTree(call: Call, window: Window, input: PageArguments): Promise<PageResult> {
  if (input.page_id !== undefined || input.action === 'wait_for_load') {
    throw new DriverError('page_unavailable', `${window.appName || 'The application'} (pid ${window.pid}) offers no debugging endpoint.`, {
      pid: window.pid,
    });
  }
  const tree = await readPageTree(call, window);
  const top = head(input, 'accessibility');
  if (input.action === 'list_pages') return { ...top, ...(await tabsPart(call, window, pagesOfTree(window, tree))) };
  if (input.action === 'get_text') return { ...top, ...textPart(textOfTree(tree.documents, input.max_characters ?? DEFAULT_CHARACTERS)) };
  return { ...top, ...matchPart(call, window, queryTree(tree.documents, queryOf(input))) };
}

/** Of tabs that are not shown a tree has only the titles. */
async function tabsPart(call: Call, window: Window, tabs: readonly PageInfo[]): Promise<Pick<PageResult, 'pages' | 'hint'>> {
  const { pages, hint } = await addressed(call, window, tabs);
  return { pages: pages.map(toRecord), ...(hint === undefined ? {} : { hint }) };
}

async function addressed(call: Call, window: Window, tabs: readonly PageInfo[]): Promise<AddressedTabs> {
  if (tabs.every(({ url }) => url !== '')) return { pages: tabs };
  if (!hasConsent(call, window)) return { pages: tabs, hint: WITHOUT_CONSENT };
  const saved = (await call.backend()).pages.savedWindows(window);
  return saved ? withSavedAddresses(tabs, saved) : { pages: tabs, hint: NOTHING_SAVED };
}

const WITHOUT_CONSENT =
  'Addresses of tabs that are not shown are in the browser’s own session file, which is read only once the person allowed attach_user_browser.';
const NOTHING_SAVED =
  'Addresses of tabs that are not shown are known only to the browser: start it with launch_app and remote_debugging to have them.';

async function listDownloads(call: Call, window: Window): Promise<PageResult> {
  const downloads = (await call.backend()).pages.downloads(window);
  return {
    action: 'list_downloads',
    via: 'endpoint',
    untrusted: true,
    downloads: downloads.map(({ url, fileName, path, state, receivedBytes }) => ({
      url,
      file_name: fileName,
      path,
      state,
      received_bytes: receivedBytes,
    })),
  };
}

function queryOf({ css_selector, attributes, limit }: PageArguments) {
  if (css_selector === undefined) throw new DriverError('invalid_input', 'page: query_dom needs css_selector.');
  return { selector: css_selector, attributes: attributes ?? [], limit: limit ?? DEFAULT_MATCHES };
}

export const head = ({ action }: PageArguments, via: PageResult['via']): Pick<PageResult, 'action' | 'via' | 'untrusted'> => ({
  action,
  via,
  untrusted: true,
});

export const toRecord = ({ id, title, url, windowId, active, isSaved }: PageInfo) => ({
  page_id: id,
  title,
  url,
  window_id: windowId,
  active,
  ...(isSaved ? { url_from: 'session_file' as const } : {}),
});

export function dialogPart(page: Page): Pick<PageResult, 'dialog'> {
  const dialog = page.dialog();
  return dialog ? { dialog: { kind: dialog.kind, message: dialog.message, default_text: dialog.defaultText } } : {};
}

const textPart = ({ text, total }: PageText): Pick<PageResult, 'text' | 'truncated'> => ({
  text,
  ...(total > text.length ? { truncated: { shown: text.length, total, how: 'max_characters' } } : {}),
});

/** Places are told in the pixels a caller clicks with: those of the window's latest screenshot. */
function matchPart(
  call: Call,
  window: Window,
  { total, matches }: { total: number; matches: readonly DomMatch[] },
): Pick<PageResult, 'matches' | 'total' | 'truncated'> {
  const shown = call.session.knownWindow(window.pid ?? 0, window.id)?.imageMap?.map;
  const map = shown ?? mapWindow(screenRect(window.bounds), { maxDimension: call.setting('max_image_dimension') });
  return {
    total,
    matches: matches.map(({ tag, text, attributes, bounds, visible, inView, frame }) => ({
      tag,
      text,
      attributes: { ...attributes },
      bounds: bounds && windowRectToImage(map, windowRect(bounds)),
      visible,
      in_view: inView,
      ...(frame === undefined ? {} : { frame_url: frame }),
    })),
    ...(total > matches.length ? { truncated: { shown: matches.length, total, how: 'limit' } } : {}),
  };
}
