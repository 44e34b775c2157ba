/** Which elements may have changed since the last look: those that said so, and those where the window drew anew. */
import { area, inflate, intersect, intersects, type Rect } from '../../../../model/geometry.js';
import { refKey } from '../../../../wire/atspi/ref.js';
import { roleName } from '../../../../wire/atspi/tables/roles.js';
import { preorder, type TreeNode } from '../../../../wire/atspi/tree/node.js';

export interface LastLook {
  readonly root: TreeNode;
  readonly popups: readonly TreeNode[];
  readonly frames: ReadonlyMap<TreeNode, Rect>;
}

export interface Happened {
  readonly drawn: readonly Rect[];
  /** Keys of elements that announced something. */
  readonly announced: ReadonlySet<string>;
}

/** A part of a page that may have scrolled, which brings other elements into sight without a word. */
export interface Scroller {
  /** An element in sight; where it stays, nothing scrolled. */
  readonly probe: TreeNode | undefined;
  /** Keys of elements that were out of sight. */
  readonly outOfSight: string[];
}

export interface Suspects {
  readonly keys: Set<string>;
  readonly scrollers: readonly Scroller[];
}

/** What scrolls is drawn anew as a whole. */
const SCROLLED_SHARE = 0.5;

export function findSuspects({ root, popups, frames }: LastLook, { drawn, announced }: Happened): Suspects {
  const keys = new Set<string>();
  const scrollers: Scroller[] = [];
  const window = frames.get(root);
  // Popups are windows of their own, whose drawing nobody watches.
  for (const popup of popups) for (const node of preorder(popup)) keys.add(refKey(node));
  const visit = (node: TreeNode, around: Around): void => {
    const key = refKey(node);
    const frame = frames.get(node);
    const inPage = around.inPage || roleName(node.role) === 'document web';
    const said = announced.has(key);
    const here = frame ? { isTouched: isTouched(frame, drawn), scroller: scrollerAt(node, frame) } : around;
    if (inPage && !frame) {
      if (said) keys.add(key);
      else here.scroller?.outOfSight.push(key);
    } else if (here.isTouched || said || around.said) keys.add(key);
    // What an element says may be about its children or, as with the text of a combo box, about what it is part of.
    if (said && node.parent) keys.add(refKey(node.parent));
    for (const child of node.children) visit(child, { ...here, inPage, said });
  };
  const scrollerAt = (node: TreeNode, frame: Rect): Scroller | undefined => {
    if (shareDrawn(frame, window, drawn) < SCROLLED_SHARE) return undefined;
    const scroller = { probe: node.children.find((child) => frames.has(child)), outOfSight: [] };
    scrollers.push(scroller);
    return scroller;
  };
  visit(root, { isTouched: true, scroller: undefined, inPage: false, said: false });
  return { keys, scrollers: scrollers.filter(({ outOfSight }) => outOfSight.length > 0) };
}

/** What holds for the nearest element around that has a place. */
interface Around {
  readonly isTouched: boolean;
  readonly scroller: Scroller | undefined;
  readonly inPage: boolean;
  /** The parent announced something. */
  readonly said: boolean;
}

/** Frames are rounded, so their neighbours count. */
const isTouched = (frame: Rect, drawn: readonly Rect[]): boolean => {
  const around = inflate(frame, 1);
  return drawn.some((rect) => intersects(around, rect));
};

/** A document may be said to be as long as its page is; only the part inside the window is ever drawn. */
function shareDrawn(frame: Rect, window: Rect | undefined, drawn: readonly Rect[]): number {
  const seen = window ? intersect(frame, window) : frame;
  if (!seen) return 1;
  const covered = drawn.reduce((sum, rect) => sum + area(intersect<Rect>(seen, rect) ?? { width: 0, height: 0 }), 0);
  return covered / Math.max(1, area(seen));
}
