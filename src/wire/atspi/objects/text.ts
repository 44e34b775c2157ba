import { type AtspiBus, getProperty, invoke, invokeOne } from '../invoke.js';
import type { AtspiRef } from '../ref.js';
import { COORDINATES, type CoordinateSpace, type Extents } from './component.js';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const number = (at: AtspiBus, ref: AtspiRef, property: string) => getProperty<number>(at, ref, 'Text', property, 'i');

export const getCharacterCount = (at: AtspiBus, ref: AtspiRef): Promise<number> => number(at, ref, 'CharacterCount');

export const getCaretOffset = (at: AtspiBus, ref: AtspiRef): Promise<number> => number(at, ref, 'CaretOffset');

/** Part of the text; offsets count characters as the toolkit does (GTK code points, Qt UTF-16 units). */
export const getTextRange = (at: AtspiBus, ref: AtspiRef, { start, end }: TextRange): Promise<string> =>
  invokeOne<string>(at, ref, { interface: 'Text', member: 'GetText', signature: 'ii', body: [start, end], reply: 's' });

/** The whole text. Its end is asked for, because GTK 4.8 answers nothing to the usual -1. */
export async function getText(at: AtspiBus, ref: AtspiRef): Promise<string> {
  const end = await getCharacterCount(at, ref);
  return end > 0 ? getTextRange(at, ref, { start: 0, end }) : '';
}

export const setCaretOffset = (at: AtspiBus, ref: AtspiRef, offset: number): Promise<boolean> =>
  invokeOne<boolean>(at, ref, { interface: 'Text', member: 'SetCaretOffset', signature: 'i', body: [offset], reply: 'b' });

export async function getRangeExtents(at: AtspiBus, ref: AtspiRef, range: TextRange, space: CoordinateSpace): Promise<Extents> {
  const body = [range.start, range.end, COORDINATES[space]];
  const reply = await invoke(at, ref, { interface: 'Text', member: 'GetRangeExtents', signature: 'iiu', body, reply: 'iiii' });
  const [x = 0, y = 0, width = 0, height = 0] = reply as readonly number[];
  return { x, y, width, height };
}

/** The character at a point, -1 when there is none. */
export const getOffsetAtPoint = (
  at: AtspiBus,
  ref: AtspiRef,
  { x, y }: { x: number; y: number },
  space: CoordinateSpace,
): Promise<number> =>
  invokeOne<number>(at, ref, {
    interface: 'Text',
    member: 'GetOffsetAtPoint',
    signature: 'iiu',
    body: [x, y, COORDINATES[space]],
    reply: 'i',
  });
