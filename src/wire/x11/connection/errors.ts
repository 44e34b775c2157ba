import { Reader } from '../codec/cursor.js';

/** An error the X server sent; `name` is the protocol's name for it, e.g. BadWindow. */
export class X11Error extends Error {
  override readonly name: string;
  readonly code: number;
  readonly majorOpcode: number;
  readonly minorOpcode: number;
  /** The resource id, atom or value the server objected to, where the error has one. */
  readonly badValue: number;
  readonly sequence: number;
  /** The request that failed, when it is known. */
  readonly request: string | undefined;

  constructor(fields: X11ErrorFields) {
    super(
      `${fields.name} for ${fields.request ?? `request ${fields.majorOpcode}.${fields.minorOpcode}`} (value 0x${fields.badValue.toString(16)})`,
    );
    this.name = fields.name;
    this.code = fields.code;
    this.majorOpcode = fields.majorOpcode;
    this.minorOpcode = fields.minorOpcode;
    this.badValue = fields.badValue;
    this.sequence = fields.sequence;
    this.request = fields.request;
  }
}

export interface X11ErrorFields {
  readonly name: string;
  readonly code: number;
  readonly majorOpcode: number;
  readonly minorOpcode: number;
  readonly badValue: number;
  readonly sequence: number;
  readonly request: string | undefined;
}

/** The connection ended: closed by us, by the server, or by its death. */
export class X11ConnectionClosed extends Error {
  override readonly name = 'X11ConnectionClosed';
  /** In the words of the catalog, wherever it comes through. */
  readonly code = 'display_lost';
}

/** The server takes what is sent but answers nothing, as while another client holds it. */
export class X11Unanswered extends Error {
  override readonly name = 'X11Unanswered';
  readonly code = 'display_unresponsive';
}

/** The connection could not be set up. */
export class X11ConnectFailed extends Error {
  override readonly name = 'X11ConnectFailed';
}

/** The server does not have the extension a request belongs to. */
export class X11ExtensionMissing extends Error {
  override readonly name = 'X11ExtensionMissing';
  readonly extension: string;

  constructor(extension: string) {
    super(`the X server has no ${extension} extension`);
    this.extension = extension;
  }
}

/** The server answered something the protocol does not allow, or an answer we cannot represent. */
export class X11ProtocolError extends Error {
  override readonly name = 'X11ProtocolError';
}

const CORE_ERRORS = [
  'Success',
  'BadRequest',
  'BadValue',
  'BadWindow',
  'BadPixmap',
  'BadAtom',
  'BadCursor',
  'BadFont',
  'BadMatch',
  'BadDrawable',
  'BadAccess',
  'BadAlloc',
  'BadColor',
  'BadGC',
  'BadIDChoice',
  'BadName',
  'BadLength',
  'BadImplementation',
] as const;

export interface ErrorRange {
  readonly firstError: number;
  readonly errors: readonly string[];
}

export function errorName(code: number, extensions: Iterable<ErrorRange>): string {
  const core = CORE_ERRORS[code];
  if (core) return core;
  for (const { firstError, errors } of extensions) {
    const name = firstError > 0 ? errors[code - firstError] : undefined;
    if (name) return name;
  }
  return `Error${code}`;
}

/** Reads the fixed fields of an error message. */
export function parseError(message: Buffer): { code: number; badValue: number; minorOpcode: number; majorOpcode: number } {
  const reader = new Reader(message, 1);
  const code = reader.u8();
  reader.skip(2);
  return { code, badValue: reader.u32(), minorOpcode: reader.u16(), majorOpcode: reader.u8() };
}
