/** Takes the borders of fields and buttons out of a picture: text recognition reads past a line that runs close to text. */
import type { GrayImage } from './gray.js';

interface Line {
  readonly y: number;
  readonly start: number;
  readonly end: number;
}

const minLength = 40;
const evenness = 8;
/** A border is at most two pixels thick, so three pixels away is ground. */
const beside = 3;
/** From two pixels outside a line's end to three inside. */
const sideWidth = 5;
const contrast = 10;
const minInside = 8;
const maxInside = 90;
/** Rounded corners make the lines end early. */
const cornerReach = 8;

export function eraseFrames(gray: GrayImage): void {
  const lines = Array.from({ length: Math.max(0, gray.height - 2 * beside) }, (_, i) => linesIn(gray, i + beside)).flat();
  const sides = lines.flatMap((top) => lines.filter((low) => isFrame(top, low)).map((low) => ({ top, low })));
  for (const { top, low } of sides) {
    const ground = gray.at(top.start + ((top.end - top.start) >> 1), Math.min(gray.height - 1, top.y + beside));
    const left = Math.max(0, Math.min(top.start, low.start) - 2);
    const right = Math.min(gray.width, Math.max(top.end, low.end) + 2);
    const wipe = (y: number, from: number, to: number) => gray.pixels.fill(ground, y * gray.width + from, y * gray.width + to);
    for (let y = Math.max(0, top.y - 1); y <= Math.min(gray.height - 1, low.y + 1); y++) {
      const isEdge = y <= top.y + 1 || y >= low.y - 1;
      wipe(y, left, isEdge ? right : left + sideWidth);
      if (!isEdge) wipe(y, Math.max(left, right - sideWidth), right);
    }
  }
}

function isFrame(top: Line, low: Line): boolean {
  const height = low.y - top.y;
  const sameEnds = Math.abs(top.start - low.start) <= cornerReach && Math.abs(top.end - low.end) <= cornerReach;
  return height >= minInside && height <= maxInside && sameEnds;
}

/** Long thin stretches of one brightness. */
function linesIn(gray: GrayImage, y: number): Line[] {
  const lines: Line[] = [];
  for (let x = 0; x < gray.width; ) {
    const value = gray.at(x, y);
    let end = x + 1;
    while (end < gray.width && Math.abs(gray.at(end, y) - value) <= evenness) end++;
    if (end - x >= minLength && isThin(gray, { y, start: x, end })) lines.push({ y, start: x, end });
    x = end;
  }
  return lines;
}

function isThin(gray: GrayImage, { y, start, end }: Line): boolean {
  const value = gray.at(start, y);
  let samples = 0;
  let apart = 0;
  for (let x = start; x < end; x += 8) {
    samples++;
    const [above, below] = [gray.at(x, y - beside), gray.at(x, y + beside)];
    if (Math.abs(above - value) > contrast && Math.abs(below - value) > contrast) apart++;
  }
  return apart >= 0.85 * samples;
}
