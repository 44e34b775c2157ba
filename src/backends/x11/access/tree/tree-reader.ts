/** Reads the trees of windows and keeps them: a second look asks only about what was drawn anew or announced. */
import { DriverError } from '../../../../errors/driver-error.js';
import { monotonicMs } from '../../../../kit/clock.js';
import type { ElementTree } from '../../../../model/element.js';
import type { Rect } from '../../../../model/geometry.js';
import type { Window } from '../../../../model/window.js';
import type { AtspiBus } from '../../../../wire/atspi/invoke.js';
import { getState } from '../../../../wire/atspi/objects/accessible.js';
import { getExtents } from '../../../../wire/atspi/objects/component.js';
import { refKey } from '../../../../wire/atspi/ref.js';
import { nodesByKey, type TreeNode } from '../../../../wire/atspi/tree/node.js';
import type { Subtree } from '../../../../wire/atspi/tree/read-subtree.js';
import type { CutReason } from '../../../../wire/atspi/tree/walker.js';
import { type RefreshOptions, WarmTree } from '../../../../wire/atspi/tree/warm-tree.js';
import { DBusClosed, DBusError } from '../../../../wire/dbus/errors.js';
import type { ReadTreeOptions, Recalled } from '../../../port.js';
import { isChromium, type PageTree, RendererTrees } from '../../web/tree/renderer-tree.js';
import type { AccessibilityBus } from '../bus.js';
import type { AppEvents } from '../change-watch.js';
import { extentsOrigin, type Measure, measure, PLAIN } from '../extents-origin.js';
import { isOffice, keepsDeadObjects, paneShift, type Shift } from '../office.js';
import { type Details, type DetailsBefore, placed, readDetails, toElement } from '../to-element.js';
import type { TopLevel, TopLevels } from '../top-levels.js';
import { Doubts } from './doubts.js';
import { KnownActions } from './known-actions.js';
import { findSuspects, type Scroller } from './suspects.js';

const READ_BUDGET_MS = 4000;
/** So many elements are asked about again in no time. */
const FEW = 8;
/** A browser draws first and tells its tree later: it has by then. */
const LATE_MS = 1500;
/** The trees of this many windows are kept. */
const KEPT_WINDOWS = 16;

/** Tells what a window drew; see pixels/activity.ts. */
export interface Activity {
  follow(window: Window): void;
  shadow(window: number): Promise<readonly number[]>;
  generation(window: number): number | undefined;
  drawnSince(window: number, generation: number): Promise<readonly Rect[] | undefined>;
}

interface Late {
  readonly area: Rect;
  readonly drawnAt: number;
  /** There was another look meanwhile. */
  readonly wasDoubted: boolean;
}

/** A tree still holds as long as its window drew nothing and its application announced nothing. */
interface Moment {
  readonly generation: number | undefined;
  readonly events: number;
}

interface Look extends Moment {
  readonly tree: ElementTree;
  readonly roots: readonly TreeNode[];
  readonly details: Details;
  /** What was drawn before this look and is doubted once more. */
  readonly late: readonly Late[];
}

/** What is kept of one window. */
interface Kept {
  /** The object and limits it was read with. */
  readonly key: string;
  readonly warm: Promise<WarmTree>;
  readonly actions: KnownActions;
  measure: Measure;
  /** How far an office's pane is from where it says it is. */
  pane: Shift | undefined;
  last: Look | undefined;
}

/** What a window is read with. */
interface Reach {
  readonly window: Window;
  readonly top: TopLevel;
  readonly kept: Kept;
  readonly warm: WarmTree;
  readonly link: AtspiBus;
  readonly signal: AbortSignal;
}

interface Reading {
  readonly subtree: Subtree;
  readonly degraded: string | undefined;
  readonly roots: readonly TreeNode[];
  readonly details: Details;
}

type Limits = Pick<ReadTreeOptions, 'maxElements' | 'maxDepth'>;

const keyOf = ({ ref }: TopLevel, { maxElements, maxDepth }: Limits): string => `${refKey(ref)} ${maxElements} ${maxDepth}`;

const isSame = (a: Moment, b: Moment): boolean => a.generation !== undefined && a.generation === b.generation && a.events === b.events;

export class TreeReader {
  readonly #kept = new Map<number, Kept>();
  readonly #renderers = new RendererTrees();

  constructor(
    private readonly bus: () => Promise<AccessibilityBus>,
    private readonly activity: Activity,
    private readonly tops: TopLevels,
    private readonly events: AppEvents,
  ) {}

  /** How a window's application counts, as last read. */
  measure(windowId: number): Measure {
    return this.#kept.get(windowId)?.measure ?? PLAIN;
  }

  /** How far an office's pane is from where it says it is, as last read. */
  pane(windowId: number): Shift | undefined {
    return this.#kept.get(windowId)?.pane;
  }

