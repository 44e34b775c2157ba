import { hostname } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDisplayName } from '../../../src/wire/x11/connection/display-name.js';
import { errorName } from '../../../src/wire/x11/connection/errors.js';
import { Inbox } from '../../../src/wire/x11/connection/inbox.js';
import { ReplyQueue } from '../../../src/wire/x11/connection/reply-queue.js';
import { ResourceIds } from '../../../src/wire/x11/connection/resource-ids.js';
import { decodeSetupAnswer, encodeSetupRequest } from '../../../src/wire/x11/connection/setup.js';
import { findCookie, parseXauthority } from '../../../src/wire/x11/connection/xauthority.js';

describe('display names', () => {
  it.each([
    [':1', { address: { path: '/tmp/.X11-unix/X1' }, host: '', number: 1, screen: 0 }],
    [':12.3', { address: { path: '/tmp/.X11-unix/X12' }, host: '', number: 12, screen: 3 }],
    ['unix:1', { address: { path: '/tmp/.X11-unix/X1' }, host: '', number: 1, screen: 0 }],
    ['unix/box:1', { address: { path: '/tmp/.X11-unix/X1' }, host: '', number: 1, screen: 0 }],
    ['box:1.0', { address: { host: 'box', port: 6001 }, host: 'box', number: 1, screen: 0 }],
    ['tcp/:2', { address: { host: 'localhost', port: 6002 }, host: 'localhost', number: 2, screen: 0 }],
    ['[::1]:0', { address: { host: '::1', port: 6000 }, host: '::1', number: 0, screen: 0 }],
    ['/run/x/X7', { address: { path: '/run/x/X7' }, host: '', number: 7, screen: 0 }],
  ])('%s', (display, expected) => {
    expect(parseDisplayName(display)).toEqual(expected);
  });

  it.each(['', '1', ':', ':a', 'box'])('%j is none', (display) => {
    expect(() => parseDisplayName(display)).toThrow('not a display name');
  });
});

describe('xauth files', () => {
  const counted = (value: string | Buffer) => {
    const bytes = Buffer.from(value as string);
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  };
  const entry = (family: number, address: string, number: string, data: string, name = 'MIT-MAGIC-COOKIE-1') =>
    Buffer.concat([Buffer.from([family >> 8, family & 255]), counted(address), counted(number), counted(name), counted(data)]);
  const [LOCAL, WILD, INTERNET] = [256, 65535, 0];
  const pick = (display: { host: string; number: number }, ...entries: Buffer[]) =>
    findCookie(parseXauthority(Buffer.concat(entries)), display)?.data.toString();

  it('give the cookie of this host and display, before wildcards', () => {
    const entries = [
      entry(WILD, '', '', 'wild'),
      entry(LOCAL, 'other', '1', 'other'),
      entry(LOCAL, hostname(), '2', 'two'),
      entry(LOCAL, hostname(), '1', 'one'),
      entry(LOCAL, hostname(), '1', 'xdm', 'XDM-AUTHORIZATION-1'),
    ];
    expect(pick({ host: '', number: 1 }, ...entries)).toBe('one');
    expect(pick({ host: '', number: 2 }, ...entries)).toBe('two');
    expect(pick({ host: '', number: 9 }, ...entries)).toBe('wild');
    expect(pick({ host: '', number: 9 }, entry(LOCAL, hostname(), '1', 'one'))).toBeUndefined();
    expect(pick({ host: '', number: 1 }, entry(INTERNET, '\x7f\0\0\x01', '1', 'tcp'))).toBeUndefined();
  });

  it('may be cut off', () => {
    const whole = Buffer.concat([entry(LOCAL, 'box', '1', 'one'), entry(LOCAL, 'box', '2', 'two')]);
    expect(parseXauthority(whole)).toHaveLength(2);
    for (let length = whole.length - 1; length >= whole.length / 2; length--)
      expect(parseXauthority(whole.subarray(0, length))).toHaveLength(1);
    expect(parseXauthority(Buffer.alloc(0))).toEqual([]);
  });
});

