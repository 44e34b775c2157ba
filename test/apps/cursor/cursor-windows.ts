// What the person sees of agent cursors, read with xwininfo and ImageMagick.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Desktop } from '../../support/desktop.js';

export interface CursorWindow {
  id: number;
  x: number;
  y: number;
  width: number;
  height: number;
  isMapped: boolean;
  isOverrideRedirect: boolean;
}

/** Every window of an overlay, mapped or not, topmost first. */
export async function cursorWindows(desktop: Desktop): Promise<CursorWindow[]> {
  const tree = await desktop.run('xwininfo', '-root', '-tree');
  const ids = [...tree.matchAll(/^\s+(0x[0-9a-f]+) .*\("offhand-cursor"/gm)].map(([, id]) => id ?? '');
  const facts = await Promise.all(ids.map((id) => desktop.run('xwininfo', '-id', id, '-all').catch(() => '')));
  return facts.filter(Boolean).map((printed, index) => ({
    id: Number(ids[index]),
    x: number(printed, 'Absolute upper-left X'),
    y: number(printed, 'Absolute upper-left Y'),
    width: number(printed, 'Width'),
    height: number(printed, 'Height'),
    isMapped: /Map State: IsViewable/.test(printed),
    isOverrideRedirect: /Override Redirect State: yes/.test(printed),
  }));
}

export const shownWindows = async (desktop: Desktop): Promise<CursorWindow[]> =>
  (await cursorWindows(desktop)).filter(({ isMapped }) => isMapped);

function number(printed: string, label: string): number {
  return Number(new RegExp(`${label}:\\s+(-?\\d+)`).exec(printed)?.[1]);
}

type Rgb = readonly [number, number, number];

/** A pixel of the screen as the person sees it. */
export async function screenPixel(desktop: Desktop, x: number, y: number): Promise<Rgb> {
  return parsePixel(await desktop.run('import', '-window', 'root', '-crop', `1x1+${x}+${y}`, '+repage', '-depth', '8', 'txt:-'));
}

export async function imagePixel(desktop: Desktop, base64: string, x: number, y: number): Promise<Rgb> {
  const file = join(desktop.dir, `picture-${x}-${y}.png`);
  writeFileSync(file, Buffer.from(base64, 'base64'));
  const pixel = parsePixel(await desktop.run('convert', file, '-crop', `1x1+${x}+${y}`, '+repage', '-depth', '8', 'txt:-'));
  rmSync(file);
  return pixel;
}

function parsePixel(printed: string): Rgb {
  const [, hex = ''] = /#([0-9A-F]{6})/.exec(printed) ?? [];
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

export function distance(a: Rgb, hex: string): number {
  const b = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return Math.hypot(...a.map((channel, index) => channel - (b[index] ?? 0)));
}
