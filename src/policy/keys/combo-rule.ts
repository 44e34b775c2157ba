/** Forbidden combinations as sets of keys: whatever holds all of a rule's keys down is caught, extra modifiers or not. */
import { foldComboText, isModifier, type KeyCombo, parseCombo } from '../../model/key-combo.js';
import { findKey } from '../../model/key-names.js';

export interface ComboRule {
  /** As the person wrote it. */
  readonly text: string;
  readonly keys: ReadonlySet<string>;
  /** Words that are no key ("system" in "cmd+q+system"): only calls that spell them match. */
  readonly unknownWords: readonly string[];
}

/** What the character keys of a US keyboard give with shift, so that "ctrl+?" and "ctrl+shift+/" are one combination. */
const SHIFTED = new Map(
  Object.entries({
    exclam: '1',
    at: '2',
    numbersign: '3',
    dollar: '4',
    percent: '5',
    asciicircum: '6',
    ampersand: '7',
    asterisk: '8',
    parenleft: '9',
    parenright: '0',
    underscore: 'minus',
    plus: 'equal',
    braceleft: 'bracketleft',
    braceright: 'bracketright',
    bar: 'backslash',
    colon: 'semicolon',
    quotedbl: 'apostrophe',
    less: 'comma',
    greater: 'period',
    question: 'slash',
    asciitilde: 'grave',
    back_tab: 'tab',
  }),
);

const KEYPAD = new Map(
  Object.entries({
    kp_enter: 'return',
    kp_add: 'plus',
    kp_subtract: 'minus',
    kp_multiply: 'asterisk',
    kp_divide: 'slash',
    kp_decimal: 'period',
    kp_equal: 'equal',
    break: 'pause',
  }),
);

/** The physical keys behind a key name, for comparison only. */
export function foldedKeys(name: string): readonly string[] {
  const key = KEYPAD.get(name) ?? name.replace(/^kp_/, '');
  const base = SHIFTED.get(key);
  return base === undefined ? [key] : ['shift', base];
}

export const pressedKeys = (combo: KeyCombo): Set<string> => new Set([...combo.mods, ...foldedKeys(combo.key)]);

export function compileComboRule(text: string): ComboRule | undefined {
  const parsed = parseCombo(text);
  if (parsed.ok) return { text, keys: pressedKeys(parsed.combo), unknownWords: [] };
  const words = foldComboText(text)
    .toLowerCase()
    .split(/[+\-_ ]+/)
    .filter(Boolean);
  if (words.length < 2 || !words.some((word) => findKey(word)?.modifier)) return undefined;
  const keys = new Set<string>();
  const unknownWords: string[] = [];
  for (const word of words) {
    const entry = findKey(word);
    if (!entry) unknownWords.push(word);
    for (const key of entry ? foldedKeys(entry.name) : [word]) keys.add(key);
  }
  return { text, keys, unknownWords };
}

export const catches = (rule: ComboRule, pressed: ReadonlySet<string>): boolean => isSubset(rule.keys, pressed);

export const isSubset = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean => {
  for (const key of part) if (!whole.has(key)) return false;
  return true;
};

/** Every set of keys that is down at some moment while `combos` are pressed one after another with `held` down. */
export function pressesOf(combos: readonly KeyCombo[], held: readonly string[]): Set<string>[] {
  const down = held.flatMap((name) => foldedKeys(findKey(name)?.name ?? name));
  if (combos.length === 0) return down.length > 0 ? [new Set(down)] : [];
  const heldHere: string[] = [];
  return combos.map((combo) => {
    const pressed = new Set([...down, ...heldHere, ...pressedKeys(combo)]);
    // A call that sends "ctrl" and then "q" may mean hold and press.
    if (isModifier(combo.key)) heldHere.push(...combo.mods, combo.key);
    return pressed;
  });
}

/** The key each character of a text presses while `held` is down. */
export function typedPresses(text: string, held: readonly string[]): Set<string>[] {
  const down = held.flatMap((name) => foldedKeys(findKey(name)?.name ?? name));
  const presses: Set<string>[] = [];
  for (const char of new Set(text)) {
    const entry = char === '\n' ? findKey('return') : char === '\t' ? findKey('tab') : findKey(char);
    if (!entry) continue;
    const shift = down.length > 0 && char !== char.toLowerCase() ? ['shift'] : [];
    const keys = down.length > 0 ? foldedKeys(entry.name) : [entry.name];
    presses.push(new Set([...down, ...shift, ...keys]));
  }
  return presses;
}
