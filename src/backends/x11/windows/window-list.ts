/** Keeps what is known of every top-level window warm: properties are read again only after the server says they changed. */
import {
  ChangeWindowAttributes,
  EventMask,
  GetGeometry,
  GetInputFocus,
  GetWindowAttributes,
  QueryTree,
  readWords,
  TranslateCoordinates,
} from '../../../wire/x11/index.js';
import { type Display, ifAlive } from '../display.js';
import { readWindowFacts, type WindowFacts } from './window-facts.js';

const POINTER_ROOT = 1;

export interface ListedWindow {
  readonly id: number;
  readonly facts: WindowFacts;
}

export interface Listing {
  /** Back to front. */
  readonly windows: readonly ListedWindow[];
  readonly active: number;
  readonly workspace: number | undefined;
  readonly hasWindowManager: boolean;
}

export class WindowList {
  readonly #facts = new Map<number, WindowFacts>();
  readonly #watched = new Set<number>();
  /** How often each window changed, so that facts read while it did are not kept. */
  readonly #changes = new Map<number, number>();
  #listed: readonly number[] = [];

  constructor(private readonly display: Display) {
    const { x, root } = display;
    const forget = (window: number) => {
      if (window === root) return;
      this.#facts.delete(window);
      this.#changes.set(window, (this.#changes.get(window) ?? 0) + 1);
    };
    x.on('PropertyNotify', ({ window }) => forget(window));
    x.on('MapNotify', ({ window }) => forget(window));
    x.on('UnmapNotify', ({ window }) => forget(window));
    x.on('ReparentNotify', ({ window }) => forget(window));
    x.on('DestroyNotify', ({ window }) => {
      this.#facts.delete(window);
      this.#changes.delete(window);
      this.#watched.delete(window);
    });
  }

  async read(): Promise<Listing> {
    const { x, atoms, root } = this.display;
    const asked = Promise.all([
      readWords(x, root, atoms._NET_CLIENT_LIST_STACKING),
      readWords(x, root, atoms._NET_CLIENT_LIST),
      readWords(x, root, atoms._NET_ACTIVE_WINDOW),
      readWords(x, root, atoms._NET_CURRENT_DESKTOP),
      readWords(x, root, atoms._NET_SUPPORTING_WM_CHECK),
    ]);
    const early = this.#askAboutListed();
    const [stacking, listed, active, workspace, supporting] = await asked;
    const hasWindowManager = supporting.length > 0;
    const ids = stacking.length > 0 ? stacking : listed.length > 0 ? listed : hasWindowManager ? [] : await this.#unmanaged();
    this.#listed = ids;
    const windows = await Promise.all(ids.map(async (id) => ({ id, facts: await (early.get(id) ?? this.#factsOf(id)) })));
    const alive = windows.filter((each): each is ListedWindow => each.facts !== undefined && !each.facts.isShell);
    const named = hasWindowManager ? (active[0] ?? 0) : await this.#focused(ids);
    return { windows: alive, active: named, workspace: workspace[0], hasWindowManager };
  }

  /** Where nobody says which window is active it is the one with the keyboard, itself or in a window of its own inside it. */
  async #focused(ids: readonly number[]): Promise<number> {
    const { x, root } = this.display;
    let { focus: window } = await x.request(GetInputFocus);
    while (window > POINTER_ROOT && window !== root && !ids.includes(window)) {
      window = (await ifAlive(x.request(QueryTree, { window })))?.parent ?? 0;
    }
    return ids.includes(window) ? window : 0;
  }

  async find(id: number): Promise<ListedWindow | undefined> {
    const facts = await this.#factsOf(id);
    return facts && { id, facts };
  }

  /** Mostly the same windows are listed as last time: they are asked about without waiting for the list. */
  #askAboutListed(): ReadonlyMap<number, Promise<WindowFacts | undefined>> {
    const known = this.#listed.filter((id) => this.#facts.has(id));
    const asked = new Map(known.map((id) => [id, this.#factsOf(id)]));
    for (const facts of asked.values()) facts.catch(() => {}); // nobody may want to know any more
    return asked;
  }

  /** Place and size move without a property changing, so they are asked for every time, all at once. */
  async #factsOf(id: number): Promise<WindowFacts | undefined> {
    const known = this.#facts.get(id);
    if (!known) return this.#readAndWatch(id);
    const { x, root } = this.display;
    const fresh = await ifAlive(
      Promise.all([
        x.request(GetGeometry, { drawable: id }),
        x.request(TranslateCoordinates, { srcWindow: id, dstWindow: root, srcX: 0, srcY: 0 }),
      ]),
    );
    if (!fresh) {
      this.#facts.delete(id);
      return undefined;
    }
    // An event that came with these answers made the rest stale.
    if (!this.#facts.has(id)) return this.#readAndWatch(id);
    const [{ width, height }, place] = fresh;
    return { ...known, bounds: { x: place.dstX, y: place.dstY, width, height } };
  }

  async #readAndWatch(id: number): Promise<WindowFacts | undefined> {
    const { x } = this.display;
    if (!this.#watched.has(id)) {
      this.#watched.add(id);
      const eventMask = EventMask.PropertyChange | EventMask.StructureNotify;
      x.checked(ChangeWindowAttributes, { window: id, values: { eventMask } }).catch(() => this.#watched.delete(id));
    }
    const changes = this.#changes.get(id);
    const facts = await readWindowFacts(this.display, id);
    if (facts && this.#changes.get(id) === changes) this.#facts.set(id, facts);
    return facts;
  }

  /** Without a window manager every visible child of the root that is no popup counts. */
  async #unmanaged(): Promise<number[]> {
    const { x, root } = this.display;
    const { children } = await x.request(QueryTree, { window: root });
    const kept = await Promise.all(
      children.map(async (window) => {
        const [attributes, geometry] = await Promise.all([
          ifAlive(x.request(GetWindowAttributes, { window })),
          ifAlive(x.request(GetGeometry, { drawable: window })),
        ]);
        const INPUT_ONLY = 2;
        const shown = attributes && attributes.mapState === 2 && !attributes.overrideRedirect && attributes.class !== INPUT_ONLY;
        return shown && geometry && geometry.width > 1 && geometry.height > 1 ? window : undefined;
      }),
    );
    return kept.filter((window) => window !== undefined);
  }
}
