/** A moment as material for a picture: pixels, the texts on them, what must be covered, and where the turn acted. */
import type { Rect } from '../../../model/geometry.js';
import type { Marks, PictureSource } from '../../../recording/picture.js';
import type { TypedText } from '../../../recording/typed-text.js';
import type { SnapshotNode } from '../../../snapshot/snapshot.js';
import { isPassword } from './arguments.js';
import type { Moment } from './moment.js';
import type { OpenTurn } from './open-turn.js';

export function pictureSource(moment: Moment | undefined, typed: TypedText): PictureSource | undefined {
  if (!moment?.captured) return undefined;
  const { image, origin } = moment.captured;
  const placed = (moment.snapshot?.nodes ?? []).flatMap((node) =>
    node.element.frame ? [{ node, box: shifted(node.element.frame, origin) }] : [],
  );
  return {
    image,
    origin,
    texts: placed.map(({ node, box }) => ({
      role: node.role,
      text: [node.label, node.value].filter(Boolean).join(' '),
      isPassword: isPassword(node),
      box,
    })),
    typed: [
      ...placed.filter(({ node }) => showsTyped(node, typed)).map(({ box }) => box),
      ...moment.typedInto.map((box) => shifted(box, origin)),
    ],
  };
}

/** Windows and their containers repeat what is inside them; the element itself is covered. */
function showsTyped({ parent, role, label, value }: SnapshotNode, typed: TypedText): boolean {
  if (parent < 0 || role === 'webarea' || role === 'group') return false;
  return typed.isIn(value ?? '', true) || typed.isIn(label, false);
}

const shifted = (box: Rect, origin: { x: number; y: number }): Rect => ({
  x: box.x - origin.x,
  y: box.y - origin.y,
  width: box.width,
  height: box.height,
});

/** Where the turn acted, in window pixels. */
export function marksOf({ act, targets, points, before, input }: OpenTurn): Marks {
  if (!act) return {};
  const size = before?.window?.bounds ?? act.window?.bounds;
  const [first] = targets;
  const at = size ? points.map(({ at: share }) => ({ x: share.x * size.width, y: share.y * size.height })) : [];
  const ends = targets.flatMap(({ frame, field }) => (frame && field.endsWith('_element') ? [middle(frame)] : []));
  const path = [...ends, ...at];
  const box = first?.frame ?? act.element?.frame ?? undefined;
  const isDrag = input.from_x !== undefined || input.from_element !== undefined || Array.isArray(input.path);
  if (isDrag && path.length > 1) return { path };
  return { ...(box ? { box } : {}), ...(act.point ? { marker: act.point } : box ? { marker: middle(box) } : {}) };
}

const middle = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 });
