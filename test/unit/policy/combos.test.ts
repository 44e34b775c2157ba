import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ComboInput, isModifierOnly, parseCombo } from '../../../src/model/key-combo.js';
import { combo, judge, verdict } from './policy-fixture.js';
import { prose } from './prose-corpus.js';

const open = { first_time_per_app_approval: false };
const blockedPress = (forbidden: string, keys: ComboInput): boolean =>
  verdict(judge({ ...open, forbidden_key_combos: [forbidden] }, { combos: [combo(keys)] })) === 'deny forbidden_key_combos';
const blockedText = (forbidden: string | string[], text: string): boolean =>
  verdict(judge({ ...open, forbidden_key_combos: [forbidden].flat() }, { text })) === 'deny forbidden_key_combos';

describe('known rows', () => {
  test.each([
    ['cmd+q', '⌘Q'],
    ['cmd+q', 'Cmd+Q'],
    ['cmd+q', 'command-Q'],
    ['ctrl+q', '^Q'],
    ['alt+shift+t', '⌥⇧T'],
    ['cmd+q', 'shift+cmd+q'],
    ['cmd+q', 'cmd+shift+q'],
    ['cmd+q', '⌘⇧Q'],
    ['cmd+q', 'Q⌘'],
    ['cmd+q', 'super+q'],
    ['cmd+q', 'meta+q'],
    ['cmd+q', 'cmd\nq'],
    ['ctrl+alt+del', 'alt+ctrl+del'],
    ['ctrl+alt+del', 'ctrl+alt+delete'],
    ['ctrl+q', 'control+q'],
    ['ctrl+?', 'ctrl+shift+/'],
    ['ctrl+enter', 'ctrl+KP_Enter'],
    ['delete', 'ctrl+Delete'],
    ['super', 'super+a'],
  ])('%s catches %s', (forbidden, spelling) => {
    expect(blockedPress(forbidden, spelling)).toBe(true);
  });

  test.each([
    ['cmd+q', 'q'],
    ['cmd+q', 'ctrl+q'],
    ['cmd+q', 'cmd+w'],
    ['ctrl+alt+del', 'ctrl+del'],
    ['cmd+shift+q', 'cmd+q'],
  ])('%s lets %s pass', (forbidden, spelling) => {
    expect(blockedPress(forbidden, spelling)).toBe(false);
  });

  test.each([
    ['cmd+q', 'press cmd+q to quit'],
    ['cmd+q', 'press cmd q now'],
    ['cmd+q', 'press cmd+q.'],
    ['cmd+q', 'acmd+q cmd+q'],
    ['cmd+q', 'cmd+q+system'],
    ['cmd+q', 'hit (⌘Q)!'],
    ['cmd+q', 'Q⌘'],
    ['cmd+q', '按cmd+q退出'],
    ['cmd+q', 'press ⌘ Q'],
    ['ctrl+c', 'then ^C to stop'],
    ['ctrl+c', 'Ctrl-C'],
    ['ctrl+c', 'ctrl_c'],
    ['alt+s', 'press option s'],
    ['alt+s', 'option-s'],
    ['alt+s', 'option s'],
    ['ctrl+alt+del', 'control alt delete'],
    ['ctrl+alt+del', 'the good old Ctrl + Alt + Del trick'],
    ['ctrl+page down', 'ctrl+page down'],
    ['ctrl+-', 'zoom out with ctrl+-'],
    ['ctrl+plus', 'zoom in with ctrl++ twice'],
    ['cmd+,', 'open settings: cmd+, now'],
    ['super+l', 'super_l'],
    ['cmd+q+system', 'do cmd+q+system please'],
  ])('%s is found in the text %j', (forbidden, text) => {
    expect(blockedText(forbidden, text)).toBe(true);
  });

  test.each([
    ['ctrl+c', '2^c'],
    ['ctrl+c', 'x^c + y^c'],
    ['ctrl+c', 'x ^ c'],
    ['ctrl+c', '[^c] matches anything but c'],
    ['alt+s', 'these options'],
    ['alt+s', 'these option s'],
    ['alt+a', 'choose an option - a or b'],
    ['alt+a', '<option>a</option>'],
    ['shift+a', 'it was a shift a decade ago'],
    ['cmd+q', 'Who is in command? Q is.'],
    ['cmd+q', 'quick questions'],
    ['ctrl+q', 'remote control queue'],
    ['super+l', 'superl and super large'],
    ['win+l', 'you win, lads'],
    ['cmd+q+system', 'cmd+q'],
    ['delete', 'please delete the file'],
  ])('%s is not found in the text %j', (forbidden, text) => {
    expect(blockedText(forbidden, text)).toBe(false);
  });
});

