import type { Reader, Writer } from './cursor.js';
import type { Field, Input, Output, Scope, Shape, ValueField } from './field.js';

/** A shape as one value, to nest in other shapes and lists. */
export function struct<S extends Shape>(shape: S): ValueField<Output<S>, Input<S>> {
  return {
    kind: 'value',
    size: sizeOf(shape),
    encode: (writer, value) => encodeShape(writer, shape, encodeScope([shape], value as Record<string, unknown>)),
    decode: (reader) => {
      const scope: Scope = { values: {}, counts: {} };
      decodeShape(reader, shape, scope);
      // The shape's own fields produced these values, which is what Output<S> spells out.
      return scope.values as Output<S>;
    },
  };
}

/** Bytes the shape takes, or undefined when a part of it varies. */
export function sizeOf(shape: Shape): number | undefined {
  let total = 0;
  for (const field of Object.values(shape)) {
    if (field.size === undefined) return undefined;
    total += field.size;
  }
  return total;
}

/** Fills in what was left out and counts what varies, so that fields can be written in order. */
export function encodeScope(shapes: readonly Shape[], given: Readonly<Record<string, unknown>>): Scope {
  const scope: Scope = { values: { ...given }, counts: {} };
  for (const shape of shapes) {
    for (const key in shape) {
      const field = shape[key];
      if (field?.kind !== 'value') continue;
      if (scope.values[key] === undefined && isOptional(field)) scope.values[key] = field.fallback;
      if (field.countOf) scope.counts[key] = field.countOf(scope.values[key], scope.values);
    }
  }
  return scope;
}

export function encodeShape(writer: Writer, shape: Shape, scope: Scope): void {
  for (const key in shape) {
    const field = shape[key];
    if (field?.kind === 'value') field.encode(writer, scope.values[key], scope, key);
    else field?.encode(writer, scope);
  }
}

export function decodeShape(reader: Reader, shape: Shape, scope: Scope): void {
  for (const key in shape) {
    const field = shape[key];
    if (field?.kind === 'value') scope.values[key] = field.decode(reader, scope, key);
    else field?.decode(reader, scope);
  }
}

function isOptional(field: Field): field is ValueField<unknown> & { fallback: unknown } {
  return 'fallback' in field;
}
