import type { Screen } from '../../../wire/x11/index.js';

export const ARGB_DEPTH = 32;
const TRUE_COLOR = 4;

/** A visual whose pixels are alpha, red, green, blue; undefined where the display has none. */
export function argbVisual(screen: Screen): number | undefined {
  const visuals = screen.depths.find(({ depth }) => depth === ARGB_DEPTH)?.visuals ?? [];
  return visuals.find(
    (visual) => visual.class === TRUE_COLOR && visual.redMask === 0xff0000 && visual.greenMask === 0xff00 && visual.blueMask === 0xff,
  )?.id;
}
