import { Reader, Writer } from './cursor.js';
import type { Output, Scope, Shape } from './field.js';
import type { EventDef, Layout } from './message.js';
import { decodeShape, encodeScope, encodeShape } from './struct.js';

const MAX_SHORT_UNITS = 0xffff;
const REPLY_BODY = 8;
const EVENT_BODY = 4;
const GENERIC_BODY = 10;
export const EVENT_BYTES = 32;

/** Appends one request; leaves the writer as it was when a value does not fit its field. */
export function writeRequest(
  writer: Writer,
  opcode: { readonly major: number; readonly minor: number | undefined },
  layout: Layout,
  args: Readonly<Record<string, unknown>>,
): void {
  const start = writer.length;
  try {
    const scope = encodeScope([layout.head, layout.body], args);
    writer.u8(opcode.major);
    if (opcode.minor === undefined) encodeShape(writer, layout.head, scope);
    else writer.u8(opcode.minor);
    writer.zeros(start + 2 - writer.length);
    writer.u16(0);
    encodeShape(writer, layout.body, scope);
    writer.align(4);
    const units = (writer.length - start) / 4;
    if (units <= MAX_SHORT_UNITS) writer.patchU16(start + 2, units);
    else writer.insertU32(start + 4, units + 1);
  } catch (error) {
    writer.truncate(start);
    throw error;
  }
}

export function decodeReply<S extends Shape>(message: Buffer, layout: Layout): Output<S> {
  return decodeAt(message, layout, REPLY_BODY) as Output<S>;
}

export function decodeEvent(message: Buffer, def: EventDef): Record<string, unknown> {
  return decodeAt(message, def.layout, def.generic ? GENERIC_BODY : EVENT_BODY);
}

/** The 32 bytes SendEvent carries. `firstEvent` is the extension's, 0 for core. */
export function encodeEvent<V>(def: EventDef<V>, value: V, firstEvent = 0): Buffer {
  const writer = new Writer(EVENT_BYTES);
  const scope = encodeScope([def.layout.head, def.layout.body], value as Record<string, unknown>);
  writer.u8(firstEvent + def.code);
  if (def.subtype === undefined) encodeShape(writer, def.layout.head, scope);
  else writer.u8(def.subtype);
  writer.zeros(EVENT_BODY - writer.length);
  encodeShape(writer, def.layout.body, scope);
  writer.zeros(EVENT_BYTES - writer.length);
  return writer.take();
}

function decodeAt(message: Buffer, layout: Layout, bodyOffset: number): Record<string, unknown> {
  const scope: Scope = { values: {}, counts: {} };
  const reader = new Reader(message, 1);
  decodeShape(reader, layout.head, scope);
  reader.seek(bodyOffset);
  decodeShape(reader, layout.body, scope);
  return scope.values;
}
