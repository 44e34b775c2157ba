import type { Rect } from './geometry.js';

/** Where a window stands for the person; only `normal` windows have pixels and take a pointer. */
export type WindowState = 'normal' | 'minimized' | 'shaded' | 'other_workspace';

export interface Window {
  readonly id: number;
  readonly pid: number | null;
  /** Stable identity policy rules match, e.g. the WM_CLASS or desktop id, lower case. */
  readonly appId: string;
  readonly appName: string;
  readonly title: string;
  /** Client area on the screen, in device pixels. */
  readonly bounds: Rect;
  /** Higher is nearer to the person. */
  readonly zIndex: number;
  readonly state: WindowState;
  readonly isActive: boolean;
  readonly isDialog: boolean;
}

export const isOnScreen = (window: Window): boolean => window.state === 'normal';

export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly scaleFactor: number;
  readonly monitors: readonly { readonly name: string; readonly primary: boolean; readonly bounds: Rect }[];
}
