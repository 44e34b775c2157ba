/** Xauthority files: entries of counted strings, lengths big-endian (Xau.h). */
export interface CookieEntry {
  readonly family: 'local' | 'any';
  /** Host name; empty for any. */
  readonly address: string;
  /** Display number; empty for any. */
  readonly display: string;
  readonly cookie: Uint8Array;
}

const FAMILIES = { local: 256, any: 65_535 } as const;
const COOKIE_PROTOCOL = 'MIT-MAGIC-COOKIE-1';

export function encodeXauthority(entries: readonly CookieEntry[]): Buffer {
  return Buffer.concat(
    entries.flatMap(({ family, address, display, cookie }) => [
      uint16(FAMILIES[family]),
      counted(Buffer.from(address)),
      counted(Buffer.from(display)),
      counted(Buffer.from(COOKIE_PROTOCOL)),
      counted(cookie),
    ]),
  );
}

function counted(bytes: Uint8Array): Buffer {
  return Buffer.concat([uint16(bytes.length), bytes]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
