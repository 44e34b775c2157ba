import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DBusProtocolError } from '../../../src/wire/dbus/errors.js';
import { decodeBody } from '../../../src/wire/dbus/marshal/decode.js';
import { encodeBody } from '../../../src/wire/dbus/marshal/encode.js';
import { Reader } from '../../../src/wire/dbus/marshal/reader.js';
import { type DBusValue, Variant } from '../../../src/wire/dbus/marshal/values.js';
import { Writer } from '../../../src/wire/dbus/marshal/writer.js';

function encode(signature: string, ...values: DBusValue[]): string {
  const writer = new Writer();
  writer.beginMessage();
  encodeBody(signature, values, writer);
  return writer.take().toString('hex');
}

function decode(signature: string, hex: string, little = true): DBusValue[] {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  const reader = new Reader();
  reader.reset(bytes, 0, bytes.length, little);
  return decodeBody(signature, reader);
}

/** Layouts worked out by hand from the specification's marshalling chapter. */
const GOLDEN: readonly [what: string, signature: string, value: DBusValue, little: string, big: string][] = [
  ['a byte', 'y', 0x7f, '7f', '7f'],
  ['true', 'b', true, '01000000', '00000001'],
  ['a negative 16-bit number', 'n', -2, 'feff', 'fffe'],
  ['an unsigned 16-bit number', 'q', 0xfffe, 'feff', 'fffe'],
  ['a negative 32-bit number', 'i', -2147483648, '00000080', '80000000'],
  ['an unsigned 32-bit number', 'u', 0xdeadbeef, 'efbeadde', 'deadbeef'],
  ['a negative 64-bit number', 'x', -1n, 'ffffffffffffffff', 'ffffffffffffffff'],
  ['an unsigned 64-bit number', 't', 0x0102030405060708n, '0807060504030201', '0102030405060708'],
  ['a double', 'd', 1.5, '000000000000f83f', '3ff8000000000000'],
  ['a string', 's', 'foo', '03000000 666f6f00', '00000003 666f6f00'],
  ['a string outside ASCII', 's', 'é', '02000000 c3a900', '00000002 c3a900'],
  ['an empty string', 's', '', '00000000 00', '00000000 00'],
  ['an object path', 'o', '/a', '02000000 2f6100', '00000002 2f6100'],
  ['a signature', 'g', 'a{sv}', '05 617b73767d 00', '05 617b73767d 00'],
  ['an array of numbers', 'ai', [1, 2], '08000000 01000000 02000000', '00000008 00000001 00000002'],
  ['an empty array of 8-byte numbers, padded all the same', 'ax', [], '00000000 00000000', '00000000 00000000'],
  ['an array of strings', 'as', ['a', 'b'], '0e000000 01000000 6100 0000 01000000 6200', '0000000e 00000001 6100 0000 00000001 6200'],
  ['bytes', 'ay', new Uint8Array([1, 2, 3]), '03000000 010203', '00000003 010203'],
  ['a struct', '(yu)', [1, 2], '01 000000 02000000', '01 000000 00000002'],
  [
    'structs in an array, each at a multiple of eight',
    'a(yy)',
    [
      [1, 2],
      [3, 4],
    ],
    '0a000000 00000000 0102 000000000000 0304',
    '0000000a 00000000 0102 000000000000 0304',
  ],
  ['a variant', 'v', new Variant('u', 5), '01 75 00 00 05000000', '01 75 00 00 00000005'],
  ['a variant in a variant', 'v', new Variant('v', new Variant('y', 9)), '01 76 00 01 79 00 09', '01 76 00 01 79 00 09'],
  [
    'a dictionary',
    'a{sv}',
    new Map([['k', new Variant('b', true)]]),
    '10000000 00000000 01000000 6b00 01 6200 000000 01000000',
    '00000010 00000000 00000001 6b00 01 6200 000000 00000001',
  ],
];

describe('marshalling', () => {
  test.each(GOLDEN)('writes %s as the specification lays it out', (_what, signature, value, little) => {
    expect(encode(signature, value)).toBe(little.replaceAll(' ', ''));
  });

  test.each(GOLDEN)('reads %s in both byte orders', (_what, signature, value, little, big) => {
    expect(decode(signature, little)).toEqual([value]);
    expect(decode(signature, big, false)).toEqual([value]);
  });

  test('aligns each value of a body from the body start', () => {
    expect(encode('yqx', 1, 2, 3n)).toBe('0100020000000000' + '0300000000000000');
  });

  const leaf = fc.oneof(
    fc.integer({ min: 0, max: 255 }).map((n) => new Variant('y', n)),
    fc.integer({ min: -32768, max: 32767 }).map((n) => new Variant('n', n)),
    fc.integer().map((n) => new Variant('i', n)),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => new Variant('x', n)),
    fc.double({ noNaN: true }).map((n) => new Variant('d', n)),
    fc
      .string({ unit: 'grapheme' })
      .filter((s) => !s.includes('\0'))
      .map((s) => new Variant('s', s)),
    fc.boolean().map((b) => new Variant('b', b)),
  );
  const { tree } = fc.letrec<{ tree: Variant }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }).map((items) => new Variant('av', items)),
      fc
        .dictionary(fc.stringMatching(/^[a-z]{0,5}$/), tie('tree'), { maxKeys: 4 })
        .map((o) => new Variant('a{sv}', new Map(Object.entries(o)))),
      fc.tuple(tie('tree'), fc.nat(255)).map(([item, n]) => new Variant('(vy)', [item, n])),
    ),
  }));

  test('reads back whatever it wrote, at any offset', () => {
    fc.assert(
      fc.property(tree, fc.nat(255), (value, prefix) => {
        const bytes = encode('yv', prefix, value);
        expect(decode('yv', bytes)).toEqual([prefix, value]);
      }),
    );
  });

  test.each([
    ['a number out of range', 'y', 256],
    ['a fraction as an integer beyond range', 'u', -1],
    ['a string for a number', 'i', 'x'],
    ['a number for a string', 's', 1],
    ['a string with a zero character', 's', 'a\0b'],
    ['a bad object path', 'o', 'no/slash'],
    ['a bad signature value', 'g', 'a{'],
    ['a list for a dictionary', 'a{ss}', []],
    ['a struct with too few values', '(ii)', [1]],
    ['a plain value for a variant', 'v', 1],
  ] satisfies [string, string, DBusValue][])('refuses to write %s', (_what, signature, value) => {
    expect(() => encode(signature, value)).toThrow(DBusProtocolError);
  });

  test.each([
    ['a string longer than its message', 's', 'ff000000 6100'],
    ['a string without terminator', 's', '01000000 6161'],
    ['a boolean that is neither', 'b', '02000000'],
    ['an array longer than its message', 'au', '40000000 01000000'],
    ['an array that ends inside an element', 'au', '06000000 01000000 0200'],
    ['an array over 64 MB', 'ay', '01000004'],
    ['a variant of two types', 'v', '02 7979 00 01 02'],
    ['a value cut short', 'x', '01020304'],
  ])('refuses to read %s', (_what, signature, hex) => {
    expect(() => decode(signature, hex)).toThrow(DBusProtocolError);
  });

  test('refuses variants nested without end', () => {
    const nested = `${'017600'.repeat(100)}01790005`;
    expect(() => decode('v', nested)).toThrow('nested too deeply');
  });
});
