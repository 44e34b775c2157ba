/** One canonical form for every spelling of a key combination: a set of modifiers and one key. */
import { findKey, findKeyPhrase, type KeyEntry, MODIFIERS, type Modifier, suggestKeys } from './key-names.js';

export interface KeyCombo {
  /** Without duplicates, always in the order of MODIFIERS. */
  readonly mods: readonly Modifier[];
  /** Canonical key name; a modifier's own name when only modifiers were given. */
  readonly key: string;
}

export type ModifierFlags = { readonly [name in Modifier]?: boolean | undefined };

export interface ComboParts {
  readonly keys: string | readonly string[];
  readonly mods?: ModifierFlags | readonly string[] | undefined;
}

export type ComboInput = string | readonly string[] | ComboParts;

export interface ComboProblem {
  readonly ok: false;
  readonly reason: string;
  readonly unknown?: string;
  readonly suggestions: readonly string[];
}

export type ParsedCombo = { readonly ok: true; readonly combo: KeyCombo } | ComboProblem;

export function parseCombo(input: ComboInput): ParsedCombo {
  const entries: KeyEntry[] = [];
  for (const text of spelledParts(input)) {
    const pieces = splitAtPlus(text);
    if (pieces === undefined) return problem(`"${shorten(text)}" ends in a separator without a key`);
    for (const piece of pieces) {
      const found = entriesOf(piece);
      if (typeof found === 'string') return unknownKey(found, text);
      entries.push(...found);
    }
  }
  return comboOf(entries);
}

/** Makes the canonical form from parts that are known to be canonical already. */
export function makeCombo(mods: Iterable<Modifier>, key: string): KeyCombo {
  const given = new Set(mods);
  return { mods: MODIFIERS.filter((modifier) => given.has(modifier)), key };
}

export const isModifier = (key: string): key is Modifier => MODIFIERS.some((modifier) => modifier === key);

/** What a seat holds down for a modifier named in any dialect; an unknown name stays, so that pressing it fails. */
export const modifierKey = (name: string): string => findKey(name)?.keysym ?? name;

/** True for "ctrl" or "ctrl+shift": something to hold, nothing to press. */
export const isModifierOnly = (combo: KeyCombo): boolean => isModifier(combo.key);

/** "cmd+shift+q"; `metaName` is what the platform calls the meta key. */
export function formatCombo(combo: KeyCombo, metaName = 'cmd'): string {
  return [...combo.mods, combo.key].map((part) => (part === 'meta' ? metaName : part)).join('+');
}

function spelledParts(input: ComboInput): readonly string[] {
  if (typeof input === 'string') return [input];
  if (isList(input)) return input;
  return [...modifierNames(input.mods), ...(typeof input.keys === 'string' ? [input.keys] : input.keys)];
}

function modifierNames(mods: ComboParts['mods']): readonly string[] {
  if (mods === undefined || isList(mods)) return mods ?? [];
  return MODIFIERS.filter((modifier) => mods[modifier] === true);
}

const isList = (value: ComboParts | ModifierFlags | readonly string[]): value is readonly string[] => Array.isArray(value);

const isSeparator = (char: string): boolean => char === '+' || char === '-' || char === '_' || char === ' ';
const GLYPHS = new Set('⌘⊞❖⌃⎈⌥⎇⇧⏎↩↵⎋⌫⌦⇥⇤␣↑↓←→↖↘⇞⇟⇪⌧⏏⌤');

/** Look-alikes that mean the same key: full-width forms, typographic hyphens, any white space; invisible characters go. */
export function foldComboText(text: string): string {
  return text
    .replaceAll(/\u00ad|[\u200b-\u200d]|\u2060|\ufeff|[\ufe00-\ufe0f]/g, '')
    .replaceAll(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u2010\u2011\u2212\ufe63]/g, '-')
    .replaceAll(/\s/g, ' ');
}

/** One spelling cut at `+` and symbols; undefined when a separator is left dangling. */
function splitAtPlus(raw: string): string[] | undefined {
  const folded = foldComboText(raw);
  if (folded === '') return [];
  const text = folded.trim().replaceAll(/<([a-z]\w*)>/gi, '$1+');
  if (text === '') return ['space'];
  const trailing = /(?:^|[+\-_ ⌘⊞❖⌃⎈⌥⎇⇧])([+\-_])$/u.exec(text);
  const body = trailing ? text.slice(0, -1) : text;
  if (!trailing && isSeparator(body.at(-1) ?? '')) return undefined;
  const pieces: string[] = [];
  let piece = '';
  const flush = () => {
    if (/[^\-_ ]/.test(piece)) pieces.push(piece);
    piece = '';
  };
  const chars = Array.from(body);
  chars.forEach((char, i) => {
    const isCaret = char === '^' && i < chars.length - 1 && (piece === '' || isSeparator(piece.at(-1) ?? ''));
    if (char !== '+' && !GLYPHS.has(char) && !isCaret) {
      piece += char;
      return;
    }
    flush();
    if (char !== '+') pieces.push(isCaret ? 'ctrl' : char);
  });
  flush();
  return trailing?.[1] === undefined ? pieces : [...pieces, trailing[1]];
}

/** The keys of a piece without `+`: one name, or several words; the unknown word when there is one. */
function entriesOf(piece: string): KeyEntry[] | string {
  const whole = findKey(piece);
  if (whole) return [whole];
  const words = piece.split(/[-_ ]+/).filter(Boolean);
  const entries: KeyEntry[] = [];
  for (let i = 0; i < words.length; ) {
    const phrase = findKeyPhrase(words.slice(i, i + 8));
    const entry = phrase?.entry ?? findKey(words[i] ?? '');
    if (!entry) return words[i] ?? '';
    entries.push(entry);
    i += phrase?.words ?? 1;
  }
  return entries;
}

function comboOf(entries: readonly KeyEntry[]): ParsedCombo {
  const mods = entries.flatMap((entry) => entry.modifier ?? []);
  const [key, second] = [...new Set(entries.filter((entry) => !entry.modifier).map((entry) => entry.name))];
  if (key !== undefined && second !== undefined) return problem(`more than one key was named: ${key} and ${second}`);
  if (key !== undefined) return { ok: true, combo: makeCombo(mods, key) };
  const last = mods.at(-1);
  if (last === undefined) return problem('no key was given');
  return {
    ok: true,
    combo: makeCombo(
      mods.filter((modifier) => modifier !== last),
      last,
    ),
  };
}

function unknownKey(word: string, text: string): ComboProblem {
  const suggestions = suggestKeys(word);
  const hint = suggestions.length > 0 ? `; did you mean ${suggestions.join(', ')}?` : '';
  const where = word === text ? '' : ` in "${shorten(text)}"`;
  return { ok: false, reason: `"${shorten(word)}"${where} is not a key or modifier${hint}`, unknown: shorten(word), suggestions };
}

const problem = (reason: string): ComboProblem => ({ ok: false, reason, suggestions: [] });

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
