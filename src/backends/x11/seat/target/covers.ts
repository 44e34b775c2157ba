/** Finds what lies over a window at one point of the screen. */
import {
  GetGeometry,
  GetWindowAttributes,
  MapState,
  QueryTree,
  readWords,
  ShapeGetRectangles,
  ShapeKind,
  type X11Connection,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import { type Hole, holeAt } from './hole.js';
import { isSameClient, type Target } from './target.js';

export interface Way {
  readonly holes: readonly Hole[];
  /** From the root to what will get the press: the target, or a popup it has open there. */
  readonly chain: readonly number[];
}

type Place = { readonly x: number; readonly y: number };

/**
 * The way to the first of `places` inside the target, with holes for the others too: those a drag will pass.
 * Undefined when the target's own frame is not in the window stack any more.
 */
export async function findWay(x: X11Connection, target: Target, places: readonly Place[], perch: number): Promise<Way | undefined> {
  const top = target.chain[1];
  const { children } = await x.request(QueryTree, { window: x.root });
  const index = top === undefined ? -1 : children.indexOf(top);
  if (index < 0) return undefined;
  const above = children.slice(index + 1).filter((window) => window !== perch);
  const found = await Promise.all(above.map((window) => coverAt(x, window, target, places)));
  const holes: Hole[] = [];
  let chain = target.chain;
  for (const cover of found.reverse()) {
    if (!cover) continue;
    if (!cover.isPopup) holes.push(...cover.holes);
    else if (cover.isAtFirst) {
      chain = [x.root, cover.window];
      break;
    }
  }
  return { holes, chain };
}

interface Cover {
  readonly window: number;
  readonly holes: readonly Hole[];
  readonly isPopup: boolean;
  readonly isAtFirst: boolean;
}

async function coverAt(x: X11Connection, window: number, target: Target, places: readonly Place[]): Promise<Cover | undefined> {
  const asked = await ifAlive(
    Promise.all([
      x.request(GetWindowAttributes, { window }),
      x.request(GetGeometry, { drawable: window }),
      x.request(ShapeGetRectangles, { window, kind: ShapeKind.Input }),
    ]),
  );
  if (!asked) return undefined;
  const [attributes, geometry, { rectangles }] = asked;
  if (attributes.mapState !== MapState.Viewable) return undefined;
  const byPlace = places.map((at) => holeAt(window, geometry, rectangles, at));
  const holes = byPlace.filter((hole) => hole !== undefined);
  if (holes.length === 0) return undefined;
  const mayBePopup = attributes.overrideRedirect && isSameClient(x, window, target.window);
  return { window, holes, isPopup: mayBePopup && !(await isTooltip(x, window)), isAtFirst: byPlace[0] !== undefined };
}

async function isTooltip(x: X11Connection, window: number): Promise<boolean> {
  const [type, tooltip] = await Promise.all([x.atoms.intern('_NET_WM_WINDOW_TYPE'), x.atoms.intern('_NET_WM_WINDOW_TYPE_TOOLTIP')]);
  return ((await ifAlive(readWords(x, window, type))) ?? []).includes(tooltip);
}
