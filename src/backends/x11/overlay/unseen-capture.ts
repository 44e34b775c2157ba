/** Pictures of the screen without our own overlay: it is taken off, what it covered is painted, then it comes back. */
import type { Rect } from '../../../model/geometry.js';
import type { RawImage } from '../../../model/image.js';
import type { Window } from '../../../model/window.js';
import type { Capture, CapturedWindow, ScreenOptions } from '../../port.js';
import type { Display } from '../display.js';
import { PaintedWindows } from '../pixels/painted.js';
import type { X11Overlay } from './overlay.js';

export class UnseenCapture implements Capture {
  readonly #painted: PaintedWindows;

  constructor(
    private readonly capture: Capture,
    private readonly overlay: X11Overlay,
    private readonly display: Display,
  ) {
    this.#painted = new PaintedWindows(display);
  }

  window(window: Window, signal: AbortSignal): Promise<CapturedWindow> {
    return this.capture.window(window, signal);
  }

  async screen(region: Rect | null, signal: AbortSignal, options: ScreenOptions = {}): Promise<RawImage> {
    const canvas = options.withOverlay ? undefined : await this.overlay.shown();
    if (!canvas) return this.capture.screen(region, signal);
    let bringBack = () => {};
    try {
      await this.#painted.repainted(this.display.root, canvas.covered, async () => {
        bringBack = await canvas.withhold();
      });
      return await this.capture.screen(region, signal);
    } finally {
      bringBack();
    }
  }
}
