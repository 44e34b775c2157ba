/** How a picture leaves Offhand: redacted, scaled, encoded, inline or as a file, always with the numbers that go with it. */
import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import type { Call } from '../../engine/call.js';
import type { Observation } from '../../engine/observe.js';
import { redactObservation } from '../../engine/redact.js';
import { DriverError } from '../../errors/driver-error.js';
import { imageScale } from '../../image/coordinates.js';
import { encodeImage } from '../../image/encode.js';
import { resizeImage } from '../../image/resize.js';
import { writeFileAtomic } from '../../kit/files.js';
import type { Size } from '../../model/geometry.js';
import type { EncodedImage, RawImage } from '../../model/image.js';

export const imageFields = {
  screenshot_out_file: z.string().min(1).max(4096).optional().describe('Write the image here instead of returning it.'),
  max_image_dimension: z.int().min(0).max(16_384).optional().describe('Longest side in pixels; 0 for no cap.'),
  redact: z.boolean().optional().describe('Cover secrets in the image, and in the text beside it.'),
};

export interface ImageOptions {
  readonly screenshot_out_file?: string | undefined;
  readonly redact?: boolean | undefined;
}

export async function deliverImage(call: Call, observation: Observation, options: ImageOptions) {
  if (observation.imageProblem) return { screenshot_error: observation.imageProblem };
  if (!observation.image) return {};
  const { image, redaction } = await redactObservation(call, observation, options.redact);
  const encoded = await scaleAndEncode(call, image, observation.map.size);
  return {
    screenshot_width: encoded.width,
    screenshot_height: encoded.height,
    screenshot_scale_factor: 1 / imageScale(observation.map),
    screenshot_mime_type: encoded.mimeType,
    ...(redaction ? { redaction } : {}),
    ...(await placeImage(encoded, options.screenshot_out_file)),
  };
}

/** The last encoding of a picture that was not taken anew because its window drew nothing. */
const encodings = new WeakMap<RawImage, { readonly as: string; readonly encoded: Promise<EncodedImage> }>();

export function scaleAndEncode(call: Call, image: RawImage, size: Size): Promise<EncodedImage> {
  const options = { format: call.setting('image_format'), quality: call.setting('image_quality') };
  const as = `${size.width}×${size.height} ${options.format} ${options.quality}`;
  const known = encodings.get(image);
  if (known?.as === as) return known.encoded;
  const scaled = size.width === image.width && size.height === image.height ? image : resizeImage(image, size);
  const encoded = encodeImage(scaled, options);
  encodings.set(image, { as, encoded });
  return encoded;
}

export async function placeImage(encoded: EncodedImage, outFile: string | undefined) {
  if (outFile !== undefined) return { screenshot_file_path: await writeImage(encoded, outFile) };
  const { mimeType, width, height, bytes } = encoded;
  return { image: { mime_type: mimeType, width, height, base64: bytes.toString('base64') } };
}

async function writeImage(encoded: EncodedImage, file: string): Promise<string> {
  const path = resolve(file);
  try {
    await access(dirname(path), constants.W_OK);
    await writeFileAtomic(path, encoded.bytes);
  } catch (cause) {
    throw new DriverError(
      'output_unwritable',
      `${path} cannot be written: ${cause instanceof Error ? cause.message : cause}`,
      { path },
      { cause },
    );
  }
  return path;
}
