import { intersect, type Rect } from '../../../model/geometry.js';
import { GetGeometry, GetWindowAttributes, MapState, QueryTree } from '../../../wire/x11/index.js';
import { type Display, ifAlive } from '../display.js';

const INPUT_ONLY = 2;

/** The parts of a window that others lie over, in its own coordinates; they may overlap. */
export async function coveredParts(display: Display, window: number, area: Rect): Promise<Rect[]> {
  const { x, root } = display;
  const [frame, { children }] = await Promise.all([frameOf(display, window), x.request(QueryTree, { window: root })]);
  const above = children.slice(children.indexOf(frame) + 1);
  const covers = await Promise.all(
    above.map(async (id) => {
      const asked = await ifAlive(Promise.all([x.request(GetWindowAttributes, { window: id }), x.request(GetGeometry, { drawable: id })]));
      if (!asked) return undefined;
      const [attributes, geometry] = asked;
      const isSeen = attributes.mapState === MapState.Viewable && attributes.class !== INPUT_ONLY;
      return isSeen ? intersect<Rect>(area, geometry) : undefined;
    }),
  );
  return covers.flatMap((part) => (part ? [{ x: part.x - area.x, y: part.y - area.y, width: part.width, height: part.height }] : []));
}

/** The child of the root that holds the window: itself, or the frame a window manager put around it. */
async function frameOf({ x, root }: Display, window: number): Promise<number> {
  let current = window;
  for (let level = 0; level < 16; level++) {
    const tree = await ifAlive(x.request(QueryTree, { window: current }));
    if (!tree || tree.parent === root || tree.parent === 0) return current;
    current = tree.parent;
  }
  return current;
}
