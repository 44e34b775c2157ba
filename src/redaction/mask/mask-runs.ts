/** Finds masked passwords by their look: one glyph repeated at an even distance on an empty strip. */
import type { Rect } from '../../model/geometry.js';
import { bottom, contains, right } from '../../model/geometry.js';
import type { RawImage } from '../../model/image.js';
import { brightnessOf, type GrayImage } from '../gray.js';
import type { RedactionRegion } from '../report.js';
import { type EvenRun, evenRuns } from './even-runs.js';
import { isSameGlyph, type MaskGlyph, maskGlyphOf } from './mask-glyph.js';

/** Smaller pictures hold no field. */
const minWidth = 40;
const minHeight = 12;

/** No mask glyph is less than three pixels high. */
const rowStep = 2;

const minGlyphs = 4;
const maxGlyphHeight = 32;

/** In glyph widths: a row of full stops stands wider apart than bullets or stars do. */
const maxPitch = 2.4;

/** Brightness steps that still count as background. */
const backgroundNoise = 14;

export function findMaskRuns(image: RawImage): RedactionRegion[] {
  if (image.width < minWidth || image.height < minHeight) return [];
  const gray = brightnessOf(image);
  const found: RedactionRegion[] = [];
  for (let y = 0; y < gray.height; y += rowStep) {
    for (const run of evenRuns(gray, y)) {
      if (found.some((region) => contains(region, { x: run.starts[0] ?? 0, y }))) continue;
      const box = maskedRow(gray, run);
      if (box) found.push({ ...box, reason: 'masked_text', source: 'heuristic' });
    }
  }
  return found;
}

/** What to cover if the run belongs to a row of mask glyphs with nothing else drawn above or below. */
function maskedRow(gray: GrayImage, run: EvenRun): Rect | undefined {
  const first = run.starts[0] ?? 0;
  const last = run.starts.at(-1) ?? 0;
  const strip = { x: first - 1, y: run.y, width: last + run.width + 1 - (first - 1), height: 1 };
  const top = edge(gray, strip, run.background, -1);
  const low = edge(gray, strip, run.background, 1);
  if (top === undefined || low === undefined) return undefined;
  const height = low - top + 1;
  const margin = Math.max(2, Math.round(height * 0.3));
  if (!isEmptyBand(gray, { ...strip, y: top - margin, height: margin }, run.background)) return undefined;
  if (!isEmptyBand(gray, { ...strip, y: low + 1, height: margin }, run.background)) return undefined;
  const pitch = (last - first) / (run.starts.length - 1);
  const cells = wholeGlyphs(gray, run, pitch, { top, height });
  const [cell] = cells ?? [];
  const glyph = cells && maskGlyphOf(gray, cells, run.background);
  if (!cell || !glyph || pitch > maxPitch * glyph.width || isGrid(gray, glyph, cell, { run, pitch })) return undefined;
  const before = glyphsBeyond(gray, glyph, cell, { run, pitch: -pitch });
  const after = glyphsBeyond(gray, glyph, { ...cell, x: cell.x + last - first }, { run, pitch });
  if (before + run.starts.length + after < Math.max(minGlyphs, glyph.minCount)) return undefined;
  const width = last - first + cell.width + (before + after) * pitch;
  return padded({ x: cell.x - before * pitch, y: top, width, height }, pitch);
}

/** The row scan may have met only a stem or an arm: each piece is widened to the columns its glyph fills. */
function wholeGlyphs(gray: GrayImage, run: EvenRun, pitch: number, { top, height }: { top: number; height: number }): Rect[] | undefined {
  // Neighbouring dots may be a single smoothed column apart.
  const halfInk = Math.max(2 * backgroundNoise, inkOf(gray, run) / 2);
  const isInked = (x: number) => x >= 0 && x < gray.width && !isEmptyBand(gray, { x, y: top, width: 1, height }, run.background, halfInk);
  const glyphs = run.starts.map((start) => {
    let from = start;
    let to = start + 1;
    while (to - from <= pitch && isInked(from - 1)) from--;
    while (to - from <= pitch && isInked(to)) to++;
    return { from, width: to - from };
  });
  const widest = Math.max(...glyphs.map(({ width }) => width));
  if (widest > pitch || glyphs.some(({ width }) => width < widest - 1)) return undefined;
  return glyphs.map(({ from }) => ({ x: from - 1, y: top, width: widest + 2, height }));
}

function inkOf(gray: GrayImage, run: EvenRun): number {
  let most = 0;
  for (const start of run.starts) {
    for (let x = start; x < start + run.width; x++) most = Math.max(most, Math.abs(gray.at(x, run.y) - run.background));
  }
  return most;
}

/** Handles and patterns repeat downwards at the same distance; two password fields stand further apart. */
function isGrid(gray: GrayImage, glyph: MaskGlyph, cell: Rect, { run, pitch }: { run: EvenRun; pitch: number }): boolean {
  for (let distance = Math.floor(pitch * 0.75); distance <= pitch * 1.25; distance++) {
    for (const y of [cell.y - distance, cell.y + distance]) {
      if (y >= 0 && y + cell.height <= gray.height && isSameGlyph(gray, glyph, { ...cell, y }, run.background)) return true;
    }
  }
  return false;
}

/** One glyph to each side is covered too: the last character typed may still be shown, and its dot may touch the caret. */
function padded(box: Rect, pitch: number): Rect {
  const aside = Math.ceil(pitch);
  const above = Math.max(2, Math.ceil(box.height / 4));
  const x = Math.floor(box.x) - aside;
  return { x, y: box.y - above, width: Math.ceil(right(box)) + aside - x, height: box.height + 2 * above };
}

/** How many more of the same glyph follow at the same distance; a border or a caret nearby may have hidden them from the row scan. */
function glyphsBeyond(gray: GrayImage, glyph: MaskGlyph, cell: Rect, { run, pitch }: { run: EvenRun; pitch: number }): number {
  let count = 0;
  for (;;) {
    const x = Math.round(cell.x + (count + 1) * pitch);
    if (x < 0 || x + cell.width > gray.width) return count;
    if (!isSameGlyph(gray, glyph, { ...cell, x }, run.background)) return count;
    count++;
  }
}

/** The last row in one direction that still has something drawn in the strip. */
function edge(gray: GrayImage, strip: Rect, background: number, direction: 1 | -1): number | undefined {
  for (let distance = 1; distance <= maxGlyphHeight; distance++) {
    const y = strip.y + distance * direction;
    if (y < 0 || y >= gray.height) return undefined;
    if (isEmptyBand(gray, { ...strip, y, height: 1 }, background)) return y - direction;
  }
  return undefined;
}

function isEmptyBand(gray: GrayImage, band: Rect, background: number, noise = backgroundNoise): boolean {
  if (band.y < 0 || bottom(band) > gray.height) return false;
  for (let y = band.y; y < bottom(band); y++) {
    for (let x = Math.max(0, band.x); x < Math.min(gray.width, right(band)); x++) {
      if (Math.abs(gray.at(x, y) - background) > noise) return false;
    }
  }
  return true;
}
