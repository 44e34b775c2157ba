import type { Pause } from '../kit/pause.js';
import type { WindowPoint } from './geometry.js';

export type Button = 'left' | 'middle' | 'right';
export type Direction = 'up' | 'down' | 'left' | 'right';

/** Raw steps performed in order; counting clicks, holding modifiers and pacing are decided above the backend. */
export type InputStep<Point> =
  | { readonly kind: 'move'; readonly to: Point }
  | { readonly kind: 'press'; readonly button: Button }
  | { readonly kind: 'release'; readonly button: Button }
  | { readonly kind: 'wheel'; readonly direction: Direction; readonly ticks: number }
  | { readonly kind: 'key_down'; readonly key: string }
  | { readonly kind: 'key_up'; readonly key: string }
  | { readonly kind: 'text'; readonly text: string; readonly delayMs: number }
  | ({ readonly kind: 'pause' } & Pause);

/** What a seat does inside one window. */
export type GestureStep = InputStep<WindowPoint>;

export interface Gesture {
  readonly windowId: number;
  readonly steps: readonly GestureStep[];
  /** Where the pointer rests for keys when no step moves it. */
  readonly anchor: WindowPoint;
  /** A gesture that may open a menu must leave the pointer free afterwards. */
  readonly mayOpenPopup: boolean;
  /** `down`: what it leaves pressed stays so for later gestures. `up`: it may release what an earlier one left pressed. */
  readonly hold?: 'down' | 'up' | undefined;
}

export interface Delivered {
  /** Steps or characters that really went out, for `partial` results. */
  readonly steps: number;
  readonly characters?: number;
  readonly notes: readonly string[];
  /** Every press was seen to be inside the target, or nothing was pressed at all. */
  readonly confined: boolean;
}
