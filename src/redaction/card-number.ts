import type { SecretSpan } from './secret-kinds.js';

/** Digits in groups, with at most one space or dash between two of them. */
const digitRuns = /(?<![\d.,])\d(?:[ \u00a0\u2009\u202f\u2013-]?\d){12,}/g;

const maxDigits = 19;

export function findCardNumbers(text: string): SecretSpan[] {
  return [...text.matchAll(digitRuns)].flatMap((match) => cardsIn(match[0], match.index));
}

/** A run may begin or end with another number, so every stretch between group borders is tried, the longest first. */
function cardsIn(run: string, offset: number): SecretSpan[] {
  const groups = [...run.matchAll(/\d+/g)].map((group) => ({ start: group.index, end: group.index + group[0].length }));
  const spans: SecretSpan[] = [];
  let next = 0;
  while (next < groups.length) {
    const found = longestCardFrom(run, groups, next);
    if (found === undefined) {
      next++;
      continue;
    }
    spans.push({ start: offset + (groups[next]?.start ?? 0), end: offset + (groups[found]?.end ?? 0), kind: 'card_number' });
    next = found + 1;
  }
  return spans;
}

function longestCardFrom(run: string, groups: readonly { start: number; end: number }[], first: number): number | undefined {
  let digits = '';
  let found: number | undefined;
  for (let last = first; last < groups.length && digits.length < maxDigits; last++) {
    digits += run.slice(groups[last]?.start, groups[last]?.end);
    if (isCardNumber(digits)) found = last;
  }
  return found;
}

export function isCardNumber(digits: string): boolean {
  // 13 digits that begin with 1 are milliseconds since 1970 far more often than a card.
  if (digits.length < 13 || digits.length > maxDigits || digits.startsWith('0') || /^1\d{12}$/.test(digits)) return false;
  return passesLuhn(digits);
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighted = i % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
