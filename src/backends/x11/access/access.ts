import { DriverError } from '../../../errors/driver-error.js';
import type { ElementDetail, ElementTree } from '../../../model/element.js';
import type { Rect } from '../../../model/geometry.js';
import type { Window } from '../../../model/window.js';
import type { AtspiApp } from '../../../wire/atspi/client.js';
import { getChildren, getIndexInParent, getParent, getState } from '../../../wire/atspi/objects/accessible.js';
import { doAction } from '../../../wire/atspi/objects/action.js';
import { getExtents, scrollTo } from '../../../wire/atspi/objects/component.js';
import { insertText, setTextContents } from '../../../wire/atspi/objects/editable-text.js';
import { selectChild } from '../../../wire/atspi/objects/selection.js';
import { getCaretOffset } from '../../../wire/atspi/objects/text.js';
import { setCurrentValue } from '../../../wire/atspi/objects/value.js';
import { type AtspiRef, refKey } from '../../../wire/atspi/ref.js';
import { WarmTree } from '../../../wire/atspi/tree/warm-tree.js';
import { DBusError } from '../../../wire/dbus/errors.js';
import type { Access, ChangeWatch, ReadTreeOptions, ShownStretch, TextStretch } from '../../port.js';
import { namedActions } from '../web/tree/page-actions.js';
import { PageAreas } from '../web/tree/page-area.js';
import { isChromium, type PageTree, RendererTrees } from '../web/tree/renderer-tree.js';
import { actionIndex } from './actions.js';
import { type AccessibilityBus, asAccessError } from './bus.js';
import { AppEvents } from './change-watch.js';
import { isPageElement, readDetail } from './detail.js';
import { extentsOrigin, scaleOf } from './extents-origin.js';
import { readStretches } from './stretches.js';
import { placed, readDetails, toElement } from './to-element.js';
import { findTopLevel } from './top-level.js';

const READ_BUDGET_MS = 4000;

/** A key names an object as the bus does: unique name and path. */
function refOf(key: string): AtspiRef {
  const slash = key.indexOf('/');
  return { bus: key.slice(0, slash), path: key.slice(slash) };
}

/** Tells whether a window drew anything; see pixels/activity.ts. */
interface Activity {
  generation(window: number): number | undefined;
}

/** A tree that still holds as long as its window drew nothing and its application announced nothing. */
interface Stillness {
  readonly generation: number | undefined;
  readonly events: number;
  readonly limits: string;
}

interface StillTree extends Stillness {
  readonly tree: ElementTree;
}

const isSame = (a: Stillness, b: Stillness): boolean =>
  a.generation !== undefined && a.generation === b.generation && a.events === b.events && a.limits === b.limits;

interface TopLevel {
  readonly app: AtspiApp;
  readonly ref: AtspiRef;
}

export class X11Access implements Access {
  readonly #actions = new Map<string, readonly string[]>();
  readonly #events = new AppEvents();
  readonly #topLevels = new Map<number, TopLevel>();
  readonly #trees = new Map<number, { readonly key: string; readonly tree: Promise<WarmTree> }>();

  readonly #renderers = new RendererTrees();
  readonly #pageAreas = new PageAreas();

  readonly #still = new Map<number, StillTree>();
  readonly #scales = new Map<number, number>();

  constructor(
    private readonly bus: () => Promise<AccessibilityBus>,
    private readonly activity: Activity,
    /** Keeps the person's window theirs, whatever the window named does, until the answer is called. */
    private readonly guard: (windowId: number) => Promise<() => void> = async () => () => {},
  ) {}

  watch(window: Window): ChangeWatch {
    return this.#events.watch(this.#topLevels.get(window.id)?.app.bus);
  }

