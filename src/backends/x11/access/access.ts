import { DriverError } from '../../../errors/driver-error.js';
import type { ElementDetail, ElementTree } from '../../../model/element.js';
import type { Rect } from '../../../model/geometry.js';
import type { Window } from '../../../model/window.js';
import type { AtspiBus } from '../../../wire/atspi/invoke.js';
import { getChildren, getIndexInParent, getParent } from '../../../wire/atspi/objects/accessible.js';
import { doAction } from '../../../wire/atspi/objects/action.js';
import { getExtents, isOnScreen, scrollTo } from '../../../wire/atspi/objects/component.js';
import { setTextContents } from '../../../wire/atspi/objects/editable-text.js';
import { selectChild } from '../../../wire/atspi/objects/selection.js';
import { setCurrentValue } from '../../../wire/atspi/objects/value.js';
import { type AtspiRef, refKey } from '../../../wire/atspi/ref.js';
import { DBusError } from '../../../wire/dbus/errors.js';
import type { Access, ChangeWatch, ReadTreeOptions, Recalled, ShownStretch, TextStretch } from '../../port.js';
import type { Guarded } from '../guarded.js';
import { namedActions } from '../web/tree/page-actions.js';
import { exactCorner, PageAreas } from '../web/tree/page-area.js';
import { isChromium } from '../web/tree/renderer-tree.js';
import { actionIndex } from './actions.js';
import { type AccessibilityBus, asAccessError } from './bus.js';
import { AppEvents } from './change-watch.js';
import { isPageElement, readDetail } from './detail.js';
import { extentsOrigin } from './extents-origin.js';
import { insertAtCaret } from './insert-text.js';
import { shifted, standsInPane } from './office.js';
import { mayBeScrolled, ScrollParents, shownIn } from './scroll-view.js';
import { readStretches } from './stretches.js';
import { type ExtentsOrigin, placed } from './to-element.js';
import { TopLevels } from './top-levels.js';
import { type Activity, TreeReader } from './tree/tree-reader.js';

/** A key names an object as the bus does: unique name and path. */
function refOf(key: string): AtspiRef {
  const slash = key.indexOf('/');
  return { bus: key.slice(0, slash), path: key.slice(slash) };
}

export class X11Access implements Access {
  readonly #events = new AppEvents();
  readonly #tops: TopLevels;
  readonly #reader: TreeReader;
  readonly #pageAreas = new PageAreas();
  readonly #scrollParents = new ScrollParents();

  constructor(
    private readonly bus: () => Promise<AccessibilityBus>,
    activity: Activity,
    private readonly guarded: Guarded,
  ) {
    this.#tops = new TopLevels(bus, this.#events);
    this.#reader = new TreeReader(bus, activity, this.#tops, this.#events);
  }

  watch(window: Window): ChangeWatch {
    return this.#events.watch(this.#tops.known(window.id)?.app.bus);
  }

  async read(window: Window, options: ReadTreeOptions): Promise<ElementTree> {
    return this.#translating(() => this.#reader.read(window, options));
  }

  async recall(window: Window, options: ReadTreeOptions): Promise<Recalled> {
    return this.#translating(() => this.#reader.recall(window, options));
  }

  /** Where on the screen a browser's window shows its page; undefined for other windows and while there is no tree. */
  async pageArea(window: Window): Promise<Rect | undefined> {
    try {
      const { app, ref } = await this.#tops.of(window);
      if (!isChromium(app.toolkit)) return undefined;
      const { client } = await this.bus();
      const [area, frame] = await Promise.all([this.#pageAreas.find(client, ref), getExtents(client, ref, 'screen')]);
      return area && exactCorner(area, frame, window);
    } catch (error) {
      if (asAccessError(error) instanceof DriverError) return undefined;
      throw error;
    }
  }

  async describe(key: string, window: Window): Promise<ElementDetail | undefined> {
    return this.#translating(async () => {
      const { client } = await this.bus();
      const { app, ref } = await this.#tops.of(window);
      const counted = extentsOrigin(app.toolkit, app.toolkitVersion, window, this.#reader.measure(window.id));
      try {
        const pane = this.#reader.pane(window.id);
        const origin = pane && (await standsInPane(client, refOf(key))) ? shifted(counted, pane) : counted;
        const isTopLevel = key === refKey(ref);
        const detail = await readDetail(client, refOf(key), { origin, toolkit: app.toolkit, isTopLevel });
        return isTopLevel ? detail : await this.#clipped(detail, app.toolkit, origin);
      } catch (error) {
        if (error instanceof DBusError) return undefined; // UnknownObject and the like: the object is gone
        throw error;
      }
    });
  }

  /** A scrolled element only where it shows. */
  async #clipped(detail: ElementDetail, toolkit: string, origin: ExtentsOrigin): Promise<ElementDetail> {
    if (!detail.frame || !mayBeScrolled(detail)) return detail;
    const { client } = await this.bus();
    const scrollers = await this.#scrollParents.of(client, refOf(detail.key), toolkit);
    const around = await Promise.all(scrollers.map(async (each) => getExtents(client, each, origin.space)));
    const frames = around.map((extents) => (isOnScreen(extents) ? placed(extents, origin, detail.inWebContent === true) : undefined));
    return { ...detail, frame: shownIn(detail.frame, frames) };
  }

