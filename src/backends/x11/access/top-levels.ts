/** Remembers which accessible object each X window is. */
import { DriverError } from '../../../errors/driver-error.js';
import { processInfo } from '../../../kit/process-info.js';
import type { Window } from '../../../model/window.js';
import type { AtspiApp } from '../../../wire/atspi/client.js';
import type { AtspiRef } from '../../../wire/atspi/ref.js';
import { detectToolkit } from '../seat/toolkit/detect.js';
import { madeOfChromium } from '../web/browser/browser-start.js';
import { TREE_OFF } from '../web/tree/renderer-tree.js';
import type { AccessibilityBus } from './bus.js';
import type { AppEvents } from './change-watch.js';
import { findTopLevel } from './top-level.js';

export interface TopLevel {
  readonly app: AtspiApp;
  readonly ref: AtspiRef;
}

export class TopLevels {
  readonly #known = new Map<number, TopLevel>();

  constructor(
    private readonly bus: () => Promise<AccessibilityBus>,
    private readonly events: AppEvents,
  ) {}

  known(windowId: number): TopLevel | undefined {
    return this.#known.get(windowId);
  }

  /** Some window of the application with this name on the bus, and its id. */
  ofApp(bus: string): { readonly windowId: number; readonly app: AtspiApp } | undefined {
    for (const [windowId, { app }] of this.#known) if (app.bus === bus) return { windowId, app };
    return undefined;
  }

  async of(window: Window): Promise<TopLevel> {
    const known = this.#known.get(window.id);
    if (known && known.app.pid === window.pid) return known;
    const found = await this.#find(window);
    if (!found) throw new DriverError('accessibility_unavailable', whyNone(window), { pid: window.pid, window_id: window.id });
    this.#known.set(window.id, found);
    return found;
  }

  forget(windowId: number): void {
    this.#known.delete(windowId);
  }

  apps(): Set<string> {
    return new Set([...this.#known.values()].map(({ app }) => app.bus));
  }

  async #find(window: Window): Promise<TopLevel | undefined> {
    const bus = await this.bus();
    const apps = window.pid === null ? await bus.allApps() : await bus.appsOf(window.pid);
    for (const app of apps) {
      if (!app.responsive)
        throw new DriverError('app_unresponsive', `${window.appName} does not answer accessibility calls.`, { pid: window.pid });
      const [ref] = await Promise.all([findTopLevel(bus.client, app, window), this.events.listen(bus, app.bus)]);
      if (ref) return { app, ref };
    }
    return undefined;
  }
}

function whyNone({ pid, appName }: Window): string {
  const name = appName || 'The application';
  if (isMadeOfChromium(pid)) return TREE_OFF;
  if (/^qt/.test(detectToolkit([pid ?? undefined], '', '')))
    return `${name} keeps its tree to itself: accessibility was off when it started, and Qt asks only then. Start it again, with launch_app or by hand, and look again.`;
  return `${name} offers no accessibility tree for this window.`;
}

function isMadeOfChromium(pid: number | null): boolean {
  const exe = pid === null ? undefined : processInfo(pid)?.exe;
  return exe !== undefined && madeOfChromium(exe) !== undefined;
}
