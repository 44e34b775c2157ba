const HEADER_BYTES = 32;
const REPLY = 1;
const GENERIC_EVENT = 35;

/** Cuts the byte stream into messages of 32 bytes plus what replies and generic events append. */
export class Inbox {
  readonly #onMessage: (message: Buffer) => void;
  #carry: Buffer = Buffer.alloc(0);
  #partial: { readonly message: Buffer; filled: number } | undefined;

  constructor(onMessage: (message: Buffer) => void) {
    this.#onMessage = onMessage;
  }

  push(chunk: Buffer): void {
    let rest = this.#continuePartial(chunk);
    if (this.#carry.length > 0) {
      rest = Buffer.concat([this.#carry, rest]);
      this.#carry = Buffer.alloc(0);
    }
    while (rest.length >= HEADER_BYTES) {
      const length = messageLength(rest);
      if (rest.length < length) {
        this.#startPartial(rest, length);
        return;
      }
      this.#onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    this.#carry = rest;
  }

  #startPartial(start: Buffer, length: number): void {
    const message = Buffer.allocUnsafe(length);
    start.copy(message);
    this.#partial = { message, filled: start.length };
  }

  #continuePartial(chunk: Buffer): Buffer {
    const partial = this.#partial;
    if (!partial) return chunk;
    const used = chunk.copy(partial.message, partial.filled);
    partial.filled += used;
    if (partial.filled === partial.message.length) {
      this.#partial = undefined;
      this.#onMessage(partial.message);
    }
    return chunk.subarray(used);
  }
}

function messageLength(header: Buffer): number {
  const type = header.readUInt8(0) & 0x7f;
  return type === REPLY || type === GENERIC_EVENT ? HEADER_BYTES + header.readUInt32LE(4) * 4 : HEADER_BYTES;
}
