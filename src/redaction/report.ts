import type { Rect } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import type { SecretKind } from './secret-kinds.js';

/** `geometry`: the accessibility tree said so. `heuristic`: pixels that look like a masked password. `ocr`: text read from pixels. */
export type RedactionPass = 'geometry' | 'heuristic' | 'ocr';

export interface RedactionRegion extends Rect {
  readonly reason: SecretKind | 'password_field' | 'masked_text';
  readonly source: RedactionPass;
}

export interface PassOutcome {
  readonly pass: RedactionPass;
  readonly status: 'done' | 'skipped' | 'failed';
  readonly regions: number;
  /** Why it was skipped or failed. */
  readonly detail?: string;
}

export interface RedactionReport {
  readonly passes: readonly PassOutcome[];
  readonly regions: readonly RedactionRegion[];
  readonly warnings: readonly string[];
}

export type RedactionResult =
  | { readonly withheld: false; readonly image: RawImage; readonly redaction: RedactionReport }
  | { readonly withheld: true; readonly redaction: RedactionReport };

/** A text of the accessibility tree and where it shows, in pixels of the image to be redacted. */
export interface TreeText {
  readonly role: string;
  readonly text: string;
  readonly isPassword: boolean;
  readonly box: Rect;
}

/** Where characters `start` to `end` of a text show, one box per line; null when the toolkit cannot tell. */
export type RangeBoxes = (text: TreeText, start: number, end: number) => Promise<readonly Rect[] | null>;

export interface PassResult {
  readonly regions: readonly RedactionRegion[];
  readonly warnings: readonly string[];
}
