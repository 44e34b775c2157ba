/** Covers secrets in a picture before it is scaled or encoded. Never throws; what it did and could not do is in the report. */

import { rgb } from '../image/color.js';
import { cloneImage, fillRect, imageBounds } from '../image/raw.js';
import { drawText, measureText, textFont } from '../image/text.js';
import { containsRect, inflate, intersect, outward } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import { coverKnownSecrets } from './geometry.js';
import { brightnessOf } from './gray.js';
import { findMaskRuns } from './mask/mask-runs.js';
import { coverReadSecrets, type Ocr } from './ocr.js';
import { inkBounds } from './pixel-evidence.js';
import type { PassOutcome, PassResult, RangeBoxes, RedactionPass, RedactionRegion, RedactionResult, TreeText } from './report.js';

export interface RedactionRequest {
  /** In full resolution; not changed. */
  readonly image: RawImage;
  readonly texts: readonly TreeText[];
  readonly rangeBoxes?: RangeBoxes | undefined;
  /** Absent: text that only pixels show is not looked for, and the report says so. */
  readonly ocr?: Ocr | undefined;
  /** Hand out no picture at all unless every pass did its work. */
  readonly required?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

const coverColor = rgb(38, 40, 46);
const coverInk = rgb(190, 194, 202);
const coverText = 'redacted';

export async function redactImage(request: RedactionRequest): Promise<RedactionResult> {
  const { image, texts, ocr } = request;
  const found: PassResult[] = [];
  const passes = [
    await attempt('geometry', found, async () => trimmed(await coverKnownSecrets(texts, request.rangeBoxes), image)),
    await attempt('heuristic', found, async () => ({ regions: findMaskRuns(image), warnings: [] })),
    ocr
      ? await attempt('ocr', found, () => coverReadSecrets(image, texts, ocr, request.signal))
      : ({ pass: 'ocr', status: 'failed', regions: 0, detail: 'no text recognition is available' } as const),
  ];
  const failed = passes.filter(({ status }) => status === 'failed');
  const warnings = [...found.flatMap((result) => result.warnings), ...failed.map(({ pass, detail }) => `${pass}: ${detail}`)];
  const regions = distinct(
    found.flatMap((result) => result.regions),
    image,
  );
  const redaction = { passes, regions, warnings };
  if (request.required && failed.length > 0) return { withheld: true, redaction };
  return { withheld: false, image: regions.length === 0 ? image : cover(image, regions), redaction };
}

async function attempt(pass: RedactionPass, found: PassResult[], run: () => Promise<PassResult | null>): Promise<PassOutcome> {
  try {
    const result = await run();
    if (!result) return { pass, status: 'skipped', regions: 0, detail: 'every text is known already' };
    found.push(result);
    return { pass, status: 'done', regions: result.regions.length };
  } catch (error) {
    return { pass, status: 'failed', regions: 0, detail: error instanceof Error ? error.message : String(error) };
  }
}

/** A label's box often spans the window: what is drawn in it is enough, and keeps the rest of the row readable. */
function trimmed(result: PassResult, image: RawImage): PassResult {
  if (result.regions.length === 0) return result;
  const gray = brightnessOf(image);
  const trim = (region: RedactionRegion): RedactionRegion => {
    if (region.reason === 'password_field') return region;
    return intersect<RedactionRegion>(region, { ...region, ...inflate(inkBounds(gray, region), 2) }) ?? region;
  };
  return { ...result, regions: result.regions.map(trim) };
}

/** Whole pixels inside the picture, without regions that lie in another one. */
function distinct(regions: readonly RedactionRegion[], image: RawImage): RedactionRegion[] {
  const inside = regions.flatMap((region) => {
    const part = intersect<RedactionRegion>(outward(region), { ...imageBounds(image), reason: region.reason, source: region.source });
    return part ? [part] : [];
  });
  return inside.filter((region, i) =>
    inside.every((other, j) => i === j || !containsRect(other, region) || (containsRect(region, other) && i < j)),
  );
}

function cover(image: RawImage, regions: readonly RedactionRegion[]): RawImage {
  const covered = cloneImage(image);
  for (const region of regions) fillRect(covered, region, coverColor);
  const size = measureText(textFont, coverText);
  for (const { x, y, width, height } of regions) {
    if (width < size.width + 6 || height < size.height + 2) continue;
    drawText(covered, x + 4, y + ((height - size.height) >> 1), coverText, { font: textFont, color: coverInk });
  }
  return covered;
}
