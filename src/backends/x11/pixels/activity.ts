/** What a window has drawn since: what it did not draw anew, and nobody announced on the accessibility bus, is the same as before. */
import type { Rect } from '../../../model/geometry.js';
import type { Window } from '../../../model/window.js';
import { Damage, DamageCreate, DamageDestroy, DamageLevel, DamageSubtract } from '../../../wire/x11/ext/damage.js';
import { XFixes, XFixesCreateRegion, XFixesDestroyRegion, XFixesFetchRegion } from '../../../wire/x11/ext/xfixes.js';
import { readWords } from '../../../wire/x11/index.js';
import { type Display, ifAlive } from '../display.js';
import type { Redirection } from './redirection.js';

/** Undefined where it is not known which part was drawn. */
type Drawn = Promise<readonly Rect[] | undefined>;

interface Watched {
  readonly damage: number;
  /** Takes over what was drawn. */
  readonly region: number;
  readonly firstGeneration: number;
  generation: number;
  /** The server reports once and then stays silent until told that the report was taken. */
  isReported: boolean;
  /** What was drawn in the latest generations, in order. */
  readonly drawn: { readonly generation: number; readonly areas: Drawn }[];
}

const KEPT_GENERATIONS = 16;
/** No number of a window is ever that of the same window watched anew. */
const GENERATIONS_APART = 1e9;
const UNKNOWN: Drawn = Promise.resolve(undefined);

export class WindowActivity {
  readonly #windows = new Map<number, Watched>();
  #watches = 0;

  constructor(
    private readonly display: Display,
    private readonly redirection: Redirection,
  ) {
    const { x } = display;
    x.on('DamageNotify', ({ drawable, damage }) => {
      const watched = this.#windows.get(drawable);
      if (watched?.damage === damage) watched.isReported = true;
    });
    x.on('ConfigureNotify', ({ window }) => {
      const watched = this.#windows.get(window);
      if (watched) next(watched, UNKNOWN);
    });
    x.on('UnmapNotify', ({ window }) => this.#forget(window, (damage) => x.send(DamageDestroy, { damage })));
    // The server ends the watch of a window that is gone by itself.
    x.on('DestroyNotify', ({ window }) => this.#forget(window, () => {}));
  }

  /** Keeps the window's pixels apart from now on, which makes its generation known. */
  follow(window: Pick<Window, 'id' | 'bounds'>): void {
    if (this.display.x.has(Damage)) this.redirection.ensure(window).catch(() => {}); // gone, or nothing can be kept apart here
  }

  /** How many of the window's own pixels are its shadow: left, right, top and bottom; empty where it casts none itself. */
  async shadow(window: number): Promise<readonly number[]> {
    const { x } = this.display;
    return (await ifAlive(readWords(x, window, await x.atoms.intern('_GTK_FRAME_EXTENTS')))) ?? [];
  }

  /**
   * A number that stays the same while the window draws nothing; undefined when that cannot be known.
   * Call it after a round trip on the same connection, so that everything drawn before has been reported.
   */
  generation(window: number): number | undefined {
    // What a covered window draws is reported only once its pixels are kept apart.
    if (!this.display.x.has(Damage) || !this.redirection.has(window)) return undefined;
    const watched = this.#windows.get(window) ?? this.#watch(window);
    if (watched.isReported) next(watched, this.#take(watched));
    return watched.generation;
  }

  /** Where the window drew after the generation given, in its own coordinates; undefined when that is not known. */
  async drawnSince(window: number, generation: number): Promise<readonly Rect[] | undefined> {
    const watched = this.#windows.get(window);
    const oldest = watched?.drawn[0]?.generation;
    if (!watched || generation < watched.firstGeneration || (oldest !== undefined && oldest > generation + 1)) return undefined;
    const areas = await Promise.all(watched.drawn.filter((each) => each.generation > generation).map((each) => each.areas));
    return areas.every((area) => area !== undefined) ? areas.flat() : undefined;
  }

  #watch(window: number): Watched {
    const { x } = this.display;
    const damage = x.ids.allocate();
    const region = x.ids.allocate();
    const firstGeneration = this.#watches++ * GENERATIONS_APART;
    const watched: Watched = { damage, region, firstGeneration, generation: firstGeneration, isReported: false, drawn: [] };
    this.#windows.set(window, watched);
    if (x.has(XFixes)) x.send(XFixesCreateRegion, { region, rectangles: [] });
    x.checked(DamageCreate, { damage, drawable: window, level: DamageLevel.NonEmpty }).catch(() => this.#windows.delete(window));
    return watched;
  }

  /** Takes what was drawn off the server's list, which also makes it report again. */
  #take(watched: Watched): Drawn {
    const { x } = this.display;
    watched.isReported = false;
    if (!x.has(XFixes)) {
      x.send(DamageSubtract, { damage: watched.damage });
      return UNKNOWN;
    }
    x.send(DamageSubtract, { damage: watched.damage, parts: watched.region });
    return x.request(XFixesFetchRegion, { region: watched.region }).then(
      ({ rectangles }) => rectangles,
      () => undefined,
    );
  }

  #forget(window: number, end: (damage: number) => void): void {
    const { x } = this.display;
    const watched = this.#windows.get(window);
    if (!watched) return;
    this.#windows.delete(window);
    end(watched.damage);
    if (x.has(XFixes)) x.send(XFixesDestroyRegion, { region: watched.region });
    x.ids.release(watched.damage);
    x.ids.release(watched.region);
  }
}

function next(watched: Watched, areas: Drawn): void {
  watched.generation++;
  watched.drawn.push({ generation: watched.generation, areas });
  if (watched.drawn.length > KEPT_GENERATIONS) watched.drawn.shift();
}
