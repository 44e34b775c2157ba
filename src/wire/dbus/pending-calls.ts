import { after, monotonicMs, type Timer } from '../../kit/clock.js';
import { DBusTimeout } from './errors.js';
import type { DBusValue } from './marshal/values.js';

export interface PendingCall {
  readonly what: string;
  readonly destination: string | undefined;
  readonly timeoutMs: number;
  readonly deadline: number;
  readonly replySignature: string | readonly string[] | undefined;
  resolve(body: readonly DBusValue[]): void;
  reject(error: Error): void;
}

/** Calls waiting for their reply; one timer serves them all, set to the earliest deadline. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>();
  #timer: Timer | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;

  get size(): number {
    return this.#calls.size;
  }

  add(serial: number, call: PendingCall): void {
    this.#calls.set(serial, call);
    if (call.deadline < this.#wakeAt) this.#arm(call.deadline);
  }

  find(serial: number): PendingCall | undefined {
    return this.#calls.get(serial);
  }

  remove(serial: number): void {
    this.#calls.delete(serial);
  }

  rejectAll(error: Error): void {
    this.#timer?.cancel();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.reject(error);
  }

  #arm(deadline: number): void {
    this.#timer?.cancel();
    this.#wakeAt = deadline;
    this.#timer = after(Math.max(0, deadline - monotonicMs()), () => this.#expire());
  }

  #expire(): void {
    this.#wakeAt = Number.POSITIVE_INFINITY;
    this.#timer = undefined;
    const now = monotonicMs();
    let next = Number.POSITIVE_INFINITY;
    for (const [serial, call] of this.#calls) {
      if (call.deadline > now) {
        if (call.deadline < next) next = call.deadline;
        continue;
      }
      this.#calls.delete(serial);
      call.reject(new DBusTimeout(call.what, call.destination, call.timeoutMs));
    }
    if (next !== Number.POSITIVE_INFINITY) this.#arm(next);
  }
}
