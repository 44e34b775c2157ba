/** Colours of agents: apart from each other, dark enough for white letters, bright enough to be seen on any window. */
import { type Color, rgb } from '../image/color.js';

export interface PaletteColor {
  readonly name: string;
  readonly color: Color;
}

export const palette: readonly PaletteColor[] = [
  { name: 'violet', color: rgb(124, 58, 237) },
  { name: 'blue', color: rgb(37, 99, 235) },
  { name: 'green', color: rgb(21, 128, 61) },
  { name: 'orange', color: rgb(194, 65, 12) },
  { name: 'pink', color: rgb(219, 39, 119) },
  { name: 'teal', color: rgb(15, 118, 110) },
  { name: 'red', color: rgb(220, 38, 38) },
  { name: 'fuchsia', color: rgb(168, 28, 182) },
  { name: 'indigo', color: rgb(67, 56, 202) },
  { name: 'azure', color: rgb(3, 105, 161) },
];

const fallback: PaletteColor = { name: 'slate', color: rgb(71, 85, 105) };

/** A name keeps its colour unless somebody on the same screen has it; when all are taken they are shared. */
export function colorFor(name: string, taken: readonly PaletteColor[]): PaletteColor {
  const start = hash(name) % palette.length;
  const inOrder = [...palette.slice(start), ...palette.slice(0, start)];
  return inOrder.find((each) => !taken.includes(each)) ?? inOrder[0] ?? fallback;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}
