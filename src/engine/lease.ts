import { DriverError } from '../errors/driver-error.js';

/** The person's right to take the desktop back: while paused nothing acts. */
export class Lease {
  #pausedBy: string | undefined;
  #abort = new AbortController();

  /** `onPause` lets go of what is held down between calls. */
  constructor(private readonly onPause: () => void = () => {}) {}

  get paused(): boolean {
    return this.#pausedBy !== undefined;
  }

  get reason(): string | undefined {
    return this.#pausedBy;
  }

  /** Aborts when the person pauses, so that a running gesture stops too. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  check(): void {
    if (this.#pausedBy !== undefined) throw new DriverError('paused', `Acting is paused: ${this.#pausedBy}.`);
  }

  pause(reason: string): void {
    this.#pausedBy = reason;
    this.#abort.abort(new DriverError('paused', `Acting was paused: ${reason}.`));
    this.onPause();
  }

  resume(): void {
    this.#pausedBy = undefined;
    this.#abort = new AbortController();
  }
}
