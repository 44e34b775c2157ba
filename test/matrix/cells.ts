// One cell of the delivery matrix: a verb, addressed one way, in a window of one toolkit under one window manager.
import type { Toolkit } from '../support/apps.js';
import type { WindowManager } from '../support/parts/window-managers.js';

export const addressings = ['element', 'pixel'] as const;
export type Addressing = (typeof addressings)[number];
export const visibilities = ['visible', 'covered'] as const;
export type Visibility = (typeof visibilities)[number];

/** What became of it; `absent` means that the program has nothing to aim at. */
export type Outcome =
  | { readonly kind: 'delivered'; readonly route: string }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'missing'; readonly route: string }
  | { readonly kind: 'absent' };

export interface Cell {
  readonly wm: WindowManager;
  readonly toolkit: Toolkit;
  readonly verb: string;
  readonly addressing: Addressing;
  readonly visibility: Visibility;
  readonly outcome: Outcome;
  /** Each way the person was disturbed while it ran. */
  readonly disturbances: readonly string[];
}

export type Place = Omit<Cell, 'outcome' | 'disturbances'>;

export const keyOf = ({ wm, toolkit, verb, addressing, visibility }: Place): string =>
  [wm, toolkit, verb, addressing, visibility].join(' · ');

const marks = { disturbed: ' (disturbed)', primary: ' (takes PRIMARY)', attention: ' (marked for a moment)' } as const;
/** The one selection of the desktop went to the program, and nothing else happened. */
const isOfPrimary = /^(selection changed owner|selection or clipboard was taken: .*"PRIMARY"|primary is not what it was)/;

/** The window manager declined to bring the window to the front and marked it, and the mark is gone again. */
const isOfMark = /^a window demands attention/;

/** The text of a cell in the page; the page is also what later runs are held to. */
export function textOf({ outcome, disturbances }: Pick<Cell, 'outcome' | 'disturbances'>): string {
  return `${outcomeText(outcome)}${markOf(disturbances)}`;
}

function markOf(disturbances: readonly string[]): string {
  if (disturbances.length === 0) return '';
  if (disturbances.every((line) => isOfMark.test(line))) return marks.attention;
  return disturbances.every((line) => isOfPrimary.test(line)) ? marks.primary : marks.disturbed;
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'delivered':
      return outcome.route;
    case 'refused':
      return `refused: ${outcome.code}`;
    case 'missing':
      return `missing: ${outcome.route}`;
    case 'absent':
      return '—';
  }
}

/** True when the page promises that this cell is delivered and disturbs nobody. */
export const promisesDelivery = (text: string): boolean =>
  !/^(refused:|missing:|—)/.test(text) && !Object.values(marks).some((mark) => text.endsWith(mark));
