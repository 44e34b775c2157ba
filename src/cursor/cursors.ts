/** All agent cursors of this process: one per session and screen, each in a colour of its own. */
import type { Overlay, OverlayCanvas } from '../backends/port.js';
import { AgentCursor } from './agent-cursor.js';
import { type Clock, realClock, Ticker } from './motion/ticker.js';
import { colorFor, type PaletteColor } from './palette.js';

export interface CursorOwner {
  readonly session: string;
  /** What stands beside the cursor. */
  readonly label: string;
}

export interface OwnedCursor {
  readonly cursor: AgentCursor;
  readonly color: PaletteColor;
}

/** The cursors on one display. */
export class CursorScreen {
  readonly #cursors = new Map<string, OwnedCursor>();
  readonly #ticker: Ticker;

  constructor(
    private readonly canvas: OverlayCanvas,
    clock: Clock,
  ) {
    this.#ticker = new Ticker(clock);
  }

  of({ session, label }: CursorOwner): OwnedCursor {
    const known = this.#cursors.get(session);
    if (known) return known;
    const color = colorFor(
      label,
      [...this.#cursors.values()].map((owned) => owned.color),
    );
    const look = { name: label, color: color.color, scale: this.canvas.scale };
    const made = { color, cursor: new AgentCursor(this.canvas, this.#ticker, look) };
    this.#cursors.set(session, made);
    return made;
  }

  find(session: string): OwnedCursor | undefined {
    return this.#cursors.get(session);
  }

  free(session: string): void {
    this.#cursors.get(session)?.cursor.free();
    this.#cursors.delete(session);
  }
}

export class Cursors {
  readonly #screens = new Map<Overlay, Promise<CursorScreen | undefined>>();

  #isOff = false;

  constructor(private readonly clock: Clock = realClock) {}

  get isOff(): boolean {
    return this.#isOff;
  }

  /** No cursor for anybody as long as this process lives. */
  turnOff(): void {
    this.#isOff = true;
  }

  /** Undefined where nothing can be drawn. */
  async screen(overlay: Overlay): Promise<CursorScreen | undefined> {
    if (this.#isOff) return undefined;
    const known = this.#screens.get(overlay);
    if (known) return known;
    const opening = this.#open(overlay);
    this.#screens.set(overlay, opening);
    return opening;
  }

  /** Takes a session's cursors off every screen. */
  async end(session: string): Promise<void> {
    for (const opening of this.#screens.values()) (await opening)?.free(session);
  }

  async #open(overlay: Overlay): Promise<CursorScreen | undefined> {
    const forget = () => void this.#screens.delete(overlay);
    try {
      const canvas = await overlay.open();
      void canvas?.lost.then(forget);
      return canvas && new CursorScreen(canvas, this.clock);
    } catch (error) {
      forget();
      throw error;
    }
  }
}
