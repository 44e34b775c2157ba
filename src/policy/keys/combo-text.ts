/** Finds forbidden combinations spelled inside typed text. Linear in the text; prose that merely contains the words passes. */
import { foldComboText } from '../../model/key-combo.js';
import { findKey, findKeyPhrase, MODIFIER_SPELLINGS } from '../../model/key-names.js';
import { type ComboRule, foldedKeys, isSubset } from './combo-rule.js';

type Glue = 'tight' | 'loose' | 'none';

interface Word {
  readonly text: string;
  readonly keys: readonly string[];
  readonly isModifier: boolean;
  /** How it is joined to the word before it. */
  readonly glue: Glue;
  readonly isSymbol: boolean;
}

/** Modifier names that are also everyday words: joined by mere spaces they mean nothing yet. */
const EVERYDAY = new Set('option control command shift windows win super meta logo function globe'.split(' '));
const PRESS_VERBS = new Set('press presses pressed pressing hit hold tap push type send key keys shortcut hotkey combo'.split(' '));
const SYMBOLS = '⌘⊞❖⌃⎈⌥⎇⇧⏎↩↵⎋⌫⌦⇥⇤␣↑↓←→↖↘⇞⇟⇪⌧⏏⌤';

const scanner = new RegExp(
  `(?<word>[a-zA-Z0-9]+|[\\p{L}\\p{N}])|(?<symbol>[${SYMBOLS}])|(?<joint>[+\\-_ ]+)|(?<other>[^\\p{L}\\p{N}${SYMBOLS}+\\-_ ])`,
  'gu',
);

const startsWord = new RegExp(`[\\p{L}\\p{N}^${SYMBOLS}]`, 'u');

export function findComboInText(text: string, rules: readonly ComboRule[]): ComboRule | undefined {
  const spelled = rules.filter((rule) => rule.keys.size > 1);
  if (spelled.length === 0) return undefined;
  const words = joinPhrases(readWords(nearModifiers(foldComboText(text))));
  if (!words.some((word) => word.isModifier)) return undefined;
  return spelled.find((rule) => isSpelled(rule, words));
}

/** Texts up to this length are read whole. */
const SHORT = 4000;
/** No key stands further from its modifier than this, once long gaps are closed. */
const REACH = 120;
const BREAK = '\u0000';
const anyModifier = new RegExp(`${MODIFIER_SPELLINGS.join('|')}|\\^`, 'gi');

/** Of a long text only the surroundings of modifiers can hold a combination. */
function nearModifiers(text: string): string {
  if (text.length <= SHORT) return text;
  const closed = text.replaceAll(/[+\-_ ]{9,}/g, (gap) => (/[+_]/.test(gap) ? '+' : ' '));
  const parts: string[] = [];
  let end = 0;
  for (const { index } of closed.matchAll(anyModifier)) {
    const start = Math.max(index - REACH, end);
    if (start > end) parts.push(BREAK);
    end = Math.min(index + REACH, closed.length);
    parts.push(closed.slice(start, end));
  }
  return parts.join('');
}

function readWords(text: string): Word[] {
  const words: Word[] = [];
  let glue: Glue = 'none';
  for (const match of text.matchAll(scanner)) {
    const groups = match.groups ?? {};
    const before = text[match.index - 1] ?? ' ';
    const after = text[match.index + match[0].length] ?? ' ';
    if (groups.word !== undefined) {
      words.push(wordOf(match[0], glue));
      glue = 'none';
    } else if (groups.symbol !== undefined) {
      words.push({ ...wordOf(match[0], glue === 'none' && words.length > 0 && before !== ' ' ? 'tight' : glue), isSymbol: true });
      glue = 'tight';
    } else if (groups.joint !== undefined) {
      const key = keyAfterJoint(match[0], after);
      glue = glue === 'tight' && match[0].trim() === '' ? 'tight' : glueOf(match[0]);
      if (key !== undefined) words.push(wordOf(key, 'tight'));
    } else if (match[0] === '^' && /[\s+\-_]/.test(before) && !/\s/.test(after)) {
      words.push({ ...wordOf('ctrl', glue), isSymbol: true });
      glue = 'tight';
    } else if (glue === 'tight' && findKey(match[0])) {
      words.push(wordOf(match[0], 'tight'));
      glue = 'none';
    } else glue = 'none';
  }
  return words;
}

/** "+" and "_" always join; a hyphen joins only words it touches on both sides, else it is a dash or a command-line flag. */
function glueOf(joint: string): Glue {
  if (/[+_]/.test(joint)) return 'tight';
  return joint.includes('-') && !joint.includes(' ') ? 'tight' : 'loose';
}

/** In "ctrl+-" and "ctrl++" the last sign is the key. */
function keyAfterJoint(joint: string, after: string): string | undefined {
  const signs = joint.trimEnd().replaceAll(' ', '');
  return signs.length > 1 && (joint.endsWith(' ') || !startsWord.test(after)) ? signs.at(-1) : undefined;
}

function wordOf(text: string, glue: Glue): Word {
  const lower = text.toLowerCase();
  const entry = findKey(lower);
  return { text: lower, keys: entry ? foldedKeys(entry.name) : [lower], isModifier: entry?.modifier !== undefined, glue, isSymbol: false };
}

/** "page down" becomes one key. */
function joinPhrases(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let i = 0; i < words.length; ) {
    const word = words[i];
    if (word === undefined) break;
    const following = words.slice(i, i + 4);
    const linked = following.findIndex((next, offset) => offset > 0 && next.glue === 'none');
    const phrase = findKeyPhrase(following.slice(0, linked < 0 ? following.length : linked).map((next) => next.text));
    joined.push(phrase ? { ...word, keys: foldedKeys(phrase.entry.name) } : word);
    i += phrase?.words ?? 1;
  }
  return joined;
}

/** Looks at each longest run of joined words that are the rule's own keys or modifiers. */
function isSpelled(rule: ComboRule, words: readonly Word[]): boolean {
  let run: Word[] = [];
  let start = 0;
  for (let i = 0; i <= words.length; i++) {
    const word = words[i];
    const fits = word !== undefined && (word.isModifier || word.keys.every((key) => rule.keys.has(key) || key === 'shift'));
    if (fits && run.length > 0 && word.glue !== 'none') {
      run.push(word);
      continue;
    }
    if (run.length > 0 && isMeant(rule, run, words[start - 1], run.length === words.length)) return true;
    run = fits ? [word] : [];
    start = i;
  }
  return false;
}

function isMeant(rule: ComboRule, run: readonly Word[], before: Word | undefined, isWholeText: boolean): boolean {
  if (!isSubset(rule.keys, new Set(run.flatMap((word) => word.keys)))) return false;
  const own = run.filter((word) => word.keys.some((key) => rule.keys.has(key)));
  const modifiers = new Set(own.filter((word) => word.isModifier).flatMap((word) => word.keys));
  if (modifiers.size === 0) return false;
  if (modifiers.size > 1 || isWholeText || own.some((word) => word.isModifier && (word.isSymbol || !EVERYDAY.has(word.text)))) return true;
  if (before !== undefined && PRESS_VERBS.has(before.text)) return true;
  return run.some((word, i) => i > 0 && word.glue === 'tight');
}
