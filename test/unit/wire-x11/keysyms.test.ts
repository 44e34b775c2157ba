import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePointFromKeysym, KEYSYMS, keysymFromName, keysymsForCodePoint } from '../../../src/wire/x11/index.js';

const code = (character: string) => character.codePointAt(0) ?? 0;

describe('keysyms', () => {
  it.each([
    ['Return', 0xff0d],
    ['F12', 0xffc9],
    ['Shift_L', 0xffe1],
    ['Super_L', 0xffeb],
    ['ISO_Level3_Shift', 0xfe03],
    ['KP_Enter', 0xff8d],
    ['dead_acute', 0xfe51],
    ['Prior', 0xff55],
    ['Page_Up', 0xff55],
    ['a', 0x61],
    ['A', 0x41],
    ['eacute', 0xe9],
    ['EuroSign', 0x20ac],
    ['XF86AudioMute', 0x1008ff12],
    ['U20AC', 0x0100_20ac],
    ['U0041', 0x41],
    ['é', 0xe9],
    ['中', 0x0100_4e2d],
    ['😀', 0x0101_f600],
  ])('%s is known by name', (name, keysym) => {
    expect(keysymFromName(name)).toBe(keysym);
  });

  it('of unknown names do not exist', () => {
    for (const name of ['', 'Retrun', 'toString', 'Uxyz', 'U110000']) expect(keysymFromName(name)).toBeUndefined();
  });

  it('mean the characters of their sets', () => {
    expect(codePointFromKeysym(0x6c1)).toBe(code('а'));
    expect(codePointFromKeysym(0x7e1)).toBe(code('α'));
    expect(codePointFromKeysym(0x1b1)).toBe(code('ą'));
    expect(codePointFromKeysym(0x20ac)).toBe(code('€'));
    expect(codePointFromKeysym(KEYSYMS.KP_7 ?? 0)).toBe(code('7'));
    expect(codePointFromKeysym(KEYSYMS.KP_Add ?? 0)).toBe(code('+'));
    expect(codePointFromKeysym(KEYSYMS.Return ?? 0)).toBeUndefined();
    expect(codePointFromKeysym(KEYSYMS.F1 ?? 0)).toBeUndefined();
  });

  it('of a character mean that character again', () => {
    const printable = fc.integer({ min: 0x20, max: 0x10_ffff }).filter((point) => point !== 0x7f && !(point >= 0x80 && point < 0xa0));
    fc.assert(
      fc.property(printable, (point) => {
        const keysyms = keysymsForCodePoint(point);
        expect(keysyms).not.toEqual([]);
        for (const keysym of keysyms) expect(codePointFromKeysym(keysym)).toBe(point);
      }),
    );
  });

  it('of control characters are the keys that type them', () => {
    expect(keysymsForCodePoint(code('\n'))).toEqual([KEYSYMS.Return]);
    expect(keysymsForCodePoint(code('\t'))).toEqual([KEYSYMS.Tab]);
    expect(keysymsForCodePoint(0x1b)).toEqual([KEYSYMS.Escape]);
    expect(keysymsForCodePoint(0x01)).toEqual([]);
  });
});
