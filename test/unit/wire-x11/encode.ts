import { Writer } from '../../../src/wire/x11/codec/cursor.js';
import { writeRequest } from '../../../src/wire/x11/codec/frame.js';
import type { Command, Query } from '../../../src/wire/x11/codec/message.js';

/** Major opcodes the extensions had when the golden bytes were taken. */
const MAJOR: Readonly<Record<string, number>> = {
  SHAPE: 129,
  'MIT-SHM': 130,
  XInputExtension: 131,
  XTEST: 132,
  'BIG-REQUESTS': 133,
  SYNC: 134,
  XKEYBOARD: 135,
  XFIXES: 138,
  RANDR: 140,
  Composite: 142,
  DAMAGE: 143,
  'MIT-SCREEN-SAVER': 144,
  DPMS: 146,
  'X-Resource': 148,
};
export const XI_FIRST_EVENT = 66;

/** The bytes of one request, in hex. */
export function encoded<In>(def: Command<In> | Query<In, unknown>, args: In): string {
  const writer = new Writer();
  const opcode = def.extension ? { major: MAJOR[def.extension.name] ?? 0, minor: def.opcode } : { major: def.opcode, minor: undefined };
  writeRequest(writer, opcode, def.layout, args as Record<string, unknown>);
  return writer.take().toString('hex');
}

/** One golden request: what we encode, and what must come out; `__` is padding. */
export function golden<In>(
  def: Command<In> | Query<In, unknown>,
  args: In,
  hex: string,
): readonly [name: string, actual: () => string, expected: string] {
  return [def.name, () => encoded(def, args), hex.replaceAll('_', '0').replaceAll(' ', '')];
}
