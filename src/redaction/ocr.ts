import { inflate } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import type { GrayImage } from './gray.js';
import type { OcrWord } from './ocr-detector.js';
import type { Detector } from './place/detector.js';
import type { PassResult, RedactionRegion, TreeText } from './report.js';
import { unreadText } from './unread-text.js';

/** Reads the words of a picture, with boxes in its pixels. */
export type Ocr = (image: GrayImage, signal?: AbortSignal) => Promise<readonly OcrWord[]>;

/** Boxes of recognised words end at the ink they were recognised by. */
const bleed = 3;

const treeIsOff = 'the accessibility tree places its texts where the picture shows none; all of the picture was read instead';

export interface Reading {
  readonly ocr: Ocr | undefined;
  readonly detector: Detector;
  readonly signal?: AbortSignal | undefined;
}

/** Null when there was nothing to read that the tree had not given already. */
export async function coverReadSecrets(
  image: RawImage,
  known: readonly TreeText[],
  { ocr, detector, signal }: Reading,
): Promise<PassResult | null> {
  const unread = unreadText(image, known);
  if (!unread) return null;
  if (!ocr) throw new Error('no text recognition is available');
  const words = await ocr(unread.pixels, signal);
  const regions = detector.inWords(words).map(({ box, kind }): RedactionRegion => {
    const moved = { x: box.x + unread.area.x, y: box.y + unread.area.y, width: box.width, height: box.height };
    return { ...inflate(moved, bleed), reason: kind, source: 'ocr' };
  });
  return { regions, warnings: unread.treeIsOff ? [treeIsOff] : [] };
}
