import { LEGACY_UNICODE } from './legacy-unicode.js';
import { KEYSYMS } from './names.js';

const UNICODE_BASE = 0x0100_0000;
const MAX_CODE_POINT = 0x10_ffff;

const legacyToUnicode = new Map<number, number>();
const unicodeToLegacy = new Map<number, number[]>();
for (const pair of LEGACY_UNICODE.trim().split(/\s+/)) {
  const [keysym = 0, codePoint = 0] = pair.split(':').map((hex) => Number.parseInt(hex, 16));
  legacyToUnicode.set(keysym, codePoint);
  unicodeToLegacy.set(codePoint, [...(unicodeToLegacy.get(codePoint) ?? []), keysym]);
}

/** Keys that stand for a character although their keysym belongs to no character set. */
const CONTROL_KEYSYMS: ReadonlyMap<number, number> = new Map([
  [0x08, 0xff08],
  [0x09, 0xff09],
  [0x0a, 0xff0d],
  [0x0d, 0xff0d],
  [0x1b, 0xff1b],
  [0x7f, 0xffff],
]);

/** The keysym of a name such as `Return`, `a`, `dead_acute` or `U20AC`; undefined for an unknown one. */
export function keysymFromName(name: string): number | undefined {
  if (Object.hasOwn(KEYSYMS, name)) return KEYSYMS[name];
  const codePoint = /^U([0-9A-Fa-f]{4,6})$/.exec(name)?.[1];
  if (codePoint !== undefined) return keysymsForCodePoint(Number.parseInt(codePoint, 16))[0];
  return [...name].length === 1 ? keysymsForCodePoint(name.codePointAt(0) ?? 0)[0] : undefined;
}

/** Keysyms that mean a character, the usual one first. Keyboard maps may hold any of them. */
export function keysymsForCodePoint(codePoint: number): number[] {
  const control = CONTROL_KEYSYMS.get(codePoint);
  if (control !== undefined) return [control];
  if (isLatin1(codePoint)) return [codePoint, UNICODE_BASE + codePoint];
  if (codePoint < 0x100 || codePoint > MAX_CODE_POINT) return [];
  return [UNICODE_BASE + codePoint, ...(unicodeToLegacy.get(codePoint) ?? [])];
}

/** The character a keysym means; undefined for keys that mean none. */
export function codePointFromKeysym(keysym: number): number | undefined {
  if (isLatin1(keysym)) return keysym;
  if (keysym >= UNICODE_BASE && keysym <= UNICODE_BASE + MAX_CODE_POINT) return keysym - UNICODE_BASE;
  return legacyToUnicode.get(keysym) ?? KEYPAD_CHARACTERS.get(keysym);
}

function isLatin1(value: number): boolean {
  return (value >= 0x20 && value <= 0x7e) || (value >= 0xa0 && value <= 0xff);
}

const KP_MULTIPLY = 0xffaa;
const KP_EQUAL = 0xffbd;
/** Keypad keysyms from multiply to nine follow ASCII, 0xff80 above it. */
const KEYPAD_CHARACTERS: ReadonlyMap<number, number> = new Map([
  ...Array.from({ length: 0xffb9 - KP_MULTIPLY + 1 }, (_, index) => [KP_MULTIPLY + index, KP_MULTIPLY + index - 0xff80] as const),
  [KP_EQUAL, 0x3d],
  [0xff80, 0x20],
]);
