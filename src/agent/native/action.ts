/** What any provider's own computer tool may ask for, in one vocabulary. Every point says which grid it was read from. */
import type { KeyCombo } from '../../model/key-combo.js';
import type { Modifier } from '../../model/key-names.js';

/** `image`: pixels of the screenshot the model saw. `grid1000`: thousandths of it, whatever its size. */
export type Frame = ImageFrame | { readonly space: 'grid1000' };

export interface ImageFrame {
  readonly space: 'image';
  readonly width: number;
  readonly height: number;
}

export interface NativePoint {
  readonly x: number;
  readonly y: number;
  readonly frame: Frame;
}

/** Half-open: `x1`, `y1` are the first column and row outside. */
export interface NativeRegion {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly frame: ImageFrame;
}

/** Right and down are positive. Pixels are counted in the frame; a grid frame counts thousandths of the picture. */
export type ScrollAmount =
  | { readonly unit: 'ticks'; readonly dx: number; readonly dy: number }
  | { readonly unit: 'pixels'; readonly dx: number; readonly dy: number; readonly frame: Frame };

type Held = { readonly modifiers: readonly Modifier[] };
/** Absent: where the agent's pointer is. */
type At = { readonly at?: NativePoint };

export type NativeAction =
  | { readonly kind: 'screenshot' }
  | { readonly kind: 'zoom'; readonly region: NativeRegion }
  | (At & Held & { readonly kind: 'click'; readonly button: 'left' | 'right' | 'middle'; readonly count: 1 | 2 | 3 })
  | (Held & { readonly kind: 'drag'; readonly path: readonly [NativePoint, NativePoint, ...NativePoint[]] })
  | (Held & { readonly kind: 'move'; readonly at: NativePoint })
  | (At & { readonly kind: 'mouse_down' | 'mouse_up' })
  | { readonly kind: 'cursor_position' }
  | (At & Held & { readonly kind: 'scroll'; readonly amount: ScrollAmount })
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'key'; readonly combo: KeyCombo; readonly repeat: number }
  | { readonly kind: 'hold_key'; readonly combo: KeyCombo; readonly seconds: number }
  | { readonly kind: 'key_down' | 'key_up'; readonly combo: KeyCombo }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** A mouse's side buttons, or a browser's own back and forward. */
  | (At & { readonly kind: 'history'; readonly direction: 'back' | 'forward' })
  | { readonly kind: 'navigate'; readonly url: string }
  | { readonly kind: 'open_browser' };

export type NativeKind = NativeAction['kind'];

/** What the host can carry out; the rest is declared disabled where the provider allows it, and refused otherwise. */
export type Served = ReadonlySet<NativeKind>;

/** What carrying out an action gave. The cursor is in pixels of the screenshot the model saw. */
export interface ActionOutcome {
  readonly text?: string;
  readonly image?: { readonly mimeType: string; readonly data: string };
  readonly cursor?: { readonly x: number; readonly y: number };
}

export type ExecuteAction = (action: NativeAction) => Promise<ActionOutcome>;
