/** The nine actions of OpenAI's computer tools; the same objects in the current tool and in the preview. */
import { DriverError } from '../../errors/driver-error.js';
import { isRecord, type Json } from '../context/image-parts.js';
import type { ImageFrame, NativeAction, NativePoint } from './action.js';
import { Fields } from './fields.js';

type Parse = (fields: Fields, frame: ImageFrame) => NativeAction;

/** `wait` carries no duration; two seconds is what the provider's own samples use. */
const waitSeconds = 2;

const actions = new Map<string, Parse>(
  Object.entries<Parse>({
    click: parseClick,
    double_click: (fields, frame) => ({ kind: 'click', button: 'left', count: 2, ...spot(fields, frame) }),
    drag: (fields, frame) => ({ kind: 'drag', path: dragPath(fields, frame), modifiers: fields.modifiers('keys') }),
    keypress: (fields) => ({ kind: 'key', combo: fields.combo('keys'), repeat: 1 }),
    move: (fields, frame) => ({ kind: 'move', ...spot(fields, frame) }),
    screenshot: () => ({ kind: 'screenshot' }),
    scroll: (fields, frame) => ({
      kind: 'scroll',
      amount: { unit: 'pixels', dx: fields.number('scroll_x', 0), dy: fields.number('scroll_y', 0), frame },
      ...spot(fields, frame),
    }),
    type: (fields) => ({ kind: 'type', text: fields.text('text') }),
    wait: () => ({ kind: 'wait', seconds: waitSeconds }),
  }),
);

export function parseOpenaiAction(action: unknown, frame: ImageFrame): NativeAction {
  const input: Json = isRecord(action) ? action : {};
  const fields = new Fields(typeof input.type === 'string' ? input.type : '', input);
  const parse = actions.get(fields.action);
  if (!parse) throw fields.unknownAction(actions.keys());
  return parse(fields, frame);
}

const spot = (fields: Fields, frame: ImageFrame) => ({ at: fields.point('x', 'y', frame), modifiers: fields.modifiers('keys') });

function parseClick(fields: Fields, frame: ImageFrame): NativeAction {
  const button = fields.oneOf('button', ['left', 'right', 'wheel', 'back', 'forward'], 'left');
  const { at, modifiers } = spot(fields, frame);
  if (button === 'back' || button === 'forward') return { kind: 'history', direction: button, at };
  return { kind: 'click', button: button === 'wheel' ? 'middle' : button, count: 1, at, modifiers };
}

function dragPath(fields: Fields, frame: ImageFrame): readonly [NativePoint, NativePoint, ...NativePoint[]] {
  const points = fields
    .list('path')
    .map((point, index) => new Fields(`drag.path[${index}]`, isRecord(point) ? point : {}).point('x', 'y', frame));
  const [first, second, ...rest] = points;
  if (first && second) return [first, second, ...rest];
  throw new DriverError('invalid_input', `drag.path must hold at least two points; got ${points.length}.`);
}
