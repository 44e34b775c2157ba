import { readText, type X11Connection } from '../../wire/x11/index.js';

const ORDINARY_DPI = 96;
const LARGEST_SCALE = 3;

/** Desktops that draw everything larger say so in the resource database. */
export async function screenScale(x: X11Connection): Promise<number> {
  const resources = await readText(x, x.root, await x.atoms.intern('RESOURCE_MANAGER'));
  const dpi = Number(/^Xft\.dpi:\s*([\d.]+)/m.exec(resources ?? '')?.[1] ?? ORDINARY_DPI);
  return Math.min(LARGEST_SCALE, Math.max(1, dpi / ORDINARY_DPI));
}
