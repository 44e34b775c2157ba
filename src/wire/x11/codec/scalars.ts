import type { Reader, Writer } from './cursor.js';
import type { HiddenField, OptionalField, ValueField } from './field.js';

function scalar<T>(size: number, write: (writer: Writer, value: T) => void, read: (reader: Reader) => T): ValueField<T> {
  return { kind: 'value', size, encode: (writer, value) => write(writer, value), decode: (reader) => read(reader) };
}

export const u8 = scalar<number>(
  1,
  (w, v) => w.u8(v),
  (r) => r.u8(),
);
export const u16 = scalar<number>(
  2,
  (w, v) => w.u16(v),
  (r) => r.u16(),
);
export const u32 = scalar<number>(
  4,
  (w, v) => w.u32(v),
  (r) => r.u32(),
);
export const i8 = scalar<number>(
  1,
  (w, v) => w.i8(v),
  (r) => r.i8(),
);
export const i16 = scalar<number>(
  2,
  (w, v) => w.i16(v),
  (r) => r.i16(),
);
export const i32 = scalar<number>(
  4,
  (w, v) => w.i32(v),
  (r) => r.i32(),
);
export const bool = scalar<boolean>(
  1,
  (w, v) => w.u8(v ? 1 : 0),
  (r) => r.u8() !== 0,
);
/** BOOL widened to four bytes, as value lists carry it. */
export const bool32 = scalar<boolean>(
  4,
  (w, v) => w.u32(v ? 1 : 0),
  (r) => r.u32() !== 0,
);

/** FP1616: signed 16.16 fixed point. */
export const fixed16 = scalar<number>(
  4,
  (w, v) => w.i32(Math.round(v * 0x10000)),
  (r) => r.i32() / 0x10000,
);

/** FP3232: a signed integral part, then an unsigned fraction. */
export const fixed32 = scalar<number>(
  8,
  (w, v) => {
    const integral = Math.floor(v);
    w.i32(integral);
    w.u32(Math.floor((v - integral) * 0x1_0000_0000));
  },
  (r) => r.i32() + r.u32() / 0x1_0000_0000,
);

export function pad(count: number): HiddenField {
  return { kind: 'hidden', size: count, encode: (writer) => writer.zeros(count), decode: (reader) => reader.skip(count) };
}

/** Fills up to the next multiple of four bytes. */
export const align4: HiddenField = {
  kind: 'hidden',
  size: undefined,
  encode: (writer) => writer.align(4),
  // A trailing list may end with the message itself.
  decode: (reader) => reader.skip(Math.min(reader.remaining, (4 - (reader.offset % 4)) % 4)),
};

/** A fixed value the protocol asks for. */
export function constant<T>(field: ValueField<T>, value: T): HiddenField {
  const nowhere = { values: {}, counts: {} };
  return {
    kind: 'hidden',
    size: field.size,
    encode: (writer) => field.encode(writer, value, nowhere, ''),
    decode: (reader) => void field.decode(reader, nowhere, ''),
  };
}

/** How many elements (or bytes, or mask words) the field `of` has, times `scale` on the wire. */
export function count(of: string, as: ValueField<number>, scale = 1): HiddenField {
  return {
    kind: 'hidden',
    size: as.size,
    encode: (writer, scope) => as.encode(writer, (scope.counts[of] ?? 0) * scale, scope, of),
    decode: (reader, scope) => {
      scope.counts[of] = Math.floor(as.decode(reader, scope, of) / scale);
    },
  };
}

export function optional<Out, In>(field: ValueField<Out, In>, fallback: In): OptionalField<Out, In> {
  return { ...field, optional: true, fallback };
}