const MODIFIER_SPELLINGS = {
  meta: ['cmd', 'command', 'meta', 'super', 'win', 'windows', '⌘'],
  ctrl: ['ctrl', 'control', '⌃'],
  alt: ['alt', 'option', 'opt', '⌥'],
  shift: ['shift', '⇧'],
} as const;
const KEY_SPELLINGS: readonly (readonly string[])[] = [
  ['q'],
  ['c'],
  ['l'],
  ['r'],
  ['7'],
  ['f4'],
  ['del', 'delete', '⌦'],
  ['esc', 'escape', 'Escape', '⎋'],
  ['return', 'enter', 'Enter', '⏎'],
  ['backspace', 'BackSpace', '⌫'],
  ['left', 'ArrowLeft', 'arrow left', '←'],
  ['page_down', 'PageDown', 'Page_Down', 'page down', '⇟'],
  ['space', 'spacebar'],
];
const SEPARATORS = ['+', '-', '_', ' ', ' + ', '++'];

type ModifierName = keyof typeof MODIFIER_SPELLINGS;
const modifierSets = fc.uniqueArray(fc.constantFrom<ModifierName>('meta', 'ctrl', 'alt', 'shift'), { minLength: 1, maxLength: 4 });

const anyCase = (text: string) => fc.constantFrom(text, text.toUpperCase(), text.charAt(0).toUpperCase() + text.slice(1));

/** A combination and one of its spellings, part by part. */
const spelledCombos = fc.tuple(modifierSets, fc.constantFrom(...KEY_SPELLINGS)).chain(([mods, names]) =>
  fc
    .tuple(...mods.map((name) => fc.constantFrom(...MODIFIER_SPELLINGS[name]).chain(anyCase)), fc.constantFrom(...names).chain(anyCase))
    .chain((parts) =>
      fc.record({
        forbidden: fc.constant([...mods, names[0]].join('+')),
        parts: fc.shuffledSubarray(parts, { minLength: parts.length }),
      }),
    ),
);

/** "Alt_R" in exactly this spelling is one key, the right Alt: pressing it is no combination. */
const isKeysymOfModifier = (text: string): boolean => /^(Super|Meta|Control|Alt|Shift)_[LR]$/.test(text);

