/** Windows whose pixels the server keeps apart, so that they are whole also when covered. Ends with our connection. */
import { DriverError } from '../../../errors/driver-error.js';
import type { Window } from '../../../model/window.js';
import { Composite, CompositeNameWindowPixmap, CompositeRedirectWindow, CompositeUpdate } from '../../../wire/x11/ext/composite.js';
import { FreePixmap, X11Error } from '../../../wire/x11/index.js';
import type { Display } from '../display.js';
import { coveredParts } from '../windows/covered.js';
import { PaintedWindows } from './painted.js';

export class Redirection {
  readonly #ready = new Map<number, Promise<void>>();
  readonly #painted: PaintedWindows;

  constructor(private readonly display: Display) {
    this.#painted = new PaintedWindows(display);
    display.x.on('DestroyNotify', ({ window }) => this.#ready.delete(window));
  }

  has(window: number): boolean {
    return this.#ready.has(window);
  }

  ensure(window: Pick<Window, 'id' | 'bounds'>): Promise<void> {
    const known = this.#ready.get(window.id);
    if (known) return known;
    const ready = this.#redirect(window);
    this.#ready.set(window.id, ready);
    ready.catch(() => this.#ready.delete(window.id));
    return ready;
  }

  async #redirect({ id, bounds }: Pick<Window, 'id' | 'bounds'>): Promise<void> {
    const { x } = this.display;
    if (!x.has(Composite)) throw new DriverError('capability_missing', 'The display server has no Composite extension.');
    const [covered, isApart] = await Promise.all([coveredParts(this.display, id, bounds), this.#hasPixmap(id)]);
    // Until it paints itself again, the part that was covered shows what covered it.
    if (covered.length > 0 && !isApart) await this.#painted.repainted(id, covered, () => this.#take(id));
    else await this.#take(id);
  }

  async #take(window: number): Promise<void> {
    try {
      await this.display.x.checked(CompositeRedirectWindow, { window, update: CompositeUpdate.Automatic });
    } catch (error) {
      // A compositing manager redirected it already, which serves as well.
      if (!(error instanceof X11Error && error.name === 'BadAccess')) throw error;
    }
  }

  /** Somebody else keeps its pixels apart already, so they are whole. */
  async #hasPixmap(window: number): Promise<boolean> {
    const { x } = this.display;
    const pixmap = x.ids.allocate();
    try {
      await x.checked(CompositeNameWindowPixmap, { window, pixmap });
      x.send(FreePixmap, { pixmap });
      return true;
    } catch (error) {
      if (error instanceof X11Error) return false;
      throw error;
    } finally {
      x.ids.release(pixmap);
    }
  }
}
