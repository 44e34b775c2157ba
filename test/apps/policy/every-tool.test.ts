import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OP_KINDS } from '../../../src/ops/op.js';
import { tools } from '../../../src/tools/registry.js';
import { localDriver } from '../../../src/transport/driver.js';
import { openStage, permissive, type Stage } from './stage.js';

type Input = Record<string, unknown>;

let stage: Stage;
let field = 0;

beforeAll(async () => {
  stage = await openStage();
  const at = stage.product.at(stage.app);
  const { elements = [] } = await stage.product.call('get_window_state', { ...at, include_screenshot: false });
  field = elements.find(({ label }) => label === 'Name')?.element_index ?? -1;
  await stage.product.call('computer_use', { action: 'capture', mode: 'som', ...at });
  await stage.product.call('start_recording', { name: 'clicked' });
  await stage.product.call('click', { ...at, ...stage.app.centre('button') });
  await stage.product.call('stop_recording', {});
});
afterAll(async () => stage?.[Symbol.asyncDispose]());

const forbidding = `${permissive}[[cua.policy.rule]]\nmatch = { risk = ["act", "observe"] }\ndecision = "deny"\n`;
const policy = (text: string) => writeFileSync(join(stage.home, 'policy.toml'), text);

/** They tell of the screen and of Offhand itself, and show nothing of any application. */
const telling = ['get_screen_size', 'get_cursor_position', 'check_permissions', 'health_report'];

/** Refused for another reason before policy is asked: the window shows no page, no button is held. */
const impossible = ['page page_unavailable', 'mouse_button_up not_held'];

function isHarmless(what: string, code: string): boolean {
  const [tool = ''] = what.split(' ');
  return code === 'done' ? telling.includes(tool) : impossible.includes(`${tool} ${code}`);
}

/** One value for each argument that any tool needs; a tool with a new one does not pass unnoticed. */
const pool = (): Input => ({
  ...stage.product.at(stage.app),
  ...stage.app.centre('button'),
  element_index: field,
  x1: 0,
  y1: 0,
  x2: 50,
  y2: 50,
  from_x: 20,
  from_y: 20,
  to_x: 60,
  to_y: 60,
  direction: 'down',
  text: 'typed',
  value: 'set',
  key: 'a',
  keys: ['a'],
  expect: [{ window: { exists: true } }],
  name: 'xclock',
  dir: 'clicked',
});

const operations: Record<(typeof OP_KINDS)[number], Input> = {
  left_click: {},
  right_click: {},
  double_click: {},
  mouse_move: {},
  scroll: { dx: 0, dy: 1 },
  type: { text: 'typed' },
  key: { keys: 'a' },
  screenshot: {},
  ax_tree: {},
  wait: { duration_ms: 1 },
  frontmost_app: {},
};

const universal = (): Input[] => {
  const { x, y } = stage.app.centre('button');
  const coordinate = [Math.round(x), Math.round(y)];
  const at = stage.product.at(stage.app);
  return [
    { action: 'capture', ...at },
    { action: 'capture', app: 'screen' },
    { action: 'list_apps' },
    { action: 'list_windows' },
    { action: 'focus_app', app: 'gtk3', raise_window: true },
    { action: 'wait', seconds: 0 },
    ...['click', 'double_click', 'right_click', 'middle_click'].map((action) => ({ action, coordinate, ...at })),
    { action: 'drag', from_coordinate: [20, 20], to_coordinate: [60, 60], ...at },
    { action: 'scroll', direction: 'down', coordinate, ...at },
    { action: 'type', text: 'typed', ...at },
    { action: 'key', keys: 'a', ...at },
    { action: 'set_value', element: field, value: 'set', ...at },
  ];
};

async function inputsOf(tool: (typeof tools)[number]): Promise<Input[]> {
  if (tool.name === 'computer_use') return universal();
  if (tool.name === 'cua') {
    const spot = await stage.spot('button');
    const at = (kind: string) => (/click|move|scroll/.test(kind) ? { x: Math.round(spot.x), y: Math.round(spot.y) } : {});
    return OP_KINDS.map((kind) => ({ op: { kind, ...at(kind), ...operations[kind] } }));
  }
  if (tool.name === 'page')
    return ['get_text', 'query_dom', 'click', 'type_text', 'navigate', 'execute_javascript'].map((action) => ({
      action,
      ...stage.product.at(stage.app),
      css_selector: 'body',
      text: 'typed',
      url: 'http://127.0.0.1/',
      javascript: '1',
    }));
  const known = { ...pool(), ...(tool.name === 'invoke_menu' ? { path: ['File'] } : {}) };
  const isPlace = (name: string) => name === 'element_index' && tool.name !== 'set_value';
  const names = Object.keys(tool.input.shape).filter((name) => name in known && !isPlace(name));
  return [Object.fromEntries(names.map((name) => [name, known[name as keyof typeof known]]))];
}

const call = (name: string, input: Input) =>
  localDriver(stage.product.engine, { client: 'test', session: 'test' })
    .call(name, input)
    .then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );

/** The self-test opens a window of its own, over whatever is there, and acts on that alone. */
const judged = tools.filter(({ name, effect }) => effect !== 'manage' && name !== 'self_test');

describe('a policy that forbids everything', () => {
  test('stops every tool, on every path through it, and the application hears nothing', async () => {
    const answers: Record<string, string> = {};
    const seen = await stage.noticed(async () => {
      // Pictures of the window as it is now, so that nothing is refused for being out of date.
      policy(permissive);
      await stage.product.call('computer_use', { action: 'capture', mode: 'som', ...stage.product.at(stage.app) });
      policy(forbidding);
      for (const tool of judged) {
        for (const input of await inputsOf(tool)) answers[`${tool.name} ${JSON.stringify(input)}`] = await call(tool.name, input);
      }
    });
    const passed = Object.entries(answers).filter(([what, code]) => code !== 'policy_denied' && !isHarmless(what, code));
    expect(passed).toEqual([]);
    expect(Object.keys(answers).length).toBeGreaterThan(60);
    // The agent's own focus, left by the recorded click, may end any time.
    expect(seen.filter(({ type }) => type !== 'focus')).toEqual([]);
  });

  test('is no rule of the test’s own making: without it the same calls arrive', async () => {
    policy(permissive);
    const click = tools.find(({ name }) => name === 'click');
    const seen = await stage.noticed(async () => {
      for (const input of click ? await inputsOf(click) : []) expect(await call('click', input)).toBe('done');
    });
    expect(seen.filter(({ type }) => type === 'clicked')).toHaveLength(1);
  });
});
