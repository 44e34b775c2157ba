/** What is looked for: everything that looks like a secret, or values that are known to be one. */
import { detectInWords, type OcrFinding, type OcrWord } from '../ocr-detector.js';
import { mergeSpans, type SecretSpan } from '../secret-kinds.js';
import { findSecrets } from '../secret-patterns.js';
import { findValues } from './find-values.js';

export interface Detector {
  inText(text: string): readonly SecretSpan[];
  inWords(words: readonly OcrWord[]): readonly OcrFinding[];
  /** Password fields and rows of dots are covered as well. */
  readonly covers: 'everything' | 'values';
}

export const patterns: Detector = { inText: findSecrets, inWords: detectInWords, covers: 'everything' };

/** Stored secrets as they stand in a text, and as they may be read from pixels. */
export interface KnownValues {
  spansIn(text: string): readonly { readonly start: number; readonly end: number }[];
  readonly values: readonly string[];
}

export function knownValues({ spansIn, values }: KnownValues): Detector {
  return {
    covers: 'values',
    inText: (text) => spansIn(text).map(({ start, end }): SecretSpan => ({ start, end, kind: 'stored_secret' })),
    inWords: (words) => findValues(words, values).flatMap(({ boxes }) => boxes.map((box): OcrFinding => ({ box, kind: 'stored_secret' }))),
  };
}

export const both = (one: Detector, other: Detector): Detector => ({
  covers: 'everything',
  inText: (text) => mergeSpans([...one.inText(text), ...other.inText(text)]),
  inWords: (words) => [...one.inWords(words), ...other.inWords(words)],
});