  async stretches(key: string, window: Window, find: (text: string) => readonly TextStretch[]): Promise<ShownStretch[] | undefined> {
    return this.#translating(async () => {
      const { client } = await this.bus();
      const { app } = await this.#tops.of(window);
      const origin = extentsOrigin(app.toolkit, app.toolkitVersion, window, this.#reader.measure(window.id));
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
    const refs = await this.#translating(() => getChildren(client, refOf(key)));
    const details = await Promise.all(refs.map((ref) => this.describe(refKey(ref), window)));
    return details.filter((detail) => detail !== undefined);
  }

  async act(key: string, action: string): Promise<void> {
    await this.#translating(async () => {
      const { client } = await this.bus();
      const names = await namedActions(client, refOf(key));
      const index = actionIndex(names, action);
      if (index < 0) throw new DriverError('action_unsupported', `The element offers no "${action}".`, { actions: names });
      const isRefused = (await this.#asking(key, (at) => doAction(at, refOf(key), index))) === false;
      if (isRefused) throw new DriverError('delivery_failed', `The application refused "${action}".`);
    });
  }

  async setText(key: string, text: string): Promise<void> {
    await this.#accepted(key, 'setting the text', (at) => setTextContents(at, refOf(key), text));
  }

  async insertText(key: string, text: string): Promise<void> {
    const ref = refOf(key);
    const { client: reading } = await this.bus();
    const toolkit = this.#tops.ofApp(ref.bus)?.app.toolkit ?? '';
    await this.#accepted(key, 'inserting text', (at) => insertAtCaret(at, ref, { text, toolkit, reading }));
  }

  async setNumber(key: string, value: number): Promise<void> {
    await this.#translating(() => this.#asking(key, (at) => setCurrentValue(at, refOf(key), value)));
  }

  async select(key: string, childKey: string): Promise<void> {
    const [container, child] = [refOf(key), refOf(childKey)];
    const { client } = await this.bus();
    const ask = async (at: AtspiBus) => {
      const index = await getIndexInParent(client, child);
      if (await selectChild(at, container, index).catch(refused)) return true;
      return selectChild(at, await getParent(client, child), index).catch(refused);
    };
    await this.#accepted(key, 'selecting', ask);
  }

  async scrollIntoView(key: string): Promise<void> {
    await this.#accepted(key, 'scrolling into view', (at) => scrollTo(at, refOf(key), 'anywhere'));
  }

  /** Lets go of a window that is no longer there. */
  forget(windowId: number): void {
    if (!this.#tops.known(windowId)) return;
    this.#reader.forget(windowId);
    this.#events.keepApps(this.#tops.apps());
  }

  async #accepted(key: string, what: string, ask: (at: AtspiBus) => Promise<boolean>): Promise<void> {
    const isRefused = (await this.#translating(() => this.#asking(key, ask))) === false;
    if (isRefused) throw new DriverError('delivery_failed', `The application refused ${what}.`);
  }

  /** Much of what a program is asked to do makes it open a window or come to the front. Undefined while it waits in what it opened. */
  async #asking<T>(key: string, ask: (at: AtspiBus) => Promise<T>): Promise<T | undefined> {
    const { bus } = refOf(key);
    const { errands } = await this.bus();
    const run = () => errands.run(bus, ask);
    const top = this.#tops.ofApp(bus);
    return top ? this.guarded(top.windowId, run) : run();
  }

  async #translating<T>(work: () => Promise<T>): Promise<T> {
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
