import { describe, expect, test } from 'vitest';
import { DBusProtocolError } from '../../../src/wire/dbus/errors.js';
import { Framing } from '../../../src/wire/dbus/framing.js';
import { decodeBody } from '../../../src/wire/dbus/marshal/decode.js';
import { Reader } from '../../../src/wire/dbus/marshal/reader.js';
import { Writer } from '../../../src/wire/dbus/marshal/writer.js';
import * as wire from '../../../src/wire/dbus/message.js';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');

/** GetState of an AT-SPI object, laid out by hand. */
const GET_STATE = `
  6c 01 00 01  00000000  2a000000  59000000
  01 01 6f 00  04000000 2f612f62 00 000000
  06 01 73 00  04000000 3a312e37 00 000000
  02 01 73 00  19000000 6f72672e613131792e61747370692e41636365737369626c65 00 000000000000
  03 01 73 00  08000000 4765745374617465 00 00000000000000
`;

/** The reply in big-endian order: serial 9, to serial 42, body 'au' [1, 2]. */
const BIG_REPLY = `
  42 02 01 01  0000000c  00000009  0000001d
  05 01 75 00  0000002a
  08 01 67 00  02 6175 00
  07 01 73 00  00000004 3a312e37 00 000000
  00000008 00000001 00000002
`;

function header(hex: string): { header: wire.IncomingHeader; reader: Reader } {
  const message = bytes(hex);
  const reader = new Reader();
  const decoded = wire.emptyHeader();
  wire.decodeHeader(message, 0, message.length, reader, decoded);
  return { header: decoded, reader };
}

describe('messages', () => {
  test('writes a method call as the specification lays it out', () => {
    const writer = new Writer();
    const call = { type: wire.METHOD_CALL, path: '/a/b', destination: ':1.7', interface: 'org.a11y.atspi.Accessible', member: 'GetState' };
    wire.encodeMessage(call, 42, writer);
    expect(writer.take().toString('hex')).toBe(bytes(GET_STATE).toString('hex'));
  });

  test('reads a reply in the other byte order', () => {
    const { header: reply, reader } = header(BIG_REPLY);
    expect(reply).toMatchObject({ type: wire.METHOD_RETURN, serial: 9, replySerial: 42, signature: 'au' });
    expect(decodeBody('au', reader)).toEqual([[1, 2]]);
    expect(reader.pos).toBe(reader.end);
  });

  test('reads back its own call', () => {
    expect(header(GET_STATE).header).toMatchObject({ type: wire.METHOD_CALL, path: '/a/b', member: 'GetState', serial: 42 });
  });

  test('leaves nothing of a call that cannot be written', () => {
    const writer = new Writer();
    const broken = { type: wire.METHOD_CALL, path: '/', interface: 'a.b', member: 'C', signature: 'u', body: ['no number'] };
    expect(() => wire.encodeMessage(broken, 1, writer)).toThrow(DBusProtocolError);
    expect(writer.pending).toBe(0);
  });

  test('refuses a header field of the wrong type', () => {
    expect(() => header(BIG_REPLY.replace('05 01 75', '05 01 73'))).toThrow(DBusProtocolError);
  });

  test('keeps what was written intact while later messages are written', () => {
    const writer = new Writer();
    const call = { type: wire.METHOD_CALL, path: '/a/b', destination: ':1.7', interface: 'org.a11y.atspi.Accessible', member: 'GetState' };
    wire.encodeMessage(call, 42, writer);
    const first = writer.take();
    for (let serial = 0; serial < 1000; serial++) wire.encodeMessage(call, serial, writer);
    expect(first.toString('hex')).toBe(bytes(GET_STATE).toString('hex'));
    expect(writer.pending).toBe(first.length * 1000);
  });
});

describe('framing', () => {
  const stream = Buffer.concat([bytes(GET_STATE), bytes(BIG_REPLY), bytes(GET_STATE)]);

  test.each([1, 7, 15, 16, 17, 100, stream.length])('cuts the same messages from pieces of %i bytes', (size) => {
    const seen: string[] = [];
    const framing = new Framing((buffer, start, end) => seen.push(buffer.toString('hex', start, end)));
    for (let at = 0; at < stream.length; at += size) framing.push(stream.subarray(at, at + size));
    expect(seen).toEqual([GET_STATE, BIG_REPLY, GET_STATE].map((hex) => bytes(hex).toString('hex')));
  });

  test.each([
    ['an unknown byte order', '00 01 00 01 00000000 01000000 00000000'],
    ['more than 128 MB', '6c 02 00 01 01000008 01000000 00000000'],
    ['header fields over 64 MB', '6c 02 00 01 00000000 01000000 01000004'],
  ])('refuses %s before waiting for the rest', (_what, hex) => {
    expect(() => new Framing(() => {}).push(bytes(hex))).toThrow(DBusProtocolError);
  });
});
