import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { black, type Color, colorAt, rgb, white } from '../../../src/image/color.js';
import { createImage, fillRect, imageBounds } from '../../../src/image/raw.js';
import { drawText, textFont } from '../../../src/image/text.js';
import { contains, containsRect, type Rect } from '../../../src/model/geometry.js';
import type { RawImage } from '../../../src/model/image.js';
import type { Ocr } from '../../../src/redaction/ocr.js';
import type { OcrWord } from '../../../src/redaction/ocr-detector.js';
import { redactImage } from '../../../src/redaction/redact.js';
import type { TextPlaces, TreeText } from '../../../src/redaction/report.js';
import { tesseract } from '../../../src/redaction/tesseract.js';

const blind: Ocr = async () => [];

const text = (box: Rect, content: string, more: Partial<TreeText> = {}): TreeText => ({
  role: 'label',
  text: content,
  isPassword: false,
  box,
  ...more,
});

const isInked = (image: RawImage, color: Color, area: Rect) => {
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      const found = colorAt(image, x, y);
      if (found.r === color.r && found.g === color.g && found.b === color.b) return true;
    }
  }
  return false;
};

describe('redaction by the tree', () => {
  const box = { x: 20, y: 10, width: 80, height: 20 };

  test('a password field is filled solid, the original is kept and the rest untouched', async () => {
    const image = createImage(120, 40, white);
    fillRect(image, { x: 25, y: 15, width: 60, height: 10 }, rgb(1, 2, 3));
    const result = await redactImage({ image, texts: [text(box, '', { role: 'passwordfield', isPassword: true })], ocr: blind });
    if (result.withheld) throw new Error('withheld');
    expect(result.redaction.regions).toEqual([{ ...box, reason: 'password_field', source: 'geometry' }]);
    expect(isInked(result.image, rgb(1, 2, 3), imageBounds(image))).toBe(false);
    expect(isInked(image, rgb(1, 2, 3), imageBounds(image))).toBe(true);
    expect(colorAt(result.image, 19, 15)).toEqual(white);
    expect(colorAt(result.image, 100, 15)).toEqual(white);
  });

  test('a picture without secrets comes back as it is', async () => {
    const image = createImage(120, 40, white);
    const result = await redactImage({ image, texts: [text(box, 'Hello there')], ocr: blind });
    expect(result).toMatchObject({ withheld: false, redaction: { regions: [], warnings: [] } });
    expect(!result.withheld && result.image).toBe(image);
  });

  const sentence = 'Write to jane@example.com please.';
  const secretEnd = 9 + 'jane@example.com'.length;
  /** A line as a toolkit with the font's own advance places it, `dx` and `dy` beside the truth. */
  const placesOf =
    (dx = 0, dy = 0): TextPlaces =>
    async (_, find) =>
      find(sentence).map(({ start, end }) => ({
        boxes: [{ x: 20 + dx + start * 12, y: 20 + dy, width: (end - start) * 12, height: 18 }],
        around: Array.from(sentence, (char, i) => ({
          box: { x: 20 + dx + i * 12, y: 20 + dy, width: 12, height: 18 },
          isBlank: char === ' ',
        })),
      }));
  const letter = () => {
    const image = createImage(500, 200, white);
    drawText(image, 20, 20, sentence, { font: textFont, color: black, scale: 2 });
    drawText(image, 20, 60, 'and other lines, that say nothing', { font: textFont, color: black, scale: 2 });
    return image;
  };
  const whole = { x: 10, y: 10, width: 480, height: 100 };

  test('only the characters of the secret are covered when the toolkit tells where they are', async () => {
    const result = await redactImage({ image: letter(), texts: [text(whole, sentence)], ocr: blind, places: placesOf() });
    expect(result.redaction.regions).toEqual([
      { x: 18 + 9 * 12, y: 18, width: (secretEnd - 9) * 12 + 4, height: 22, reason: 'email', source: 'geometry' },
    ]);
    expect(result.redaction.warnings).toEqual([]);
  });

  test('a secret further down in a text that the tree cuts short is covered too, and one that is scrolled out of sight is not', async () => {
    const cut = text(whole, 'Write to…');
    const shown = await redactImage({ image: letter(), texts: [cut], ocr: blind, places: placesOf() });
    expect(shown.redaction.regions).toMatchObject([{ reason: 'email', source: 'geometry', y: 18 }]);
    const scrolled: TextPlaces = async (given, find) =>
      (await placesOf()(given, find))?.map(({ around }) => ({ around, boxes: [{ x: 100, y: 900, width: 100, height: 18 }] }));
    const hidden = await redactImage({ image: letter(), texts: [text(whole, sentence)], ocr: blind, places: scrolled });
    expect(hidden.redaction).toMatchObject({ regions: [], warnings: [] });
  });

  const everything = { x: 18, y: 18, width: 390, height: 58 };
  test.each<[string, TextPlaces]>([
    ['cannot tell', async () => undefined],
    ['places its text a line too low', placesOf(0, 40)],
    ['places its text half a line too high', placesOf(0, -9)],
    ['places its text half a letter aside', placesOf(7, 0)],
    ['says it is out of sight and cannot show what is in sight', async (_, find) => find(sentence).map(() => ({ boxes: [], around: [] }))],
    ['fails', async () => Promise.reject(new Error('bus gone'))],
  ])('all of the text is covered, and the report says so, when the toolkit %s', async (_, places) => {
    const { redaction } = await redactImage({ image: letter(), texts: [text(whole, sentence)], ocr: blind, places });
    expect(redaction.regions.some((region) => containsRect(region, everything))).toBe(true);
    expect(redaction.warnings.join()).toContain('all of the text is covered');
  });

  test('where the toolkit cannot tell, the secret is looked for in the pixels of its own element', async () => {
    let asked = 0;
    const ocr: Ocr = async () =>
      asked++ > 0 ? [] : [{ text: 'lane@exarnple.c0m', box: { x: 120, y: 20, width: 190, height: 18 }, line: '1' }];
    const { redaction } = await redactImage({ image: letter(), texts: [text(whole, sentence)], ocr, places: async () => undefined });
    expect(redaction.regions).toMatchObject([{ x: 117, y: 17, width: 196, height: 24, reason: 'email' }]);
    expect(redaction.warnings).toEqual([]);
  });

  test('a field with a border is covered where it is written in', async () => {
    const image = createImage(500, 60, white);
    fillRect(image, { x: 10, y: 10, width: 480, height: 40 }, rgb(120, 120, 120));
    fillRect(image, { x: 11, y: 11, width: 478, height: 38 }, white);
    drawText(image, 20, 20, 'jane@example.com', { font: textFont, color: black, scale: 2 });
    const field = { x: 10, y: 10, width: 480, height: 40 };
    const { redaction } = await redactImage({ image, texts: [text(field, 'jane@example.com')], ocr: blind });
    expect(redaction.regions).toMatchObject([{ x: 18, y: 18 }]);
    expect(redaction.regions[0]?.width).toBeLessThan(200);
  });

  test('a row that repeats its cell is not covered, its cell is', async () => {
    const cell = { x: 200, y: 20, width: 100, height: 20 };
    const result = await redactImage({
      image: createImage(400, 200, white),
      texts: [text({ x: 0, y: 20, width: 400, height: 20 }, 'Jane jane@example.com Paid', { role: 'row' }), text(cell, 'jane@example.com')],
      ocr: blind,
    });
    expect(result.redaction.regions).toEqual([{ x: 198, y: 18, width: 104, height: 24, reason: 'email', source: 'geometry' }]);
  });

  test('a window titled with an address is not blanked', async () => {
    const result = await redactImage({
      image: createImage(400, 200, white),
      texts: [text({ x: 0, y: 0, width: 400, height: 200 }, 'Inbox - jane@example.com', { role: 'window' })],
      ocr: blind,
    });
    expect(result.redaction.regions).toEqual([]);
  });

  test('a card number spread over four fields is covered in all of them', async () => {
    const parts = ['4111', '1111', '1111', '1111'].map((digits, i) =>
      text({ x: 10 + i * 60, y: 10, width: 50, height: 24 }, digits, { role: 'textfield' }),
    );
    const decoys = ['2020', '2021', '2022', '2023'].map((digits, i) => text({ x: 10 + i * 60, y: 80, width: 50, height: 24 }, digits));
    const { redaction } = await redactImage({ image: createImage(400, 200, white), texts: [...parts, ...decoys], ocr: blind });
    expect(redaction.regions).toHaveLength(4);
    expect(redaction.regions.every(({ reason, y }) => reason === 'card_number' && y < 40)).toBe(true);
  });

  test('regions are clipped to the picture', async () => {
    const field = text({ x: -20, y: 30, width: 500, height: 500 }, '', { isPassword: true });
    const { redaction } = await redactImage({ image: createImage(120, 40, white), texts: [field], ocr: blind });
    expect(redaction.regions).toMatchObject([{ x: 0, y: 30, width: 120, height: 10 }]);
  });
});

