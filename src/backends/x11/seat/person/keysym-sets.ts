/** Keys by their names, to ask whether one of them was pressed. */
import { KEYSYMS } from '../../../../wire/x11/index.js';

export const keysymsOf = (...names: readonly string[]): ReadonlySet<number | undefined> => new Set(names.map((name) => KEYSYMS[name]));

export const onBothSides = (...names: readonly string[]): string[] => names.flatMap((name) => [`${name}_L`, `${name}_R`]);
