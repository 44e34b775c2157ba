import type { Size } from '../model/geometry.js';

/** How a model counts an image: `ceil(w / patch) * ceil(h / patch)` tokens, each side at most `maxEdge`. */
export interface PatchBudget {
  readonly patch: number;
  readonly maxEdge: number;
  readonly maxPatches: number;
}

export interface SizeLimit {
  /** Longest side in pixels; 0 or absent means no cap. */
  readonly maxDimension?: number;
  readonly patches?: PatchBudget;
}

export const standardPatchBudget: PatchBudget = { patch: 28, maxEdge: 1568, maxPatches: 1568 };
export const highResolutionPatchBudget: PatchBudget = { patch: 28, maxEdge: 2576, maxPatches: 4784 };

export function patchCount({ width, height }: Size, patch: number): number {
  return Math.ceil(width / patch) * Math.ceil(height / patch);
}

/** The largest size with the same aspect ratio that meets every limit; never larger than `size`. */
export function fitSize(size: Size, limit: SizeLimit): Size {
  const cap = limit.maxDimension && limit.maxDimension > 0 ? limit.maxDimension : Number.POSITIVE_INFINITY;
  const fits = (candidate: Size) => Math.max(candidate.width, candidate.height) <= cap && fitsPatches(candidate, limit.patches);
  if (fits(size)) return { width: size.width, height: size.height };
  let fitting = 1;
  let tooLarge = Math.max(size.width, size.height);
  while (tooLarge - fitting > 1) {
    const middle = Math.floor((fitting + tooLarge) / 2);
    if (fits(withLongSide(size, middle))) fitting = middle;
    else tooLarge = middle;
  }
  return withLongSide(size, fitting);
}

function fitsPatches(size: Size, budget: PatchBudget | undefined): boolean {
  if (!budget) return true;
  const edge = Math.ceil(Math.max(size.width, size.height) / budget.patch) * budget.patch;
  return edge <= budget.maxEdge && patchCount(size, budget.patch) <= budget.maxPatches;
}

function withLongSide({ width, height }: Size, longSide: number): Size {
  const short = Math.max(1, Math.round((longSide * Math.min(width, height)) / Math.max(width, height)));
  return width >= height ? { width: longSide, height: short } : { width: short, height: longSide };
}
