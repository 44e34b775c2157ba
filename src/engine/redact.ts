/** Covers secrets in what leaves the engine as a picture, when the call, the settings or the policy ask for it. */
import { DriverError } from '../errors/driver-error.js';
import { rgb } from '../image/color.js';
import { cloneImage, fillRect } from '../image/raw.js';
import { hasState } from '../model/element.js';
import { intersect, type Rect } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import { isOnScreen } from '../model/window.js';
import { redactImage } from '../redaction/redact.js';
import type { RedactionReport, TreeText } from '../redaction/report.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import type { Call } from './call.js';
import type { Observation } from './observe.js';
import { readSnapshot } from './observe.js';

export interface SafeImage {
  readonly image: RawImage;
  readonly redaction?: Record<string, unknown>;
}

export async function redactObservation(call: Call, observation: Observation, requested: boolean | undefined): Promise<SafeImage> {
  const { image, window } = observation;
  if (!image) throw new DriverError('internal', 'There is no image to redact.');
  const { secrets } = call.engine;
  if (!wanted(call, requested) && !secrets.usedIn.has(window.id)) return { image };
  const snapshot = observation.snapshot ?? (await readSnapshot(call, window).catch(() => undefined));
  const texts = snapshot ? treeTexts(snapshot, observation.map.area) : [];
  const own = texts.filter(({ text }) => secrets.mask.isIn(text)).map(({ box }) => box);
  return cover(call, filled(image, own), texts, requested);
}

/** A picture of the screen whose top left corner is the screen's own, or that of `region`. */
export async function redactScreen(
  call: Call,
  picture: RawImage,
  requested: boolean | undefined,
  region: Rect | null = null,
): Promise<SafeImage> {
  const boxes = await boxesToHide(call);
  const origin = { x: Math.max(0, region?.x ?? 0), y: Math.max(0, region?.y ?? 0) };
  const image = filled(
    picture,
    boxes.map((box) => ({ ...box, x: box.x - origin.x, y: box.y - origin.y })),
  );
  return cover(call, image, [], requested);
}

/** On the screen: windows of forbidden applications, and places that show a secret Offhand put there. */
async function boxesToHide(call: Call): Promise<Rect[]> {
  const { gate, secrets } = call.engine;
  const windows = (await (await call.backend()).windows.list(call.signal)).filter(isOnScreen);
  const hidden = windows.filter((window) => !gate.mayBeSeen(window)).map(({ bounds }) => bounds);
  const shown = windows
    .filter(({ id }) => secrets.usedIn.has(id))
    .map(async (window) => {
      const snapshot = await readSnapshot(call, window).catch(() => undefined);
      // Without a tree nobody can tell where it shows.
      if (!snapshot) return [window.bounds];
      const origin = { x: -window.bounds.x, y: -window.bounds.y };
      return treeTexts(snapshot, origin).flatMap(({ text, box }) => (secrets.mask.isIn(text) ? [box] : []));
    });
  return [...hidden, ...(await Promise.all(shown)).flat()];
}

const wanted = (call: Call, requested: boolean | undefined): boolean =>
  call.engine.gate.requiresRedaction() || call.setting('redact', requested);

const coverColor = rgb(38, 40, 46);

function filled(image: RawImage, boxes: readonly Rect[]): RawImage {
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const inside = boxes.flatMap((box) => intersect<Rect>(whole, box) ?? []);
  if (inside.length === 0) return image;
  const covered = cloneImage(image);
  for (const box of inside) fillRect(covered, box, coverColor);
  return covered;
}

async function cover(call: Call, image: RawImage, texts: readonly TreeText[], requested: boolean | undefined): Promise<SafeImage> {
  if (!wanted(call, requested)) return { image };
  const required = call.engine.gate.requiresRedaction();
  const result = await redactImage({ image, texts, ocr: call.engine.ocr, required, signal: call.signal });
  if (result.withheld)
    throw new DriverError('redaction_failed', 'The image is withheld because it could not be redacted.', { ...plain(result.redaction) });
  return { image: result.image, redaction: plain(result.redaction) };
}

const plain = ({ passes, regions, warnings }: RedactionReport): Record<string, unknown> => ({ passes, regions, warnings });

/** Texts of the tree with their places in pixels counted from `area`. */
function treeTexts(snapshot: Snapshot, area: { x: number; y: number }): TreeText[] {
  return snapshot.nodes.flatMap(({ element, label, value }): TreeText[] => {
    if (!element.frame) return [];
    const box = { ...element.frame, x: element.frame.x - area.x, y: element.frame.y - area.y };
    return [{ role: element.role, text: [label, value].filter(Boolean).join(' '), isPassword: hasState(element, 'password'), box }];
  });
}
