import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OcrWord } from '../../../src/redaction/ocr-detector.js';
import { findValues } from '../../../src/redaction/place/find-values.js';

/** Words of ten pixels a letter, a line every twenty. */
function read(...lines: string[]): OcrWord[] {
  return lines.flatMap((line, row) => {
    let at = 0;
    return line.split(' ').map((text): OcrWord => {
      const box = { x: at * 10, y: row * 20, width: text.length * 10, height: 16 };
      at += text.length + 1;
      return { text, box, line: String(row) };
    });
  });
}

const boxes = (words: readonly OcrWord[], value: string) => findValues(words, [value]).map((found) => found.boxes);

describe('a known value among words read from pixels', () => {
  test.each([
    ['exactly', 'the password is zebra-quilt-42 today', [{ x: 160, y: 0, width: 140, height: 16 }]],
    ['misread', 'the password is zebra-qui1t-4Z today', [{ x: 160, y: 0, width: 140, height: 16 }]],
    ['with letters lost', 'the password is zebr-quit-42 today', [{ x: 160, y: 0, width: 120, height: 16 }]],
    ['torn apart', 'the password is zebra -quilt -42 today', [{ x: 160, y: 0, width: 160, height: 16 }]],
    ['inside a word', 'export KEY=zebra-quilt-42; ls', [{ x: 70, y: 0, width: 190, height: 16 }]],
  ])('is found %s, and nothing beside it', (_, line, expected) => {
    expect(boxes(read('Nothing here', line), 'zebra-quilt-42')).toEqual([expected.map((box) => ({ ...box, y: 20 }))]);
  });

  test('is found over two lines, as a terminal breaks it', () => {
    expect(boxes(read('$ echo zebra-qu', 'ilt-lantern-42 done'), 'zebra-quilt-lantern-42')).toEqual([
      [
        { x: 70, y: 0, width: 80, height: 16 },
        { x: 0, y: 20, width: 140, height: 16 },
      ],
    ]);
  });

  test('is found as often as it stands there, and by a piece that gives it away', () => {
    expect(boxes(read('zebra-quilt-42 and zebra-quilt-42'), 'zebra-quilt-42')).toHaveLength(2);
    expect(boxes(read('…quilt-lantern'), 'zebra-quilt-lantern-42')).toHaveLength(1);
  });

  test.each(['a zebra under a quilt', '42', 'lantern', 'correct horse'])('is not seen in %j', (line) => {
    expect(boxes(read(line), 'zebra-quilt-lantern-42')).toEqual([]);
  });

  test('a value of three letters counts only as a word of its own', () => {
    expect(boxes(read('abc abcd xabc'), 'abc')).toEqual([[{ x: 0, y: 0, width: 30, height: 16 }]]);
  });

  test('one wrong letter in ten hides no value', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9-]{12,30}$/).filter((text) => text.replaceAll('-', '').length >= 12);
    fc.assert(
      fc.property(value, fc.nat(29), (text, at) => {
        const misread = Array.from(text, (char, i) => (i === at % text.length ? '~' : char)).join('');
        expect(boxes(read(`before ${misread} after`), text)).toHaveLength(1);
      }),
    );
  });
});
