import { HEADER_BYTES, messageLength } from './message.js';

/** Cuts a byte stream into whole messages without copying those that arrive in one piece. */
export class Framing {
  #partial: Buffer | undefined;
  #filled = 0;

  constructor(private readonly onMessage: (bytes: Buffer, start: number, end: number) => void) {}

  push(chunk: Buffer): void {
    let at = 0;
    while (this.#partial && at < chunk.length) at = this.#fill(this.#partial, chunk, at);
    while (chunk.length - at >= HEADER_BYTES) {
      const end = at + messageLength(chunk, at);
      if (end > chunk.length) break;
      this.onMessage(chunk, at, end);
      at = end;
    }
    if (at < chunk.length) this.#keep(chunk.subarray(at));
  }

  /** Returns how far into the chunk the pending message reached. */
  #fill(partial: Buffer, chunk: Buffer, at: number): number {
    const taken = chunk.copy(partial, this.#filled, at);
    this.#filled += taken;
    if (this.#filled < partial.length) return at + taken;
    if (partial.length === HEADER_BYTES) {
      const whole = Buffer.allocUnsafeSlow(messageLength(partial, 0));
      partial.copy(whole);
      this.#partial = whole;
      if (whole.length > HEADER_BYTES) return at + taken;
    }
    const message = this.#partial ?? partial;
    this.#partial = undefined;
    this.onMessage(message, 0, message.length);
    return at + taken;
  }

  #keep(rest: Buffer): void {
    const size = rest.length < HEADER_BYTES ? HEADER_BYTES : messageLength(rest, 0);
    this.#partial = Buffer.allocUnsafeSlow(size);
    this.#filled = rest.copy(this.#partial);
  }
}
