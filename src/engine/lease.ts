import type { PauseFile } from '../config/pause-file.js';
import { DriverError } from '../errors/driver-error.js';

/** The person's right to take the desktop back: while paused nothing acts, in whatever process. */
export class Lease {
  #abort = new AbortController();
  readonly #unwatch: () => void;

  /** `onPause` lets go of what is held down between calls. */
  constructor(
    private readonly file: PauseFile,
    private readonly onPause: () => void = () => {},
  ) {
    this.#unwatch = file.watch(() => this.#follow());
  }

  get paused(): boolean {
    return this.reason !== undefined;
  }

  get reason(): string | undefined {
    return this.file.reason();
  }

  /** Aborts when the person pauses, so that a running gesture stops too. */
  get signal(): AbortSignal {
    this.#follow();
    return this.#abort.signal;
  }

  check(): void {
    const { reason } = this;
    if (reason !== undefined) throw new DriverError('paused', `Acting is paused: ${reason}.`);
  }

  pause(reason: string): void {
    this.file.pause(reason);
    this.#follow();
  }

  resume(): void {
    this.file.resume();
    this.#follow();
  }

  close(): void {
    this.#unwatch();
  }

  #follow(): void {
    const { reason } = this;
    const { aborted } = this.#abort.signal;
    if (reason === undefined && aborted) this.#abort = new AbortController();
    if (reason === undefined || aborted) return;
    this.#abort.abort(new DriverError('paused', `Acting was paused: ${reason}.`));
    this.onPause();
  }
}
