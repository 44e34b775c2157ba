/** Windows in words that survive a restart, and finding them again. */
import type { Window } from '../model/window.js';
import type { WindowFacts } from './format.js';

/** Gives each window of a recording a short name of its own. */
export class WindowRefs {
  readonly #refs = new Map<number, string>();

  facts(window: Window): WindowFacts {
    return {
      ref: this.ref(window.id),
      app_id: window.appId,
      app_name: window.appName,
      title: window.title,
      is_dialog: window.isDialog,
      width: window.bounds.width,
      height: window.bounds.height,
      window_id: window.id,
      pid: window.pid,
    };
  }

  ref(windowId: number): string {
    const known = this.#refs.get(windowId);
    if (known !== undefined) return known;
    const ref = `w${this.#refs.size + 1}`;
    this.#refs.set(windowId, ref);
    return ref;
  }
}

export type WindowMatch =
  | { readonly kind: 'match'; readonly window: Window; readonly healed: readonly string[] }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Window[] }
  | { readonly kind: 'none'; readonly candidates: readonly Window[] };

/** Never answers with a window of another application, and with one of another title only when numbers or an edit mark differ. */
export function findWindow(windows: readonly Window[], wanted: WindowFacts): WindowMatch {
  const ofApp = windows.filter((window) => window.appId === wanted.app_id);
  const alike = ofApp.filter((window) => window.isDialog === wanted.is_dialog);
  const exact = alike.filter((window) => window.title === wanted.title);
  const similar = exact.length > 0 ? exact : alike.filter((window) => pattern(window.title) === pattern(wanted.title));
  const [only, ...others] = similar;
  if (!only) return { kind: 'none', candidates: ofApp };
  if (others.length > 0) return { kind: 'ambiguous', candidates: similar };
  return { kind: 'match', window: only, healed: only.title === wanted.title ? [] : [`its title is "${only.title}" now`] };
}

/** A title without what changes from run to run: numbers, the mark of unsaved changes. */
const pattern = (title: string): string =>
  title
    .replace(/^[*•●]\s*|\s*[*•●]$/gu, '')
    .replace(/\d+/g, '#')
    .trim();
