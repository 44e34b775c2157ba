import { describe, expect, test } from 'vitest';
import {
  type ActionOutcome,
  anthropicGenerations,
  anthropicMembers,
  anthropicTier,
  computerBeta,
  computerEntry,
  fitForAnthropic,
  isToolsetCall,
  type NativeAction,
  type NativeKind,
  parseComputerInput,
  parseToolsetCall,
  runComputerUse,
  runToolsetBatch,
  type ToolsetRun,
  toolsetEntry,
} from '../../../src/agent/index.js';
import { DriverError } from '../../../src/errors/driver-error.js';
import { pngOf } from './pictures.js';

const frame = { space: 'image', width: 1280, height: 800 } as const;
const all: ReadonlySet<NativeKind> = new Set([
  'screenshot',
  'zoom',
  'click',
  'drag',
  'move',
  'mouse_down',
  'mouse_up',
  'cursor_position',
  'scroll',
  'type',
  'key',
  'hold_key',
  'wait',
]);
const use = (name: string, input: unknown, id = `toolu_${name}`) => ({
  type: 'tool_use' as const,
  id,
  name,
  toolset_name: 'computer' as const,
  input,
  caller: { type: 'direct' },
});
const at = (x: number, y: number) => ({ x, y, frame });

describe('computer_toolset_20260801', () => {
  test('has the 17 published members', () => {
    expect(anthropicMembers).toEqual([
      'key',
      'hold_key',
      'type',
      'cursor_position',
      'mouse_move',
      'left_mouse_down',
      'left_mouse_up',
      'left_click',
      'left_click_drag',
      'right_click',
      'middle_click',
      'double_click',
      'triple_click',
      'scroll',
      'wait',
      'screenshot',
      'zoom',
    ]);
  });

  test('is declared without name or size; what is not served is disabled', () => {
    expect(toolsetEntry(all)).toEqual({ type: 'computer_toolset_20260801' });
    const served = new Set([...all].filter((kind) => kind !== 'cursor_position' && kind !== 'mouse_down' && kind !== 'mouse_up'));
    expect(toolsetEntry(served, { cache: true })).toEqual({
      type: 'computer_toolset_20260801',
      configs: { cursor_position: { enabled: false }, left_mouse_down: { enabled: false }, left_mouse_up: { enabled: false } },
      cache_control: { type: 'ephemeral' },
    });
  });

  test('owns only blocks stamped with its family', () => {
    expect(isToolsetCall(use('left_click', {}))).toBe(true);
    expect(isToolsetCall({ ...use('left_click', {}), toolset_name: 'browser' })).toBe(false);
    expect(isToolsetCall({ type: 'tool_use', id: 't', name: 'left_click', input: {} })).toBe(false);
  });

  test.each<[string, unknown, NativeAction]>([
    ['left_click', { coordinate: [10, 20] }, { kind: 'click', button: 'left', count: 1, at: at(10, 20), modifiers: [] }],
    ['left_click', {}, { kind: 'click', button: 'left', count: 1, modifiers: [] }],
    ['right_click', { coordinate: [1, 2], text: null }, { kind: 'click', button: 'right', count: 1, at: at(1, 2), modifiers: [] }],
    ['middle_click', { coordinate: [1, 2] }, { kind: 'click', button: 'middle', count: 1, at: at(1, 2), modifiers: [] }],
    [
      'double_click',
      { coordinate: [1, 2], text: 'shift' },
      { kind: 'click', button: 'left', count: 2, at: at(1, 2), modifiers: ['shift'] },
    ],
    [
      'triple_click',
      { coordinate: [1, 2], text: 'ctrl+shift' },
      { kind: 'click', button: 'left', count: 3, at: at(1, 2), modifiers: ['ctrl', 'shift'] },
    ],
    ['left_click_drag', { start_coordinate: [1, 2], coordinate: [3, 4] }, { kind: 'drag', path: [at(1, 2), at(3, 4)], modifiers: [] }],
    ['mouse_move', { coordinate: [1279, 799] }, { kind: 'move', at: at(1279, 799), modifiers: [] }],
    ['left_mouse_down', {}, { kind: 'mouse_down' }],
    ['left_mouse_up', {}, { kind: 'mouse_up' }],
    ['cursor_position', {}, { kind: 'cursor_position' }],
    [
      'scroll',
      { scroll_direction: 'left', scroll_amount: 5, coordinate: [7, 8], text: 'super' },
      { kind: 'scroll', amount: { unit: 'ticks', dx: -5, dy: 0 }, at: at(7, 8), modifiers: ['meta'] },
    ],
    ['type', { text: 'grün ✓' }, { kind: 'type', text: 'grün ✓' }],
    ['key', { text: 'ctrl+s' }, { kind: 'key', combo: { mods: ['ctrl'], key: 's' }, repeat: 1 }],
    ['key', { text: 'Page_Down', repeat: 4 }, { kind: 'key', combo: { mods: [], key: 'page_down' }, repeat: 4 }],
    ['hold_key', { text: 'shift', duration: 1.5 }, { kind: 'hold_key', combo: { mods: [], key: 'shift' }, seconds: 1.5 }],
    ['wait', { duration: 3 }, { kind: 'wait', seconds: 3 }],
    ['screenshot', {}, { kind: 'screenshot' }],
    ['zoom', { region: [0, 0, 1280, 800] }, { kind: 'zoom', region: { x0: 0, y0: 0, x1: 1280, y1: 800, frame } }],
  ])('%s %j', (name, input, action) => {
    expect(parseToolsetCall(use(name, input), frame)).toEqual(action);
  });

  test.each([
    ['left_click', { coordinate: [1280, 0] }, 'point_outside'],
    ['left_click', { coordinate: ['10', 20] }, 'invalid_input'],
    ['left_click', { coordinate: [1, 2], text: 'ctrl+a' }, 'invalid_input'],
    ['zoom', { region: [5, 5, 5, 9] }, 'point_outside'],
    ['scroll', { scroll_direction: 'sideways', scroll_amount: 1 }, 'invalid_input'],
    ['key', { text: 'hyperdrive' }, 'unknown_key'],
    ['key', { text: 'a', repeat: 101 }, 'invalid_input'],
    ['wait', { duration: 301 }, 'invalid_input'],
    ['type', {}, 'invalid_input'],
    ['open_door', {}, 'invalid_input'],
  ])('refuses %s %j', (name, input, code) => {
    expect(() => parseToolsetCall(use(name, input), frame)).toThrow(expect.objectContaining({ code }));
  });
});

