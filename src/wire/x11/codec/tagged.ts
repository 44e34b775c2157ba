import { Writer } from './cursor.js';
import type { Input, Output, Scope, Shape, ValueField } from './field.js';
import { u8, u16 } from './scalars.js';
import { decodeShape, encodeScope, encodeShape } from './struct.js';

type Cases = Readonly<Record<string, { readonly tag: number; readonly shape: Shape }>>;
type TaggedOutput<C extends Cases> = { [K in keyof C]: { type: K } & Output<C[K]['shape']> }[keyof C];
type TaggedInput<C extends Cases> = { [K in keyof C]: { type: K } & Input<C[K]['shape']> }[keyof C];

/** How a record starts: tag, then its whole length in units. */
interface Header {
  readonly integer: ValueField<number>;
  readonly unitBytes: number;
}
const XI2_HEADER: Header = { integer: u16, unitBytes: 4 };
/** Records of the older Input extension: a byte each, length in bytes. */
export const XI1_HEADER: Header = { integer: u8, unitBytes: 1 };

/**
 * A record that says itself what it is and how long.
 * Records with a tag we do not know decode as `{ type: 'unknown' }`, which their length lets us skip.
 */
export function tagged<C extends Cases>(
  cases: C,
  { integer, unitBytes }: Header = XI2_HEADER,
): ValueField<TaggedOutput<C> | { type: 'unknown' }, TaggedInput<C>> {
  const byTag = new Map(Object.entries(cases).map(([type, { tag, shape }]) => [tag, { type, shape }]));
  return {
    kind: 'value',
    size: undefined,
    encode: (writer, value, outer, key) => {
      const chosen = cases[value.type];
      if (!chosen) throw new RangeError(`no record of type ${String(value.type)}`);
      const contents = new Writer(64);
      encodeShape(contents, chosen.shape, encodeScope([chosen.shape], value as Record<string, unknown>));
      contents.align(4);
      integer.encode(writer, chosen.tag, outer, key);
      integer.encode(writer, ((integer.size ?? 0) * 2 + contents.length) / unitBytes, outer, key);
      writer.bytes(contents.take());
    },
    decode: (reader, outer, key) => {
      const start = reader.offset;
      const chosen = byTag.get(integer.decode(reader, outer, key));
      const end = start + integer.decode(reader, outer, key) * unitBytes;
      const scope: Scope = { values: { type: chosen?.type ?? 'unknown' }, counts: {} };
      if (chosen) decodeShape(reader, chosen.shape, scope);
      reader.seek(end);
      return scope.values as TaggedOutput<C>;
    },
  };
}
