import { describe, expect, test } from 'vitest';
import { readSessionFile } from '../../../src/wire/snss/session-file.js';

/** As Debian's Chromium wrote them, but for everything after the title of a page. */
const golden = {
  header: '534e535303000000',
  // window 0x48e20ee0 with the tabs …e1 and …e2, the second of them first written
  firstInWindow: '090000e00ee248e10ee248',
  secondInWindow: '090000e00ee248e20ee248',
  firstPlace: '090002e10ee24800000000',
  secondPlace: '090002e20ee24801000000',
  showsSecond: '090008e00ee24801000000',
  secondAddress: `2d000628000000e20ee2480000000018000000${Buffer.from('http://127.0.0.1/pB.html').toString('hex')}00000000`,
  firstAddress: `31000630000000e10ee2480000000018000000${Buffer.from('http://127.0.0.1/pA.html').toString('hex')}020000004800f600`,
};

const file = (...commands: string[]) => Buffer.from(golden.header + commands.join(''), 'hex');
const opened = [
  golden.firstInWindow,
  golden.firstPlace,
  golden.secondInWindow,
  golden.secondPlace,
  golden.showsSecond,
  golden.secondAddress,
  golden.firstAddress,
];

const int = (value: number): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes.toString('hex');
};
const command = (id: number, ...numbers: number[]): string => {
  const size = Buffer.alloc(2);
  size.writeUInt16LE(1 + numbers.length * 4);
  return size.toString('hex') + id.toString(16).padStart(2, '0') + numbers.map(int).join('');
};
const address = (tab: number, place: number, url: string): string => {
  const padded = Buffer.alloc(Math.ceil(url.length / 4) * 4);
  padded.write(url);
  const body = `${int(0)}${int(tab)}${int(place)}${int(url.length)}${padded.toString('hex')}${int(0)}`;
  const size = Buffer.alloc(2);
  size.writeUInt16LE(1 + body.length / 2);
  return `${size.toString('hex')}06${body}`;
};

describe('a session file', () => {
  test('tells the tabs of a window in their order, with address and title', () => {
    expect(readSessionFile(file(...opened))).toEqual([
      {
        selected: 1,
        tabs: [
          { url: 'http://127.0.0.1/pA.html', title: 'Hö' },
          { url: 'http://127.0.0.1/pB.html', title: '' },
        ],
      },
    ]);
  });

  test('is read up to a command that is still being written', () => {
    const whole = file(...opened);
    const tabs = readSessionFile(whole.subarray(0, whole.length - 5))?.[0]?.tabs;
    expect(tabs?.map(({ url }) => url)).toEqual(['', 'http://127.0.0.1/pB.html']);
  });

  test('leaves out closed tabs and windows', () => {
    expect(readSessionFile(file(...opened, command(16, 0x48e20ee1, 0, 0, 0)))?.[0]?.tabs).toHaveLength(1);
    expect(readSessionFile(file(...opened, command(17, 0x48e20ee0, 0, 0, 0)))).toEqual([]);
  });

  test('follows a tab through its history, back and to another window', () => {
    const history = [
      command(0, 1, 7),
      address(7, 0, 'http://a/'),
      address(7, 1, 'http://b/'),
      address(7, 2, 'http://c/'),
      command(7, 7, 2),
    ];
    const urls = (...more: string[]) => readSessionFile(file(...history, ...more))?.map(({ tabs }) => tabs.map(({ url }) => url));
    expect(urls()).toEqual([['http://c/']]);
    expect(urls(command(7, 7, 0))).toEqual([['http://a/']]);
    expect(urls(command(11, 7, 1))).toEqual([['http://c/']]);
    expect(urls(command(24, 7, 2, 1))).toEqual([['http://b/']]);
    expect(urls(command(0, 2, 8), address(8, 0, 'http://d/'), command(0, 2, 7), command(2, 7, 1))).toEqual([['http://d/', 'http://c/']]);
  });

  test('that is encrypted or none at all tells nothing', () => {
    expect(readSessionFile(Buffer.from('534e535304000000', 'hex'))).toBeUndefined();
    expect(readSessionFile(Buffer.from('mozLz40\0', 'latin1'))).toBeUndefined();
    expect(readSessionFile(Buffer.alloc(0))).toBeUndefined();
  });

  test('of any bytes is survived', () => {
    for (let seed = 0; seed < 200; seed++) {
      const noise = Buffer.from(Array.from({ length: 300 }, (_, n) => (n * 7919 + seed * 104729 + ((n * seed) >> 3)) & 0xff));
      expect(() => readSessionFile(Buffer.concat([Buffer.from(golden.header, 'hex'), noise]))).not.toThrow();
    }
  });
});
