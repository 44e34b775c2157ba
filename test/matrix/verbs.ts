// The verbs of the matrix: how each is asked of the product, and what the program's own log must then say.
import type { Product } from '../harness/product.js';
import type { Fixture, WidgetName } from '../support/apps.js';
import type { Line } from '../support/parts/line-process.js';

export interface Aim {
  readonly product: Product;
  readonly app: Fixture;
  /** Arguments that address a widget, by element or by pixel; `dx` shifts a pixel. */
  at(widget: WidgetName, dx?: number): { element_index: number } | { x: number; y: number };
  /** A text or number that no other cell uses. */
  readonly token: string;
}

export interface Verb {
  readonly name: string;
  /** The widgets it aims at; the second of each is for programs, or trees, without the first. */
  readonly widgets: readonly (readonly WidgetName[])[];
  act(aim: Aim, ...widgets: WidgetName[]): Promise<{ route: string }>;
  seen(event: Line, aim: Aim, ...widgets: WidgetName[]): boolean;
  /** Leaves the program as the next cell expects it. */
  tidy?(aim: Aim): Promise<unknown>;
}

const window = ({ product, app }: Aim) => product.at(app);
const isPress = (button: number, modifiers?: string) => (event: Line, _aim: Aim, widget: WidgetName) =>
  event.type === 'press' &&
  event.widget === widget &&
  event.button === button &&
  (modifiers === undefined || String(event.modifiers) === modifiers);
const isKey = (event: Line, key: string, modifiers: string) =>
  event.type === 'key' && String(event.key).toLowerCase() === key && String(event.modifiers) === modifiers;

/** Pixels lie this far beside the element's own click, so that two cells in a row never make one double click. */
const apart = -30;

/** The two ends of a drag: elements by their number, pixels as they are. */
function ends(aim: Aim, from: WidgetName, to: WidgetName, shift = 0) {
  const [start, end] = [aim.at(from, -shift), aim.at(to, shift)];
  return {
    ...('x' in start ? { from_x: start.x, from_y: start.y } : { from_element: start.element_index }),
    ...('x' in end ? { to_x: end.x, to_y: end.y } : { to_element: end.element_index }),
  };
}

const pointer: readonly Verb[] = [
  {
    name: 'click',
    widgets: [['button']],
    act: (aim, widget) => aim.product.call('click', { ...window(aim), ...aim.at(widget) }),
    seen: (event, _aim, widget) => event.type === 'clicked' && event.widget === widget,
  },
  {
    name: 'double_click',
    widgets: [['canvas']],
    act: (aim, widget) => aim.product.call('double_click', { ...window(aim), ...aim.at(widget, apart) }),
    seen: (event, _aim, widget) => event.type === 'double' && event.widget === widget,
  },
  {
    name: 'right_click',
    widgets: [['context', 'canvas']],
    act: (aim, widget) => aim.product.call('right_click', { ...window(aim), ...aim.at(widget) }),
    seen: (event, aim, widget) =>
      widget === 'context' ? event.type === 'menu-opened' && event.menu === 'context' : isPress(3)(event, aim, widget),
    tidy: (aim) => aim.product.call('press_key', { ...window(aim), key: 'escape' }),
  },
  {
    name: 'middle click',
    widgets: [['canvas']],
    act: (aim, widget) => aim.product.call('click', { ...window(aim), ...aim.at(widget, 20), button: 'middle' }),
    seen: isPress(2),
  },
  {
    name: 'click with Shift',
    widgets: [['canvas']],
    act: (aim, widget) => aim.product.call('click', { ...window(aim), ...aim.at(widget, 40), modifier: ['shift'] }),
    seen: isPress(1, 'shift'),
  },
  {
    name: 'drag',
    widgets: [['canvas'], ['button']],
    act: (aim, from, to) => aim.product.call('drag', { ...window(aim), ...ends(aim, from, to), duration_ms: 60 }),
    seen: (event, _aim, from) => event.type === 'drag' && event.widget === from,
  },
  {
    name: 'scroll',
    widgets: [['canvas']],
    act: (aim, widget) => aim.product.call('scroll', { ...window(aim), ...aim.at(widget), direction: 'down', amount: 2 }),
    seen: (event, _aim, widget) => event.type === 'scroll' && event.widget === widget && event.direction === 'down',
  },
];

const keyboard: readonly Verb[] = [
  {
    name: 'type_text',
    widgets: [['entry', 'canvas']],
    act: (aim, widget) => aim.product.call('type_text', { ...window(aim), ...aim.at(widget, apart), text: `Ab ${aim.token}? ` }),
    seen: (event, aim, widget) => event.type === 'text' && event.widget === widget && String(event.text).includes(`Ab ${aim.token}? `),
  },
  {
    name: 'press_key',
    widgets: [['entry', 'canvas']],
    act: (aim, widget) => aim.product.call('press_key', { ...window(aim), ...aim.at(widget, apart), key: 'end' }),
    seen: (event) => isKey(event, 'end', ''),
  },
  {
    name: 'hotkey',
    widgets: [['entry', 'canvas']],
    act: (aim, widget) => aim.product.call('hotkey', { ...window(aim), ...aim.at(widget, apart), keys: ['ctrl', 'e'] }),
    seen: (event) => isKey(event, 'e', 'control'),
  },
];

/** Comes last: a program that asks for the focus when something is dropped must not spoil the cells after it. */
const dropping: readonly Verb[] = [
  {
    name: 'drag and drop',
    widgets: [['source'], ['target']],
    act: (aim, from, to) => aim.product.call('drag', { ...window(aim), ...ends(aim, from, to), duration_ms: 400 }),
    seen: (event) => event.type === 'drop' && event.text === 'dragged text',
  },
];

export const verbs: readonly Verb[] = [...pointer, ...keyboard, ...dropping];
