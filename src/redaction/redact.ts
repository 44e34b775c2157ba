/** Covers secrets in a picture before it is scaled or encoded. Never throws; what it did and could not do is in the report. */

import { rgb } from '../image/color.js';
import { cloneImage, fillRect, imageBounds } from '../image/raw.js';
import { drawText, measureText, textFont } from '../image/text.js';
import { containsRect, intersect, intersects, outward } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import { coverKnownSecrets } from './geometry.js';
import { brightnessOf } from './gray.js';
import { findMaskRuns } from './mask/mask-runs.js';
import { coverReadSecrets, type Ocr } from './ocr.js';
import { type Detector, patterns } from './place/detector.js';
import type { PassOutcome, PassResult, RedactionPass, RedactionRegion, RedactionResult, TextPlaces, TreeText } from './report.js';

export interface RedactionRequest {
  /** In full resolution; not changed. */
  readonly image: RawImage;
  readonly texts: readonly TreeText[];
  /** Absent: a text with a secret in it is covered whole. */
  readonly places?: TextPlaces | undefined;
  /** Absent: text that only pixels show is not looked for, and the report says so. */
  readonly ocr?: Ocr | undefined;
  /** What to look for; by default everything that looks like a secret. */
  readonly detector?: Detector | undefined;
  /** Hand out no picture at all unless every pass did its work. */
  readonly required?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

const coverColor = rgb(38, 40, 46);
const coverInk = rgb(190, 194, 202);
const coverText = 'redacted';

export async function redactImage(request: RedactionRequest): Promise<RedactionResult> {
  const { image, texts, ocr, places, signal, detector = patterns } = request;
  const found: PassResult[] = [];
  const passes = [
    await attempt('geometry', found, () => coverKnownSecrets(texts, { detector, gray: brightnessOf(image), places, ocr, signal })),
    detector.covers === 'everything'
      ? await attempt('heuristic', found, async () => ({ regions: findMaskRuns(image), warnings: [] }))
      : ({ pass: 'heuristic', status: 'skipped', regions: 0, detail: 'only known values are looked for' } as const),
    await attempt('ocr', found, () => coverReadSecrets(image, texts, { ocr, detector, signal })),
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
  for (const [i, region] of regions.entries()) {
    const { x, y, width, height } = region;
    const isLabelled = regions.slice(0, i).some((other) => intersects(other, region));
    if (isLabelled || width < size.width + 6 || height < size.height + 2) continue;
    drawText(covered, x + 4, y + ((height - size.height) >> 1), coverText, { font: textFont, color: coverInk });
  }
  return covered;
}
