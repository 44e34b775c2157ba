/** Covers secrets in what leaves the engine as a picture: everything when asked for, the values Offhand filled in always. */
import { DriverError } from '../errors/driver-error.js';
import { rgb } from '../image/color.js';
import { cloneImage, fillRect, imageBounds } from '../image/raw.js';
import { containsRect, intersect, type Rect } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import { isOnScreen } from '../model/window.js';
import { both, type Detector, knownValues, patterns } from '../redaction/place/detector.js';
import { redactImage } from '../redaction/redact.js';
import type { RedactionReport } from '../redaction/report.js';
import type { SecretMask } from '../secrets/secret-mask.js';
import type { Call, Engine } from './call.js';
import { placesIn } from './cover/text-places.js';
import { readTreeTexts, type WindowText } from './cover/tree-texts.js';
import type { Observation } from './observe.js';

export interface SafeImage {
  readonly image: RawImage;
  readonly redaction?: Record<string, unknown>;
}

export async function redactObservation(call: Call, observation: Observation, requested: boolean | undefined): Promise<SafeImage> {
  const { image, window, map } = observation;
  if (!image) throw new DriverError('internal', 'There is no image to redact.');
  const detector = detectorFor(call, requested);
  if (!detector) return { image };
  const texts = await readTreeTexts(call, window, map.area);
  return cover(call, { image: cannotTell(call, window.id, texts) ? filled(image, [imageBounds(image)]) : image, detector, texts });
}

/** A secret was put into the window, and neither a tree nor reading can tell where it shows. */
const cannotTell = ({ engine }: Call, windowId: number, texts: readonly WindowText[]): boolean =>
  engine.secrets.usedIn.has(windowId) && texts.length === 0 && engine.ocr === undefined;

/** A picture of the screen whose top left corner is the screen's own, or that of `region`. */
export async function redactScreen(
  call: Call,
  picture: RawImage,
  requested: boolean | undefined,
  region: Rect | null = null,
): Promise<SafeImage> {
  const windows = (await (await call.backend()).windows.list(call.signal)).filter(isOnScreen);
  const origin = { x: Math.max(0, region?.x ?? 0), y: Math.max(0, region?.y ?? 0) };
  const inPicture = (box: Rect): Rect => ({ x: box.x - origin.x, y: box.y - origin.y, width: box.width, height: box.height });
  const forbidden = windows.filter((window) => !call.engine.gate.mayBeSeen(window)).map(({ bounds }) => inPicture(bounds));
  const image = filled(picture, forbidden);
  const detector = detectorFor(call, requested);
  if (!detector) return { image };
  const shown = windows.filter(({ bounds }) => isSeen(inPicture(bounds), image));
  const read = await Promise.all(
    shown.map(async (window) => {
      const above = windows.filter(({ zIndex }) => zIndex > window.zIndex).map(({ bounds }) => inPicture(bounds));
      const all = await readTreeTexts(call, window, { x: origin.x - window.bounds.x, y: origin.y - window.bounds.y });
      const hidden = cannotTell(call, window.id, all) ? [inPicture(window.bounds)] : [];
      return { hidden, texts: all.filter(({ box }) => !above.some((window) => containsRect(window, box))) };
    }),
  );
  const unknown = read.flatMap(({ hidden }) => hidden);
  return cover(call, { image: filled(image, unknown), detector, texts: read.flatMap(({ texts }) => texts) });
}

const isSeen = (box: Rect, image: RawImage): boolean => intersect<Rect>(imageBounds(image), box) !== undefined;

/** Undefined when there is nothing to look for. */
function detectorFor(call: Call, requested: boolean | undefined): Detector | undefined {
  const { mask } = call.engine.secrets;
  if (isRedacted(call, requested)) return everySecret(call.engine);
  return mask.isEmpty ? undefined : detectorOf(mask);
}

/** What looks like a secret, and what is stored as one. */
export const everySecret = ({ secrets }: Pick<Engine, 'secrets'>): Detector =>
  both(patterns, detectorOf(readable(() => secrets.stored) ?? secrets.mask));

const detectorOf = (mask: SecretMask): Detector => knownValues({ values: mask.values, spansIn: (text) => mask.spansIn(text) });

/** The file of secrets may be unreadable; what was used is known all the same. */
function readable(read: () => SecretMask): SecretMask | undefined {
  try {
    return read();
  } catch {
    return undefined; // permission_missing, home_unusable: said when someone uses a secret
  }
}

/** The call, the settings or the policy ask for it. */
export const isRedacted = (call: Call, requested: boolean | undefined): boolean =>
  call.engine.gate.requiresRedaction() || call.setting('redact', requested);

const coverColor = rgb(38, 40, 46);

function filled(image: RawImage, boxes: readonly Rect[]): RawImage {
  const inside = boxes.flatMap((box) => intersect<Rect>(imageBounds(image), box) ?? []);
  if (inside.length === 0) return image;
  const covered = cloneImage(image);
  for (const box of inside) fillRect(covered, box, coverColor);
  return covered;
}

interface ToCover {
  readonly image: RawImage;
  readonly detector: Detector;
  readonly texts: readonly WindowText[];
}

/** A picture that was not taken anew, because its window drew nothing, shows what it showed. */
const covered = new WeakMap<RawImage, { readonly as: string; readonly safe: Promise<SafeImage> }>();

async function cover(call: Call, { image, detector, texts }: ToCover): Promise<SafeImage> {
  const required = call.engine.gate.requiresRedaction();
  const as = JSON.stringify([required, detector.covers, call.engine.secrets.mask.values.length, texts.map(({ text, box }) => [text, box])]);
  const known = covered.get(image);
  if (known?.as === as) return known.safe;
  const safe = redactImage({
    image,
    texts,
    places: placesIn(call, texts),
    ocr: call.engine.ocr,
    required,
    detector,
    signal: call.signal,
  }).then((result): SafeImage => {
    if (!result.withheld) return { image: result.image, ...reported(result.redaction, detector) };
    throw new DriverError('redaction_failed', 'The image is withheld because it could not be redacted.', { ...plain(result.redaction) });
  });
  covered.set(image, { as, safe });
  safe.catch(() => covered.delete(image));
  return safe;
}

/** Whoever did not ask for it hears of it only when there is something to say. */
const reported = (report: RedactionReport, { covers }: Detector): Pick<SafeImage, 'redaction'> =>
  covers === 'values' && report.regions.length + report.warnings.length === 0 ? {} : { redaction: plain(report) };

const plain = ({ passes, regions, warnings }: RedactionReport): Record<string, unknown> => ({ passes, regions, warnings });
