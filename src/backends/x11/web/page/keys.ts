/** Our key names as the protocol wants them: DOM key, DOM code and the virtual key code pages still read. */
import { findKey, type Modifier } from '../../../../model/key-names.js';

export interface PageKey {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  /** What it types; absent for keys that type nothing. */
  readonly text?: string;
}

/** name: [key, code, virtual key code] */
const named: Readonly<Record<string, readonly [string, string, number]>> = {
  return: ['Enter', 'Enter', 13],
  escape: ['Escape', 'Escape', 27],
  backspace: ['Backspace', 'Backspace', 8],
  delete: ['Delete', 'Delete', 46],
  tab: ['Tab', 'Tab', 9],
  space: [' ', 'Space', 32],
  up: ['ArrowUp', 'ArrowUp', 38],
  down: ['ArrowDown', 'ArrowDown', 40],
  left: ['ArrowLeft', 'ArrowLeft', 37],
  right: ['ArrowRight', 'ArrowRight', 39],
  home: ['Home', 'Home', 36],
  end: ['End', 'End', 35],
  page_up: ['PageUp', 'PageUp', 33],
  page_down: ['PageDown', 'PageDown', 34],
  insert: ['Insert', 'Insert', 45],
  ctrl: ['Control', 'ControlLeft', 17],
  shift: ['Shift', 'ShiftLeft', 16],
  alt: ['Alt', 'AltLeft', 18],
  meta: ['Meta', 'MetaLeft', 91],
};

const punctuation: Readonly<Record<string, readonly [string, number]>> = {
  '-': ['Minus', 189],
  '=': ['Equal', 187],
  ',': ['Comma', 188],
  '.': ['Period', 190],
  '/': ['Slash', 191],
  '\\': ['Backslash', 220],
  ';': ['Semicolon', 186],
  "'": ['Quote', 222],
  '`': ['Backquote', 192],
  '[': ['BracketLeft', 219],
  ']': ['BracketRight', 221],
};

const MODIFIER_BITS: Readonly<Partial<Record<Modifier, number>>> = { alt: 1, ctrl: 2, meta: 4, shift: 8 };

export const modifierBit = (key: string): number => MODIFIER_BITS[key as Modifier] ?? 0;

/** Undefined for keys a page has no name for. */
export function pageKey(name: string): PageKey | undefined {
  const row = named[name];
  if (row) {
    const [key, code, windowsVirtualKeyCode] = row;
    const text = name === 'return' ? '\r' : key === ' ' ? ' ' : undefined;
    return { key, code, windowsVirtualKeyCode, ...(text === undefined ? {} : { text }) };
  }
  const fKey = /^f([1-9]|1\d|2[0-4])$/.exec(name);
  if (fKey) return { key: `F${fKey[1]}`, code: `F${fKey[1]}`, windowsVirtualKeyCode: 111 + Number(fKey[1]) };
  const text = [...name].length === 1 ? name : findKey(name)?.text;
  return text === undefined ? undefined : characterKey(text);
}

/** A character as the key of a plain keyboard that types it; any other still has its text. */
export function characterKey(text: string): PageKey {
  const upper = text.toUpperCase();
  if (/^[A-Z]$/.test(upper)) return { key: text, code: `Key${upper}`, windowsVirtualKeyCode: upper.charCodeAt(0), text };
  if (/^\d$/.test(text)) return { key: text, code: `Digit${text}`, windowsVirtualKeyCode: text.charCodeAt(0), text };
  const [code, windowsVirtualKeyCode] = punctuation[text] ?? ['', 0];
  return { key: text, code, windowsVirtualKeyCode, text };
}
