/** The predefined functions of Gemini's computer use: the names of 3.5 and of 2.5, told apart by name and arguments. */
import { type KeyCombo, makeCombo } from '../../model/key-combo.js';
import type { Json } from '../context/image-parts.js';
import type { Frame, NativeAction, NativeKind, ScrollAmount } from './action.js';
import { Fields } from './fields.js';

export interface GeminiParseOptions {
  /** What selects everything in a field on this platform. */
  readonly selectAll?: KeyCombo;
}

interface GeminiFunction {
  readonly kind: NativeKind;
  readonly parse: (fields: Fields, options: GeminiParseOptions) => readonly NativeAction[];
}

const grid: Frame = { space: 'grid1000' };
const press = (combo: KeyCombo): NativeAction => ({ kind: 'key', combo, repeat: 1 });
const enter = press(makeCombo([], 'return'));
const ctrlA = makeCombo(['ctrl'], 'a');

const one = (kind: NativeKind, parse: (fields: Fields) => NativeAction): GeminiFunction => ({ kind, parse: (fields) => [parse(fields)] });

const click = (button: 'left' | 'right' | 'middle', count: 1 | 2 | 3): GeminiFunction =>
  one('click', (fields) => ({ kind: 'click', button, count, at: fields.point('x', 'y', grid), modifiers: [] }));

const move = one('move', (fields) => ({ kind: 'move', at: fields.point('x', 'y', grid), modifiers: [] }));
const hotkey = one('key', (fields) => press(fields.combo('keys')));
const history = (direction: 'back' | 'forward') => one('history', () => ({ kind: 'history', direction }));
const scroll = (pixels: number) =>
  one('scroll', (fields) => ({ kind: 'scroll', amount: scrollAmount(fields, pixels), ...optionalPoint(fields), modifiers: [] }));
const searchPage = 'https://www.google.com/';

const functions = {
  click: click('left', 1),
  double_click: click('left', 2),
  triple_click: click('left', 3),
  middle_click: click('middle', 1),
  right_click: click('right', 1),
  mouse_down: one('mouse_down', (fields) => ({ kind: 'mouse_down', ...optionalPoint(fields) })),
  mouse_up: one('mouse_up', (fields) => ({ kind: 'mouse_up', ...optionalPoint(fields) })),
  move,
  type: { kind: 'type', parse: (fields, options) => typing(fields, options, { pressEnter: false, clear: false }) },
  drag_and_drop: one('drag', parseDrag),
  wait: one('wait', (fields) => ({ kind: 'wait', seconds: fields.numberBetween('seconds', 0, 300, 1) })),
  press_key: one('key', (fields) => press(fields.combo('key'))),
  key_down: one('key_down', (fields) => ({ kind: 'key_down', combo: fields.combo('key') })),
  key_up: one('key_up', (fields) => ({ kind: 'key_up', combo: fields.combo('key') })),
  hotkey,
  take_screenshot: one('screenshot', () => ({ kind: 'screenshot' })),
  scroll: scroll(300),
  go_back: history('back'),
  go_forward: history('forward'),
  navigate: one('navigate', (fields) => ({ kind: 'navigate', url: fields.text('url') })),
  open_web_browser: one('open_browser', () => ({ kind: 'open_browser' })),
  wait_5_seconds: one('wait', () => ({ kind: 'wait', seconds: 5 })),
  search: one('navigate', () => ({ kind: 'navigate', url: searchPage })),
  click_at: click('left', 1),
  hover_at: move,
  type_text_at: { kind: 'type', parse: (fields, options) => typing(fields, options, { pressEnter: true, clear: true }) },
  key_combination: hotkey,
  scroll_document: scroll(800),
  scroll_at: scroll(800),
} as const satisfies Record<string, GeminiFunction>;

export type GeminiFunctionName = keyof typeof functions;

const desktop35 = [
  'click',
  'double_click',
  'triple_click',
  'middle_click',
  'right_click',
  'mouse_down',
  'mouse_up',
  'move',
  'type',
  'drag_and_drop',
  'wait',
  'press_key',
  'key_down',
  'key_up',
  'hotkey',
  'take_screenshot',
  'scroll',
] as const satisfies readonly GeminiFunctionName[];

/** The functions a model is offered, by generation and environment. */
export const geminiNames = {
  'desktop-3.5': desktop35,
  'browser-3.5': [...desktop35, 'go_back', 'go_forward', 'navigate'],
  'browser-2.5': [
    'open_web_browser',
    'wait_5_seconds',
    'go_back',
    'go_forward',
    'search',
    'navigate',
    'click_at',
    'hover_at',
    'type_text_at',
    'key_combination',
    'scroll_document',
    'scroll_at',
    'drag_and_drop',
  ],
} as const satisfies Record<string, readonly GeminiFunctionName[]>;

export type GeminiNameSet = keyof typeof geminiNames;

const table = new Map<string, GeminiFunction>(Object.entries(functions));

export const kindOfFunction = (name: GeminiFunctionName): NativeKind => functions[name].kind;

/** One function may stand for several actions in a row: `type_text_at` clicks, clears, types and presses Enter. */
export function parseGeminiFunction(name: string, args: Json, options: GeminiParseOptions = {}): readonly NativeAction[] {
  const fields = new Fields(name, args);
  const found = table.get(name);
  if (!found) throw fields.unknownAction(table.keys());
  return found.parse(fields, options);
}

const optionalPoint = (fields: Fields) => (fields.has('x') && fields.has('y') ? { at: fields.point('x', 'y', grid) } : {});

function typing(
  fields: Fields,
  { selectAll = ctrlA }: GeminiParseOptions,
  defaults: { pressEnter: boolean; clear: boolean },
): readonly NativeAction[] {
  const spot = optionalPoint(fields);
  const focus: NativeAction[] = spot.at ? [{ kind: 'click', button: 'left', count: 1, at: spot.at, modifiers: [] }] : [];
  const clear = fields.flag('clear_before_typing', defaults.clear) ? [press(selectAll), press(makeCombo([], 'backspace'))] : [];
  const text: NativeAction = { kind: 'type', text: fields.text('text') };
  return [...focus, ...clear, text, ...(fields.flag('press_enter', defaults.pressEnter) ? [enter] : [])];
}

function parseDrag(fields: Fields): NativeAction {
  const from = fields.has('start_x') ? fields.point('start_x', 'start_y', grid) : fields.point('x', 'y', grid);
  const to = fields.has('end_x') ? fields.point('end_x', 'end_y', grid) : fields.point('destination_x', 'destination_y', grid);
  return { kind: 'drag', path: [from, to], modifiers: [] };
}

/** Documented in pixels of the grid; the live service also says wheel clicks, and 2.5 just `magnitude`. */
function scrollAmount(fields: Fields, defaultPixels: number): ScrollAmount {
  const direction = fields.oneOf('direction', ['up', 'down', 'left', 'right']);
  const inTicks = fields.has('magnitude_in_wheel_clicks');
  const name = inTicks ? 'magnitude_in_wheel_clicks' : fields.has('magnitude_in_pixels') ? 'magnitude_in_pixels' : 'magnitude';
  const size = fields.numberBetween(name, 0, 1000, defaultPixels);
  const signed = direction === 'up' || direction === 'left' ? -size : size;
  const delta = direction === 'up' || direction === 'down' ? { dx: 0, dy: signed } : { dx: signed, dy: 0 };
  return inTicks ? { unit: 'ticks', ...delta } : { unit: 'pixels', ...delta, frame: grid };
}