describe('the setup', () => {
  it('request carries the cookie, each part padded', () => {
    const hex = encodeSetupRequest({ name: 'MIT-MAGIC-COOKIE-1', data: Buffer.from('0011223344', 'hex') }).toString('hex');
    expect(hex).toBe(`6c000b000000120005000000${Buffer.from('MIT-MAGIC-COOKIE-1').toString('hex')}00000011223344000000`);
  });

  it('answer may be a refusal with its reason', () => {
    const reason = 'No protocol specified\n';
    const answer = Buffer.concat([Buffer.from([0, reason.length, 11, 0, 0, 0, 6, 0]), Buffer.from(reason), Buffer.alloc(2)]);
    expect(decodeSetupAnswer(answer)).toEqual({ accepted: false, reason: 'No protocol specified' });
  });
});

describe('the byte stream', () => {
  it('is cut into messages wherever the chunks end', () => {
    const plain = Buffer.alloc(32, 7).fill(2, 0, 1);
    const long = Buffer.alloc(32 + 4 * 5, 9).fill(1, 0, 1);
    long.writeUInt32LE(5, 4);
    const generic = Buffer.alloc(32 + 4 * 2, 3).fill(35, 0, 1);
    generic.writeUInt32LE(2, 4);
    const messages = [plain, long, generic, plain, long];
    const stream = Buffer.concat(messages);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
        const received: string[] = [];
        const inbox = new Inbox((message) => received.push(message.toString('hex')));
        const bounds = [0, ...cuts.sort((a, b) => a - b), stream.length];
        for (let index = 1; index < bounds.length; index++) inbox.push(stream.subarray(bounds[index - 1], bounds[index]));
        expect(received).toEqual(messages.map((message) => message.toString('hex')));
      }),
    );
  });
});

describe('replies', () => {
  it('find their requests across the wrap of 16 bits, and settle silent ones before them', () => {
    const replies = new ReplyQueue();
    const log: string[] = [];
    const expectAnswer = (sequence: number, silent: boolean) =>
      replies.add({
        sequence,
        silent,
        request: 'R',
        settle: (message) => log.push(`${sequence} ${message ? 'reply' : 'ok'}`),
        fail: (error) => log.push(`${sequence} ${error.name}`),
      });
    expectAnswer(65_530, false);
    expectAnswer(65_540, true);
    expectAnswer(65_541, true);
    expectAnswer(65_542, false);
    replies.take(replies.arrive(65_530))?.settle(Buffer.alloc(32));
    replies.take(replies.arrive(65_540 & 0xffff))?.fail(new RangeError());
    replies.take(replies.arrive(65_542 & 0xffff))?.settle(Buffer.alloc(32));
    expect(log).toEqual(['65530 reply', '65540 RangeError', '65541 ok', '65542 reply']);
    expectAnswer(65_543, false);
    expectAnswer(65_544, true);
    replies.failAll(new TypeError());
    expect(log.slice(4)).toEqual(['65543 TypeError', '65544 TypeError']);
    expect(replies.size).toBe(0);
  });
});

describe('resource ids', () => {
  it('stay inside the range and come back only when it is used up', () => {
    const ids = new ResourceIds(0x200000, 0x30);
    const first = [ids.allocate(), ids.allocate(), ids.allocate(), ids.allocate()];
    expect(first).toEqual([0x200000, 0x200010, 0x200020, 0x200030]);
    expect(() => ids.allocate()).toThrow('in use');
    ids.release(0x200010);
    expect(ids.allocate()).toBe(0x200010);
  });
});

it('error codes have the names of the core and of the extension they fall into', () => {
  const ranges = [
    { firstError: 129, errors: ['BadDevice', 'BadEvent'] },
    { firstError: 0, errors: [] },
  ];
  expect([3, 17, 129, 130, 131].map((code) => errorName(code, ranges))).toEqual([
    'BadWindow',
    'BadImplementation',
    'BadDevice',
    'BadEvent',
    'Error131',
  ]);
});
