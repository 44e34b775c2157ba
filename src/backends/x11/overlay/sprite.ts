/** One picture of the overlay at a time. The server keeps the pictures, so moving costs one small request. */
import type { Rect, ScreenPoint } from '../../../model/geometry.js';
import {
  ChangeWindowAttributes,
  ClearArea,
  ConfigureWindow,
  CreatePixmap,
  DestroyWindow,
  FreePixmap,
  MapWindow,
  PutImage,
  ShapeKind,
  ShapeMask,
  ShapeOperation,
  ShapeRectangles,
  StackMode,
  UnmapWindow,
  writeWords,
} from '../../../wire/x11/index.js';
import type { OverlayPicture, OverlaySprite } from '../../port.js';
import { XA } from '../display.js';
import { ARGB_DEPTH } from './argb-visual.js';
import { onWhite, type Span, solidSpans } from './solid.js';
import { createSpriteWindow, type SpriteHome } from './sprite-window.js';

export interface SpriteStage extends SpriteHome {
  readonly gc: number;
  /** Transparency is real; otherwise pictures are cut to shape. */
  readonly isComposited: boolean;
  /** The overlay is off the screen for a moment: remember, do not draw. */
  readonly isWithheld: boolean;
  forget(sprite: X11Sprite): void;
}

interface Shown {
  readonly picture: number;
  readonly at: ScreenPoint;
  readonly opacity: number;
}

interface Loaded extends Pick<OverlayPicture, 'width' | 'height' | 'hot'> {
  readonly pixmap: number;
  /** Undefined where transparency is real. */
  readonly spans: readonly Span[] | undefined;
}

const OPAQUE = 0xffffffff;
const YX_BANDED = 3;
const PUT_IMAGE_HEADER = 32;

export class X11Sprite implements OverlaySprite {
  readonly #window: number;
  readonly #loaded = new Map<number, Loaded>();
  #wanted: Shown | undefined;
  #drawn: Shown | undefined;
  #isMapped = false;

  constructor(
    private readonly stage: SpriteStage,
    private readonly pictures: readonly (() => OverlayPicture)[],
  ) {
    this.#window = createSpriteWindow(stage);
  }

  get isMapped(): boolean {
    return this.#isMapped;
  }

  /** The parts of the screen it covers. */
  get covered(): readonly Rect[] {
    const loaded = this.#drawn && this.#loaded.get(this.#drawn.picture);
    if (!this.#isMapped || !this.#drawn || !loaded) return [];
    const { width, height, hot, spans } = loaded;
    const [left, top] = [this.#drawn.at.x - hot.x, this.#drawn.at.y - hot.y];
    const parts = spans ?? [{ x: 0, y: 0, width, height }];
    return parts.map((part) => ({ x: left + part.x, y: top + part.y, width: part.width, height: part.height }));
  }

  show(picture: number, at: ScreenPoint, opacity = 1): void {
    this.#wanted = { picture, at, opacity };
    this.draw();
  }

  raise(): void {
    if (this.#isMapped) this.stage.x.send(ConfigureWindow, { window: this.#window, values: { stackMode: StackMode.Above } });
  }

  hide(): void {
    this.#wanted = undefined;
    this.withhold();
  }

  free(): void {
    this.#unload();
    this.stage.x.send(DestroyWindow, { window: this.#window });
    this.stage.forget(this);
  }

  /** Off the screen, but not forgotten. */
  withhold(): void {
    if (!this.#isMapped) return;
    this.stage.x.send(UnmapWindow, { window: this.#window });
    this.#isMapped = false;
  }

  /** Pictures must be loaded again when transparency comes or goes. */
  reload(): void {
    this.#unload();
    this.draw();
  }

  draw(): void {
    const wanted = this.#wanted;
    if (!wanted || this.stage.isWithheld) return;
    const loaded = this.#load(wanted.picture);
    if (!loaded) return;
    const place = { x: wanted.at.x - loaded.hot.x, y: wanted.at.y - loaded.hot.y };
    const isNew = this.#drawn?.picture !== wanted.picture;
    if (isNew) this.#change(loaded, place);
    else if (this.#drawn?.at.x !== wanted.at.x || this.#drawn.at.y !== wanted.at.y) this.#configure(place);
    if (this.stage.isComposited && this.#drawn?.opacity !== wanted.opacity) this.#fade(wanted.opacity);
    this.#drawn = wanted;
    if (this.#isMapped) return;
    this.#configure({ stackMode: StackMode.Above });
    this.stage.x.send(MapWindow, { window: this.#window });
    this.#isMapped = true;
  }

  /** A background repaints itself: nobody has to answer when part of the window comes into view again. */
  #change({ pixmap, width, height, spans }: Loaded, place: { readonly x: number; readonly y: number }): void {
    const { x } = this.stage;
    const window = this.#window;
    x.send(ChangeWindowAttributes, { window, values: { backgroundPixmap: pixmap } });
    const bounding = { operation: ShapeOperation.Set, kind: ShapeKind.Bounding, window };
    if (spans) x.send(ShapeRectangles, { ...bounding, ordering: YX_BANDED, rectangles: [...spans] });
    else x.send(ShapeMask, { ...bounding, bitmap: 0 });
    this.#configure({ ...place, width, height });
    if (this.#isMapped) x.send(ClearArea, { window, x: 0, y: 0, width: 0, height: 0 });
  }

  #configure(values: {
    readonly x?: number;
    readonly y?: number;
    readonly width?: number;
    readonly height?: number;
    readonly stackMode?: number;
  }): void {
    this.stage.x.send(ConfigureWindow, { window: this.#window, values });
  }

  #fade(opacity: number): void {
    writeWords(this.stage.x, this.#window, this.stage.atoms._NET_WM_WINDOW_OPACITY, XA.CARDINAL, [Math.round(OPAQUE * opacity)]);
  }

  #load(index: number): Loaded | undefined {
    const known = this.#loaded.get(index);
    if (known) return known;
    const picture = this.pictures[index]?.();
    if (!picture) return undefined;
    const { isComposited } = this.stage;
    const pixmap = this.#upload(picture, isComposited ? picture.data : onWhite(picture));
    const { width, height, hot } = picture;
    const loaded: Loaded = { pixmap, width, height, hot, spans: isComposited ? undefined : solidSpans(picture) };
    this.#loaded.set(index, loaded);
    return loaded;
  }

  #upload({ width, height }: OverlayPicture, data: Buffer): number {
    const { x, gc } = this.stage;
    const pixmap = x.ids.allocate();
    x.send(CreatePixmap, { depth: ARGB_DEPTH, pixmap, drawable: x.root, width, height });
    const rows = Math.max(1, Math.floor((x.maxRequestBytes - PUT_IMAGE_HEADER) / (width * 4)));
    for (let y = 0; y < height; y += rows) {
      const part = data.subarray(y * width * 4, Math.min(height, y + rows) * width * 4);
      x.send(PutImage, { drawable: pixmap, gc, width, height: Math.min(rows, height - y), x: 0, y, depth: ARGB_DEPTH, data: part });
    }
    return pixmap;
  }

  #unload(): void {
    for (const { pixmap } of this.#loaded.values()) this.stage.x.send(FreePixmap, { pixmap });
    this.#loaded.clear();
    this.#drawn = undefined;
  }
}