describe('redaction by reading', () => {
  const page = () => {
    const image = createImage(500, 120, white);
    drawText(image, 20, 20, 'Contact jane@example.com', { font: textFont, color: black, scale: 2 });
    drawText(image, 20, 70, 'Nothing to see here', { font: textFont, color: black, scale: 2 });
    return image;
  };
  const word = (content: string, box: Rect, line = '1'): OcrWord => ({ text: content, box, line });

  test('words the engine reads are covered where they stand in the picture', async () => {
    let offset: { width: number; height: number } | undefined;
    const ocr: Ocr = async (image) => {
      offset = image;
      return [word('Contact', { x: 0, y: 0, width: 80, height: 16 }), word('jane@example.com', { x: 100, y: 0, width: 190, height: 16 })];
    };
    const { redaction } = await redactImage({ image: page(), texts: [], ocr });
    expect(offset?.width).toBeGreaterThan(200);
    expect(redaction.regions).toMatchObject([{ reason: 'email', source: 'ocr' }]);
    expect(redaction.passes).toMatchObject([
      { pass: 'geometry', status: 'done' },
      { pass: 'heuristic', status: 'done' },
      { pass: 'ocr', status: 'done', regions: 1 },
    ]);
  });

  test('what the tree gives already is not read again', async () => {
    const texts = [
      text({ x: 18, y: 16, width: 90, height: 24 }, 'Contact'),
      text({ x: 114, y: 16, width: 204, height: 24 }, 'jane@example.com'),
      text({ x: 18, y: 66, width: 300, height: 24 }, 'Nothing to see here'),
    ];
    const ocr: Ocr = async () => Promise.reject(new Error('must not be asked'));
    const { redaction } = await redactImage({ image: page(), texts, ocr });
    expect(redaction.passes.at(-1)).toMatchObject({ pass: 'ocr', status: 'skipped' });
    expect(redaction.warnings).toEqual([]);
  });

  test('a page that is only named by the tree is still read', async () => {
    let asked = false;
    const ocr: Ocr = async () => {
      asked = true;
      return [];
    };
    await redactImage({ image: page(), texts: [text({ x: 0, y: 0, width: 500, height: 120 }, 'Chart')], ocr });
    expect(asked).toBe(true);
  });

  test('a text the tree gives only in part is read', async () => {
    let asked = false;
    const ocr: Ocr = async () => {
      asked = true;
      return [];
    };
    await redactImage({ image: page(), texts: [text({ x: 0, y: 0, width: 500, height: 120 }, `${'long text '.repeat(200)}…`)], ocr });
    expect(asked).toBe(true);
  });

  test('a tree whose places are off is not believed: all is read, and the report says so', async () => {
    const lines = ['jane@example.com', 'Nothing to see here', 'Some more of the text', 'And the last line'];
    const image = createImage(500, 240, white);
    for (const [i, line] of lines.entries()) drawText(image, 20, 20 + i * 50, line, { font: textFont, color: black, scale: 2 });
    const at = (scale: number) =>
      lines.map((line, i) => text({ x: 18 * scale, y: (16 + i * 50) * scale, width: 300 * scale, height: 24 * scale }, line));
    let asked = false;
    const ocr: Ocr = async () => {
      asked = true;
      return [];
    };
    const right = await redactImage({ image, texts: at(1), ocr });
    expect({ asked, warnings: right.redaction.warnings }).toEqual({ asked: false, warnings: [] });
    const halved = await redactImage({ image, texts: at(0.5), ocr });
    expect({ asked, warnings: halved.redaction.warnings.length }).toEqual({ asked: true, warnings: 1 });
  });

  test('a label as wide as the window is covered only where it is written', async () => {
    const image = createImage(500, 60, white);
    drawText(image, 20, 20, 'jane@example.com', { font: textFont, color: black, scale: 2 });
    const { redaction } = await redactImage({
      image,
      texts: [text({ x: 10, y: 10, width: 480, height: 40 }, 'jane@example.com')],
      ocr: blind,
    });
    const [region] = redaction.regions;
    expect(region?.width).toBeLessThan(210);
    expect(region && containsRect(region, { x: 20, y: 20, width: 190, height: 18 })).toBe(true);
  });

  test.each([undefined, (async () => Promise.reject(new Error('engine gone'))) satisfies Ocr])(
    'a reader that is missing or fails is a warning, or no picture at all where redaction is required',
    async (ocr) => {
      const image = page();
      const lenient = await redactImage({ image, texts: [], ocr });
      expect(lenient.withheld).toBe(false);
      expect(lenient.redaction.warnings).toHaveLength(1);
      const strict = await redactImage({ image, texts: [], ocr, required: true });
      expect(strict).toMatchObject({ withheld: true, redaction: { passes: [{}, {}, { status: 'failed' }] } });
      expect(strict).not.toHaveProperty('image');
    },
  );
});

