import type { Act } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import type { Button, Direction } from '../../model/gesture.js';
import { MODIFIERS } from '../../model/key-names.js';
import type { Op } from '../../ops/op.js';
import { requireKeyPress } from '../../ops/require-combo.js';
import { secretNames } from '../../secrets/placeholder.js';
import { click } from '../../verbs/click.js';
import { hover } from '../../verbs/hover.js';
import { pressKey } from '../../verbs/keys.js';
import { scroll } from '../../verbs/scroll.js';
import { typeText } from '../../verbs/type-text.js';
import { onScreen, placeAt, windowForKeys } from './place.js';

type OpOf<K extends Op['kind']> = Extract<Op, { kind: K }>;
export type ActingOp = OpOf<'left_click' | 'right_click' | 'double_click' | 'mouse_move' | 'scroll' | 'type' | 'key'>;

const delivery = 'background';
const MOST_TICKS = 200;

/** What an op does, as acts in order. */
export async function actsOf(call: Call, op: ActingOp): Promise<Act[]> {
  switch (op.kind) {
    case 'left_click':
      return [await clickAct(call, op, { button: op.button, count: 1, mods: op.mods })];
    case 'right_click':
      return [await clickAct(call, op, { button: 'right', count: 1, mods: op.mods })];
    case 'double_click':
      return [await clickAct(call, op, { button: op.button, count: 2, mods: {} })];
    case 'mouse_move': {
      const { window, point } = await placeAt(call, op);
      return [await onScreen(call, op.kind, await hover(call, window, point))];
    }
    case 'scroll':
      return scrollActs(call, op);
    case 'type':
      return [await typeAct(call, op)];
    case 'key': {
      const combo = requireKeyPress({ keys: op.keys, mods: op.mods });
      const window = await windowForKeys(call);
      return [await onScreen(call, op.kind, await pressKey(call, { verb: op.kind, window, combo, repeat: 1, holdMs: 0, delivery }))];
    }
  }
}

interface Clicking {
  readonly button: Button;
  readonly count: number;
  readonly mods: Partial<OpOf<'left_click'>['mods']>;
}

async function clickAct(
  call: Call,
  op: OpOf<'left_click' | 'right_click' | 'double_click'>,
  { button, count, mods }: Clicking,
): Promise<Act> {
  const { window, point } = await placeAt(call, op);
  const modifiers = MODIFIERS.filter((modifier) => modifier !== 'fn' && mods[modifier]);
  return onScreen(call, op.kind, await click(call, { verb: op.kind, window, point, button, count, modifiers, delivery }));
}

async function scrollActs(call: Call, op: OpOf<'scroll'>): Promise<Act[]> {
  const turns: readonly (readonly [Direction, number])[] = [
    [op.dy > 0 ? 'down' : 'up', Math.abs(op.dy)],
    [op.dx > 0 ? 'right' : 'left', Math.abs(op.dx)],
  ];
  if (turns.some(([, ticks]) => ticks > MOST_TICKS)) {
    throw new DriverError(
      'invalid_input',
      `cua: scroll turns the wheel by at most ${MOST_TICKS} notches at once; dx and dy count notches.`,
    );
  }
  const { window, point } = await placeAt(call, op);
  const wanted = turns.filter(([, ticks]) => ticks > 0);
  return Promise.all(
    wanted.map(async ([direction, ticks]) =>
      onScreen(call, op.kind, await scroll(call, { window, point, direction, ticks, modifiers: [], intoView: false, delivery })),
    ),
  );
}

async function typeAct(call: Call, { kind, text }: OpOf<'type'>): Promise<Act> {
  if (secretNames(text).length > 0) {
    throw new DriverError('invalid_input', 'cua: a secret goes into one element only; use type_text or set_value with element_index.');
  }
  const window = await windowForKeys(call);
  return onScreen(call, kind, await typeText(call, { window, text, delayMs: 0, delivery }));
}
