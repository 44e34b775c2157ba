/** Little-endian growable output. Alignment is relative to the start of the buffer. */
export class Writer {
  #buffer: Buffer;
  #length = 0;

  constructor(capacity = 1024) {
    this.#buffer = Buffer.allocUnsafe(capacity);
  }

  get length(): number {
    return this.#length;
  }

  u8(value: number): void {
    const at = this.#reserve(1);
    this.#buffer.writeUInt8(value, at);
  }

  u16(value: number): void {
    const at = this.#reserve(2);
    this.#buffer.writeUInt16LE(value, at);
  }

  u32(value: number): void {
    const at = this.#reserve(4);
    this.#buffer.writeUInt32LE(value, at);
  }

  i8(value: number): void {
    const at = this.#reserve(1);
    this.#buffer.writeInt8(value, at);
  }

  i16(value: number): void {
    const at = this.#reserve(2);
    this.#buffer.writeInt16LE(value, at);
  }

  i32(value: number): void {
    const at = this.#reserve(4);
    this.#buffer.writeInt32LE(value, at);
  }

  bytes(value: Uint8Array): void {
    const at = this.#reserve(value.length);
    this.#buffer.set(value, at);
  }

  zeros(count: number): void {
    const at = this.#reserve(count);
    this.#buffer.fill(0, at, at + count);
  }

  align(unit: number): void {
    this.zeros((unit - (this.#length % unit)) % unit);
  }

  patchU16(at: number, value: number): void {
    this.#buffer.writeUInt16LE(value, at);
  }

  /** Opens a gap of four bytes at `at` holding `value`, moving what follows. */
  insertU32(at: number, value: number): void {
    const end = this.#length;
    this.#reserve(4);
    this.#buffer.copyWithin(at + 4, at, end);
    this.#buffer.writeUInt32LE(value, at);
  }

  truncate(length: number): void {
    this.#length = length;
  }

  /** Hands over what was written and starts again with a fresh buffer. */
  take(): Buffer {
    const written = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.allocUnsafe(1024);
    this.#length = 0;
    return written;
  }

  #reserve(count: number): number {
    const at = this.#length;
    const needed = at + count;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(grown, 0, 0, at);
      this.#buffer = grown;
    }
    this.#length = needed;
    return at;
  }
}

/** Little-endian input over one whole message; offsets and alignment are relative to its start. */
export class Reader {
  readonly #buffer: Buffer;
  #offset: number;

  constructor(buffer: Buffer, offset = 0) {
    this.#buffer = buffer;
    this.#offset = offset;
  }

  get offset(): number {
    return this.#offset;
  }

  get remaining(): number {
    return this.#buffer.length - this.#offset;
  }

  seek(offset: number): void {
    this.#offset = offset;
  }

  u8(): number {
    return this.#buffer.readUInt8(this.#advance(1));
  }

  u16(): number {
    return this.#buffer.readUInt16LE(this.#advance(2));
  }

  u32(): number {
    return this.#buffer.readUInt32LE(this.#advance(4));
  }

  i8(): number {
    return this.#buffer.readInt8(this.#advance(1));
  }

  i16(): number {
    return this.#buffer.readInt16LE(this.#advance(2));
  }

  i32(): number {
    return this.#buffer.readInt32LE(this.#advance(4));
  }

  /** A view, not a copy. */
  bytes(count: number): Buffer {
    const at = this.#advance(count);
    return this.#buffer.subarray(at, at + count);
  }

  skip(count: number): void {
    this.#advance(count);
  }

  align(unit: number): void {
    this.skip((unit - (this.#offset % unit)) % unit);
  }

  #advance(count: number): number {
    const at = this.#offset;
    if (at + count > this.#buffer.length) {
      throw new RangeError(`message ends at byte ${this.#buffer.length}, but ${count} more were expected at ${at}`);
    }
    this.#offset = at + count;
    return at;
  }
}
