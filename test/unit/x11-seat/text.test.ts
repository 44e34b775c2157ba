import { describe, expect, test } from 'vitest';
import { strokeForKey } from '../../../src/backends/x11/seat/text/keys.js';
import { modifierKeycodes } from '../../../src/backends/x11/seat/text/modifiers.js';
import { inChunks, planText } from '../../../src/backends/x11/seat/text/plan-text.js';
import { cutByMissing } from '../../../src/backends/x11/seat/text/segments.js';
import { Keymap } from '../../../src/wire/x11/index.js';

const SHIFT = 1;
const LOCK = 2;
const entry = (level: number, modsMask: number) => ({ active: true, modsMask, level, realMods: modsMask, virtualMods: 0 });
const type = (entries: ReturnType<typeof entry>[]) => ({ modsMask: 3, realMods: 3, virtualMods: 0, levelCount: 2, entries, preserve: [] });
const key = (...keysyms: number[]) => ({
  typeIndices: [keysyms.length > 1 ? 1 : 0],
  groupInfo: keysyms.length > 0 ? 1 : 0,
  width: keysyms.length,
  keysyms,
});

/** 8: a/A, 9: dollar on Lock only, 10: Shift_L, 11: nothing, 12: Return, 13: space. */
const keymap = new Keymap({
  deviceId: 3,
  minKeycode: 8,
  maxKeycode: 13,
  types: [type([]), type([entry(1, SHIFT)]), type([entry(1, LOCK)])],
  keys: [key(0x61, 0x41), { ...key(0x62, 0x24), typeIndices: [2] }, key(0xffe1), key(), key(0xff0d), key(0x20)],
  modifierMap: [{ keycode: 10, mods: SHIFT }],
});

describe('a text is planned character by character', () => {
  test('by the key that has it, with the modifiers of its level', () => {
    expect(planText(keymap, 'aA ')).toEqual([
      { how: 'key', keycode: 8, modifiers: 0, codePoint: 0x61 },
      { how: 'key', keycode: 8, modifiers: SHIFT, codePoint: 0x41 },
      { how: 'key', keycode: 13, modifiers: 0, codePoint: 0x20 },
    ]);
  });

  test('by its number when no key has it, or only one behind a lock', () => {
    expect(planText(keymap, '😀$').map(({ how }) => how)).toEqual(['number', 'number']);
  });

  test('line ends are one Return however they are written', () => {
    expect(planText(keymap, '\r\n\n\r')).toEqual(Array(3).fill({ how: 'key', keycode: 12, modifiers: 0, codePoint: 10 }));
  });
});

test('a text is cut where it needs more borrowed keys than there are', () => {
  const typings = planText(keymap, 'aéüaéñ');
  expect(cutByMissing(typings, 2).map(({ typings: part, missing }) => [part.length, missing])).toEqual([
    [5, [0xe9, 0xfc]],
    [1, [0xf1]],
  ]);
  expect([...inChunks([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
});

test('modifier keys come from the keyboard that must set the bit', () => {
  const maps = { person: keymap, agent: keymap };
  expect(strokeForKey(maps, 'shift')).toEqual({ keycode: 10, modifiers: 0, isCharacter: false });
  expect(strokeForKey(maps, 'return')).toEqual({ keycode: 12, modifiers: 0, isCharacter: false });
  expect(modifierKeycodes(keymap, SHIFT | LOCK)).toEqual([10]);
});

test('a key the layout lacks and a name that is none are told apart', () => {
  const maps = { person: keymap, agent: keymap };
  expect(() => strokeForKey(maps, 'f5')).toThrow('has no key for "f5"');
  expect(() => strokeForKey(maps, 'retrun')).toThrow('Did you mean return?');
});
