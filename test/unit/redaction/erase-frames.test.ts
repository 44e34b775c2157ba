import { expect, test } from 'vitest';
import { black, rgb, white } from '../../../src/image/color.js';
import { strokeRect } from '../../../src/image/draw.js';
import { createImage, fillRect } from '../../../src/image/raw.js';
import { drawText, textFont } from '../../../src/image/text.js';
import { eraseFrames } from '../../../src/redaction/erase-frames.js';
import { brightnessOf } from '../../../src/redaction/gray.js';

test('a field loses its border and keeps its text', () => {
  const plain = createImage(200, 60, white);
  drawText(plain, 30, 22, 'Some text', { font: textFont, color: black, scale: 2 });
  for (const width of [1, 2]) {
    const framed = createImage(200, 60, white);
    strokeRect(framed, { x: 20, y: 14, width: 150, height: 32 }, { color: rgb(120, 120, 120), width });
    drawText(framed, 30, 22, 'Some text', { font: textFont, color: black, scale: 2 });
    const gray = brightnessOf(framed);
    eraseFrames(gray);
    expect(Buffer.from(gray.pixels).equals(brightnessOf(plain).pixels)).toBe(true);
  }
});

test('text, pictures and filled areas without a border stay as they are', () => {
  const image = createImage(200, 120, white);
  drawText(image, 10, 10, '_____ ===== |||||', { font: textFont, color: black, scale: 2 });
  fillRect(image, { x: 20, y: 50, width: 120, height: 40 }, rgb(30, 90, 200));
  const before = brightnessOf(image);
  const gray = brightnessOf(image);
  eraseFrames(gray);
  expect(Buffer.from(gray.pixels).equals(before.pixels)).toBe(true);
});
