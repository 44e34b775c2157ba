import type { ValueField } from './field.js';

type Slots = Readonly<Record<string, ValueField<unknown>>>;
type SlotValues<S extends Slots> = { -readonly [K in keyof S]?: (S[K] extends ValueField<infer Out> ? Out : never) | undefined };

/**
 * A value list: a mask saying which values are present, then four bytes for each.
 * Slots are in mask-bit order; `mask` may be wider than its integer by padding.
 */
export function maskedValues<S extends Slots>(mask: ValueField<number>, maskPadding: number, slots: S): ValueField<SlotValues<S>> {
  const entries = Object.entries(slots);
  return {
    kind: 'value',
    size: undefined,
    encode: (writer, given, scope, key) => {
      const values: Record<string, unknown> = given;
      const present = entries.map(([name], bit) => (values[name] === undefined ? 0 : 2 ** bit));
      mask.encode(
        writer,
        present.reduce((sum, bit) => sum + bit, 0),
        scope,
        key,
      );
      writer.zeros(maskPadding);
      for (const [name, field] of entries) if (values[name] !== undefined) field.encode(writer, values[name], scope, name);
    },
    decode: (reader, scope, key) => {
      const present = mask.decode(reader, scope, key);
      reader.skip(maskPadding);
      const values: Record<string, unknown> = {};
      entries.forEach(([name, field], bit) => {
        if ((present >>> bit) & 1) values[name] = field.decode(reader, scope, name);
      });
      return values as SlotValues<S>;
    },
  };
}
