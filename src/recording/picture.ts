/** A captured window as a recording keeps it: secrets and typed text covered, scaled to a bounded size, compressed. */
import { createHash } from 'node:crypto';
import { drawClickMarker, drawDragPath, drawTargetBox } from '../image/annotate.js';
import { rgb } from '../image/color.js';
import { encodePng } from '../image/png-encode.js';
import { cloneImage, fillRect, imageBounds } from '../image/raw.js';
import { resizeImage } from '../image/resize.js';
import { fitSize } from '../image/size-limit.js';
import { imagePoint, inflate, intersect, type Rect } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import { coverKnownSecrets } from '../redaction/geometry.js';
import { brightnessOf } from '../redaction/gray.js';
import type { Ocr } from '../redaction/ocr.js';
import { inkBounds } from '../redaction/pixel-evidence.js';
import type { Detector } from '../redaction/place/detector.js';
import { redactImage } from '../redaction/redact.js';
import type { TreeText } from '../redaction/report.js';
import type { PictureRecord } from './format.js';

const LONGEST_SIDE = 1000;
const THUMBNAIL_SIDE = 220;
/** Pictures are written once and kept: worth a little more of the compressor's time. */
const COMPRESSION = 6;
const coverColor = rgb(38, 40, 46);

export interface PictureSource {
  /** In window pixels, with `origin` its place in the window; not changed. */
  readonly image: RawImage;
  readonly origin: { readonly x: number; readonly y: number };
  /** Texts of the tree with their places in the picture. */
  readonly texts: readonly TreeText[];
  /** Boxes that show typed text. */
  readonly typed: readonly Rect[];
}

export interface PictureRules {
  readonly ocr: Ocr | undefined;
  /** Policy hands out no picture that could not be redacted whole. */
  readonly required: boolean;
  /** What to cover; by default everything that looks like a secret. */
  readonly detector?: Detector | undefined;
}

export interface Picture {
  readonly bytes: Buffer;
  readonly scaled: RawImage;
  readonly facts: Omit<PictureRecord, 'file'>;
}

/** The same for pictures that would come out the same. */
export function fingerprint({ image, typed, texts }: PictureSource): string {
  return createHash('sha1')
    .update(image.data)
    .update(JSON.stringify([image.width, image.height, typed, texts]))
    .digest('base64');
}

export type MadePicture = { readonly picture: Picture } | { readonly picture?: never; readonly withheld: string };

/** Policy may withhold it; the reason is then given instead. */
export async function makePicture(source: PictureSource, rules: PictureRules): Promise<MadePicture> {
  const safe = await coverPicture(source, rules);
  if ('withheld' in safe) return { withheld: safe.withheld };
  const size = fitSize(safe.image, { maxDimension: LONGEST_SIDE });
  const scaled = resizeImage(safe.image, size);
  const scale = size.width / safe.image.width;
  const { bytes } = await encodePng(scaled, COMPRESSION);
  const redactions = safe.covered.map(({ reason, ...box }) => ({ ...scaledRect(box, scale), reason }));
  return { picture: { bytes, scaled, facts: { width: size.width, height: size.height, scale, redactions, warnings: safe.warnings } } };
}

type Covered = Rect & { readonly reason: string };
type SafePicture =
  | { readonly image: RawImage; readonly covered: readonly Covered[]; readonly warnings: string[] }
  | { readonly image?: never; readonly withheld: string };

/** The picture in full size with everything covered that must not be seen. */
export async function coverPicture(source: PictureSource, rules: PictureRules): Promise<SafePicture> {
  const result = await redactImage({ image: source.image, texts: source.texts, ...rules });
  if (result.withheld) return { withheld: `a picture is withheld: ${result.redaction.warnings.join('; ')}` };
  const covered: Covered[] = [
    ...result.redaction.regions.map(({ x, y, width, height, reason }) => ({ x, y, width, height, reason: String(reason) })),
    ...typedBoxes(source).map((box) => ({ ...box, reason: 'typed_text' })),
  ];
  const warnings = result.redaction.warnings.filter((warning) => !warning.startsWith('ocr: no text recognition'));
  return { image: coverTyped(result.image, covered), covered, warnings };
}

/** The same for moving pictures, where only what the tree knows can be covered in time. */
export async function coverKnown({ image, texts, typed }: PictureSource): Promise<RawImage> {
  const { regions } = await coverKnownSecrets(texts);
  if (regions.length === 0 && typed.length === 0) return image;
  const safe = cloneImage(image);
  for (const box of [...regions, ...typed]) fillRect(safe, box, coverColor);
  return safe;
}

/** What is drawn inside a field, not the whole field: keeps the rest of a form readable. */
function typedBoxes({ image, typed }: PictureSource): Rect[] {
  if (typed.length === 0) return [];
  const gray = brightnessOf(image);
  return typed.flatMap((box) => {
    const inside = intersect(imageBounds(image), box);
    if (!inside) return [];
    const ink = inkBounds(gray, inside);
    return intersect(imageBounds(image), inflate({ x: ink.x, y: ink.y, width: ink.width, height: ink.height }, 2)) ?? [];
  });
}

function coverTyped(image: RawImage, covered: readonly Covered[]): RawImage {
  const typed = covered.filter(({ reason }) => reason === 'typed_text');
  if (typed.length === 0) return image;
  const safe = cloneImage(image);
  for (const box of typed) fillRect(safe, box, coverColor);
  return safe;
}

export const scaledRect = ({ x, y, width, height }: Rect, scale: number): Rect => ({
  x: Math.round(x * scale),
  y: Math.round(y * scale),
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

export interface Marks {
  readonly box?: Rect | undefined;
  readonly marker?: { readonly x: number; readonly y: number } | undefined;
  readonly path?: readonly { readonly x: number; readonly y: number }[] | undefined;
}

/** Small, with the target marked: what a timeline shows. */
export async function makeThumbnail(scaled: RawImage, { box, marker, path }: Marks): Promise<Buffer> {
  const size = fitSize(scaled, { maxDimension: THUMBNAIL_SIDE });
  const small = cloneImage(resizeImage(scaled, size));
  const scale = size.width / scaled.width;
  const style = { scale: 0.5 };
  if (box) drawTargetBox(small, scaledRect(box, scale), style);
  const at = (point: { x: number; y: number }) => imagePoint(Math.round(point.x * scale), Math.round(point.y * scale));
  const [from] = path ?? [];
  const to = path?.at(-1);
  if (from && to) drawDragPath(small, at(from), at(to), style);
  else if (marker) drawClickMarker(small, at(marker), style);
  return (await encodePng(small, COMPRESSION)).bytes;
}
