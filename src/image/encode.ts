import type { EncodedImage, ImageFormat, RawImage } from '../model/image.js';
import { encodeLossy } from './lossy-encode.js';
import { encodePng } from './png-encode.js';

/** PNG when the wanted format cannot be made here; the result always names what it is. */
export async function encodeImage(
  image: RawImage,
  { format = 'png', quality = 80 }: { readonly format?: ImageFormat; readonly quality?: number } = {},
): Promise<EncodedImage> {
  const lossy = format === 'png' ? null : await encodeLossy(image, format, quality);
  return lossy ?? encodePng(image);
}
