/** Where stretches of a text show: every character asked of the toolkit, all at once. */
import type { Rect } from '../../../model/geometry.js';
import { intersects, linesOf } from '../../../model/geometry.js';
import type { AtspiClient } from '../../../wire/atspi/client.js';
import { type CoordinateSpace, getExtents, isOnScreen } from '../../../wire/atspi/objects/component.js';
import { getCharacterCount, getOffsetAtPoint, getRangeExtents, getTextRange } from '../../../wire/atspi/objects/text.js';
import type { AtspiRef } from '../../../wire/atspi/ref.js';
import { sweep } from '../../../wire/atspi/tree/sweep.js';
import type { ShownStretch, TextStretch } from '../../port.js';

/** A longer stretch is given as one box. */
const MOST_CHARACTERS = 512;
/** Characters to each side that tell whether the toolkit's boxes are where it draws. */
const BESIDE = 24;

interface Shown {
  readonly client: AtspiClient;
  readonly ref: AtspiRef;
  readonly space: CoordinateSpace;
  /** In the units the toolkit counts in: Qt's are UTF-16 units as ours are, everyone else's are code points. */
  readonly units: readonly string[];
}

export interface StretchRequest extends Pick<Shown, 'client' | 'ref' | 'space'> {
  readonly countsUtf16: boolean;
  readonly find: (text: string) => readonly TextStretch[];
}

/** In the toolkit's own numbers. */
export async function readStretches({ client, ref, space, countsUtf16, find }: StretchRequest): Promise<ShownStretch[]> {
  const count = await getCharacterCount(client, ref);
  if (count <= 0) return [];
  const text = await getTextRange(client, ref, { start: 0, end: count });
  const units = countsUtf16 ? text.split('') : Array.from(text);
  const toUnits = (offset: number): number => (countsUtf16 ? offset : Array.from(text.slice(0, offset)).length);
  const shown = { client, ref, space, units };
  const frame = await getExtents(client, ref, space);
  return Promise.all(
    find(text).map(async ({ start, end }) => {
      const stretch = { start: toUnits(start), end: toUnits(end) };
      const { boxes, around } = await place(shown, stretch);
      if (boxes.length === 0 || boxes.some((box) => intersects(frame, box))) return { start, end, boxes, around };
      // Scrolled out of sight, says the toolkit: what is in sight shows whether it can be believed.
      return { start, end, boxes, around: await charactersAt(shown, frame) };
    }),
  );
}

async function place(shown: Shown, { start, end }: TextStretch): Promise<Omit<ShownStretch, 'start' | 'end'>> {
  const isLong = end - start > MOST_CHARACTERS;
  const around = await characters(shown, start - BESIDE, isLong ? start + BESIDE : end + BESIDE);
  if (!isLong) return { boxes: linesOf(around.filter(({ at }) => at >= start && at < end).map(({ box }) => box)), around };
  const whole = await getRangeExtents(shown.client, shown.ref, { start, end }, shown.space);
  return { boxes: isOnScreen(whole) ? [whole] : [], around };
}

async function charactersAt(shown: Shown, frame: Rect): Promise<ShownStretch['around']> {
  const middle = { x: Math.round(frame.x + frame.width / 3), y: Math.round(frame.y + frame.height / 2) };
  const offset = await getOffsetAtPoint(shown.client, shown.ref, middle, shown.space);
  return offset < 0 ? [] : characters(shown, offset - BESIDE, offset + BESIDE);
}

async function characters({ client, ref, space, units }: Shown, from: number, to: number) {
  const offsets = units.slice(Math.max(0, from), to).map((_, i) => Math.max(0, from) + i);
  const { results } = await sweep(offsets, (at) => getRangeExtents(client, ref, { start: at, end: at + 1 }, space));
  return offsets.flatMap((at, i) => {
    const box = results[i];
    return box && isOnScreen(box) ? [{ at, box, isBlank: (units[at] ?? '').trim() === '' }] : [];
  });
}
