/** Finds texts that are known exactly among words read from pixels, where some letters are misread and spaces come and go. */
import { type Rect, union } from '../../model/geometry.js';
import type { OcrWord } from '../ocr-detector.js';

export interface FoundValue {
  readonly value: string;
  /** One a line. */
  readonly boxes: readonly Rect[];
}

/** Letters an engine takes for one another. */
const LOOKALIKES = new Map(
  Object.entries({
    o: '0',
    q: '0',
    l: '1',
    i: '1',
    '|': '1',
    '!': '1',
    s: '5',
    $: '5',
    z: '2',
    b: '8',
    g: '9',
    t: '7',
    '©': '@',
    '®': '@',
  }),
);

const fold = (text: string): string[] =>
  Array.from(text.normalize('NFKC').toLowerCase()).flatMap((char) => {
    const folded = LOOKALIKES.get(char) ?? char;
    return /[\p{L}\p{N}@]/u.test(folded) ? [folded] : [];
  });

/** Shorter ones are part of too much. */
const SHORTEST = 4;
const SHORTEST_MISREAD = 6;
const MISREAD_SHARE = 0.2;
/** So much of a value in a row gives it away although the rest is cut off. */
const TELLING_PIECE = 10;
const LONGEST = 400;

interface Letter {
  readonly char: string;
  readonly word: OcrWord;
}

export function findValues(words: readonly OcrWord[], values: readonly string[]): FoundValue[] {
  const letters = words.flatMap((word) => fold(word.text).map((char): Letter => ({ char, word })));
  return values.flatMap((value) => {
    const pattern = fold(value).slice(0, LONGEST);
    if (pattern.length < SHORTEST) return wordsThatAre(words, value);
    const found = [...nearMatches(letters, pattern), ...pieces(letters, pattern)];
    return merged(found).map(([start, end]) => ({ value, boxes: boxesOf(letters.slice(start, end)) }));
  });
}

const wordsThatAre = (words: readonly OcrWord[], value: string): FoundValue[] =>
  words.filter(({ text }) => text === value.trim()).map(({ box }) => ({ value, boxes: [box] }));

type Stretch = readonly [start: number, end: number];

/** Places where the pattern stands with few letters missing, added or changed. */
function nearMatches(letters: readonly Letter[], pattern: readonly string[]): Stretch[] {
  const allowed = pattern.length < SHORTEST_MISREAD ? 0 : Math.floor(pattern.length * MISREAD_SHARE);
  let costs = pattern.map((_, i) => i + 1);
  let starts = pattern.map(() => 0);
  const found: { start: number; end: number; cost: number }[] = [];
  letters.forEach(({ char }, at) => {
    const nextCosts: number[] = [];
    const nextStarts: number[] = [];
    pattern.forEach((wanted, i) => {
      const [cost, start] = cheapest([
        [(i > 0 ? (costs[i - 1] ?? 0) : 0) + (char === wanted ? 0 : 1), i > 0 ? (starts[i - 1] ?? 0) : at],
        [(costs[i] ?? 0) + 1, starts[i] ?? 0],
        [(i > 0 ? (nextCosts[i - 1] ?? 0) : 0) + 1, i > 0 ? (nextStarts[i - 1] ?? 0) : at],
      ]);
      nextCosts.push(cost);
      nextStarts.push(start);
    });
    costs = nextCosts;
    starts = nextStarts;
    const cost = costs.at(-1) ?? Number.POSITIVE_INFINITY;
    if (cost > allowed) return;
    const match = { start: starts.at(-1) ?? 0, end: at + 1, cost };
    // The letters before and behind a match still match a little worse.
    const last = found.at(-1);
    if (!last || match.start >= last.end) found.push(match);
    else if (cost < last.cost) found[found.length - 1] = match;
  });
  return found.map(({ start, end }): Stretch => [start, end]);
}

const cheapest = (options: readonly [number, number][]): [number, number] =>
  options.reduce((best, each) => (each[0] < best[0] ? each : best), [Number.POSITIVE_INFINITY, 0]);

function pieces(letters: readonly Letter[], pattern: readonly string[]): Stretch[] {
  const text = pattern.join('');
  const known = new Set(
    Array.from({ length: Math.max(0, pattern.length - TELLING_PIECE + 1) }, (_, i) => text.slice(i, i + TELLING_PIECE)),
  );
  if (known.size === 0) return [];
  const read = letters.map(({ char }) => char).join('');
  return letters.flatMap((_, at): Stretch[] => (known.has(read.slice(at, at + TELLING_PIECE)) ? [[at, at + TELLING_PIECE]] : []));
}

/** Overlapping ones are one and the same. */
function merged(found: readonly Stretch[]): Stretch[] {
  const out: [number, number][] = [];
  for (const [start, end] of [...found].sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}

/** Whole words: where a letter ends inside one is not known. */
function boxesOf(letters: readonly Letter[]): Rect[] {
  const lines = new Map<string, Rect>();
  for (const { word } of letters) {
    const line = lines.get(word.line);
    lines.set(word.line, line ? union<Rect>(line, word.box) : word.box);
  }
  return [...lines.values()];
}
