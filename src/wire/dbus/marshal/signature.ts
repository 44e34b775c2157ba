import { DBusProtocolError } from '../errors.js';
import { SignatureCache } from './signature-cache.js';

export type BasicCode = 'y' | 'b' | 'n' | 'q' | 'i' | 'u' | 'x' | 't' | 'd' | 's' | 'o' | 'g' | 'h';

export type TypeNode =
  | { readonly kind: 'basic'; readonly code: BasicCode }
  | { readonly kind: 'variant' }
  | { readonly kind: 'array'; readonly element: TypeNode }
  | { readonly kind: 'dict'; readonly key: TypeNode; readonly value: TypeNode }
  | { readonly kind: 'struct'; readonly fields: readonly TypeNode[] };

const BASIC = 'ybnqiuxtdsogh';
const MAX_SIGNATURE_LENGTH = 255;
/** 32 array and 32 struct levels, as the specification allows together. */
const MAX_DEPTH = 64;

const parsed = new SignatureCache<readonly TypeNode[]>();

/** The complete types of a signature, e.g. `a{sv}u` gives two nodes. */
export function parseSignature(signature: string): readonly TypeNode[] {
  const known = parsed.get(signature);
  if (known) return known;
  if (signature.length > MAX_SIGNATURE_LENGTH) throw new DBusProtocolError('signature longer than 255 characters');
  const cursor = new Cursor(signature);
  const types: TypeNode[] = [];
  while (!cursor.atEnd) types.push(cursor.completeType(0));
  parsed.set(signature, types);
  return types;
}

/** Alignment in bytes of a type's first byte. */
export function alignmentOf(node: TypeNode): 1 | 2 | 4 | 8 {
  switch (node.kind) {
    case 'variant':
      return 1;
    case 'array':
    case 'dict':
      return 4;
    case 'struct':
      return 8;
    case 'basic':
      return BASIC_ALIGNMENT[node.code];
  }
}

const BASIC_ALIGNMENT: Record<BasicCode, 1 | 2 | 4 | 8> = {
  y: 1,
  g: 1,
  n: 2,
  q: 2,
  b: 4,
  i: 4,
  u: 4,
  h: 4,
  s: 4,
  o: 4,
  x: 8,
  t: 8,
  d: 8,
};

function isBasic(code: string): code is BasicCode {
  return code.length === 1 && BASIC.includes(code);
}

class Cursor {
  #at = 0;
  constructor(readonly text: string) {}

  get atEnd(): boolean {
    return this.#at >= this.text.length;
  }

  completeType(depth: number): TypeNode {
    if (depth > MAX_DEPTH) throw this.#bad('nested too deeply');
    const code = this.#next();
    if (isBasic(code)) return { kind: 'basic', code };
    if (code === 'v') return { kind: 'variant' };
    if (code === '(') return this.#struct(depth + 1);
    if (code === 'a') return this.#array(depth + 1);
    throw this.#bad(`unexpected '${code}'`);
  }

  #array(depth: number): TypeNode {
    if (this.text[this.#at] !== '{') return { kind: 'array', element: this.completeType(depth) };
    this.#at++;
    const key = this.completeType(depth);
    if (key.kind !== 'basic') throw this.#bad('a dictionary key must be a basic type');
    const value = this.completeType(depth);
    if (this.#next() !== '}') throw this.#bad('a dictionary entry has exactly two types');
    return { kind: 'dict', key, value };
  }

  #struct(depth: number): TypeNode {
    const fields: TypeNode[] = [];
    while (this.text[this.#at] !== ')') fields.push(this.completeType(depth));
    this.#at++;
    if (fields.length === 0) throw this.#bad('empty struct');
    return { kind: 'struct', fields };
  }

  #next(): string {
    const code = this.text[this.#at++];
    if (code === undefined) throw this.#bad('ends too early');
    return code;
  }

  #bad(why: string): DBusProtocolError {
    return new DBusProtocolError(`bad signature '${this.text}': ${why}`);
  }
}