  async read(window: Window, options: ReadTreeOptions): Promise<ElementTree> {
    const top = await this.tops.of(window);
    try {
      return await this.#read(window, top, options);
    } catch (error) {
      const { client } = await this.bus();
      const isGone = error instanceof DBusError || (error instanceof DBusClosed && !client.bus.closed);
      if (!isGone) throw error;
      // The application may have put another object in the window's place, or closed its own socket.
      this.forget(window.id);
      return this.#read(window, await this.tops.of(window), options);
    }
  }

  /**
   * What a window showed when it was last looked at, where finding out what it shows now takes an application long that answers
   * one question at a time; then only some differences are news.
   */
  async recall(window: Window, options: ReadTreeOptions): Promise<Recalled> {
    const kept = this.#kept.get(window.id);
    const top = await this.tops.of(window);
    const { client, links } = await this.bus();
    const link = await links.to(top.app.bus);
    const last = kept?.key === keyOf(top, options) ? kept.last : undefined;
    if (!kept || !last) return { tree: await this.read(window, options) };
    await getState(client, top.ref);
    const now = this.#now(window, top);
    // An act does not wait for what is told even later: that is for looks.
    if (isSame(last, now) && last.late.every(({ wasDoubted }) => wasDoubted)) return { tree: last.tree };
    // A browser tells late what it drew, so that little of what it tells later would be news.
    if (isChromium(top.app.toolkit)) return { tree: await this.read(window, options) };
    const { suspects } = await this.#suspects(window, top, kept, now, link);
    if (!suspects || suspects.size <= FEW) return { tree: await this.read(window, options) };
    const doubts = new Doubts(suspects, last.roots);
    const since = () => ({ roots: kept.last?.roots ?? [], announced: this.events.changedSince(top.app.bus, now.events) });
    return { tree: last.tree, news: () => doubts.newsSince(since()) };
  }

  forget(windowId: number): void {
    const kept = this.#kept.get(windowId);
    this.#kept.delete(windowId);
    this.tops.forget(windowId);
    void kept?.warm.then((warm) => warm.close()).catch(() => {});
  }

