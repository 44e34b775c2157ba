/**
 * Where in its element a secret shows: as the toolkit says, if the pixels agree; else as read from the element's own pixels; else
 * anywhere in it.
 */
import { inflate, intersect, intersects, type Rect } from '../../model/geometry.js';
import { eraseFrames } from '../erase-frames.js';
import { GrayImage } from '../gray.js';
import type { Ocr } from '../ocr.js';
import type { OcrWord } from '../ocr-detector.js';
import { writtenIn } from '../pixel-evidence.js';
import type { TextPlaces, TreeText } from '../report.js';
import type { SecretKind, SecretSpan } from '../secret-kinds.js';
import type { Detector } from './detector.js';
import { findValues } from './find-values.js';
import { isProven } from './proof.js';

export interface Placing {
  readonly detector: Detector;
  /** The picture; without it boxes can be neither proven nor trimmed. */
  readonly gray?: GrayImage | undefined;
  readonly places?: TextPlaces | undefined;
  readonly ocr?: Ocr | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PlacedSecret {
  readonly box: Rect;
  readonly kind: SecretKind;
}

/** Toolkits give boxes that end at the glyph's advance; smoothing and italics reach a little further. */
const bleed = 2;
const readBleed = 3;
/** More are covered with all of their text. */
const mostStretches = 60;

export class SecretPlaces {
  readonly warnings: string[] = [];
  #words: Promise<readonly OcrWord[] | undefined> | undefined;

  constructor(private readonly placing: Placing) {}

  /** `findings` are those in the part of the text that the tree gives; a text cut short may hold more. */
  async of(text: TreeText, findings: readonly SecretSpan[]): Promise<readonly PlacedSecret[]> {
    const [first] = findings;
    const isWhole = findings.length === 1 && first !== undefined && isAll(text.text, first);
    if (isWhole) return [{ box: this.#written(text.box), kind: first.kind }];
    const told = (await this.#told(text, findings)) ?? (await this.#read(text, findings));
    if (told) return told;
    if (!first) return [];
    if (this.placing.places) this.warnings.push(`the place of a ${first.kind} inside a longer text is unknown: all of the text is covered`);
    return [{ box: this.#written(text.box), kind: first.kind }];
  }

  #written(box: Rect): Rect {
    const { gray } = this.placing;
    return gray ? writtenIn(gray, box) : inflate(plain(box), bleed);
  }

  async #told(text: TreeText, findings: readonly SecretSpan[]): Promise<PlacedSecret[] | undefined> {
    const { places, gray, detector } = this.placing;
    if (!places || !gray) return undefined;
    let spans: readonly SecretSpan[] = [];
    const find = (whole: string): readonly SecretSpan[] => {
      spans = detector.inText(whole);
      return spans.length > mostStretches ? [] : spans;
    };
    const placed = await places(text, find).catch((error: unknown) => {
      this.warnings.push(`a toolkit did not say where its text is (${error instanceof Error ? error.message : String(error)})`);
      return undefined;
    });
    if (!placed || placed.length !== spans.length || spans.length < findings.length) return undefined;
    if (!placed.every(({ around }) => isProven(gray, around, text.box))) return undefined;
    const edge = inflate(plain(text.box), bleed);
    return placed.flatMap(({ boxes }, i) =>
      boxes.flatMap((box) => {
        const seen = intersect(edge, inflate(plain(box), bleed));
        return seen ? [{ box: seen, kind: spans[i]?.kind ?? 'credential' }] : [];
      }),
    );
  }

  async #read(text: TreeText, findings: readonly SecretSpan[]): Promise<PlacedSecret[] | undefined> {
    if (findings.length === 0) return undefined;
    const edge = inflate(plain(text.box), readBleed);
    const words = (await this.#allWords())?.filter(({ box }) => intersects(edge, box));
    if (!words) return undefined;
    const secrets = findings.map(({ start, end }) => text.text.slice(start, end));
    const found = findValues(words, [...new Set(secrets)]);
    // A place that was not read shows the secret still.
    if (secrets.some((secret) => found.filter(({ value }) => value === secret).length < secrets.filter((other) => other === secret).length))
      return undefined;
    return found.flatMap(({ value, boxes }) => {
      const kind = findings[secrets.indexOf(value)]?.kind ?? 'credential';
      return boxes.map((box) => ({ box: inflate(plain(box), readBleed), kind }));
    });
  }

  /** The picture is read once, however many texts are looked for. What the engine cannot do the pass of its own reports. */
  #allWords(): Promise<readonly OcrWord[] | undefined> {
    const { ocr, gray, signal } = this.placing;
    if (!ocr || !gray) return Promise.resolve(undefined);
    this.#words ??= ocr(withoutFrames(gray), signal).catch(() => undefined);
    return this.#words;
  }
}

function withoutFrames(gray: GrayImage): GrayImage {
  const copy = new GrayImage(gray.width, gray.height, Uint8Array.from(gray.pixels));
  eraseFrames(copy);
  return copy;
}

const plain = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height });

const isAll = (text: string, { start, end }: SecretSpan): boolean => text.slice(0, start).trim() === '' && text.slice(end).trim() === '';
