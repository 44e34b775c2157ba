import { describe, expect, it } from 'vitest';
import { type ServerFormat, toBgrx } from '../../../src/wire/x11/pixels/image.js';

const standard = { red: 0xff0000, green: 0xff00, blue: 0xff };

describe('pixels become BGRX', () => {
  it('without copying when they already are', () => {
    const data = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 99, 99]);
    const format: ServerFormat = { depth: 24, bitsPerPixel: 32, stride: 8, bigEndian: false, masks: standard };
    const image = toBgrx(data, 2, 1, format);
    expect(image).toMatchObject({ width: 2, height: 1, stride: 8, depth: 24 });
    expect(image.data).toHaveLength(8);
    data[0] = 77;
    expect(image.data[0]).toBe(77);
  });

  it('from the other byte order and other masks', () => {
    const bigEndian: ServerFormat = { depth: 24, bitsPerPixel: 32, stride: 4, bigEndian: true, masks: standard };
    expect([...toBgrx(Buffer.from([0, 10, 20, 30]), 1, 1, bigEndian).data]).toEqual([30, 20, 10, 255]);
    const swapped: ServerFormat = {
      depth: 24,
      bitsPerPixel: 32,
      stride: 4,
      bigEndian: false,
      masks: { red: 0xff, green: 0xff00, blue: 0xff0000 },
    };
    expect([...toBgrx(Buffer.from([10, 20, 30, 0]), 1, 1, swapped).data]).toEqual([30, 20, 10, 255]);
  });

  it('from 16 and 24 bits, skipping what fills up a row', () => {
    const rgb565: ServerFormat = {
      depth: 16,
      bitsPerPixel: 16,
      stride: 4,
      bigEndian: false,
      masks: { red: 0xf800, green: 0x7e0, blue: 0x1f },
    };
    expect([...toBgrx(Buffer.from([0x1f, 0, 9, 9, 0xe0, 0xff, 9, 9]), 1, 2, rgb565).data]).toEqual([255, 0, 0, 255, 0, 255, 255, 255]);
    const packed: ServerFormat = { depth: 24, bitsPerPixel: 24, stride: 4, bigEndian: false, masks: standard };
    expect([...toBgrx(Buffer.from([1, 2, 3, 9]), 1, 1, packed).data]).toEqual([1, 2, 3, 255]);
  });

  it('or are refused when there are too few bits', () => {
    const bitmap: ServerFormat = { depth: 1, bitsPerPixel: 1, stride: 4, bigEndian: false, masks: standard };
    expect(() => toBgrx(Buffer.alloc(4), 1, 1, bitmap)).toThrow('1 bits a pixel');
  });
});
