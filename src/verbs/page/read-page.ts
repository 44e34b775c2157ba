/** What a page says and holds, read from the page itself. */
import type { Page } from '../../backends/port.js';
import type { Rect } from '../../model/geometry.js';
import { QUERY_DOM, READ_TEXT } from './scripts.js';

export interface PageText {
  readonly text: string;
  readonly total: number;
}

export async function readText(page: Page, maxCharacters: number, signal: AbortSignal): Promise<PageText> {
  const answers = await page.ask(READ_TEXT, [maxCharacters], signal);
  const parts = answers.map(({ value, url }, index) => {
    const { text, length } = value as { text: string; length: number };
    return { text: index === 0 ? text : `\n\n[frame ${url}]\n${text}`, length };
  });
  const told = parts.filter(({ length }, index) => index === 0 || length > 0);
  const text = told.map((part) => part.text).join('');
  return { text: text.slice(0, maxCharacters), total: told.reduce((sum, { length }) => sum + length, 0) };
}

export interface DomMatch {
  readonly tag: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** In window pixels; null when the page's place is not known. */
  readonly bounds: Rect | null;
  readonly visible: boolean;
  readonly inView: boolean;
  readonly frame?: string;
}

export interface DomQuery {
  readonly selector: string;
  readonly attributes: readonly string[];
  readonly limit: number;
}

interface RawMatch {
  readonly tag: string;
  readonly text: string;
  readonly attributes: Record<string, string>;
  readonly rect: Rect;
  readonly visible: boolean;
  readonly inView: boolean;
}

const MAX_TEXT = 300;

export async function queryDom(
  page: Page,
  { selector, attributes, limit }: DomQuery,
  signal: AbortSignal,
): Promise<{ total: number; matches: DomMatch[] }> {
  const [answers, place] = await Promise.all([page.ask(QUERY_DOM, [selector, attributes, limit, MAX_TEXT], signal), page.place(signal)]);
  const found = answers.map(({ value, url, offset }, index) => {
    const { total, matches } = value as { total: number; matches: readonly RawMatch[] };
    return {
      total,
      matches: matches.map(
        ({ rect, ...match }): DomMatch => ({
          ...match,
          bounds: place ? toWindow(rect, offset, place) : null,
          ...(index > 0 ? { frame: url } : {}),
        }),
      ),
    };
  });
  return { total: found.reduce((sum, { total }) => sum + total, 0), matches: found.flatMap(({ matches }) => matches).slice(0, limit) };
}

/** Edges are rounded on their own, as pixels are painted. */
function toWindow(
  rect: Rect,
  offset: { x: number; y: number },
  { origin, scale }: { origin: { x: number; y: number }; scale: number },
): Rect {
  const edge = (css: number, start: number) => Math.round(start + css * scale);
  const x = edge(rect.x + offset.x, origin.x);
  const y = edge(rect.y + offset.y, origin.y);
  return { x, y, width: edge(rect.x + offset.x + rect.width, origin.x) - x, height: edge(rect.y + offset.y + rect.height, origin.y) - y };
}
