import { DriverError } from '../errors/driver-error.js';
import type { DesktopSize } from './desktop.js';

const SMALLEST: DesktopSize = { width: 320, height: 200 };
const LARGEST: DesktopSize = { width: 7680, height: 4320 };

/** `1280x800` as people write it. */
export function parseSize(text: string): DesktopSize {
  const [, width, height] = /^\s*(\d{1,5})\s*[x×]\s*(\d{1,5})\s*$/i.exec(text) ?? [];
  if (width === undefined || height === undefined) {
    throw new DriverError('invalid_input', `"${text}" is no size; write WIDTHxHEIGHT, for example 1280x800`, { size: text });
  }
  return checkSize({ width: Number(width), height: Number(height) });
}

export function checkSize(size: DesktopSize): DesktopSize {
  const fits = (side: 'width' | 'height') => Number.isInteger(size[side]) && size[side] >= SMALLEST[side] && size[side] <= LARGEST[side];
  if (fits('width') && fits('height')) return size;
  const range = `${SMALLEST.width}x${SMALLEST.height} to ${LARGEST.width}x${LARGEST.height}`;
  throw new DriverError('invalid_input', `A desktop of ${size.width}x${size.height} cannot be had; sizes go from ${range}`, { size });
}
