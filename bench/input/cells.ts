/** Delivery cells: each verb by pixel in an unfocused window, visible and covered, while a person types beside it. */
import { type Fixture, startFixture, type Toolkit, type WidgetName } from '../../test/support/apps.js';
import type { Desktop } from '../../test/support/desktop.js';
import type { Line } from '../../test/support/parts/line-process.js';
import { startSentinel } from '../../test/support/sentinel.js';
import { disturbances } from '../../test/support/undisturbed.js';
import { type Answer, type Driver, pixel, windowOf } from './drivers.js';

export interface Cell {
  readonly toolkit: Toolkit;
  readonly verb: string;
  readonly visibility: 'visible' | 'covered';
  readonly driver: Driver['name'];
  readonly outcome: 'delivered' | 'refused' | 'missing';
  readonly refusal?: string;
  readonly disturbed: boolean;
  readonly disturbances?: readonly string[];
}

interface Verb {
  readonly name: string;
  readonly widget: WidgetName;
  act(driver: Driver, app: Fixture, token: string): Promise<Answer>;
  seen(event: Line, token: string): boolean;
}

/** The peer types where the caret is, so it is told to click there first. */
async function atCaret(driver: Driver, app: Fixture, tool: string, input: object): Promise<Answer> {
  if (driver.name === 'offhand') return driver.call(tool, { ...windowOf(app), ...pixel(app, 'entry', -30), ...input });
  await driver.call('click', { ...windowOf(app), ...pixel(app, 'entry', -30) });
  return driver.call(tool, { ...windowOf(app), ...input });
}

const isOn = (event: Line, type: string, widget: WidgetName): boolean => event.type === type && event.widget === widget;

const verbs: readonly Verb[] = [
  {
    name: 'click',
    widget: 'button',
    act: (driver, app) => driver.call('click', { ...windowOf(app), ...pixel(app, 'button') }),
    seen: (event) => isOn(event, 'clicked', 'button'),
  },
  {
    name: 'right click',
    widget: 'canvas',
    act: (driver, app) => driver.call('right_click', { ...windowOf(app), ...pixel(app, 'canvas', 30) }),
    seen: (event) => isOn(event, 'press', 'canvas') && event.button === 3,
  },
  {
    name: 'double click',
    widget: 'canvas',
    act: (driver, app) => driver.call('double_click', { ...windowOf(app), ...pixel(app, 'canvas', -30) }),
    seen: (event) => isOn(event, 'double', 'canvas'),
  },
  {
    name: 'drag',
    widget: 'canvas',
    act: (driver, app) => {
      const [from, to] = [pixel(app, 'canvas', -40), pixel(app, 'canvas', 40)];
      return driver.call('drag', { ...windowOf(app), from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y, duration_ms: 100 });
    },
    seen: (event) => isOn(event, 'drag', 'canvas'),
  },
  {
    name: 'scroll',
    widget: 'canvas',
    act: (driver, app) => driver.call('scroll', { ...windowOf(app), ...pixel(app, 'canvas'), direction: 'down', amount: 2 }),
    seen: (event) => isOn(event, 'scroll', 'canvas') && event.direction === 'down',
  },
  {
    name: 'type',
    widget: 'entry',
    act: (driver, app, token) => atCaret(driver, app, 'type_text', { text: token }),
    seen: (event, token) => isOn(event, 'text', 'entry') && String(event.text).includes(token),
  },
  {
    name: 'key',
    widget: 'entry',
    act: (driver, app) => atCaret(driver, app, 'press_key', { key: 'end' }),
    seen: (event) => event.type === 'key' && String(event.key).toLowerCase() === 'end',
  },
];

const overFixture = { x: 560, y: 10, width: 700, height: 860 };
const ARRIVES_MS = 3000;
let tokens = 0;

export async function runCells(desktop: Desktop, toolkit: Toolkit, drivers: readonly Driver[], tell: (cell: Cell) => void): Promise<void> {
  const app = await startFixture(desktop, toolkit);
  for (const driver of drivers) await driver.call('get_window_state', windowOf(app));
  for (const visibility of ['visible', 'covered'] as const)
    for (const verb of verbs) for (const driver of drivers) tell(await runCell(desktop, app, { verb, visibility, driver }));
  await app.child.kill();
}

async function runCell(
  desktop: Desktop,
  app: Fixture,
  { verb, visibility, driver }: { verb: Verb; visibility: Cell['visibility']; driver: Driver },
) {
  const place = visibility === 'covered' ? { at: overFixture } : {};
  const watch = await startSentinel(desktop, { typing: true, ...place });
  const token = `Ab${++tokens}`;
  const from = app.events().length;
  const { refusal } = await verb.act(driver, app, token);
  const timeoutMs = refusal === undefined ? ARRIVES_MS : ARRIVES_MS / 10;
  const isDelivered = await app
    .waitForEvent(verb.name, (event) => verb.seen(event, token), { from, timeoutMs })
    .then(
      () => true,
      () => false,
    );
  const report = await watch.stop();
  // What opens on top is seen on top: that is not held against anybody.
  const found = disturbances(report).filter((line) => !/^(visibility|expose) on/.test(line));
  const outcome = isDelivered ? 'delivered' : refusal === undefined ? 'missing' : 'refused';
  const cell = { toolkit: app.toolkit, verb: verb.name, visibility, driver: driver.name, outcome, disturbed: found.length > 0 } as const;
  return { ...cell, ...(refusal === undefined ? {} : { refusal }), ...(found.length > 0 ? { disturbances: found.slice(0, 4) } : {}) };
}