describe('a batch', () => {
  const picture = { mimeType: 'image/png', data: pngOf(1280, 800) };

  function play(outcomes: Partial<Record<NativeKind, ActionOutcome | DriverError>> = {}) {
    const done: NativeKind[] = [];
    const run: ToolsetRun = {
      frame,
      served: all,
      tier: 'standard',
      execute: async (action) => {
        done.push(action.kind);
        const outcome = outcomes[action.kind] ?? {};
        if (outcome instanceof DriverError) throw outcome;
        return outcome;
      },
      screenshot: async () => ({ image: picture }),
    };
    return { done, run };
  }

  test('runs in order, answers every block and ends with a screenshot', async () => {
    const { done, run } = play({ cursor_position: { cursor: { x: 5, y: 6 } } });
    const results = await runToolsetBatch(
      [
        { type: 'text', text: 'I fill the form.' },
        use('left_click', { coordinate: [1, 2] }, 'a'),
        use('cursor_position', {}, 'b'),
        use('type', { text: 'x' }, 'c'),
      ],
      run,
    );
    expect(done).toEqual(['click', 'cursor_position', 'type']);
    expect(results).toEqual([
      { type: 'tool_result', tool_use_id: 'a', toolset_name: 'computer', content: [{ type: 'text', text: 'OK' }] },
      { type: 'tool_result', tool_use_id: 'b', toolset_name: 'computer', content: [{ type: 'text', text: 'X=5,Y=6' }] },
      {
        type: 'tool_result',
        tool_use_id: 'c',
        toolset_name: 'computer',
        content: [
          { type: 'text', text: 'OK' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture.data } },
        ],
      },
    ]);
  });

  test('adds no second picture when the model asked for one itself', async () => {
    const { run } = play({ screenshot: { image: picture } });
    const results = await runToolsetBatch([use('left_click', { coordinate: [1, 2] }), use('screenshot', {})], run);
    expect(JSON.stringify(results).match(/"type":"image"/g)).toHaveLength(1);
  });

  test('stops at the first failure; later blocks get the exact text, and nothing more is done', async () => {
    const { done, run } = play({ type: new DriverError('policy_denied', 'Typing is not allowed here.') });
    const results = await runToolsetBatch(
      [use('left_click', { coordinate: [1, 2] }, 'a'), use('type', { text: 'x' }, 'b'), use('key', { text: 'Return' }, 'c')],
      run,
    );
    expect(done).toEqual(['click', 'type']);
    expect(results.map(({ is_error }) => is_error)).toEqual([undefined, true, true]);
    expect(results[1]?.content).toEqual([{ type: 'text', text: expect.stringContaining('Typing is not allowed here.') }]);
    expect(results[2]).toEqual({
      type: 'tool_result',
      tool_use_id: 'c',
      toolset_name: 'computer',
      content: [{ type: 'text', text: 'Not executed: an earlier computer action in this turn failed.' }],
      is_error: true,
    });
  });

  test('a call that cannot be read fails like an action that failed', async () => {
    const { done, run } = play();
    const results = await runToolsetBatch(
      [use('left_click', 'not an object'), use('left_click', { coordinate: [9999, 1] }), use('wait', { duration: 0 })],
      run,
    );
    expect(results.map(({ is_error }) => is_error)).toEqual([undefined, true, true]);
    expect(done).toEqual(['click']);
  });

  test('refuses a picture the provider would refuse', async () => {
    const { run } = play({ screenshot: { image: { mimeType: 'image/png', data: pngOf(1568, 882) } } });
    const [result] = await runToolsetBatch([use('screenshot', {})], run);
    expect(result).toMatchObject({ is_error: true, content: [{ text: expect.stringContaining('1456×819') }] });
  });

  test('a screenshot that fails does not undo the actions before it', async () => {
    const { run } = play();
    const screenshot = async () => {
      throw new DriverError('window_minimized', 'The window is minimised.');
    };
    const [result] = await runToolsetBatch([use('type', { text: 'x' })], { ...run, screenshot });
    expect(result).not.toHaveProperty('is_error');
    expect(JSON.stringify(result?.content)).toContain('No screenshot: The window is minimised.');
  });

  test('a member that was disabled is refused, not attempted', async () => {
    const { done, run } = play();
    const [result] = await runToolsetBatch([use('zoom', { region: [0, 0, 9, 9] })], { ...run, served: new Set<NativeKind>(['click']) });
    expect(result).toMatchObject({ is_error: true });
    expect(done).toEqual([]);
  });

  test('cancelling stops it without an answer', async () => {
    const controller = new AbortController();
    const { run } = play();
    const stopped = runToolsetBatch([use('left_click', { coordinate: [1, 2] }), use('wait', { duration: 1 })], {
      ...run,
      signal: controller.signal,
      execute: async () => {
        controller.abort();
        return {};
      },
    });
    await expect(stopped).rejects.toThrow(/abort/i);
  });
});

