import type { Reader, Writer } from './cursor.js';
import type { Scope, ValueField } from './field.js';
import { fixed32 } from './scalars.js';

/** Set bits as ascending bit numbers; on the wire 32-bit mask words, and `count` counts words. */
export const bits: ValueField<number[], readonly number[]> = {
  kind: 'value',
  size: undefined,
  encode: (writer, value) => writeMask(writer, value, wordsFor(value)),
  decode: (reader, scope, key) => readMask(reader, scope.counts[key] ?? 0),
  countOf: wordsFor,
};

/** Set bits in exactly `words` mask words. */
export function fixedBits(words: number): ValueField<number[], readonly number[]> {
  return {
    kind: 'value',
    size: words * 4,
    encode: (writer, value) => writeMask(writer, value, words),
    decode: (reader) => readMask(reader, words),
  };
}

/** Set bits out of as many as the field `of` has elements, rounded up to whole words. */
export function bitsFor(of: string): ValueField<number[], readonly number[]> {
  const words = (scope: Scope): number => ((scope.counts[of] ?? 0) + 31) >> 5;
  return {
    kind: 'value',
    size: undefined,
    encode: (writer, value, scope) => writeMask(writer, value, words(scope)),
    decode: (reader, scope) => readMask(reader, words(scope)),
  };
}

export interface AxisValue {
  readonly axis: number;
  readonly value: number;
}

/** A mask of axes, then one FP3232 per set axis; `count` counts mask words. */
export const axisValues: ValueField<AxisValue[], readonly AxisValue[]> = {
  kind: 'value',
  size: undefined,
  encode: (writer, value, scope, key) => {
    const axes = value.map(({ axis }) => axis);
    writeMask(writer, axes, wordsFor(axes));
    for (const { value: position } of value) fixed32.encode(writer, position, scope, key);
  },
  decode: (reader, scope, key) =>
    readMask(reader, scope.counts[key] ?? 0).map((axis) => ({ axis, value: fixed32.decode(reader, scope, key) })),
  countOf: (value) => wordsFor(value.map(({ axis }) => axis)),
};

/** A mask of axes, then the values of all of them, then the unaccelerated values of all of them. */
export const rawAxisValues: ValueField<(AxisValue & { readonly raw: number })[]> = {
  kind: 'value',
  size: undefined,
  encode: (writer, value, scope, key) => {
    axisValues.encode(writer, value, scope, key);
    for (const { raw } of value) fixed32.encode(writer, raw, scope, key);
  },
  decode: (reader, scope, key) =>
    axisValues.decode(reader, scope, key).map((axis) => ({ ...axis, raw: fixed32.decode(reader, scope, key) })),
  countOf: (value) => wordsFor(value.map(({ axis }) => axis)),
};

function wordsFor(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : (Math.max(...numbers) >> 5) + 1;
}

function writeMask(writer: Writer, numbers: readonly number[], words: number): void {
  const mask = new Uint32Array(words);
  for (const number of numbers) {
    const word = number >> 5;
    if (word >= words) throw new RangeError(`bit ${number} does not fit into ${words} mask words`);
    mask[word] = (mask[word] ?? 0) | (1 << (number & 31));
  }
  for (const word of mask) writer.u32(word);
}

function readMask(reader: Reader, words: number): number[] {
  const numbers: number[] = [];
  for (let word = 0; word < words; word++) {
    const mask = reader.u32();
    for (let bit = 0; bit < 32; bit++) if ((mask >>> bit) & 1) numbers.push(word * 32 + bit);
  }
  return numbers;
}
