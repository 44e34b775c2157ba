import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SseEvent, SseParser } from '../../../src/agent/index.js';

function parse(chunks: readonly Uint8Array[]): readonly SseEvent[] {
  const parser = new SseParser();
  return [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.end()];
}

const whole = (text: string) => parse([Buffer.from(text)]);

test('reads names, multi-line data, comments and fields without a space', () => {
  expect(whole(': hello\nevent: a\ndata: 1\ndata:2\nid: 7\nretry: 5\n\ndata\n\n')).toEqual([
    { event: 'a', data: '1\n2' },
    { event: 'message', data: '' },
  ]);
});

test('takes every line ending and a byte order mark', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    expect(whole(`\uFEFFdata: x${end}${end}event: b${end}data: y${end}${end}`)).toEqual([
      { event: 'message', data: 'x' },
      { event: 'b', data: 'y' },
    ]);
  }
});

test('gives an event whose closing blank line never came, and none for a name without data', () => {
  expect(whole('data: last')).toEqual([{ event: 'message', data: 'last' }]);
  expect(whole('event: ping\n\n')).toEqual([]);
});

test('does not care where the network cut the bytes', () => {
  const text = 'event: ü\r\ndata: {"text":"grün ✓ 漢字 🙂"}\r\n\r\n: ping\ndata: a\rdata: b\r\rdata: [DONE]\n\n';
  const bytes = Buffer.from(text);
  const expected = whole(text);
  expect(expected).toHaveLength(3);
  const property = fc.property(fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 20 }), (cuts) => {
    const edges = [0, ...[...new Set(cuts)].sort((a, b) => a - b), bytes.length];
    const chunks = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
    expect(parse(chunks)).toEqual(expected);
  });
  fc.assert(property);
});
