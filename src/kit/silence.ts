import { after, monotonicMs } from './clock.js';

const LAST_CHANCE_MS = 20;

/** Notices when somebody who owes an answer has said nothing for too long. One timer however many questions are open, none while there are none. */
export class Silence {
  #since = 0;
  #isArmed = false;
  /** Time was up once: what it said may only not have been read yet. */
  #isLastChance = false;

  constructor(
    private readonly limitMs: number,
    private readonly isOwed: () => boolean,
    private readonly giveUp: () => void,
  ) {}

  /** Call before a question is added to those that are open. */
  asked(): void {
    if (!this.isOwed()) this.#since = monotonicMs();
    if (!this.#isArmed) this.#arm(this.limitMs);
  }

  heard(): void {
    this.#isLastChance = false;
    this.#since = monotonicMs();
  }

  #arm(ms: number): void {
    this.#isArmed = true;
    after(ms, () => {
      this.#isArmed = false;
      if (!this.isOwed()) return;
      const left = this.#since + this.limitMs - monotonicMs();
      if (left > 0) return this.#arm(left);
      if (!this.#isLastChance) {
        this.#isLastChance = true;
        return this.#arm(LAST_CHANCE_MS);
      }
      this.#isLastChance = false;
      this.giveUp();
    });
  }
}