describe('the tesseract program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'offhand-ocr-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const program = (name: string, script: string) => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const image = createImage(300, 60, white);
  drawText(image, 20, 20, 'jane@example.com', { font: textFont, color: black, scale: 2 });
  const env = { PATH: '/usr/bin:/bin' };

  test.each([
    ['is not installed', join(folder, 'missing')],
    ['hangs', program('hangs', 'exec sleep 60')],
    ['is killed', program('killed', 'kill -9 $$')],
    ['fails', program('fails', 'echo "no language" >&2; exit 1')],
  ])('that %s is a warning', async (_, command) => {
    const result = await redactImage({ image, texts: [], ocr: tesseract({ command, timeoutMs: 500, env }) });
    expect(result.withheld).toBe(false);
    expect(result.redaction.passes.at(-1)).toMatchObject({ pass: 'ocr', status: 'failed' });
    expect(result.redaction.warnings).toHaveLength(1);
  });

  test('is given the picture at twice its size on one thread, and its words come back in picture pixels', async () => {
    const command = program(
      'reads',
      `head -c 2 > ${folder}/magic; cat > /dev/null; echo "$OMP_THREAD_LIMIT $*" > ${folder}/call
printf 'level\\tpage_num\\tblock_num\\tpar_num\\tline_num\\tword_num\\tleft\\ttop\\twidth\\theight\\tconf\\ttext\\n'
printf '4\\t1\\t1\\t1\\t1\\t0\\t10\\t10\\t100\\t20\\t-1\\t\\n'
printf '5\\t1\\t1\\t1\\t1\\t1\\t40\\t44\\t376\\t28\\t91.5\\tjane@example.com\\n'`,
    );
    const { redaction } = await redactImage({ image, texts: [], ocr: tesseract({ command, timeoutMs: 10_000, env }) });
    const [region] = redaction.regions;
    expect(redaction.regions).toHaveLength(1);
    expect(region && contains(region, { x: 110, y: 28 })).toBe(true);
    expect(region?.width).toBe(194);
  });
});
