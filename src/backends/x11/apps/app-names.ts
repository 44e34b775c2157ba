import type { WindowFacts } from '../windows/window-facts.js';
import type { DesktopEntry } from './desktop-entries.js';

/** What people call the application behind a window. */
export class AppNames {
  #byClass = new Map<string, DesktopEntry>();

  learn(entries: readonly DesktopEntry[]): void {
    this.#byClass = new Map();
    // What an entry says of itself counts before what its command happens to be: settings are often the same program, too.
    for (const keyOf of KEYS) {
      for (const entry of entries) {
        const key = keyOf(entry)?.toLowerCase();
        if (key && !this.#byClass.has(key)) this.#byClass.set(key, entry);
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

const KEYS: readonly ((entry: DesktopEntry) => string | undefined)[] = [
  ({ wmClass }) => wmClass,
  ({ id }) => id,
  ({ id }) => id.split('.').at(-1),
  ({ exec }) => programOf(exec),
];

export const programOf = (exec: string): string | undefined => exec.trim().split(/\s+/)[0]?.split('/').at(-1);
