import { DBusProtocolError } from '../errors.js';
import type { Reader } from './reader.js';
import { alignmentOf, type BasicCode, parseSignature, type TypeNode } from './signature.js';
import { SignatureCache } from './signature-cache.js';
import { type DBusValue, Variant } from './values.js';

type Decode = (reader: Reader) => DBusValue;

const MAX_ARRAY_BYTES = 64 * 1024 * 1024;
const MAX_VARIANT_DEPTH = 64;

const bodies = new SignatureCache<(reader: Reader) => DBusValue[]>();
const singles = new SignatureCache<Decode>();
let variantDepth = 0;

/** All values of a message body; the decoder of each signature is built once. */
export function decodeBody(signature: string, reader: Reader): DBusValue[] {
  let decode = bodies.get(signature);
  if (!decode) {
    decode = sequence(parseSignature(signature).map(compile));
    bodies.set(signature, decode);
  }
  variantDepth = 0;
  return decode(reader);
}

function sequence(decoders: readonly Decode[]): (reader: Reader) => DBusValue[] {
  const [first, second, third] = decoders;
  if (decoders.length === 1 && first) return (reader) => [first(reader)];
  if (decoders.length === 2 && first && second) return (reader) => [first(reader), second(reader)];
  if (decoders.length === 3 && first && second && third) return (reader) => [first(reader), second(reader), third(reader)];
  return (reader) => {
    const values: DBusValue[] = [];
    for (const decode of decoders) values.push(decode(reader));
    return values;
  };
}

const BASIC_DECODERS: Record<BasicCode, Decode> = {
  y: (reader) => reader.u8(),
  b: (reader) => reader.bool(),
  n: (reader) => reader.i16(),
  q: (reader) => reader.u16(),
  i: (reader) => reader.i32(),
  u: (reader) => reader.u32(),
  x: (reader) => reader.i64(),
  t: (reader) => reader.u64(),
  d: (reader) => reader.f64(),
  s: (reader) => reader.string(),
  o: (reader) => reader.string(),
  g: (reader) => reader.signature(),
  h: (reader) => reader.u32(),
};

function compile(node: TypeNode): Decode {
  switch (node.kind) {
    case 'basic':
      return BASIC_DECODERS[node.code];
    case 'variant':
      return decodeVariant;
    case 'struct': {
      const fields = sequence(node.fields.map(compile));
      return (reader) => {
        reader.align(8);
        return fields(reader);
      };
    }
    case 'dict':
      return compileDict(compile(node.key), compile(node.value));
    case 'array':
      return compileArray(node.element);
  }
}

function compileArray(element: TypeNode): Decode {
  const alignment = alignmentOf(element);
  if (element.kind === 'basic' && element.code === 'y') return (reader) => reader.blob(arrayLength(reader, 1));
  const decode = compile(element);
  return (reader) => {
    const length = arrayLength(reader, alignment);
    const end = reader.pos + length;
    const values: DBusValue[] = [];
    while (reader.pos < end) values.push(decode(reader));
    if (reader.pos !== end) throw new DBusProtocolError('an array does not end where it says');
    return values;
  };
}

function compileDict(key: Decode, value: Decode): Decode {
  return (reader) => {
    const length = arrayLength(reader, 8);
    const end = reader.pos + length;
    const entries = new Map<DBusValue, DBusValue>();
    while (reader.pos < end) {
      reader.align(8);
      const name = key(reader);
      entries.set(name, value(reader));
    }
    if (reader.pos !== end) throw new DBusProtocolError('a dictionary does not end where it says');
    return entries;
  };
}

function arrayLength(reader: Reader, alignment: number): number {
  const length = reader.u32();
  if (length > MAX_ARRAY_BYTES) throw new DBusProtocolError(`an array of ${length} bytes is over the limit`);
  reader.align(alignment);
  if (reader.pos + length > reader.end) throw new DBusProtocolError('an array reaches past its message');
  return length;
}

function decodeVariant(reader: Reader): Variant {
  if (++variantDepth > MAX_VARIANT_DEPTH) throw new DBusProtocolError('variants nested too deeply');
  const signature = reader.signature();
  let decode = singles.get(signature);
  if (!decode) {
    const types = parseSignature(signature);
    const [only] = types;
    if (!only || types.length !== 1) throw new DBusProtocolError(`a variant holds '${signature}', not one complete type`);
    decode = compile(only);
    singles.set(signature, decode);
  }
  const variant = new Variant(signature, decode(reader));
  variantDepth--;
  return variant;
}
