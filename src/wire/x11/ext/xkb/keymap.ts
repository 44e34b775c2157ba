import type { Requester } from '../../connection/requester.js';
import { XkbGetMap, type XkbKeySymbols, type XkbKeyType, XkbSetKeysyms } from './map.js';

/** A way to produce a keysym: press `keycode` while the modifiers are down. */
export interface KeyPosition {
  readonly keycode: number;
  readonly group: number;
  readonly level: number;
  /** Real modifier bits (Shift 1, Lock 2, Control 4, Mod1 8 ...) that select the level. */
  readonly modifiers: number;
}

/** The keyboard map of one device. */
export class Keymap {
  readonly deviceId: number;
  readonly minKeycode: number;
  readonly maxKeycode: number;
  /** Modifier bits by the keycode that sets them. */
  readonly modifierMap: ReadonlyMap<number, number>;
  readonly #types: readonly XkbKeyType[];
  readonly #keys: readonly XkbKeySymbols[];
  readonly #positions = new Map<number, KeyPosition[]>();

  constructor(map: {
    deviceId: number;
    minKeycode: number;
    maxKeycode: number;
    types: readonly XkbKeyType[];
    keys: readonly XkbKeySymbols[];
    modifierMap: readonly { keycode: number; mods: number }[];
  }) {
    this.deviceId = map.deviceId;
    this.minKeycode = map.minKeycode;
    this.maxKeycode = map.maxKeycode;
    this.modifierMap = new Map(map.modifierMap.map(({ keycode, mods }) => [keycode, mods]));
    this.#types = map.types;
    this.#keys = map.keys;
    for (let keycode = map.minKeycode; keycode <= map.maxKeycode; keycode++) this.#index(keycode);
  }

  /** Keysyms of a key in a group, by level; empty for an unused key. */
  keysyms(keycode: number, group = 0): readonly number[] {
    const key = this.#keys[keycode - this.minKeycode];
    const groups = groupCount(key);
    if (!key || groups === 0) return [];
    const start = (group % groups) * key.width;
    return key.keysyms.slice(start, start + key.width);
  }

  /** How to produce a keysym in a group: lower levels and keycodes first. */
  find(keysym: number, group = 0): KeyPosition[] {
    return (this.#positions.get(keysym) ?? [])
      .filter((position) => position.group === group)
      .sort((a, b) => a.level - b.level || a.keycode - b.keycode);
  }

  /** Keycodes that produce nothing. */
  unused(): number[] {
    const all = Array.from({ length: this.maxKeycode - this.minKeycode + 1 }, (_, index) => this.minKeycode + index);
    return all.filter((keycode) => (this.#keys[keycode - this.minKeycode]?.keysyms ?? []).every((keysym) => keysym === 0));
  }

  #index(keycode: number): void {
    const key = this.#keys[keycode - this.minKeycode];
    for (let group = 0; key && group < groupCount(key); group++) {
      this.keysyms(keycode, group).forEach((keysym, level) => {
        const modifiers = this.#modifiersFor(key.typeIndices[group] ?? 0, level);
        if (keysym === 0 || modifiers === undefined) return;
        const known = this.#positions.get(keysym) ?? [];
        this.#positions.set(keysym, [...known, { keycode, group, level, modifiers }]);
      });
    }
  }

  /** The fewest modifiers that reach a level; undefined when none do. */
  #modifiersFor(typeIndex: number, level: number): number | undefined {
    if (level === 0) return 0;
    const entries = this.#types[typeIndex]?.entries.filter((entry) => entry.active && entry.level === level) ?? [];
    return entries.map(({ modsMask }) => modsMask).sort((a, b) => bitCount(a) - bitCount(b))[0];
  }
}

/** Reads the map of a device; 0x100 is the client's core keyboard. */
export async function readKeymap(connection: Requester, device: number): Promise<Keymap> {
  return new Keymap(await connection.request(XkbGetMap, { device }));
}

const RECOMPUTE_ACTIONS = 2;
const ONE_LEVEL = 0;
const TWO_LEVEL = 1;

/** Makes a key of a device produce one keysym, or two (plain and with Shift), or none. Other devices keep theirs. */
export function setKeysyms(connection: Requester, keymap: Keymap, keycode: number, keysyms: readonly number[]): Promise<void> {
  const width = Math.min(keysyms.length, 2);
  return connection.checked(XkbSetKeysyms, {
    device: keymap.deviceId,
    flags: RECOMPUTE_ACTIONS,
    minKeycode: keymap.minKeycode,
    maxKeycode: keymap.maxKeycode,
    firstKeycode: keycode,
    totalKeysyms: width,
    keys: [{ typeIndices: [width > 1 ? TWO_LEVEL : ONE_LEVEL], groupInfo: width > 0 ? 1 : 0, width, keysyms: keysyms.slice(0, width) }],
  });
}

function groupCount(key: XkbKeySymbols | undefined): number {
  return (key?.groupInfo ?? 0) & 0xf;
}

function bitCount(mask: number): number {
  return mask.toString(2).replaceAll('0', '').length;
}
