/** Whether a window has drawn anything since: a window that did not, and said nothing on the accessibility bus, is the same as before. */
import { Damage, DamageCreate, DamageLevel, DamageSubtract } from '../../../wire/x11/ext/damage.js';
import type { Display } from '../display.js';
import type { Redirection } from './redirection.js';

interface Watched {
  readonly damage: number;
  generation: number;
  /** The server reports once and then stays silent until told that the report was taken. */
  isArmed: boolean;
}

export class WindowActivity {
  readonly #windows = new Map<number, Watched>();

  constructor(
    private readonly display: Display,
    private readonly redirection: Redirection,
  ) {
    const { x } = display;
    x.on('DamageNotify', ({ drawable, damage }) => {
      const watched = this.#windows.get(drawable);
      if (watched?.damage !== damage) return;
      watched.generation++;
      watched.isArmed = false;
    });
    x.on('ConfigureNotify', ({ window }) => this.#changed(window));
    x.on('UnmapNotify', ({ window }) => this.#windows.delete(window));
    x.on('DestroyNotify', ({ window }) => this.#windows.delete(window));
  }

  /**
   * A number that stays the same while the window draws nothing; undefined when that cannot be known.
   * Call it after a round trip on the same connection, so that everything drawn before has been reported.
   */
  generation(window: number): number | undefined {
    const { x } = this.display;
    // What a covered window draws is reported only once its pixels are kept apart.
    if (!x.has(Damage) || !this.redirection.has(window)) return undefined;
    const watched = this.#windows.get(window) ?? this.#watch(window);
    if (!watched.isArmed) {
      watched.isArmed = true;
      x.send(DamageSubtract, { damage: watched.damage });
    }
    return watched.generation;
  }

  #watch(window: number): Watched {
    const { x } = this.display;
    const damage = x.ids.allocate();
    const watched: Watched = { damage, generation: 0, isArmed: true };
    this.#windows.set(window, watched);
    x.checked(DamageCreate, { damage, drawable: window, level: DamageLevel.NonEmpty }).catch(() => this.#windows.delete(window));
    return watched;
  }

  #changed(window: number): void {
    const watched = this.#windows.get(window);
    if (watched) watched.generation++;
  }
}