  async read(window: Window, { maxElements, maxDepth, signal }: ReadTreeOptions): Promise<ElementTree> {
    return this.#guarded(async () => {
      const { client } = await this.bus();
      const { app, ref } = await this.#topLevel(window);
      const limits = `${maxElements} ${maxDepth} ${window.bounds.width}×${window.bounds.height}`;
      // Answers come after everything the application announced before, so this also settles what its events say.
      if (this.#still.has(window.id)) await getState(client, ref);
      const since = { generation: this.#generation(window), events: this.#events.count(app.bus), limits };
      const still = this.#still.get(window.id);
      if (still && isSame(still, since)) return still.tree;
      const warm = await this.#warmTree(window.id, { app, ref }, { maxNodes: maxElements, maxDepth });
      const { subtree, degraded } = await this.#refresh(warm, { app, ref }, signal);
      const scale = scaleOf(window, await getExtents(client, ref, 'screen'));
      this.#scales.set(window.id, scale);
      const origin = extentsOrigin(app.toolkit, app.toolkitVersion, window, scale);
      const roots = [subtree.root, ...subtree.popups];
      const details = await readDetails(client, roots, origin, this.#actions, app.toolkit);
      const [main, ...popups] = roots.map((root) => toElement(root, details, app.toolkit));
      if (!main) throw new DriverError('accessibility_unavailable', 'The window has no accessible root.');
      const cut = subtree.cuts[0];
      const tree: ElementTree = {
        root: popups.length > 0 ? { ...main, children: [...main.children, ...popups] } : main,
        toolkit: `${app.toolkit} ${app.toolkitVersion}`.trim(),
        ...(cut
          ? {
              truncated: { shown: subtree.nodeCount, reason: cut === 'nodes' ? 'max_elements' : cut === 'depth' ? 'max_depth' : 'timeout' },
            }
          : {}),
        ...(degraded === undefined ? {} : { degraded }),
      };
      this.#still.set(window.id, { tree, ...since });
      return tree;
    });
  }

  /** Undefined where drawing nothing proves nothing: in windows that are not shown. */
  #generation(window: Window): number | undefined {
    return window.state === 'normal' ? this.activity.generation(window.id) : undefined;
  }

  /** Where on the screen a browser's window shows its page; undefined for other windows and while there is no tree. */
  async pageArea(window: Window): Promise<Rect | undefined> {
    try {
      const { app, ref } = await this.#topLevel(window);
      if (!isChromium(app.toolkit)) return undefined;
      const { client } = await this.bus();
      const [area, frame] = await Promise.all([this.#pageAreas.find(client, ref), getExtents(client, ref, 'screen')]);
      // The corner was rounded down where a unit is no whole number of pixels: half a pixel is lost on average.
      const lost = Number.isInteger(scaleOf(window, frame)) ? 0 : 0.5;
      return area && { ...area, x: area.x + lost, y: area.y + lost };
    } catch (error) {
      if (asAccessError(error) instanceof DriverError) return undefined;
      throw error;
    }
  }

  #refresh(warm: WarmTree, { app, ref }: TopLevel, signal: AbortSignal): Promise<PageTree> {
    const refresh = () => warm.refresh({ signal });
    if (!isChromium(app.toolkit)) return refresh().then((subtree) => ({ subtree }));
    return this.bus().then(({ client }) =>
      this.#renderers.read({ client, frame: ref, watch: this.#events.watch(app.bus), refresh }, signal),
    );
  }

  async describe(key: string, window: Window): Promise<ElementDetail | undefined> {
    return this.#guarded(async () => {
      const { client } = await this.bus();
      const { app, ref } = await this.#topLevel(window);
      const origin = extentsOrigin(app.toolkit, app.toolkitVersion, window, this.#scales.get(window.id) ?? 1);
      try {
        return await readDetail(client, refOf(key), { origin, toolkit: app.toolkit, isTopLevel: key === refKey(ref) });
      } catch (error) {
        if (error instanceof DBusError) return undefined; // UnknownObject and the like: the object is gone
        throw error;
      }
    });
  }

