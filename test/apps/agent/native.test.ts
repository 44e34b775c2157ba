// Each provider's own computer tool drives a real window: its calls in, its results out, the application decides.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runComputerCall, runGeminiCalls, runToolsetBatch, toolsetEntry, WindowComputer } from '../../../src/agent/index.js';
import { decodePng } from '../../../src/image/png-decode.js';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { Line } from '../../support/parts/line-process.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';

let desktop: Desktop;
let product: Product;
let form: Fixture;
let watch: Watch;

beforeAll(async () => {
  desktop = await openDesktop();
  product = startProduct(desktop, { session: 'native' });
  form = await startFixture(desktop, 'gtk3', { title: 'Native' });
  watch = await startSentinel(desktop, { typing: true });
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

/** Smaller than the window, so that every coordinate has to be mapped back. */
const open = (maxImageDimension: number) =>
  WindowComputer.open({
    call: (tool, input) => product.call(tool as never, input as never),
    pid: form.pid,
    windowId: form.windowId,
    maxImageDimension,
  });

interface Picture {
  readonly width: number;
  readonly height: number;
}

/** Where the middle of a widget is in a picture of the window. */
async function middle(name: 'canvas' | 'entry', { width, height }: Picture): Promise<[number, number]> {
  const window = await oracleOf(desktop).window(form.windowId);
  const { x, y } = form.centre(name);
  return [Math.round((x * width) / window.width), Math.round((y * height) / window.height)];
}

/** A picture pixel is less than two window pixels wide here. */
function isInMiddleOfCanvas(event: Line): boolean {
  const box = form.widgets().canvas;
  if (!box || event.type !== 'press' || event.widget !== 'canvas') return false;
  return Math.abs(Number(event.x) - box.width / 2) <= 2 && Math.abs(Number(event.y) - box.height / 2) <= 2;
}

const typed = (text: string) => (event: Line) => event.type === 'text' && event.widget === 'entry' && event.text === text;

test('Anthropic: a batch is done in order, ends with a picture, and stops at what fails', async () => {
  const computer = await open(600);
  const run = { frame: computer.frame, served: computer.served, tier: 'standard' as const, execute: computer.execute };
  const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, toolset_name: 'computer', input });
  expect(Object.keys(toolsetEntry(computer.served).configs ?? {})).toEqual([]);
  const from = form.events().length;
  const done = await runToolsetBatch(
    [
      use('1', 'left_click', { coordinate: await middle('canvas', computer.frame) }),
      use('2', 'triple_click', { coordinate: await middle('entry', computer.frame) }),
      use('3', 'type', { text: 'from the toolset' }),
      use('4', 'key', { text: 'Home' }),
    ],
    { ...run, screenshot: computer.screenshot },
  );
  expect(done.map(({ tool_use_id: id, is_error: failed }) => [id, failed ?? false])).toEqual([
    ['1', false],
    ['2', false],
    ['3', false],
    ['4', false],
  ]);
  expect(JSON.stringify(done.at(-1))).toContain('"type":"image"');
  await form.waitForEvent('a press in the middle', isInMiddleOfCanvas, { from });
  await form.waitForEvent('the text', typed('from the toolset'), { from });
  const outside = await runToolsetBatch([use('5', 'left_click', { coordinate: [5000, 1] }), use('6', 'type', { text: 'never' })], run);
  expect(JSON.stringify(outside[0])).toContain('point_outside');
  expect(JSON.stringify(outside[1])).toContain('Not executed: an earlier computer action in this turn failed.');
  expect(form.events().some(typed('never'))).toBe(false);
});

