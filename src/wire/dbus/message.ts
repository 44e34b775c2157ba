import { DBusProtocolError } from './errors.js';
import { decodeBody } from './marshal/decode.js';
import { encodeBody } from './marshal/encode.js';
import type { Reader } from './marshal/reader.js';
import { parseSignature } from './marshal/signature.js';
import type { DBusValue } from './marshal/values.js';
import type { Writer } from './marshal/writer.js';

export const METHOD_CALL = 1;
export const METHOD_RETURN = 2;
export const ERROR = 3;
export const SIGNAL = 4;

export const NO_REPLY_EXPECTED = 1;
export const NO_AUTO_START = 2;

export const HEADER_BYTES = 16;
export const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;
const MAX_HEADER_FIELDS_BYTES = 64 * 1024 * 1024;
const LITTLE = 0x6c;
const BIG = 0x42;

/** Header field codes with the type each must have. */
const FIELD = { path: 1, interface: 2, member: 3, errorName: 4, replySerial: 5, destination: 6, sender: 7, signature: 8 } as const;

export interface OutgoingMessage {
  readonly type: number;
  readonly flags?: number;
  readonly path?: string | undefined;
  readonly interface?: string | undefined;
  readonly member?: string | undefined;
  readonly errorName?: string | undefined;
  readonly replySerial?: number | undefined;
  readonly destination?: string | undefined;
  readonly signature?: string | undefined;
  readonly body?: readonly DBusValue[] | undefined;
}

export interface IncomingHeader {
  type: number;
  flags: number;
  serial: number;
  path: string;
  interface: string;
  member: string;
  errorName: string;
  replySerial: number;
  sender: string;
  signature: string;
}

export function encodeMessage(message: OutgoingMessage, serial: number, writer: Writer): void {
  writer.beginMessage();
  try {
    writer.u8(LITTLE);
    writer.u8(message.type);
    writer.u8(message.flags ?? 0);
    writer.u8(1);
    const bodyLength = writer.lengthMark();
    writer.u32(serial);
    writeFields(message, writer);
    writer.align(8);
    const before = writer.messageLength;
    if (message.signature) encodeBody(message.signature, message.body ?? [], writer);
    writer.patchU32(bodyLength, writer.messageLength - before);
    if (writer.messageLength > MAX_MESSAGE_BYTES) throw new DBusProtocolError('the message is larger than 128 MB');
  } catch (error) {
    writer.abandonMessage();
    throw error;
  }
}

function writeFields(message: OutgoingMessage, writer: Writer): void {
  const mark = writer.lengthMark();
  const before = writer.messageLength;
  if (message.path) stringField(writer, FIELD.path, 'o', message.path);
  if (message.destination) stringField(writer, FIELD.destination, 's', message.destination);
  if (message.interface) stringField(writer, FIELD.interface, 's', message.interface);
  if (message.member) stringField(writer, FIELD.member, 's', message.member);
  if (message.errorName) stringField(writer, FIELD.errorName, 's', message.errorName);
  if (message.replySerial !== undefined) {
    startField(writer, FIELD.replySerial, 'u');
    writer.u32(message.replySerial);
  }
  if (message.signature) {
    startField(writer, FIELD.signature, 'g');
    writer.signature(message.signature);
  }
  writer.patchU32(mark, writer.messageLength - before);
}

function startField(writer: Writer, code: number, type: string): void {
  writer.align(8);
  writer.u8(code);
  writer.signature(type);
}

function stringField(writer: Writer, code: number, type: string, value: string): void {
  startField(writer, code, type);
  writer.string(value);
}

/** Length of the message starting at `start`; needs its first 16 bytes. */
export function messageLength(bytes: Buffer, start: number): number {
  const endian = bytes[start];
  if (endian !== LITTLE && endian !== BIG) throw new DBusProtocolError(`byte order mark ${endian}`);
  const little = endian === LITTLE;
  const body = little ? bytes.readUInt32LE(start + 4) : bytes.readUInt32BE(start + 4);
  const fields = little ? bytes.readUInt32LE(start + 12) : bytes.readUInt32BE(start + 12);
  if (fields > MAX_HEADER_FIELDS_BYTES) throw new DBusProtocolError(`header fields of ${fields} bytes`);
  const total = HEADER_BYTES + ((fields + 7) & ~7) + body;
  if (total > MAX_MESSAGE_BYTES) throw new DBusProtocolError(`a message of ${total} bytes is over the limit`);
  return total;
}

/** Reads the header and leaves the reader at the body's first byte. */
export function decodeHeader(bytes: Buffer, start: number, end: number, reader: Reader, header: IncomingHeader): void {
  reader.reset(bytes, start, end, bytes[start] === LITTLE);
  reader.pos++;
  header.type = reader.u8();
  header.flags = reader.u8();
  if (reader.u8() !== 1) throw new DBusProtocolError('unknown protocol version');
  reader.pos += 4;
  header.serial = reader.u32();
  header.path = header.interface = header.member = header.errorName = header.sender = header.signature = '';
  header.replySerial = 0;
  const fieldsEnd = reader.u32() + reader.pos;
  if (fieldsEnd > end) throw new DBusProtocolError('header fields reach past the message');
  while (reader.pos < fieldsEnd) decodeField(reader, header);
  if (reader.pos !== fieldsEnd) throw new DBusProtocolError('header fields do not end where they say');
  reader.align(8);
}

const FIELD_TYPES = ['', 'o', 's', 's', 's', 'u', 's', 's', 'g', 'u'];

function decodeField(reader: Reader, header: IncomingHeader): void {
  reader.align(8);
  const code = reader.u8();
  const type = reader.signature();
  if (code < FIELD_TYPES.length && type !== FIELD_TYPES[code]) throw new DBusProtocolError(`header field ${code} has type '${type}'`);
  const isReply = header.type === METHOD_RETURN || header.type === ERROR;
  switch (code) {
    case FIELD.path:
      header.path = reader.string();
      break;
    case FIELD.interface:
      header.interface = reader.string();
      break;
    case FIELD.member:
      header.member = reader.string();
      break;
    case FIELD.errorName:
      header.errorName = reader.string();
      break;
    case FIELD.replySerial:
      header.replySerial = reader.u32();
      break;
    case FIELD.sender:
      // A reply is matched by serial, so its sender is never looked at.
      if (isReply) reader.skipString();
      else header.sender = reader.string();
      break;
    case FIELD.destination:
      reader.skipString();
      break;
    case FIELD.signature:
      header.signature = reader.signature();
      break;
    default:
      if (parseSignature(type).length !== 1) throw new DBusProtocolError(`header field ${code} holds '${type}'`);
      decodeBody(type, reader);
  }
}

export function emptyHeader(): IncomingHeader {
  return { type: 0, flags: 0, serial: 0, path: '', interface: '', member: '', errorName: '', replySerial: 0, sender: '', signature: '' };
}
