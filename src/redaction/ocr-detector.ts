/**
 * What counts as a secret in text read from pixels. Random characters are rarely read exactly, so shapes are matched
 * loosely and check digits never: one wrong letter must not show a key.
 */
import type { Rect } from '../model/geometry.js';
import { containsRect, union } from '../model/geometry.js';
import type { SecretKind } from './secret-kinds.js';

export interface OcrWord {
  readonly text: string;
  readonly box: Rect;
  /** Words of one line share it and come in reading order. */
  readonly line: string;
}

export interface OcrFinding {
  readonly box: Rect;
  readonly kind: SecretKind;
}

export function detectInWords(words: readonly OcrWord[]): OcrFinding[] {
  return [...linesOf(words).values()].flatMap((line) => {
    const findings = detectInLine(line);
    return findings.filter(({ box }, i) => findings.findIndex((other) => containsRect(other.box, box)) === i);
  });
}

function linesOf(words: readonly OcrWord[]): Map<string, OcrWord[]> {
  const lines = new Map<string, OcrWord[]>();
  for (const word of words) {
    const line = lines.get(word.line);
    if (line) line.push(word);
    else lines.set(word.line, [word]);
  }
  return lines;
}

interface Shape {
  readonly kind: SecretKind;
  /** Matched on a whole line, its words joined by single spaces. */
  readonly expression: RegExp;
  readonly accept?: (match: string) => boolean;
}

/** Letters an engine confuses with digits. */
const digit = '[0-9OoQDlI|!SsBZz]';
const separator = '[ .,_~–—-]{0,2}';

const shapes: readonly Shape[] = [
  // A dot inside an address is often taken for the end of a word.
  { kind: 'email', expression: /(?:[^\s@©®]{1,40}[.,] )?[^\s@©®]{1,64} ?[@©®] ?[^\s@©®]{1,64} ?[.,] ?[a-z]{2,}/giu },
  { kind: 'email', expression: /[^\s@]{2,64}@[^\s@]{3,}/gu },
  {
    kind: 'social_security_number',
    expression: new RegExp(`(?<!${digit})${digit}{3} ?[-–—.~] ?${digit}{2} ?[-–—.~] ?${digit}{4}(?!${digit})`, 'g'),
    accept: mostlyDigits(9),
  },
  {
    kind: 'card_number',
    expression: new RegExp(`(?<![A-Za-z0-9])${digit}(?:${separator}${digit}){12,22}(?![A-Za-z0-9])`, 'g'),
    accept: isLongNumber,
  },
  { kind: 'json_web_token', expression: /e[yv]J[\w-]{8,}[\w.,-]*/g },
  { kind: 'private_key', expression: /BEGIN .{0,30}PR[I1l]VATE KEY/g },
  {
    kind: 'api_key',
    expression: /(?<![A-Za-z0-9])(?:[sS][kK]|[pP][kK]|rk)[-_ ]{1,2}(?:[lI1]ive|test|proj|ant|or)?[-_ ]{0,2}[\w/|-]{8,}/g,
    accept: hasDigits(1),
  },
  {
    kind: 'api_key',
    expression:
      /(?<![A-Za-z0-9])(?:gh[pousr]|github[-_ ]{1,2}pat|g[lI1]pat|npm|hf|do[opr][-_ ]{1,2}v[1lI]|xox[abeoprs]|xapp)[-_ ]{0,2}[\w/|-]{10,}/g,
    accept: hasDigits(1),
  },
  { kind: 'api_key', expression: /(?<![A-Za-z0-9])A[KS5][I1l]A[A-Z0-9]{10,}/g },
  { kind: 'api_key', expression: /(?<![A-Za-z0-9])A[I1l]za[\w-]{16,}/g },
  { kind: 'api_key', expression: /(?<![A-Za-z0-9])(?:ya29|SG)[.,][\w.,-]{10,}/g },
  {
    kind: 'credential',
    expression: /[\w.-]{0,40}(?:secret|token|passw(?:or)?d|passphrase|api[_ ]?key|[_ ]key)[\w.-]{0,40} ?[=:] ?["'“]?[^\s"']{6,}/giu,
    accept: valueHasDigit,
  },
  { kind: 'bearer_token', expression: /bearer [\w.~+/=-]{12,}/giu, accept: hasDigits(1) },
  { kind: 'api_key', expression: /[\w+/=-]{14,}/g, accept: looksRandom },
];

function detectInLine(words: readonly OcrWord[]): OcrFinding[] {
  const text = words.map((word) => word.text).join(' ');
  return shapes.flatMap(({ kind, expression, accept }) =>
    [...text.matchAll(expression)].flatMap((match): OcrFinding[] => {
      if (accept && !accept(match[0])) return [];
      const box = boxOf(words, match.index, match.index + match[0].length);
      return box ? [{ box, kind }] : [];
    }),
  );
}

/** How a key begins, when the engine took the rest for a word of its own. */
const keyBeginning = /^\W?(?:[sprk]k|gh[pousr]|github|pat|g[lI1]pat|xox[a-z]|xapp|npm|hf|live|test|proj|ant|SG|ya29)\W{0,2}$/i;

/** The box around every word that characters `start` to `end` of the joined line touch. */
function boxOf(words: readonly OcrWord[], start: number, end: number): Rect | undefined {
  let at = 0;
  let box: Rect | undefined;
  let beginning: Rect | undefined;
  for (const word of words) {
    const after = at + word.text.length;
    if (at < end && after > start) box = union(box ?? beginning ?? word.box, word.box);
    if (!keyBeginning.test(word.text)) beginning = undefined;
    else beginning = beginning ? union(beginning, word.box) : word.box;
    at = after + 1;
  }
  return box;
}

function hasDigits(count: number): (match: string) => boolean {
  return (match) => (match.match(/\d/g)?.length ?? 0) >= count;
}

/** A date with a time has as many digits as a card. */
function isLongNumber(match: string): boolean {
  return mostlyDigits(13)(match) && !/^(?:19|20)\d\d[-–—._]\d\d[-–—._]\d\d/.test(match);
}

/** Enough digits, and few enough letters among them to be misread ones. */
function mostlyDigits(count: number): (match: string) => boolean {
  return (match) => {
    const characters = match.replace(/[^A-Za-z0-9|!]/g, '');
    const digits = characters.replace(/\D/g, '').length;
    return characters.length >= count && digits >= 0.7 * characters.length;
  };
}

function valueHasDigit(match: string): boolean {
  const value = match.slice(match.search(/[=:]/) + 1);
  return /\d/.test(value) || match.includes('=');
}

/** A stretch that changes between letters and digits, or between cases, as no word, date, version or file name does. */
function looksRandom(token: string): boolean {
  const longest = token.split(/[-_/+=]/).reduce((best, part) => (part.length > best.length ? part : best), '');
  if (longest.length < 12 || !/\d/.test(longest) || !/[A-Za-z]/.test(longest)) return false;
  let changes = 0;
  for (let i = 1; i < longest.length; i++) {
    if (classOf(longest[i - 1]) !== classOf(longest[i])) changes++;
  }
  return changes >= 3;
}

function classOf(character: string | undefined): string {
  if (character === undefined) return 'none';
  if (/\d/.test(character)) return 'digit';
  return character === character.toUpperCase() ? 'upper' : 'lower';
}
