import type { AtspiBus } from '../invoke.js';
import { getAttributes } from '../objects/accessible.js';
import { type ActionInfo, getActions } from '../objects/action.js';
import { type CoordinateSpace, type Extents, getExtents } from '../objects/component.js';
import { getCaretOffset, getCharacterCount, getTextRange } from '../objects/text.js';
import { getCurrentValue, getMaximumValue, getMinimumIncrement, getMinimumValue } from '../objects/value.js';
import type { AtspiRef } from '../ref.js';
import { type SweepOptions, type Swept, sweep } from './sweep.js';

export const readExtents = (
  at: AtspiBus,
  refs: readonly AtspiRef[],
  space: CoordinateSpace,
  options?: SweepOptions,
): Promise<Swept<Extents>> => sweep(refs, (ref) => getExtents(at, ref, space), options);

export const readActions = (at: AtspiBus, refs: readonly AtspiRef[], options?: SweepOptions): Promise<Swept<ActionInfo[]>> =>
  sweep(refs, (ref) => getActions(at, ref), options);

export const readAttributes = (
  at: AtspiBus,
  refs: readonly AtspiRef[],
  options?: SweepOptions,
): Promise<Swept<ReadonlyMap<string, string>>> => sweep(refs, (ref) => getAttributes(at, ref), options);

export interface ValueDetail {
  readonly current: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly increment: number;
}

export const readValues = (at: AtspiBus, refs: readonly AtspiRef[], options?: SweepOptions): Promise<Swept<ValueDetail>> =>
  sweep(
    refs,
    async (ref) => {
      const [current, minimum, maximum, increment] = await Promise.all([
        getCurrentValue(at, ref),
        getMinimumValue(at, ref),
        getMaximumValue(at, ref),
        getMinimumIncrement(at, ref),
      ]);
      return { current, minimum, maximum, increment };
    },
    options,
  );

export interface TextDetail {
  /** At most the characters asked for. */
  readonly text: string;
  readonly characterCount: number;
  readonly caretOffset: number;
}

export const readTexts = (
  at: AtspiBus,
  refs: readonly AtspiRef[],
  { maxCharacters, ...options }: SweepOptions & { readonly maxCharacters: number },
): Promise<Swept<TextDetail>> =>
  sweep(
    refs,
    async (ref) => {
      const [characterCount, caretOffset] = await Promise.all([getCharacterCount(at, ref), getCaretOffset(at, ref)]);
      // Some toolkits answer nothing at all when the end lies behind the text.
      const end = Math.min(characterCount, maxCharacters);
      const text = end > 0 ? await getTextRange(at, ref, { start: 0, end }) : '';
      return { text, characterCount, caretOffset };
    },
    options,
  );
