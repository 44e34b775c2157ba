import type { EncodedImage, RawImage } from '../model/image.js';

interface Pipeline {
  jpeg(options: { quality: number }): Pipeline;
  webp(options: { quality: number; effort: number }): Pipeline;
  toBuffer(): Promise<Buffer>;
}

type Sharp = (pixels: Buffer, options: { raw: { width: number; height: number; channels: 3 } }) => Pipeline;

let loading: Promise<Sharp | null> | undefined;

/** JPEG or WebP through the optional package `sharp`; null when it is not installed. */
export async function encodeLossy(image: RawImage, format: 'jpeg' | 'webp', quality = 80): Promise<EncodedImage | null> {
  loading ??= loadSharp();
  const sharp = await loading;
  if (!sharp) return null;
  const { width, height } = image;
  const pipeline = sharp(toRgb(image), { raw: { width, height, channels: 3 } });
  const bytes = await (format === 'jpeg' ? pipeline.jpeg({ quality }) : pipeline.webp({ quality, effort: 0 })).toBuffer();
  return { format, mimeType: `image/${format}`, width, height, bytes };
}

async function loadSharp(): Promise<Sharp | null> {
  // Named through a variable: neither the compiler nor a bundler may require an optional package.
  const name = 'sharp';
  try {
    const loaded: { default?: Sharp } = await import(name);
    return typeof loaded.default === 'function' ? loaded.default : null;
  } catch {
    return null; // not installed, or no binary for this platform
  }
}

function toRgb({ width, height, stride, data }: RawImage): Buffer {
  const out = Buffer.allocUnsafe(width * height * 3);
  let o = 0;
  for (let y = 0; y < height; y++) {
    for (let i = y * stride, end = i + width * 4; i < end; i += 4) {
      out[o++] = data[i + 2] ?? 0;
      out[o++] = data[i + 1] ?? 0;
      out[o++] = data[i] ?? 0;
    }
  }
  return out;
}
