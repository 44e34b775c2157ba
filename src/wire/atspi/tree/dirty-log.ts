/** What an application announced to have changed, by refKey. */
export interface DirtyMarks {
  readonly facts: ReadonlySet<string>;
  readonly children: ReadonlySet<string>;
  /** Too many to remember: anything may have changed. */
  readonly overflown: boolean;
}

const MAX_MARKS = 20_000;

/** Collects marks; announcements that arrive while a taken set is worked on go into the next one. */
export class DirtyLog {
  #facts = new Set<string>();
  #children = new Set<string>();
  #overflown = false;

  get isEmpty(): boolean {
    return this.#facts.size === 0 && this.#children.size === 0 && !this.#overflown;
  }

  markFacts(key: string): void {
    this.#add(this.#facts, key);
  }

  markChildren(key: string): void {
    this.#add(this.#children, key);
  }

  take(): DirtyMarks {
    const marks = { facts: this.#facts, children: this.#children, overflown: this.#overflown };
    this.#facts = new Set();
    this.#children = new Set();
    this.#overflown = false;
    return marks;
  }

  /** Puts back marks whose work is not done. */
  restore(marks: DirtyMarks): void {
    this.#overflown ||= marks.overflown;
    for (const key of marks.facts) this.markFacts(key);
    for (const key of marks.children) this.markChildren(key);
  }

  #add(set: Set<string>, key: string): void {
    if (set.size < MAX_MARKS) set.add(key);
    else this.#overflown = true;
  }
}