  async #read(window: Window, top: TopLevel, { signal, maxElements, maxDepth }: ReadTreeOptions): Promise<ElementTree> {
    const { client, links } = await this.bus();
    const { app, ref } = top;
    const kept = this.#keep(window, top, { maxElements, maxDepth });
    const { last } = kept;
    if (window.state === 'normal') this.activity.follow(window);
    // Answers come after everything the application announced before, so this also settles what its events say.
    const [link, warm] = await Promise.all([links.to(app.bus), kept.warm, last && getState(client, ref)]);
    const now = this.#now(window, top);
    if (last && last.late.length === 0 && isSame(last, now)) return last.tree;
    const { suspects, late, still } = await this.#suspects(window, top, kept, now, link);
    const reach = { window, top, kept, warm, link, signal };
    let reading = await this.#readOnce(reach, suspects);
    // A browser that draws first and tells its tree later may tell while it is read.
    const scrolled = last ? still.filter(({ probe }) => probe && hasMoved(probe, last, reading)) : [];
    for (const { outOfSight } of scrolled) for (const key of outOfSight) suspects?.add(key);
    if (scrolled.length > 0) reading = await this.#readOnce(reach, suspects);
    const { subtree, degraded, roots, details } = reading;
    const tree = toTree({ roots, details, app, cut: subtree.cuts[0], nodeCount: subtree.nodeCount, degraded });
    kept.last = { ...now, tree, roots, details, late };
    return tree;
  }

  async #readOnce({ window, top, kept, warm, link, signal }: Reach, suspects: ReadonlySet<string> | undefined): Promise<Reading> {
    const { client } = await this.bus();
    const { app, ref } = top;
    const { last } = kept;
    const { subtree, degraded } = await this.#refresh(warm, top, { signal, via: link, suspects });
    if (!suspects)
      kept.measure = measure(window, ...(await Promise.all([getExtents(client, ref, 'screen'), this.activity.shadow(window.id)])));
    kept.pane = isOffice(app) ? await paneShift(link, subtree.root) : undefined;
    const origin = { ...extentsOrigin(app.toolkit, app.toolkitVersion, window, kept.measure), pane: kept.pane };
    const roots = [subtree.root, ...subtree.popups];
    const before = last && suspects && detailsBefore(last, suspects);
    const details = await readDetails(link, { roots, origin, actions: kept.actions, toolkit: app.toolkit, before });
    return { subtree, degraded, roots, details };
  }

  /** Drawing nothing proves nothing in windows that are not shown. */
  #now(window: Window, { app }: TopLevel): Moment {
    const generation = window.state === 'normal' ? this.activity.generation(window.id) : undefined;
    return { generation, events: this.events.count(app.bus) };
  }

  /** No suspects means that everything on screen is suspect. */
  async #suspects(window: Window, { app }: TopLevel, { last, measure: counted }: Kept, now: Moment, link: AtspiBus) {
    const nothing = { suspects: undefined, late: [], still: [] };
    const drawnAt = monotonicMs();
    if (last?.generation === undefined || now.generation === undefined) return nothing;
    const drawn = await this.activity.drawnSince(window.id, last.generation);
    const announced = this.events.changedSince(app.bus, last.events);
    const [root, ...popups] = last.roots;
    if (!drawn || !announced || !root) return nothing;
    const happened = { drawn: [...drawn, ...last.late.map(({ area }) => area)], announced };
    const { keys, scrollers } = findSuspects({ root, popups, frames: last.details.frames }, happened);
    const origin = extentsOrigin(app.toolkit, app.toolkitVersion, window, counted);
    const isStill = async ({ probe }: Scroller): Promise<boolean> => {
      const frame = probe && last.details.frames.get(probe);
      if (!frame) return false;
      const { x, y } = placed(await getExtents(link, probe, origin.space), origin, true);
      return x === frame.x && y === frame.y;
    };
    const judged = await Promise.all(scrollers.map(async (scroller) => ({ scroller, still: await isStill(scroller) })));
    for (const { scroller, still } of judged) if (!still) for (const key of scroller.outOfSight) keys.add(key);
    const still = judged.flatMap(({ scroller, still }) => (still ? [scroller] : []));
    const doubted = last.late.filter((each) => drawnAt - each.drawnAt < LATE_MS).map((each) => ({ ...each, wasDoubted: true }));
    const late = [...doubted, ...drawn.map((area) => ({ area, drawnAt, wasDoubted: false }))];
    return { suspects: keys, late: isChromium(app.toolkit) ? late : [], still };
  }

  async #refresh(warm: WarmTree, { app, ref }: TopLevel, options: RefreshOptions & { signal: AbortSignal }): Promise<PageTree> {
    const refresh = () => warm.refresh(options);
    if (!isChromium(app.toolkit)) return { subtree: await refresh() };
    const { client } = await this.bus();
    return this.#renderers.read({ client, frame: ref, watch: this.events.watch(app.bus), refresh }, options.signal);
  }

  #keep(window: Window, top: TopLevel, limits: Limits): Kept {
    const { app, ref } = top;
    const key = keyOf(top, limits);
    const known = this.#kept.get(window.id);
    // Taken out and put back, so that the window looked at longest ago comes first.
    this.#kept.delete(window.id);
    if (known?.key === key) {
      this.#kept.set(window.id, known);
      return known;
    }
    void known?.warm.then((warm) => warm.close()).catch(() => {});
    const reading = { budgetMs: READ_BUDGET_MS, popups: true, toolkit: app.toolkit, thrifty: true, useCache: !keepsDeadObjects(app) };
    const options = { maxNodes: limits.maxElements, maxDepth: limits.maxDepth, ...reading };
    const warm = this.bus().then(({ client }) => WarmTree.open(client, ref, options));
    warm.catch(() => this.#kept.delete(window.id));
    const kept: Kept = { key, warm, actions: new KnownActions(), measure: PLAIN, pane: undefined, last: undefined };
    this.#kept.set(window.id, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_WINDOWS && oldest !== undefined) this.forget(oldest);
    return kept;
  }
}

function detailsBefore({ roots, details }: Look, suspects: ReadonlySet<string>): DetailsBefore {
  const nodes = nodesByKey(roots);
  return {
    details,
    same(node) {
      const key = refKey(node);
      return suspects.has(key) ? undefined : nodes.get(key);
    },
  };
}

/** Whether an element was read at another place than in the look before. */
function hasMoved(node: TreeNode, last: Look, { roots, details }: Reading): boolean {
  const current = nodesByKey(roots).get(refKey(node));
  const [was, is] = [last.details.frames.get(node), current && details.frames.get(current)];
  return was?.x !== is?.x || was?.y !== is?.y;
}

const REASONS = { nodes: 'max_elements', depth: 'max_depth', children: 'max_elements', time: 'timeout' } as const satisfies Record<
  CutReason,
  string
>;

interface Read {
  readonly roots: readonly TreeNode[];
  readonly details: Details;
  readonly app: TopLevel['app'];
  readonly cut: CutReason | undefined;
  readonly nodeCount: number;
  readonly degraded: string | undefined;
}

function toTree({ roots, details, app, cut, nodeCount, degraded }: Read): ElementTree {
  const [main, ...popups] = roots.map((root) => toElement(root, details, app.toolkit));
  if (!main) throw new DriverError('accessibility_unavailable', 'The window has no accessible root.');
  return {
    root: popups.length > 0 ? { ...main, children: [...main.children, ...popups] } : main,
    toolkit: `${app.toolkit} ${app.toolkitVersion}`.trim(),
    ...(cut ? { truncated: { shown: nodeCount, reason: REASONS[cut] } } : {}),
    ...(degraded === undefined ? {} : { degraded }),
  };
}