  async stretches(key: string, window: Window, find: (text: string) => readonly TextStretch[]): Promise<ShownStretch[] | undefined> {
    return this.#guarded(async () => {
      const { client } = await this.bus();
      const { app } = await this.#topLevel(window);
      const origin = extentsOrigin(app.toolkit, app.toolkitVersion, window, this.#scales.get(window.id) ?? 1);
      const ref = refOf(key);
      try {
        const inPage = isChromium(app.toolkit) && (await isPageElement(client, ref));
        const found = await readStretches({ client, ref, space: origin.space, countsUtf16: /qt/i.test(app.toolkit), find });
        const inWindow = (box: Rect): Rect => placed(box, origin, inPage);
        return found.map((stretch) => ({
          ...stretch,
          boxes: stretch.boxes.map(inWindow),
          around: stretch.around.map(({ box, isBlank }) => ({ box: inWindow(box), isBlank })),
        }));
      } catch (error) {
        if (error instanceof DBusError) return undefined; // UnknownMethod: it has no text of its own
        throw error;
      }
    });
  }

  async children(key: string, window: Window): Promise<readonly ElementDetail[]> {
    const { client } = await this.bus();
    const refs = await this.#guarded(() => getChildren(client, refOf(key)));
    const details = await Promise.all(refs.map((ref) => this.describe(refKey(ref), window)));
    return details.filter((detail) => detail !== undefined);
  }

  async act(key: string, action: string): Promise<void> {
    await this.#guarded(async () => {
      const { client } = await this.bus();
      const names = await namedActions(client, refOf(key));
      const index = actionIndex(names, action);
      if (index < 0) throw new DriverError('action_unsupported', `The element offers no "${action}".`, { actions: names });
      const done = await this.#calmed(refOf(key).bus);
      const accepted = await doAction(client, refOf(key), index).finally(done);
      if (!accepted) throw new DriverError('delivery_failed', `The application refused "${action}".`);
    });
  }

  /** A link that opens a tab makes its browser come to the front. */
  async #calmed(bus: string): Promise<() => void> {
    const browser = [...this.#topLevels].find(([, { app }]) => app.bus === bus && isChromium(app.toolkit));
    return browser ? this.guard(browser[0]) : () => {};
  }

  async setText(key: string, text: string): Promise<void> {
    await this.#accepted('setting the text', async () => setTextContents((await this.bus()).client, refOf(key), text));
  }

  async insertText(key: string, text: string): Promise<void> {
    await this.#accepted('inserting text', async () => {
      const { client } = await this.bus();
      const ref = refOf(key);
      const position = Math.max(0, await getCaretOffset(client, ref));
      const app = [...this.#topLevels.values()].find((each) => each.app.bus === ref.bus)?.app;
      return insertText(client, ref, { position, text, lengthUnit: /qt/i.test(app?.toolkit ?? '') ? 'utf16' : 'bytes' });
    });
  }

  async setNumber(key: string, value: number): Promise<void> {
    await this.#guarded(async () => setCurrentValue((await this.bus()).client, refOf(key), value));
  }

  async select(key: string, childKey: string): Promise<void> {
    await this.#accepted('selecting', async () => {
      const { client } = await this.bus();
      const child = refOf(childKey);
      const index = await getIndexInParent(client, child);
      const container = refOf(key);
      if (await selectChild(client, container, index).catch(refused)) return true;
      return selectChild(client, await getParent(client, child), index).catch(refused);
    });
  }

  async scrollIntoView(key: string): Promise<void> {
    await this.#accepted('scrolling into view', async () => scrollTo((await this.bus()).client, refOf(key), 'anywhere'));
  }

  /** Kept per window and limits: a second look costs what changed. */
  #warmTree(windowId: number, { app, ref }: TopLevel, limits: { maxNodes: number; maxDepth: number }): Promise<WarmTree> {
    const key = `${windowId} ${refKey(ref)} ${limits.maxNodes} ${limits.maxDepth}`;
    const known = this.#trees.get(windowId);
    if (known?.key === key) return known.tree;
    void known?.tree.then((tree) => tree.close()).catch(() => {});
    const tree = this.bus().then(({ client }) =>
      WarmTree.open(client, ref, { ...limits, budgetMs: READ_BUDGET_MS, popups: true, toolkit: app.toolkit }),
    );
    this.#trees.set(windowId, { key, tree });
    tree.catch(() => this.#trees.delete(windowId));
    return tree;
  }

  /** Lets go of windows that are no longer there. */
  keepWindows(alive: ReadonlySet<number>): void {
    for (const [windowId, { tree }] of this.#trees) {
      if (alive.has(windowId)) continue;
      this.#trees.delete(windowId);
      this.#topLevels.delete(windowId);
      this.#still.delete(windowId);
      this.#scales.delete(windowId);
      void tree.then((warm) => warm.close()).catch(() => {});
    }
  }

  async #topLevel(window: Window): Promise<TopLevel> {
    const known = this.#topLevels.get(window.id);
    if (known && known.app.pid === window.pid) return known;
    const found = await this.#findTopLevel(window);
    if (found) {
      this.#topLevels.set(window.id, found);
      return found;
    }
    throw new DriverError(
      'accessibility_unavailable',
      `${window.appName || 'The application'} offers no accessibility tree for this window.`,
      {
        pid: window.pid,
        window_id: window.id,
      },
    );
  }

  async #findTopLevel(window: Window): Promise<TopLevel | undefined> {
    const bus = await this.bus();
    const apps = window.pid === null ? await bus.allApps() : await bus.appsOf(window.pid);
    for (const app of apps) {
      if (!app.responsive)
        throw new DriverError('app_unresponsive', `${window.appName} does not answer accessibility calls.`, { pid: window.pid });
      const ref = await findTopLevel(bus.client, app, window);
      if (!ref) continue;
      await this.#events.listen(bus, app.bus);
      return { app, ref };
    }
    return undefined;
  }

  async #accepted(what: string, ask: () => Promise<boolean>): Promise<void> {
    const ok = await this.#guarded(ask);
    if (!ok) throw new DriverError('delivery_failed', `The application refused ${what}.`);
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw asAccessError(error);
    }
  }
}

function refused(error: unknown): false {
  if (error instanceof DBusError) return false;
  throw error;
}
