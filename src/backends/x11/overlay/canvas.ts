/** The overlay's own connection: all its sprites vanish with it, also when this process is killed. */
import { intersect, type Rect } from '../../../model/geometry.js';
import { CreateColormap, CreateGC, CreatePixmap, FreePixmap, type X11Connection } from '../../../wire/x11/index.js';
import type { OverlayCanvas, OverlayPicture, OverlaySprite } from '../../port.js';
import { screenScale } from '../screen-scale.js';
import { ARGB_DEPTH } from './argb-visual.js';
import { Compositor } from './compositor.js';
import { type SpriteStage, X11Sprite } from './sprite.js';
import { type SpriteHome, spriteAtoms } from './sprite-window.js';

export class X11Canvas implements OverlayCanvas {
  readonly screen: { readonly width: number; readonly height: number };
  readonly lost: Promise<unknown>;
  readonly #sprites = new Set<X11Sprite>();
  readonly #stage: SpriteStage;
  #compositor: Compositor | undefined;
  #withheld = 0;

  private constructor(
    home: SpriteHome & { readonly gc: number },
    readonly scale: number,
  ) {
    const { x } = home;
    const isComposited = () => this.#compositor?.isRunning ?? false;
    const isWithheld = () => this.#withheld > 0;
    this.screen = { width: x.screen.width, height: x.screen.height };
    this.lost = x.closed;
    this.#stage = {
      ...home,
      get isComposited() {
        return isComposited();
      },
      get isWithheld() {
        return isWithheld();
      },
      forget: (sprite) => void this.#sprites.delete(sprite),
    };
  }

  static async open(x: X11Connection, visual: number): Promise<X11Canvas> {
    const colormap = x.ids.allocate();
    x.send(CreateColormap, { colormap, window: x.root, visual });
    const [gc, pixmap] = [x.ids.allocate(), x.ids.allocate()];
    x.send(CreatePixmap, { depth: ARGB_DEPTH, pixmap, drawable: x.root, width: 1, height: 1 });
    x.send(CreateGC, { gc, drawable: pixmap });
    x.send(FreePixmap, { pixmap });
    const [atoms, scale] = await Promise.all([x.atoms.internMany(spriteAtoms), screenScale(x)]);
    const canvas = new X11Canvas({ x, visual, colormap, atoms, gc }, scale);
    canvas.#compositor = await Compositor.watch(x, () => {
      for (const sprite of canvas.#sprites) sprite.reload();
    });
    return canvas;
  }

  get isVisible(): boolean {
    return [...this.#sprites].some((sprite) => sprite.isMapped);
  }

  /** The parts of the screen under it. */
  get covered(): Rect[] {
    const screen = { x: 0, y: 0, ...this.screen };
    return [...this.#sprites].flatMap((sprite) => sprite.covered).flatMap((rect) => intersect<Rect>(screen, rect) ?? []);
  }

  sprite(pictures: readonly (() => OverlayPicture)[]): OverlaySprite {
    const sprite = new X11Sprite(this.#stage, pictures);
    this.#sprites.add(sprite);
    return sprite;
  }

  /** Takes everything off the screen until the returned function is called. */
  async withhold(): Promise<() => void> {
    this.#withheld++;
    for (const sprite of this.#sprites) sprite.withhold();
    await this.#stage.x.sync();
    return () => {
      this.#withheld--;
      if (this.#withheld === 0) for (const sprite of this.#sprites) sprite.draw();
    };
  }
}