test('Anthropic: a drag made of a press, a move and a release', async () => {
  const computer = await open(600);
  const [x, y] = await middle('canvas', computer.frame);
  const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, toolset_name: 'computer', input });
  const from = form.events().length;
  const done = await runToolsetBatch(
    [
      use('1', 'left_mouse_down', { coordinate: [x - 20, y] }),
      use('2', 'mouse_move', { coordinate: [x + 20, y] }),
      use('3', 'left_mouse_up', { coordinate: [x + 20, y] }),
    ],
    { frame: computer.frame, served: computer.served, tier: 'standard', execute: computer.execute },
  );
  expect(done.some(({ is_error: failed }) => failed)).toBe(false);
  await form.waitForEvent('a drag', ({ type, widget }) => type === 'drag' && widget === 'canvas', { from });
});

test('Anthropic: a zoomed view shows more, and does not move the frame', async () => {
  const computer = await open(400);
  const before = computer.frame;
  const { image } = await computer.execute({ kind: 'zoom', region: { x0: 0, y0: 0, x1: 100, y1: 100, frame: before } });
  const shown = await decodePng(Buffer.from(image?.data ?? '', 'base64'));
  expect(shown.width).toBeGreaterThan(110);
  expect(computer.frame).toEqual(before);
});

test('OpenAI: a call of several actions is answered with one picture', async () => {
  const computer = await open(700);
  const [x, y] = await middle('canvas', computer.frame);
  const [fieldX, fieldY] = await middle('entry', computer.frame);
  const from = form.events().length;
  const item = {
    type: 'computer_call',
    call_id: 'c1',
    pending_safety_checks: [],
    actions: [
      { type: 'click', x, y, button: 'left' },
      {
        type: 'drag',
        path: [
          { x, y },
          { x: x + 20, y: y + 5 },
          { x: x + 30, y },
        ],
      },
      { type: 'click', x: fieldX, y: fieldY, button: 'left' },
      { type: 'keypress', keys: ['CTRL', 'A'] },
      { type: 'type', text: 'from the call' },
    ],
  };
  const { frame, served, execute, screenshot } = computer;
  const answers = await runComputerCall(item, { frame, served, execute, screenshot, acknowledge: async () => false });
  expect(answers).toEqual([
    {
      type: 'computer_call_output',
      call_id: 'c1',
      output: { type: 'computer_screenshot', image_url: expect.stringMatching(/^data:image/) },
    },
  ]);
  await form.waitForEvent('a press in the middle', isInMiddleOfCanvas, { from });
  await form.waitForEvent('a drag', ({ type, widget }) => type === 'drag' && widget === 'canvas', { from });
  await form.waitForEvent('the text', typed('from the call'), { from });
});

test('Gemini: thousandths of the picture land where they point', async () => {
  const computer = await open(500);
  const [x, y] = await middle('canvas', { width: 1000, height: 1000 });
  const [fieldX, fieldY] = await middle('entry', { width: 1000, height: 1000 });
  const from = form.events().length;
  const { served, execute, screenshot } = computer;
  const calls = [
    { name: 'click_at', args: { x, y } },
    { name: 'type_text_at', args: { x: fieldX, y: fieldY, text: 'from the grid', press_enter: false, clear_before_typing: true } },
  ];
  const answers = await runGeminiCalls(calls, { served, execute, screenshot, confirm: async () => false });
  expect(answers.map(({ functionResponse: { name, parts } }) => [name, parts?.length])).toEqual([
    ['click_at', 1],
    ['type_text_at', 1],
  ]);
  await form.waitForEvent('a press in the middle', isInMiddleOfCanvas, { from });
  await form.waitForEvent('the text', typed('from the grid'), { from });
});

test('what a window has not got is refused by name', async () => {
  const computer = await open(500);
  await expect(computer.execute({ kind: 'navigate', url: 'https://example.org' })).rejects.toMatchObject({ code: 'capability_missing' });
  await expect(computer.execute({ kind: 'cursor_position' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('the person noticed nothing of all this', async () => {
  // Marking text in a GTK field is what makes it the primary selection; the application does that, not its being in the background.
  expectUndisturbed(await watch.stop(), { allow: [/^selection .*primary/i] });
});
