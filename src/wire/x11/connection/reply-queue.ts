import { X11ProtocolError } from './errors.js';

/** What a sent request waits for. */
export interface Waiter {
  readonly sequence: number;
  readonly request: string;
  /** True for commands: silence until a later answer means success. */
  readonly silent: boolean;
  settle(message: Buffer | undefined): void;
  fail(error: Error): void;
}

/** Matches answers to requests. Answers come in request order and carry the low 16 bits of the number. */
export class ReplyQueue {
  #waiters: Waiter[] = [];
  #head = 0;
  #lastSeen = 0;

  get size(): number {
    return this.#waiters.length - this.#head;
  }

  add(waiter: Waiter): void {
    this.#waiters.push(waiter);
  }

  /** The full number of an arriving message; settles the commands it proves successful. */
  arrive(low16: number): number {
    const sequence = this.#lastSeen + ((low16 - this.#lastSeen) & 0xffff);
    this.#lastSeen = sequence;
    for (let first = this.#peek(); first && first.sequence < sequence; first = this.#peek()) {
      this.#drop();
      if (first.silent) first.settle(undefined);
      else first.fail(new X11ProtocolError(`the server skipped the reply to ${first.request}`));
    }
    return sequence;
  }

  /** Takes out the request with this number, if someone waits for it. */
  take(sequence: number): Waiter | undefined {
    const first = this.#peek();
    if (first?.sequence !== sequence) return undefined;
    this.#drop();
    return first;
  }

  failAll(error: Error): void {
    const waiters = this.#waiters.slice(this.#head);
    this.#waiters = [];
    this.#head = 0;
    for (const waiter of waiters) waiter.fail(error);
  }

  /** Like `failAll`, but the answers may still come and must find their place. */
  giveUpOnAll(error: Error): void {
    const waiters = this.#waiters.slice(this.#head);
    this.#waiters = waiters.map((waiter) => ({ ...waiter, settle: () => {}, fail: () => {} }));
    this.#head = 0;
    for (const waiter of waiters) waiter.fail(error);
  }

  #peek(): Waiter | undefined {
    return this.#waiters[this.#head];
  }

  #drop(): void {
    this.#head++;
    // Compact now and then: shifting every time would be quadratic on long pipelines.
    if (this.#head > 1024 && this.#head * 2 > this.#waiters.length) {
      this.#waiters = this.#waiters.slice(this.#head);
      this.#head = 0;
    }
  }
}
