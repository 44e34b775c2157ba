/** True pixels of a window, covered or not, with its own menus and popups on top. */
import { DriverError } from '../../../errors/driver-error.js';
import { createImage, pasteImage } from '../../../image/raw.js';
import { intersect, type Rect, union } from '../../../model/geometry.js';
import type { RawImage } from '../../../model/image.js';
import type { Window } from '../../../model/window.js';
import { CompositeNameWindowPixmap } from '../../../wire/x11/ext/composite.js';
import { FreePixmap, X11Error } from '../../../wire/x11/index.js';
import { ImageReader } from '../../../wire/x11/pixels/image-reader.js';
import type { Capture, CapturedWindow } from '../../port.js';
import type { Display } from '../display.js';
import { findPopups, type Popup } from '../windows/popups.js';
import type { WindowActivity } from './activity.js';
import type { Redirection } from './redirection.js';

export class X11Capture implements Capture {
  readonly #reader: ImageReader;
  readonly #still = new Map<number, { readonly generation: number; readonly captured: CapturedWindow }>();

  constructor(
    private readonly display: Display,
    private readonly redirection: Redirection,
    private readonly activity: WindowActivity,
  ) {
    this.#reader = new ImageReader(display.x);
    display.x.on('DestroyNotify', ({ window }) => this.#still.delete(window));
  }

  async window(window: Window): Promise<CapturedWindow> {
    const popups = await findPopups(this.display, window);
    const generation = this.activity.generation(window.id);
    const still = this.#still.get(window.id);
    if (popups.length === 0 && generation !== undefined && still?.generation === generation) return still.captured;
    const own = await this.#windowPixels(window);
    if (popups.length > 0) return this.#withPopups(window, own, popups);
    const captured = { image: own, origin: { x: 0, y: 0 } };
    if (generation !== undefined) this.#still.set(window.id, { generation, captured });
    return captured;
  }

  async screen(region: Rect | null): Promise<RawImage> {
    const { x, root } = this.display;
    const { width, height } = x.screen;
    const whole: Rect = { x: 0, y: 0, width, height };
    const part = region ? intersect(whole, region) : whole;
    if (!part) throw new DriverError('point_outside', `The region lies outside the ${width}×${height} screen.`);
    return this.#reader.read({ drawable: root, ...part });
  }

  close(): void {
    this.#reader.close();
  }

  async #withPopups({ bounds }: Window, own: RawImage, popups: readonly Popup[]): Promise<CapturedWindow> {
    const frames = popups.map(({ rect }) => ({ ...rect, x: rect.x - bounds.x, y: rect.y - bounds.y }));
    const base: Rect = { x: 0, y: 0, width: own.width, height: own.height };
    const area = frames.reduce<Rect>((sum, frame) => union(sum, frame), base);
    const image = createImage(area.width, area.height);
    pasteImage(image, own, -area.x, -area.y);
    for (const [index, popup] of popups.entries()) {
      const frame = frames[index];
      const pixels = await this.#windowPixels({ id: popup.id, bounds: popup.rect }).catch(gone);
      if (frame && pixels) pasteImage(image, pixels, frame.x - area.x, frame.y - area.y);
    }
    return { image, origin: { x: area.x, y: area.y } };
  }

  async #windowPixels(window: Pick<Window, 'id' | 'bounds'>): Promise<RawImage> {
    const { x } = this.display;
    await this.redirection.ensure(window);
    const pixmap = x.ids.allocate();
    try {
      await x.checked(CompositeNameWindowPixmap, { window: window.id, pixmap });
      return await this.#reader.readAll(pixmap);
    } finally {
      x.send(FreePixmap, { pixmap });
      x.ids.release(pixmap);
    }
  }
}

function gone(error: unknown): undefined {
  if (error instanceof X11Error) return undefined;
  throw error;
}
