const CHUNK = 16 * 1024;

/** Grows as needed; several messages are written one after the other and taken as one piece. */
export class Writer {
  #bytes = Buffer.allocUnsafeSlow(CHUNK);
  #start = 0;
  #base = 0;
  pos = 0;

  get pending(): number {
    return this.pos - this.#start;
  }

  /** Alignment counts from here on. */
  beginMessage(): void {
    this.#base = this.pos;
  }

  /** Drops everything written since beginMessage. */
  abandonMessage(): void {
    this.pos = this.#base;
  }

  get messageLength(): number {
    return this.pos - this.#base;
  }

  /** Everything written so far; the caller owns those bytes, later writes go elsewhere. */
  take(): Buffer {
    const piece = this.#bytes.subarray(this.#start, this.pos);
    this.#start = this.pos;
    return piece;
  }

  align(to: number): void {
    const off = (this.pos - this.#base) & (to - 1);
    if (off === 0) return;
    this.#reserve(8);
    this.#bytes.fill(0, this.pos, this.pos + to - off);
    this.pos += to - off;
  }

  u8(value: number): void {
    this.#reserve(1);
    this.pos = this.#bytes.writeUInt8(value, this.pos);
  }

  i16(value: number): void {
    this.align(2);
    this.#reserve(2);
    this.pos = this.#bytes.writeInt16LE(value, this.pos);
  }

  u16(value: number): void {
    this.align(2);
    this.#reserve(2);
    this.pos = this.#bytes.writeUInt16LE(value, this.pos);
  }

  i32(value: number): void {
    this.align(4);
    this.#reserve(4);
    this.pos = this.#bytes.writeInt32LE(value, this.pos);
  }

  u32(value: number): void {
    this.align(4);
    this.#reserve(4);
    this.pos = this.#bytes.writeUInt32LE(value, this.pos);
  }

  i64(value: bigint): void {
    this.align(8);
    this.#reserve(8);
    this.pos = this.#bytes.writeBigInt64LE(value, this.pos);
  }

  u64(value: bigint): void {
    this.align(8);
    this.#reserve(8);
    this.pos = this.#bytes.writeBigUInt64LE(value, this.pos);
  }

  f64(value: number): void {
    this.align(8);
    this.#reserve(8);
    this.pos = this.#bytes.writeDoubleLE(value, this.pos);
  }

  string(value: string): void {
    this.align(4);
    this.#reserve(4 + value.length * 3 + 1);
    const length = this.#bytes.write(value, this.pos + 4, 'utf8');
    this.#bytes.writeUInt32LE(length, this.pos);
    this.pos += 4 + length;
    this.#bytes[this.pos++] = 0;
  }

  signature(value: string): void {
    this.#reserve(1 + value.length + 1);
    this.#bytes[this.pos] = value.length;
    this.#bytes.write(value, this.pos + 1, 'latin1');
    this.pos += 1 + value.length;
    this.#bytes[this.pos++] = 0;
  }

  blob(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.pos);
    this.pos += value.length;
  }

  /** Writes a placeholder length and returns where it is, counted from the message's start. */
  lengthMark(): number {
    this.u32(0);
    return this.pos - 4 - this.#base;
  }

  patchU32(mark: number, value: number): void {
    this.#bytes.writeUInt32LE(value, this.#base + mark);
  }

  #reserve(count: number): void {
    if (this.pos + count <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(CHUNK, (this.pos - this.#start + count) * 2));
    this.#bytes.copy(grown, 0, this.#start, this.pos);
    this.pos -= this.#start;
    this.#base -= this.#start;
    this.#start = 0;
    this.#bytes = grown;
  }
}
