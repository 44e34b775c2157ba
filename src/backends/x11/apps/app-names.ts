import type { WindowFacts } from '../windows/window-facts.js';
import type { DesktopEntry } from './desktop-entries.js';

/** What people call the application behind a window. */
export class AppNames {
  #byClass = new Map<string, DesktopEntry>();

  learn(entries: readonly DesktopEntry[]): void {
    this.#byClass = new Map();
    for (const entry of entries) {
      for (const key of [entry.wmClass, entry.id, entry.id.split('.').at(-1), programOf(entry.exec)]) {
        if (key && !this.#byClass.has(key.toLowerCase())) this.#byClass.set(key.toLowerCase(), entry);
      }
    }
  }

  entryFor({ className, instance }: Pick<WindowFacts, 'className' | 'instance'>): DesktopEntry | undefined {
    return this.#byClass.get(className.toLowerCase()) ?? this.#byClass.get(instance.toLowerCase());
  }

  nameFor(facts: Pick<WindowFacts, 'className' | 'instance'>): string {
    return this.entryFor(facts)?.name ?? (facts.className || facts.instance);
  }
}

export const programOf = (exec: string): string | undefined => exec.trim().split(/\s+/)[0]?.split('/').at(-1);
