interface Numbered {
  readonly index: number;
  readonly key: string;
  readonly role: string;
  lastSeen: number;
}

export interface NumberingLimits {
  /** Snapshots a vanished element is remembered for, so that it gets its old number back when it returns. */
  readonly rememberSnapshots: number;
  /** Vanished elements remembered at most. */
  readonly rememberElements: number;
}

const defaultLimits: NumberingLimits = { rememberSnapshots: 200, rememberElements: 8_000 };
const pruneEvery = 16;

/**
 * The numbers of one window's elements. A number belongs to one element for the window's whole life:
 * it is kept while the element lives and never handed to another, so a stale number fails instead of hitting a neighbour.
 */
export class ElementNumbers {
  readonly #byKey = new Map<string, Numbered>();
  readonly #byIndex = new Map<number, Numbered>();
  readonly #limits: NumberingLimits;
  #next = 1;
  #generation = 0;
  #live = 0;

  constructor(limits: Partial<NumberingLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Starts a new snapshot: whatever is not numbered again counts as vanished. */
  begin(): void {
    this.#prune();
    this.#generation += 1;
    this.#live = 0;
  }

  /** The element's number, a new one when it has none. A key that comes back with another role is another element. */
  assign(key: string, role: string): number {
    const known = this.#byKey.get(key);
    if (known && known.role === role) {
      if (known.lastSeen !== this.#generation) this.#live += 1;
      known.lastSeen = this.#generation;
      return known.index;
    }
    if (known) this.#forget(known);
    const fresh: Numbered = { index: this.#next, key, role, lastSeen: this.#generation };
    this.#next += 1;
    this.#live += 1;
    this.#byKey.set(key, fresh);
    this.#byIndex.set(fresh.index, fresh);
    return fresh.index;
  }

  /** The number of an element seen in the latest snapshot. */
  indexOf(key: string): number | undefined {
    return this.#current(this.#byKey.get(key))?.index;
  }

  /** The element a number stands for; undefined once it has vanished. */
  keyOf(index: number): string | undefined {
    return this.#current(this.#byIndex.get(index))?.key;
  }

  /** Whether the number was ever given out: tells a stale number from one that was made up. */
  wasGiven(index: number): boolean {
    return Number.isInteger(index) && index >= 1 && index < this.#next;
  }

  get remembered(): number {
    return this.#byKey.size;
  }

  #current(entry: Numbered | undefined): Numbered | undefined {
    return entry && entry.lastSeen === this.#generation ? entry : undefined;
  }

  #forget(entry: Numbered): void {
    this.#byKey.delete(entry.key);
    this.#byIndex.delete(entry.index);
  }

  #prune(): void {
    const vanished = this.#byKey.size - this.#live;
    const { rememberElements, rememberSnapshots } = this.#limits;
    const isFull = vanished > rememberElements;
    if (vanished === 0 || !(isFull || this.#generation % pruneEvery === 0)) return;
    const gone = [...this.#byKey.values()].filter((entry) => entry.lastSeen !== this.#generation);
    gone.sort((a, b) => a.lastSeen - b.lastSeen);
    // Leaves room below the limit, so that a window at its limit is not sorted again on every snapshot.
    const excess = isFull ? vanished - Math.floor(rememberElements * 0.75) : 0;
    const oldest = this.#generation - rememberSnapshots;
    gone.forEach((entry, position) => {
      if (entry.lastSeen <= oldest || position < excess) this.#forget(entry);
    });
  }
}
