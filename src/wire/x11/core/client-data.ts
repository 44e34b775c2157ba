import type { Scope, ValueField } from '../codec/field.js';
import { tuple } from '../codec/lists.js';
import { u8, u16, u32 } from '../codec/scalars.js';

const byFormat = { 8: tuple(u8, 20, 0), 16: tuple(u16, 10, 0), 32: tuple(u32, 5, 0) };

/** The 20 bytes of a ClientMessage as numbers of its `format`; missing ones are 0. */
export const clientData: ValueField<number[], readonly number[]> = {
  kind: 'value',
  size: 20,
  encode: (writer, value, scope, key) => elements(scope).encode(writer, value, scope, key),
  decode: (reader, scope, key) => elements(scope).decode(reader, scope, key),
};

function elements({ values: { format } }: Scope) {
  return format === 32 ? byFormat[32] : format === 16 ? byFormat[16] : byFormat[8];
}
