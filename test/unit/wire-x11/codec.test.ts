import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisValues, bits, fixedBits } from '../../../src/wire/x11/codec/bits.js';
import { Reader, Writer } from '../../../src/wire/x11/codec/cursor.js';
import type { ValueField } from '../../../src/wire/x11/codec/field.js';
import { writeRequest } from '../../../src/wire/x11/codec/frame.js';
import { bytes, list, text } from '../../../src/wire/x11/codec/lists.js';
import { align4, bool, count, fixed16, fixed32, i8, i16, i32, optional, pad, u8, u16, u32 } from '../../../src/wire/x11/codec/scalars.js';
import { sizeOf, struct } from '../../../src/wire/x11/codec/struct.js';

const nowhere = { values: {}, counts: {} };
function roundTrip<Out, In>(field: ValueField<Out, In>, value: In): Out {
  const writer = new Writer(1);
  field.encode(writer, value, nowhere, '');
  return field.decode(new Reader(writer.take()), nowhere, '');
}

describe('fields', () => {
  it('keep every value of their range', () => {
    const ranges: ReadonlyArray<readonly [ValueField<number>, number, number]> = [
      [u8, 0, 0xff],
      [u16, 0, 0xffff],
      [u32, 0, 0xffff_ffff],
      [i8, -0x80, 0x7f],
      [i16, -0x8000, 0x7fff],
      [i32, -0x8000_0000, 0x7fff_ffff],
    ];
    for (const [field, min, max] of ranges) {
      fc.assert(fc.property(fc.integer({ min, max }), (value) => roundTrip(field, value) === value));
      for (const outside of [min - 1, max + 1]) expect(() => roundTrip(field, outside)).toThrow(RangeError);
    }
    expect([roundTrip(bool, true), roundTrip(bool, false)]).toEqual([true, false]);
  });

  it('keep fixed-point numbers to their precision', () => {
    fc.assert(
      fc.property(fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }), (raw) => roundTrip(fixed16, raw / 0x10000) === raw / 0x10000),
    );
    fc.assert(fc.property(fc.integer({ min: -1e9, max: 1e9 }), (raw) => roundTrip(fixed32, raw / 1024) === raw / 1024));
  });

  it('count lists, texts and bytes by themselves', () => {
    const shape = struct({
      titleLength: count('title', u8),
      blobLength: count('blob', u8),
      itemCount: count('items', u8, 4),
      _pad: pad(1),
      title: text,
      _align: align4,
      blob: bytes(),
      items: list(u16),
    });
    const value = { title: 'grün', blob: Buffer.from([1, 2, 3]), items: [7, 8] };
    const writer = new Writer(1);
    shape.encode(writer, value, nowhere, '');
    const written = writer.take();
    expect(written.toString('hex')).toBe(`05030800${Buffer.from('grün').toString('hex')}00000001020307000800`);
    expect(shape.decode(new Reader(written), nowhere, '')).toEqual(value);
  });

  it('hold bit numbers in mask words', () => {
    const shape = struct({ words: count('mask', u16), mask: bits, rest: list(u8) });
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(100)), (numbers) => {
        const mask = numbers.sort((a, b) => a - b);
        expect(roundTrip(shape, { mask, rest: [7] })).toEqual({ mask, rest: [7] });
      }),
    );
    expect(() => roundTrip(fixedBits(1), [32])).toThrow(RangeError);
  });

  it('hold values of chosen axes', () => {
    const shape = struct({ words: count('axes', u16), _pad: pad(2), axes: axisValues });
    const axes = [
      { axis: 0, value: -12.5 },
      { axis: 3, value: 7 },
    ];
    expect(roundTrip(shape, { axes })).toEqual({ axes });
  });

  it('know their size, and that of shapes made of them', () => {
    expect(sizeOf({ a: u8, _pad: pad(3), b: struct({ c: u32, d: i16, e: u16 }) })).toBe(12);
    expect(sizeOf({ a: u8, b: list(u8) })).toBeUndefined();
  });
});

describe('requests', () => {
  const layout = { head: { mode: optional(u8, 9) }, body: { window: u32, data: bytes() } };

  it('leave nothing behind when a value does not fit', () => {
    const writer = new Writer();
    writeRequest(writer, { major: 1, minor: undefined }, layout, { window: 1, data: Buffer.alloc(0) });
    const before = writer.length;
    expect(() => writeRequest(writer, { major: 1, minor: undefined }, layout, { window: -1, data: Buffer.alloc(0) })).toThrow(RangeError);
    expect(writer.length).toBe(before);
    expect(writer.take().toString('hex')).toBe('0109020001000000');
  });

  it('longer than 65535 units get the length of BIG-REQUESTS', () => {
    const writer = new Writer();
    const data = Buffer.alloc(4 * 65_535, 5);
    writeRequest(writer, { major: 1, minor: undefined }, layout, { mode: 2, window: 3, data });
    const written = writer.take();
    expect(written).toHaveLength(12 + data.length);
    expect(written.subarray(0, 12).toString('hex')).toBe('010200000200010003000000');
    expect(written.readUInt32LE(4)).toBe(written.length / 4);
    expect(written.subarray(12).equals(data)).toBe(true);
  });
});

it('a message that ends early is an error, not garbage', () => {
  const shape = struct({ items: count('values', u8), values: list(u32) });
  expect(() => shape.decode(new Reader(Buffer.from([2, 1, 0, 0, 0])), nowhere, '')).toThrow('message ends');
});
