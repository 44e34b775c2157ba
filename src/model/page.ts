import type { InputStep } from './gesture.js';

/** One tab as its browser tells it. */
export interface PageInfo {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** The window it is in; null when more than one fits. */
  readonly windowId: number | null;
  /** Shown in its window; null when that cannot be told. */
  readonly active: boolean | null;
  /** The address is the one its browser wrote down last, which may be a few seconds old. */
  readonly isSaved?: boolean;
}

/** A window as its browser wrote it down for the next start, a few seconds ago at most. */
export interface SavedWindow {
  /** Place of the tab it shows. */
  readonly selected: number;
  /** Titles are empty where a page had none yet. */
  readonly tabs: readonly { readonly url: string; readonly title: string }[];
}

/** How the pages of a browser can be reached, and whose browser it is. */
export interface PageEndpoint {
  /** `offhand` started it with a profile of its own; a `person` started it otherwise. */
  readonly owner: 'offhand' | 'person';
  readonly transport: 'pipe' | 'port';
}

/** A page's own question to the person, which holds the page up until it is answered. */
export interface PageDialog {
  readonly kind: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  readonly message: string;
  readonly defaultText: string;
}

export interface PageDownload {
  readonly url: string;
  readonly fileName: string;
  /** Where the file is, once it is whole. */
  readonly path: string | null;
  readonly state: 'in_progress' | 'completed' | 'canceled';
  readonly receivedBytes: number;
}

/** A point in CSS pixels of what the page shows, from its top left corner. */
export interface PagePoint {
  readonly x: number;
  readonly y: number;
}

/** What the page's part of its window looks like: window pixels = origin + CSS pixels × scale. */
export interface PagePlace {
  readonly origin: { readonly x: number; readonly y: number };
  readonly scale: number;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** What is done inside one page. */
export type PageStep = InputStep<PagePoint>;

/** What a script gave: JSON, cut to the size asked for. */
export type ScriptOutcome =
  | { readonly ok: true; readonly json: string; readonly type: string; readonly truncated: boolean }
  | { readonly ok: false; readonly error: string; readonly stack?: string };

/** A function of ours run in one frame of a page; the rectangle's corner is the frame's place in the page. */
export interface FrameAnswer {
  readonly url: string;
  readonly offset: PagePoint;
  readonly value: unknown;
}
