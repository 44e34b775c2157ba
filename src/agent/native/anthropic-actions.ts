/** The 17 actions of Anthropic's computer tools; names and arguments are the same in all three generations. */
import type { Json } from '../context/image-parts.js';
import type { ImageFrame, NativeAction, NativeKind, ScrollAmount } from './action.js';
import { Fields } from './fields.js';
import { regionIn } from './resolve.js';

interface Member {
  readonly kind: NativeKind;
  readonly parse: (fields: Fields, frame: ImageFrame) => NativeAction;
}

const maxSeconds = 300;

const click = (button: 'left' | 'right' | 'middle', count: 1 | 2 | 3): Member => ({
  kind: 'click',
  parse: (fields, frame) => ({ kind: 'click', button, count, ...at(fields, frame), modifiers: fields.modifiers('text') }),
});

const at = (fields: Fields, frame: ImageFrame) => (fields.has('coordinate') ? { at: fields.pair('coordinate', frame) } : {});

/** In the order the API publishes them. */
const members = {
  key: {
    kind: 'key',
    parse: (fields) => ({ kind: 'key', combo: fields.combo('text'), repeat: Math.floor(fields.numberBetween('repeat', 1, 100, 1)) }),
  },
  hold_key: {
    kind: 'hold_key',
    parse: (fields) => ({ kind: 'hold_key', combo: fields.combo('text'), seconds: fields.numberBetween('duration', 0, maxSeconds) }),
  },
  type: { kind: 'type', parse: (fields) => ({ kind: 'type', text: fields.text('text') }) },
  cursor_position: { kind: 'cursor_position', parse: () => ({ kind: 'cursor_position' }) },
  mouse_move: { kind: 'move', parse: (fields, frame) => ({ kind: 'move', at: fields.pair('coordinate', frame), modifiers: [] }) },
  left_mouse_down: { kind: 'mouse_down', parse: (fields, frame) => ({ kind: 'mouse_down', ...at(fields, frame) }) },
  left_mouse_up: { kind: 'mouse_up', parse: (fields, frame) => ({ kind: 'mouse_up', ...at(fields, frame) }) },
  left_click: click('left', 1),
  left_click_drag: {
    kind: 'drag',
    parse: (fields, frame) => ({
      kind: 'drag',
      path: [fields.pair('start_coordinate', frame), fields.pair('coordinate', frame)],
      modifiers: fields.modifiers('text'),
    }),
  },
  right_click: click('right', 1),
  middle_click: click('middle', 1),
  double_click: click('left', 2),
  triple_click: click('left', 3),
  scroll: {
    kind: 'scroll',
    parse: (fields, frame) => ({ kind: 'scroll', amount: scrollAmount(fields), ...at(fields, frame), modifiers: fields.modifiers('text') }),
  },
  wait: { kind: 'wait', parse: (fields) => ({ kind: 'wait', seconds: fields.numberBetween('duration', 0, maxSeconds) }) },
  screenshot: { kind: 'screenshot', parse: () => ({ kind: 'screenshot' }) },
  zoom: { kind: 'zoom', parse: (fields, frame) => ({ kind: 'zoom', region: zoomRegion(fields, frame) }) },
} as const satisfies Record<string, Member>;

export type AnthropicMember = keyof typeof members;

const table = new Map<string, Member>(Object.entries(members));

export const anthropicMembers: readonly AnthropicMember[] = Object.keys(members) as AnthropicMember[];

export const kindOfMember = (member: AnthropicMember): NativeKind => members[member].kind;

export function parseAnthropicAction(name: string, input: Json, frame: ImageFrame): NativeAction {
  const fields = new Fields(name, input);
  const member = table.get(name);
  if (!member) throw fields.unknownAction(table.keys());
  return member.parse(fields, frame);
}

function scrollAmount(fields: Fields): ScrollAmount {
  const direction = fields.oneOf('scroll_direction', ['up', 'down', 'left', 'right']);
  const ticks = fields.numberBetween('scroll_amount', 0, 1000);
  if (direction === 'up' || direction === 'down') return { unit: 'ticks', dx: 0, dy: direction === 'up' ? -ticks : ticks };
  return { unit: 'ticks', dx: direction === 'left' ? -ticks : ticks, dy: 0 };
}

function zoomRegion(fields: Fields, frame: ImageFrame) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = fields.numbers('region', 4);
  return regionIn(frame, [x0, y0, x1, y1]);
}
