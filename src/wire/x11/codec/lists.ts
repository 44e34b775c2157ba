import type { Scope, ValueField } from './field.js';

/** Elements counted by a `count` field of the same message, or else reaching to its end. */
export function list<Out, In = Out>(element: ValueField<Out, In>): ValueField<Out[], readonly In[]> {
  return {
    kind: 'value',
    size: undefined,
    encode: (writer, values, scope, key) => {
      for (const value of values) element.encode(writer, value, scope, key);
    },
    decode: (reader, scope, key) => {
      const size = element.size ?? 1;
      const total = scope.counts[key] ?? Math.floor(reader.remaining / size);
      const values: Out[] = [];
      for (let index = 0; index < total; index++) values.push(element.decode(reader, scope, key));
      return values;
    },
    countOf: (values) => values.length,
  };
}

/** Exactly `length` elements; a shorter input is filled up with `filler`, and a `count` gives its own length. */
export function tuple<T>(element: ValueField<T>, length: number, filler: T): ValueField<T[], readonly T[]> {
  return {
    kind: 'value',
    size: element.size === undefined ? undefined : element.size * length,
    encode: (writer, values, scope, key) => {
      for (let index = 0; index < length; index++) element.encode(writer, values[index] ?? filler, scope, key);
    },
    decode: (reader, scope, key) => Array.from({ length }, () => element.decode(reader, scope, key)),
    countOf: (values) => values.length,
  };
}

/** Raw bytes: `length` of them, or as many as their `count` says, or all that is left. */
export function bytes(length?: number): ValueField<Buffer, Uint8Array> {
  return {
    kind: 'value',
    size: length,
    encode: (writer, value) => {
      if (length !== undefined && value.length !== length) throw new RangeError(`expected ${length} bytes, got ${value.length}`);
      writer.bytes(value);
    },
    decode: (reader, scope, key) => reader.bytes(length ?? scope.counts[key] ?? reader.remaining),
    countOf: (value) => value.length,
  };
}

/** Text with its byte length in a `count` field. Names are Latin-1 by the letter, UTF-8 in practice. */
export const text: ValueField<string> = {
  kind: 'value',
  size: undefined,
  encode: (writer, value) => writer.bytes(Buffer.from(value, 'utf8')),
  decode: (reader, scope, key) => reader.bytes(scope.counts[key] ?? reader.remaining).toString('utf8'),
  countOf: (value) => Buffer.byteLength(value, 'utf8'),
};

/** Property data: the count is in units of the sibling `format` (8, 16 or 32 bits). */
export const formatted: ValueField<Buffer, Uint8Array> = {
  kind: 'value',
  size: undefined,
  encode: (writer, value) => writer.bytes(value),
  decode: (reader, scope, key) => reader.bytes((scope.counts[key] ?? 0) * unitBytes(scope)),
  countOf: (value, values) => value.length / unitBytes({ values, counts: {} }),
};

function unitBytes(scope: Scope): number {
  return scope.values.format === 32 ? 4 : scope.values.format === 16 ? 2 : 1;
}
