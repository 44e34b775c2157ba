import type { Rect } from '../model/geometry.js';
import type { RawImage } from '../model/image.js';
import type { SecretKind, SecretSpan } from './secret-kinds.js';

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

/** A stretch of a text as its toolkit places it, in pixels of the image. */
export interface PlacedStretch {
  /** One box a line; none when it does not show. */
  readonly boxes: readonly Rect[];
  /** Characters whose boxes the pixels can confirm or refute. */
  readonly around: readonly { readonly box: Rect; readonly isBlank: boolean }[];
}

/** Where the stretches that `find` picks out of the whole of a text show, in its order; undefined when the toolkit cannot tell. */
export type TextPlaces = (text: TreeText, find: (whole: string) => readonly SecretSpan[]) => Promise<readonly PlacedStretch[] | undefined>;

export interface PassResult {
  readonly regions: readonly RedactionRegion[];
  readonly warnings: readonly string[];
}