describe('no spelling gets through', () => {
  test('as one text, in any order, with any separators', () => {
    fc.assert(
      fc.property(spelledCombos, fc.constantFrom(...SEPARATORS), ({ forbidden, parts }, separator) => {
        const spelling = parts.join(separator);
        fc.pre(!isKeysymOfModifier(spelling));
        expect(blockedPress(forbidden, spelling)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('as a list of keys', () => {
    fc.assert(
      fc.property(spelledCombos, ({ forbidden, parts }) => {
        expect(blockedPress(forbidden, parts)).toBe(true);
      }),
    );
  });

  test('with some of the modifiers given apart', () => {
    fc.assert(
      fc.property(spelledCombos, fc.nat(4), ({ forbidden, parts }, cut) => {
        const mods = parts.filter((part) => isModifierOnly(combo(part)));
        const keys = parts.filter((part) => !isModifierOnly(combo(part)));
        expect(blockedPress(forbidden, { keys: [...mods.slice(cut), ...keys], mods: mods.slice(0, cut) })).toBe(true);
      }),
    );
  });

  test('with modifiers already held, or held and pressed in one call', () => {
    fc.assert(
      fc.property(spelledCombos, fc.nat(4), ({ forbidden, parts }, cut) => {
        const table = { ...open, forbidden_key_combos: [forbidden] };
        const mods = parts.map((part) => combo(part)).filter(isModifierOnly);
        const keys = parts.map((part) => combo(part)).filter((part) => !isModifierOnly(part));
        const held = mods.slice(0, cut).map((modifier) => modifier.key);
        expect(verdict(judge(table, { held, combos: [...mods.slice(cut), ...keys] }))).toBe('deny forbidden_key_combos');
        expect(verdict(judge(table, { held: mods.map((modifier) => modifier.key), combos: keys }))).toBe('deny forbidden_key_combos');
      }),
    );
  });

  test('typed while the modifiers are held', () => {
    expect(verdict(judge({ ...open, forbidden_key_combos: ['ctrl+q'] }, { text: 'equal', held: ['Control_L'] }))).toBe(
      'deny forbidden_key_combos',
    );
    expect(verdict(judge({ ...open, forbidden_key_combos: ['ctrl+shift+q'] }, { text: 'Q', held: ['ctrl'] }))).toBe(
      'deny forbidden_key_combos',
    );
    expect(verdict(judge({ ...open, forbidden_key_combos: ['ctrl+enter'] }, { text: 'a\n', held: ['ctrl'] }))).toBe(
      'deny forbidden_key_combos',
    );
    expect(verdict(judge({ ...open, forbidden_key_combos: ['enter'] }, { text: 'a\n' }))).toBe('deny forbidden_key_combos');
    expect(verdict(judge({ ...open, forbidden_key_combos: ['ctrl+q'] }, { text: 'equal' }))).toBe('allow');
  });

  test('written inside other text', () => {
    const around = fc.constantFrom(
      ['', ''],
      ['press ', ''],
      ['please press ', ' now'],
      ['("press ', '")'],
      ['1. Press ', '.\n2. Wait'],
      ['说 press ', '。'],
    );
    fc.assert(
      fc.property(spelledCombos, fc.constantFrom(...SEPARATORS), around, ({ forbidden, parts }, separator, [before, after]) => {
        expect(blockedText(forbidden, `${before}${parts.join(separator)}${after}`)).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  test('and what cannot be read as a combination cannot be pressed either', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        const parsed = parseCombo(text);
        expect(parsed.ok || parsed.reason.length > 0).toBe(true);
      }),
    );
  });
});

describe('ordinary writing', () => {
  const strict = [
    'cmd+q',
    'ctrl+c',
    'alt+s',
    'alt+a',
    'shift+a',
    'shift+i',
    'ctrl+alt+del',
    'super+l',
    'win+d',
    'ctrl+w',
    'option+f4',
    'cmd+shift+q',
    'delete',
    'f5',
  ];

  test.each(prose)('%j may be typed', (text) => {
    expect(verdict(judge({ ...open, forbidden_key_combos: strict }, { text }))).toBe('allow');
  });

  test('words without a modifier among them are never a combination', () => {
    const word = fc.constantFrom(
      'the',
      'quick',
      'q',
      'a',
      'delete',
      'page',
      'home',
      'x^2',
      '2^c',
      'up',
      'down',
      'and/or',
      'e-mail',
      '…',
      '“so”',
      'f4',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.constantFrom(' ', ', ', '\n', '-'), (words, separator) => {
        expect(blockedText(['cmd+q', 'ctrl+c', 'ctrl+alt+del', 'alt+f4'], words.join(separator))).toBe(false);
      }),
    );
  });
});
