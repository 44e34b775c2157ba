import { DBusProtocolError } from '../errors.js';
import { alignmentOf, type BasicCode, parseSignature, type TypeNode } from './signature.js';
import { SignatureCache } from './signature-cache.js';
import { type DBusValue, Variant } from './values.js';
import type { Writer } from './writer.js';

type Encode = (writer: Writer, value: DBusValue) => void;

const bodies = new SignatureCache<readonly Encode[]>();

/** Writes `values` as `signature` says; values that do not fit are a DBusProtocolError. */
export function encodeBody(signature: string, values: readonly DBusValue[], writer: Writer): void {
  let encoders = bodies.get(signature);
  if (!encoders) {
    encoders = parseSignature(signature).map(compile);
    bodies.set(signature, encoders);
  }
  try {
    encodeSequence(encoders, values, writer, signature);
  } catch (error) {
    if (error instanceof RangeError) throw new DBusProtocolError(`'${signature}': ${error.message}`);
    throw error;
  }
}

function encodeSequence(encoders: readonly Encode[], values: readonly DBusValue[], writer: Writer, what: string): void {
  if (encoders.length !== values.length) {
    throw new DBusProtocolError(`'${what}' needs ${encoders.length} values, got ${values.length}`);
  }
  for (let i = 0; i < encoders.length; i++) {
    const encode = encoders[i];
    const value = values[i];
    if (encode === undefined || value === undefined) throw new DBusProtocolError(`'${what}' has no value at ${i}`);
    encode(writer, value);
  }
}

const number = (value: DBusValue): number => (typeof value === 'number' ? value : mismatch('a number', value));
const bigint = (value: DBusValue): bigint =>
  typeof value === 'bigint' ? value : typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : mismatch('a bigint', value);
const boolean = (value: DBusValue): boolean => (typeof value === 'boolean' ? value : mismatch('a boolean', value));
const text = (value: DBusValue): string => {
  if (typeof value !== 'string') return mismatch('a string', value);
  if (value.includes('\0')) throw new DBusProtocolError('a D-Bus string cannot hold a zero character');
  return value;
};

const BASIC_ENCODERS: Record<BasicCode, Encode> = {
  y: (writer, value) => writer.u8(number(value)),
  b: (writer, value) => writer.u32(boolean(value) ? 1 : 0),
  n: (writer, value) => writer.i16(number(value)),
  q: (writer, value) => writer.u16(number(value)),
  i: (writer, value) => writer.i32(number(value)),
  u: (writer, value) => writer.u32(number(value)),
  x: (writer, value) => writer.i64(bigint(value)),
  t: (writer, value) => writer.u64(bigint(value)),
  d: (writer, value) => writer.f64(number(value)),
  s: (writer, value) => writer.string(text(value)),
  o: (writer, value) => writer.string(objectPath(text(value))),
  g: (writer, value) => {
    const signature = text(value);
    parseSignature(signature);
    writer.signature(signature);
  },
  h: (writer, value) => writer.u32(number(value)),
};

function compile(node: TypeNode): Encode {
  switch (node.kind) {
    case 'basic':
      return BASIC_ENCODERS[node.code];
    case 'variant':
      return encodeVariant;
    case 'struct': {
      const fields = node.fields.map(compile);
      return (writer, value) => {
        writer.align(8);
        encodeSequence(fields, list(value), writer, 'struct');
      };
    }
    case 'dict': {
      const key = compile(node.key);
      const item = compile(node.value);
      return (writer, value) => {
        if (!(value instanceof Map)) mismatch('a Map', value);
        encodeArray(writer, 8, value, (entry: readonly [DBusValue, DBusValue]) => {
          writer.align(8);
          key(writer, entry[0]);
          item(writer, entry[1]);
        });
      };
    }
    case 'array': {
      const element = compile(node.element);
      const alignment = alignmentOf(node.element);
      return (writer, value) => {
        if (value instanceof Uint8Array && alignment === 1) {
          writer.u32(value.length);
          writer.blob(value);
        } else encodeArray(writer, alignment, list(value), (item: DBusValue) => element(writer, item));
      };
    }
  }
}

function encodeArray<T>(writer: Writer, alignment: number, items: Iterable<T>, encode: (item: T) => void): void {
  const mark = writer.lengthMark();
  writer.align(alignment);
  const before = writer.messageLength;
  for (const item of items) encode(item);
  writer.patchU32(mark, writer.messageLength - before);
}

function encodeVariant(writer: Writer, value: DBusValue): void {
  if (!(value instanceof Variant)) mismatch('a Variant', value);
  if (parseSignature(value.signature).length !== 1) throw new DBusProtocolError(`a variant holds one type, not '${value.signature}'`);
  writer.signature(value.signature);
  encodeBody(value.signature, [value.value], writer);
}

function list(value: DBusValue): readonly DBusValue[] {
  return Array.isArray(value) ? value : mismatch('an array', value);
}

const OBJECT_PATH = /^\/(?:[A-Za-z0-9_]+(?:\/[A-Za-z0-9_]+)*)?$/;

export function objectPath(path: string): string {
  if (!OBJECT_PATH.test(path)) throw new DBusProtocolError(`'${path}' is no object path`);
  return path;
}

function mismatch(expected: string, value: DBusValue): never {
  throw new DBusProtocolError(`expected ${expected}, got ${typeof value}`);
}
