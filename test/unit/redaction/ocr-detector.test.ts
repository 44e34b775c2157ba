import { describe, expect, test } from 'vitest';
import { detectInWords, type OcrWord } from '../../../src/redaction/ocr-detector.js';
import { parseTsv } from '../../../src/redaction/tesseract.js';

/** Words of one line, each character ten pixels wide. */
function read(line: string): OcrWord[] {
  let x = 0;
  return line.split(' ').map((text) => {
    const box = { x, y: 0, width: text.length * 10, height: 12 };
    x += box.width + 10;
    return { text, box, line: '1' };
  });
}

const covered = (line: string): string => {
  const words = read(line);
  const findings = detectInWords(words);
  return words
    .filter(({ box }) => findings.some((finding) => finding.box.x <= box.x && finding.box.x + finding.box.width >= box.x + box.width))
    .map(({ text }) => text)
    .join(' ');
};

const joined = (...parts: string[]) => parts.join('');

describe('secrets in recognised text', () => {
  test.each([
    ['Mail jane.doe@example.com now', 'jane.doe@example.com'],
    ['Mail jane.doe©example.com now', 'jane.doe©example.com'],
    ['Mail jane@example,com now', 'jane@example,com'],
    ['Card 4111 1111 1111 1111 exp', '4111 1111 1111 1111'],
    ['Card 4l11 11I1 1111 1112 exp', '4l11 11I1 1111 1112'],
    ['Card 4111-1111-1111-1111 exp', '4111-1111-1111-1111'],
    ['SSN 123-45-6789 ok', '123-45-6789'],
    ['SSN 123—45—6789 ok', '123—45—6789'],
    [joined('key gh', 'p_a1B2c3D4e5F6g7H8i9J0 end'), joined('gh', 'p_a1B2c3D4e5F6g7H8i9J0')],
    [joined('key gh', 'p a1B2c3D4e5F6g7H8i9J0 end'), joined('gh', 'p a1B2c3D4e5F6g7H8i9J0')],
    [joined('Token: gh', 'p. a1B2c3D4e5F6g7H8i9J0 end'), joined('gh', 'p. a1B2c3D4e5F6g7H8i9J0')],
    [joined('key s', 'k-a1B2c3D4e5F6 end'), joined('s', 'k-a1B2c3D4e5F6')],
    [joined('id AK1', 'AIOSFODNN7EXAMPLE end'), joined('AK1', 'AIOSFODNN7EXAMPLE')],
    ['TOKEN=f81d4fae7dec here', 'TOKEN=f81d4fae7dec'],
    ['password: hunter22 here', 'password: hunter22'],
    ['see wJalrXUtnFEMIK7MDENG there', 'wJalrXUtnFEMIK7MDENG'],
  ])('%s', (line, expected) => {
    expect(covered(line)).toBe(expected);
  });

  test.each([
    'The quick brown fox jumps over the lazy dog',
    'Open /usr/share/applications/org.gnome.Calculator.desktop',
    'screenshot-2024-11-15-204412.png 1.2 MB',
    'Version 120.0.6099.109 (Official Build) (64-bit)',
    'Total 1,234,567.89 EUR due 2024-11-15',
    'Password: at least 8 characters',
    'Internationalization configuration',
    'Call +49 30 1234567',
  ])('leaves alone: %s', (line) => {
    expect(covered(line)).toBe('');
  });

  test('words of different lines are not joined', () => {
    const words = read('4111 1111').map((word) => ({ ...word, line: '1' }));
    const more = read('1111 1111').map((word) => ({ ...word, line: '2' }));
    expect(detectInWords([...words, ...more])).toEqual([]);
  });

  test('lines of the engine that are no words are left out', () => {
    expect(parseTsv('level\tpage_num\n5\t1\t1\t1\t1\t1\t20\t40\t60\t10\t95\tHello\n5\t1\t1\t1\t1\t2\t0\t0\t5\t5\t95\t \nnoise', 2)).toEqual(
      [{ text: 'Hello', box: { x: 10, y: 20, width: 30, height: 5 }, line: '1.1.1' }],
    );
  });
});