describe('the image-size rule', () => {
  test.each([
    [1920, 1080, 'standard', 1456, 819],
    [2560, 1440, 'standard', 1456, 819],
    [3840, 2160, 'standard', 1456, 819],
    [1440, 900, 'standard', 1389, 868],
    [1280, 800, 'standard', 1280, 800],
    [1568, 882, 'standard', 1456, 819],
    [1920, 1080, 'high_resolution', 1920, 1080],
    [2560, 1440, 'high_resolution', 2560, 1440],
    [3840, 2160, 'high_resolution', 2576, 1449],
  ] as const)('%i×%i on the %s tier is %i×%i', (width, height, tier, w, h) => {
    expect(fitForAnthropic({ width, height }, tier)).toEqual({ width: w, height: h });
  });

  test.each([
    ['claude-opus-4-7', 'high_resolution'],
    ['claude-opus-5-5', 'high_resolution'],
    ['claude-opus-4-1-20250805', 'standard'],
    ['claude-opus-4-20250514', 'standard'],
    ['claude-sonnet-4-5', 'standard'],
    ['some-local-model', 'standard'],
  ])('%s reads %s', (model, tier) => {
    expect(anthropicTier(model)).toBe(tier);
  });
});

describe('the earlier single tool', () => {
  test('is declared with the size of the screenshots, and zoom where it exists', () => {
    const size = { width: 1280, height: 800 };
    expect(computerEntry('computer_20251124', size, all)).toEqual({
      type: 'computer_20251124',
      name: 'computer',
      display_width_px: 1280,
      display_height_px: 800,
      enable_zoom: true,
    });
    expect(computerEntry('computer_20250124', size, all)).not.toHaveProperty('enable_zoom');
    expect([computerBeta('computer_20251124'), computerBeta('computer_20250124')]).toEqual([
      'computer-use-2025-11-24',
      'computer-use-2025-01-24',
    ]);
    expect(anthropicGenerations[0]).toBe('computer_toolset_20260801');
  });

  test('takes the action from its input', () => {
    expect(parseComputerInput('computer_20251124', { action: 'left_click', coordinate: [3, 4] }, frame)).toMatchObject({
      kind: 'click',
      at: at(3, 4),
    });
    expect(parseComputerInput('computer_20251124', { action: 'zoom', region: [0, 0, 10, 10] }, frame)).toMatchObject({ kind: 'zoom' });
    expect(() => parseComputerInput('computer_20250124', { action: 'zoom', region: [0, 0, 10, 10] }, frame)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
  });

  test('answers with a picture, or with what went wrong', async () => {
    const run = { version: 'computer_20250124', frame, served: all, tier: 'standard' } as const;
    const data = pngOf(1280, 800);
    const seen = await runComputerUse(
      { id: 't1', input: { action: 'screenshot' } },
      { ...run, execute: async () => ({ image: { mimeType: 'image/png', data } }) },
    );
    expect(seen).toEqual({
      type: 'tool_result',
      tool_use_id: 't1',
      content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
    });
    const refused = await runComputerUse({ id: 't2', input: { action: 'fly' } }, { ...run, execute: async () => ({}) });
    expect(refused).toMatchObject({ tool_use_id: 't2', is_error: true });
  });
});
