import type { Keymap } from '../../../../wire/x11/index.js';

const BITS = [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => 1 << bit);

/** One key of the agent's keyboard for each modifier bit, the left ones first as their codes are lower. */
export function modifierKeycodes(keymap: Keymap, mask: number): number[] {
  const keys = [...keymap.modifierMap].sort(([a], [b]) => a - b);
  return BITS.filter((bit) => (mask & bit) !== 0).flatMap((bit) => keys.find(([, mods]) => mods === bit)?.[0] ?? []);
}

/** The modifier bits a key sets while it is down. */
export const modifierBits = (keymap: Keymap, keycode: number): number => keymap.modifierMap.get(keycode) ?? 0;
