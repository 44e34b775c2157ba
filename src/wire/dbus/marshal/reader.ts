import { DBusProtocolError } from '../errors.js';

/** A cursor over one message inside a larger buffer; alignment counts from the message's first byte. */
export class Reader {
  #bytes: Buffer;
  #view: DataView;
  pos = 0;
  #end = 0;
  #base = 0;
  #little = true;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#end = bytes.length;
  }

  /** Points the cursor at `start..end`; reusing one reader keeps a busy connection free of garbage. */
  reset(bytes: Buffer, start: number, end: number, little: boolean): void {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = viewOf(bytes);
    }
    this.#base = start;
    this.pos = start;
    this.#end = end;
    this.#little = little;
  }

  get end(): number {
    return this.#end;
  }

  align(to: number): void {
    const off = (this.pos - this.#base) & (to - 1);
    if (off !== 0) this.pos += to - off;
  }

  u8(): number {
    this.#need(1);
    return this.#view.getUint8(this.pos++);
  }

  i16(): number {
    this.align(2);
    this.#need(2);
    const value = this.#view.getInt16(this.pos, this.#little);
    this.pos += 2;
    return value;
  }

  u16(): number {
    return this.i16() & 0xffff;
  }

  i32(): number {
    return this.u32() | 0;
  }

  u32(): number {
    this.align(4);
    this.#need(4);
    const value = this.#view.getUint32(this.pos, this.#little);
    this.pos += 4;
    return value;
  }

  i64(): bigint {
    this.align(8);
    this.#need(8);
    const value = this.#view.getBigInt64(this.pos, this.#little);
    this.pos += 8;
    return value;
  }

  u64(): bigint {
    return BigInt.asUintN(64, this.i64());
  }

  f64(): number {
    this.align(8);
    this.#need(8);
    const value = this.#view.getFloat64(this.pos, this.#little);
    this.pos += 8;
    return value;
  }

  bool(): boolean {
    const value = this.u32();
    if (value > 1) throw new DBusProtocolError(`a boolean holds ${value}`);
    return value === 1;
  }

  string(): string {
    return this.#text(this.u32());
  }

  signature(): string {
    return this.#text(this.u8());
  }

  skipString(): void {
    this.#skipText(this.u32());
  }

  skipSignature(): void {
    this.#skipText(this.u8());
  }

  blob(length: number): Uint8Array {
    this.#need(length);
    const copy = new Uint8Array(this.#bytes.subarray(this.pos, this.pos + length));
    this.pos += length;
    return copy;
  }

  #text(length: number): string {
    const start = this.pos;
    this.#skipText(length);
    return length === 0 ? '' : this.#bytes.toString('utf8', start, start + length);
  }

  #skipText(length: number): void {
    this.#need(length + 1);
    this.pos += length;
    if (this.#view.getUint8(this.pos++) !== 0) throw new DBusProtocolError('a string is not terminated');
  }

  #need(count: number): void {
    if (this.pos + count > this.#end) throw new DBusProtocolError('the message ends inside a value');
  }
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
