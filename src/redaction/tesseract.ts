/** Text recognition by the `tesseract` program, measured best on desktop text at twice the size, as one block, on one thread. */
import { type ChildEnvironment, runProcess } from '../kit/process.js';
import { GrayImage } from './gray.js';
import type { Ocr } from './ocr.js';
import type { OcrWord } from './ocr-detector.js';

export interface TesseractOptions {
  /** Must hold PATH; nothing else is needed. */
  readonly env: ChildEnvironment;
  readonly command?: string;
  readonly timeoutMs?: number;
  readonly language?: string;
}

/** Beyond this, text is large already and enlarging it costs more than it finds. */
const maxEnlargedPixels = 12_000_000;

export function tesseract({ env, command = 'tesseract', timeoutMs = 15_000, language = 'eng' }: TesseractOptions): Ocr {
  return async (image, signal) => {
    const factor = image.width * image.height * 4 <= maxEnlargedPixels ? 2 : 1;
    const { code, stdout, stderr } = await runProcess(command, ['stdin', 'stdout', '-l', language, '--psm', '6', 'tsv'], {
      // More threads make it three to five times slower on small pictures.
      env: { ...env, OMP_THREAD_LIMIT: '1' },
      input: toPgm(factor === 2 ? enlarge(image) : image),
      timeoutMs,
      signal,
    });
    if (code !== 0) throw new TesseractError(`${command} ended with ${code ?? 'a signal'}: ${stderr.trim().slice(0, 200)}`);
    return parseTsv(stdout.toString('utf8'), factor);
  };
}

export class TesseractError extends Error {
  override readonly name = 'TesseractError';
}

function toPgm({ width, height, pixels }: GrayImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
}

/** Twice the size, every new pixel the mean of its neighbours. */
function enlarge({ width, height, pixels }: GrayImage): GrayImage {
  const out = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const below = y + 1 < height ? width : 0;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const ahead = x + 1 < width ? 1 : 0;
      const [a, b, c, d] = [pixels[i] ?? 0, pixels[i + ahead] ?? 0, pixels[i + below] ?? 0, pixels[i + ahead + below] ?? 0];
      const o = y * width * 4 + x * 2;
      out[o] = a;
      out[o + 1] = (a + b) >> 1;
      out[o + width * 2] = (a + c) >> 1;
      out[o + width * 2 + 1] = (a + b + c + d) >> 2;
    }
  }
  return new GrayImage(width * 2, height * 2, out);
}

/** Columns: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
export function parseTsv(tsv: string, factor: number): OcrWord[] {
  return tsv.split('\n').flatMap((row): OcrWord[] => {
    const [level, , block, paragraph, line, , left, top, width, height, , ...rest] = row.split('\t');
    const text = rest.join('\t').trim();
    if (level !== '5' || text === '') return [];
    const box = { x: Number(left) / factor, y: Number(top) / factor, width: Number(width) / factor, height: Number(height) / factor };
    return Object.values(box).every(Number.isFinite) ? [{ text, box, line: `${block}.${paragraph}.${line}` }] : [];
  });
}
