import type { ScreenPoint } from '../../../model/geometry.js';
import { screenPoint } from '../../../model/geometry.js';
import type { Screen, Window } from '../../../model/window.js';
import { RandR, RandRGetMonitors } from '../../../wire/x11/ext/randr.js';
import { ConfigureWindow, QueryPointer, SetInputFocus, StackMode } from '../../../wire/x11/index.js';
import type { Windows } from '../../port.js';
import type { AppNames } from '../apps/app-names.js';
import type { Display } from '../display.js';
import { screenScale } from '../screen-scale.js';
import { askForWorkspace, askToActivate } from '../seat/wm/wm-messages.js';
import { windowState } from './window-facts.js';
import type { ListedWindow, Listing, WindowList } from './window-list.js';

const REVERT_TO_ROOT = 1;

export class X11Windows implements Windows {
  constructor(
    private readonly display: Display,
    private readonly list_: WindowList,
    private readonly names: AppNames,
  ) {}

  async list(): Promise<readonly Window[]> {
    const listing = await this.list_.read();
    return listing.windows.map((listed, index) => this.#toWindow(listed, index, listing)).reverse();
  }

  async find(windowId: number): Promise<Window | undefined> {
    const listing = await this.list_.read();
    const index = listing.windows.findIndex(({ id }) => id === windowId);
    const listed = listing.windows[index];
    return listed && this.#toWindow(listed, index, listing);
  }

  /** Those that are there only until the program has started. */
  async splashes(): Promise<ReadonlySet<number>> {
    const { windows } = await this.list_.read();
    return new Set(windows.filter(({ facts }) => facts.isSplash).map(({ id }) => id));
  }

  #toWindow({ id, facts }: ListedWindow, index: number, listing: Listing): Window {
    return {
      id,
      pid: facts.pid,
      appId: (facts.className || facts.instance).toLowerCase(),
      appName: this.names.nameFor(facts),
      title: facts.title,
      bounds: facts.bounds,
      zIndex: index,
      state: windowState(facts, listing.workspace),
      isActive: listing.active === id,
      isDialog: facts.isDialog,
    };
  }

  async screen(): Promise<Screen> {
    const { x, root } = this.display;
    const { width, height } = x.screen;
    const scaleFactor = await screenScale(x);
    if (!x.has(RandR))
      return { width, height, scaleFactor, monitors: [{ name: 'screen', primary: true, bounds: { x: 0, y: 0, width, height } }] };
    const { monitors } = await x.request(RandRGetMonitors, { window: root, getActive: true });
    const named = await Promise.all(
      monitors.map(async (monitor) => ({
        name: await x.atoms.name(monitor.name),
        primary: monitor.primary,
        bounds: { x: monitor.x, y: monitor.y, width: monitor.width, height: monitor.height },
      })),
    );
    return { width, height, scaleFactor, monitors: named };
  }

  async pointer(): Promise<ScreenPoint> {
    const { rootX, rootY } = await this.display.x.request(QueryPointer, { window: this.display.root });
    return screenPoint(rootX, rootY);
  }

  /** Asks the window manager, or does it where there is none; only ever called for acts the person allowed in the foreground. */
  async activate(windowId: number): Promise<void> {
    const { x } = this.display;
    const { windows, workspace, hasWindowManager } = await this.list_.read();
    if (!hasWindowManager) {
      await x.checked(ConfigureWindow, { window: windowId, values: { stackMode: StackMode.Above } });
      return x.checked(SetInputFocus, { focus: windowId, revertTo: REVERT_TO_ROOT });
    }
    const its = windows.find(({ id }) => id === windowId)?.facts.workspace;
    // Many do not follow a window to another workspace by themselves.
    if (its !== undefined && its !== workspace) await askForWorkspace(x, its);
    await askToActivate(x, windowId, 0);
  }
}
