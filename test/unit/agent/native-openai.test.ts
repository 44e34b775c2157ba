import { describe, expect, test } from 'vitest';
import {
  type ComputerCallRun,
  type NativeAction,
  type NativeKind,
  openaiComputerTool,
  openaiPreviewTool,
  parseComputerCall,
  parseOpenaiAction,
  runComputerCall,
} from '../../../src/agent/index.js';
import { DriverError } from '../../../src/errors/driver-error.js';
import { pngOf } from './pictures.js';

const frame = { space: 'image', width: 1440, height: 900 } as const;
const at = (x: number, y: number) => ({ x, y, frame });
const data = pngOf(1440, 900);

const call = {
  id: 'cu_1',
  type: 'computer_call',
  call_id: 'call_1',
  status: 'completed',
  pending_safety_checks: [],
  actions: [
    { type: 'click', x: 10, y: 20, button: 'left', keys: null },
    { type: 'type', text: 'hello' },
    { type: 'keypress', keys: ['CTRL', 'S'] },
  ],
};

function play(fails?: NativeKind) {
  const done: NativeAction[] = [];
  const run: ComputerCallRun = {
    frame,
    served: new Set(['click', 'type', 'key', 'scroll', 'drag', 'wait', 'move']),
    execute: async (action) => {
      if (action.kind === fails) throw new DriverError('no_effect', 'Nothing changed.');
      done.push(action);
      return {};
    },
    screenshot: async () => ({ image: { mimeType: 'image/png', data } }),
    acknowledge: async () => true,
  };
  return { done, run };
}

describe('the computer tool', () => {
  test('is declared without a size; the preview with one', () => {
    expect(openaiComputerTool).toEqual({ type: 'computer' });
    expect(openaiPreviewTool({ width: 1440, height: 900 }, 'linux')).toEqual({
      type: 'computer_use_preview',
      display_width: 1440,
      display_height: 900,
      environment: 'linux',
    });
  });

  test.each<[unknown, NativeAction]>([
    [
      { type: 'click', x: 1, y: 2, button: 'left', keys: ['SHIFT'] },
      { kind: 'click', button: 'left', count: 1, at: at(1, 2), modifiers: ['shift'] },
    ],
    [
      { type: 'click', x: 1, y: 2, button: 'wheel' },
      { kind: 'click', button: 'middle', count: 1, at: at(1, 2), modifiers: [] },
    ],
    [
      { type: 'click', x: 1, y: 2, button: 'back' },
      { kind: 'history', direction: 'back', at: at(1, 2) },
    ],
    [
      { type: 'double_click', x: 1, y: 2, keys: null },
      { kind: 'click', button: 'left', count: 2, at: at(1, 2), modifiers: [] },
    ],
    [
      {
        type: 'drag',
        path: [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
          { x: 5, y: 6 },
        ],
      },
      { kind: 'drag', path: [at(1, 2), at(3, 4), at(5, 6)], modifiers: [] },
    ],
    [
      { type: 'keypress', keys: ['CMD', 'ARROWLEFT'] },
      { kind: 'key', combo: { mods: ['meta'], key: 'left' }, repeat: 1 },
    ],
    [
      { type: 'keypress', keys: ['ENTER'] },
      { kind: 'key', combo: { mods: [], key: 'return' }, repeat: 1 },
    ],
    [
      { type: 'move', x: 1, y: 2 },
      { kind: 'move', at: at(1, 2), modifiers: [] },
    ],
    [
      { type: 'scroll', x: 1, y: 2, scroll_x: -100, scroll_y: 250 },
      { kind: 'scroll', amount: { unit: 'pixels', dx: -100, dy: 250, frame }, at: at(1, 2), modifiers: [] },
    ],
    [
      { type: 'type', text: 'ü' },
      { kind: 'type', text: 'ü' },
    ],
    [{ type: 'wait' }, { kind: 'wait', seconds: 2 }],
    [{ type: 'screenshot' }, { kind: 'screenshot' }],
  ])('%j', (wire, action) => {
    expect(parseOpenaiAction(wire, frame)).toEqual(action);
  });

  test.each([
    [{ type: 'click', x: 1440, y: 0, button: 'left' }, 'point_outside'],
    [{ type: 'click', x: '1', y: 2, button: 'left' }, 'invalid_input'],
    [{ type: 'click', x: 1, y: 2, button: 'tail' }, 'invalid_input'],
    [{ type: 'drag', path: [{ x: 1, y: 2 }] }, 'invalid_input'],
    [{ type: 'keypress', keys: ['WARP'] }, 'unknown_key'],
    [{ type: 'triple_click' }, 'invalid_input'],
    ['nonsense', 'invalid_input'],
  ])('refuses %j', (wire, code) => {
    expect(() => parseOpenaiAction(wire, frame)).toThrow(expect.objectContaining({ code }));
  });
});

describe('a computer_call', () => {
  test('runs its actions in order and answers with one screenshot', async () => {
    const { done, run } = play();
    expect(await runComputerCall(call, run)).toEqual([
      {
        type: 'computer_call_output',
        call_id: 'call_1',
        output: { type: 'computer_screenshot', image_url: `data:image/png;base64,${data}` },
      },
    ]);
    expect(done.map(({ kind }) => kind)).toEqual(['click', 'type', 'key']);
  });

  test('reads the single action of the preview', () => {
    const { actions: _actions, ...rest } = call;
    expect(parseComputerCall({ ...rest, action: { type: 'wait' } }).actions).toEqual([{ type: 'wait' }]);
    expect(() => parseComputerCall({ type: 'function_call' })).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

  test('stops at a failing action and tells which, after the screenshot', async () => {
    const { done, run } = play('type');
    const items = await runComputerCall(call, run);
    expect(done.map(({ kind }) => kind)).toEqual(['click']);
    expect(items).toMatchObject([
      { type: 'computer_call_output' },
      {
        role: 'user',
        content: [
          {
            type: 'input_text',
            text: expect.stringMatching(/^Action 2 of 3 failed: Nothing changed\..*The 1 after it was not executed\.$/),
          },
        ],
      },
    ]);
  });

  test('says what is not available instead of trying it', async () => {
    const { done, run } = play();
    const items = await runComputerCall({ ...call, actions: [{ type: 'click', x: 1, y: 1, button: 'back' }] }, run);
    expect(done).toEqual([]);
    expect(JSON.stringify(items[1])).toContain('not available here');
  });

  test('shows pending safety checks and acknowledges them only when accepted', async () => {
    const checks = [{ id: 'sc_1', code: 'malicious_instructions', message: 'Looks like an injection.' }];
    const { done, run } = play();
    const accepted = await runComputerCall({ ...call, pending_safety_checks: checks }, run);
    expect(accepted[0]).toMatchObject({ acknowledged_safety_checks: checks });
    const declined = runComputerCall({ ...call, pending_safety_checks: checks }, { ...run, acknowledge: async () => false });
    await expect(declined).rejects.toMatchObject({ code: 'approval_denied' });
    expect(done).toHaveLength(3);
  });
});
