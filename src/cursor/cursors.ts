/** All agent cursors of this process: per screen one for each session, or one for those that share it, each in a colour of its own. */
import type { Overlay, OverlayCanvas } from '../backends/port.js';
import { AgentCursor } from './agent-cursor.js';
import { type Clock, realClock, Ticker } from './motion/ticker.js';
import { colorFor, type PaletteColor } from './palette.js';

export interface CursorOwner {
  readonly session: string;
  /** Which cursor: sessions that name the same one move the same one. */
  readonly cursor: string;
  /** What stands beside the cursor. */
  readonly label: string;
}

export interface OwnedCursor {
  readonly cursor: AgentCursor;
  readonly color: PaletteColor;
}

interface SharedCursor extends OwnedCursor {
  readonly sessions: Set<string>;
}

/** The cursors on one display. */
export class CursorScreen {
  readonly #cursors = new Map<string, SharedCursor>();
  readonly #ticker: Ticker;

  constructor(
    private readonly canvas: OverlayCanvas,
    clock: Clock,
  ) {
    this.#ticker = new Ticker(clock);
  }

  /** A session has one cursor at a time: the one it had before goes, unless others have it, too. */
  of({ session, cursor: id, label }: CursorOwner): OwnedCursor {
    const known = this.#cursors.get(id);
    if (known?.sessions.has(session)) return known;
    this.free(session);
    const shared = this.#cursors.get(id) ?? this.#make(label);
    shared.sessions.add(session);
    this.#cursors.set(id, shared);
    return shared;
  }

  /** The session is gone; so is its cursor, unless others have it, too. */
  free(session: string): void {
    for (const [id, { cursor, sessions }] of this.#cursors) {
      if (!sessions.delete(session) || sessions.size > 0) continue;
      cursor.free();
      this.#cursors.delete(id);
    }
  }

  #make(label: string): SharedCursor {
    const color = colorFor(
      label,
      [...this.#cursors.values()].map((owned) => owned.color),
    );
    const look = { name: label, color: color.color, scale: this.canvas.scale };
    return { color, cursor: new AgentCursor(this.canvas, this.#ticker, look), sessions: new Set() };
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
