import { connectX11, Shape, type X11Connection } from '../../../wire/x11/index.js';
import type { Ability, Overlay } from '../../port.js';
import { asDisplayError, type DisplayAddress } from '../display.js';
import { argbVisual } from './argb-visual.js';
import { X11Canvas } from './canvas.js';

/** Whether this display can show an overlay at all. */
export function overlayAbility(x: X11Connection): Ability {
  if (!x.has(Shape)) return { available: false, why: 'the display server lacks SHAPE, so a cursor could not let clicks through' };
  if (argbVisual(x.screen) === undefined) return { available: false, why: 'the display has no visual with transparency' };
  return { available: true, why: 'a click-through window' };
}

/** Nothing is connected or drawn before the first cursor. */
export class X11Overlay implements Overlay, AsyncDisposable {
  #opening: Promise<{ readonly x: X11Connection; readonly canvas: X11Canvas } | undefined> | undefined;

  constructor(private readonly address: DisplayAddress) {}

  async open(): Promise<X11Canvas | undefined> {
    this.#opening ??= this.#connect();
    return (await this.#opening)?.canvas;
  }

  /** The canvas, if there is one that shows something now. */
  async shown(): Promise<X11Canvas | undefined> {
    const opened = await this.#opening?.catch(() => undefined);
    return opened?.canvas.isVisible ? opened.canvas : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.x.close();
  }

  async #connect() {
    const { display, xauthority } = this.address;
    try {
      const x = await connectX11({ display, xauthority });
      const visual = argbVisual(x.screen);
      if (visual !== undefined && overlayAbility(x).available) return { x, canvas: await X11Canvas.open(x, visual) };
      await x.close();
      return undefined;
    } catch (error) {
      this.#opening = undefined;
      throw asDisplayError(error, display);
    }
  }
}
