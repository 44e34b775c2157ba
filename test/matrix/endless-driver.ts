// The product in a process of its own: acts in one window until killed, a line for every act begun.
import { createEngine } from '../../src/bin/create-engine.js';
import { localDriver } from '../../src/transport/driver.js';

const [pid = '', windowId = '', widgetText = '{}'] = process.argv.slice(2);
const widgets = JSON.parse(widgetText) as Record<string, { x: number; y: number; width: number; height: number }>;
const driver = localDriver(createEngine(), { client: 'chaos', session: 'chaos' });
const target = { pid: Number(pid), window_id: Number(windowId) };

function middle(name: string, dx = 0) {
  const { x = 0, y = 0, width = 0, height = 0 } = widgets[name] ?? {};
  return { x: x + (width >> 1) + dx, y: y + (height >> 1) };
}

const [start, end] = [middle('canvas', -30), middle('canvas', 30)];
const acts: readonly (readonly [string, object])[] = [
  ['click', middle('button')],
  ['drag', { from_x: start.x, from_y: start.y, to_x: end.x, to_y: end.y, duration_ms: 120 }],
  ['press_key', { key: 'shift', hold_ms: 60 }],
  ['type_text', { ...middle('entry'), text: 'hello HELLO ', delay_ms: 4 }],
  ['scroll', { ...middle('canvas'), direction: 'down' }],
  ['right_click', middle('context')],
  ['press_key', { key: 'escape' }],
];

for (let act = 0; ; act++) {
  console.log(act);
  const [tool, input] = acts[act % acts.length] ?? ['click', {}];
  await driver.call(tool, { ...target, ...input }, {});
}
