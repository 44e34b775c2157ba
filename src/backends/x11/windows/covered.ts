import { intersects, type Rect } from '../../../model/geometry.js';
import { GetGeometry, GetWindowAttributes, MapState, QueryTree } from '../../../wire/x11/index.js';
import { type Display, ifAlive } from '../display.js';

const INPUT_ONLY = 2;

/** Whether any window lies over the given one, wholly or in part. */
export async function isCovered(display: Display, window: number, area: Rect): Promise<boolean> {
  const { x, root } = display;
  const frame = await frameOf(display, window);
  const { children } = await x.request(QueryTree, { window: root });
  const above = children.slice(children.indexOf(frame) + 1);
  const covers = await Promise.all(
    above.map(async (id) => {
      const asked = await ifAlive(Promise.all([x.request(GetWindowAttributes, { window: id }), x.request(GetGeometry, { drawable: id })]));
      if (!asked) return false;
      const [attributes, geometry] = asked;
      return attributes.mapState === MapState.Viewable && attributes.class !== INPUT_ONLY && intersects(geometry, area);
    }),
  );
  return covers.includes(true);
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
