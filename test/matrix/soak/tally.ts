// What a soak has seen so far: faults end it, refusals, busy programs and programs that ended by themselves are counted and bounded.
import type { ActReport } from './act.js';

/** A refusal disturbs nobody, but a run of them would prove nothing. */
const mostRefused = 0.02;
const mostBusy = 0.01;
const mostRestarted = 0.001;

export class Tally {
  readonly faults: string[] = [];
  readonly #refusals = new Map<string, number>();
  readonly #began = performance.now();
  #acts = 0;
  #refused = 0;
  #busy = 0;
  #restarts = 0;

  constructor(private readonly total: number) {}

  blame(found: readonly string[]): void {
    for (const fault of found) console.log(fault);
    this.faults.push(...found);
  }

  add(number: number, { what, faults, refusal, isBusy }: ActReport): void {
    this.#acts++;
    if (isBusy) this.#busy++;
    if (refusal !== undefined) {
      this.#refused++;
      const each = `${what}: ${refusal}`;
      this.#refusals.set(each, (this.#refusals.get(each) ?? 0) + 1);
    }
    this.blame(faults.map((fault) => `act ${number}, ${what}: ${fault}`));
  }

  /** A program that the display threw out was thrown out because of what was done to it. */
  restarted(ended: readonly string[]): void {
    this.#restarts += ended.length;
    for (const each of ended) console.log(each);
    this.blame(ended.filter((each) => /X Error|BadDevice|BadWindow|BadMatch|BadValue|error_code/.test(each)));
  }

  progress(): string {
    const seconds = (performance.now() - this.#began) / 1000;
    const memory = `${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`;
    return `${this.#acts} of ${this.total} acts, ${(seconds / this.#acts).toFixed(3)} s each, ${this.#counts()}, ${memory}`;
  }

  summary(): string {
    const refusals = [...this.#refusals].map(([what, count]) => `${count} × ${what}`);
    return [`${this.#acts - this.#refused - this.#busy} delivered, ${this.#counts()}`, ...refusals].join('\n');
  }

  /** What there was more of than a run that proves something may have. */
  excess(): string[] {
    const bounds = [
      ['refused', this.#refused, mostRefused],
      ['busy', this.#busy, mostBusy],
      ['restarted', this.#restarts, mostRestarted],
    ] as const;
    return bounds.filter(([, count, most]) => count > Math.ceil(most * this.total)).map(([name, count]) => `${count} ${name}`);
  }

  #counts(): string {
    return `${this.#refused} refused, ${this.#busy} busy, ${this.#restarts} restarted, ${this.faults.length} faults`;
  }
}
