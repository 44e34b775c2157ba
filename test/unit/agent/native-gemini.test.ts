import { describe, expect, test } from 'vitest';
import {
  type GeminiRun,
  geminiComputerTool,
  geminiNameSet,
  geminiNames,
  type NativeAction,
  type NativeKind,
  parseGeminiCall,
  parseGeminiFunction,
  runGeminiCalls,
} from '../../../src/agent/index.js';
import { DriverError } from '../../../src/errors/driver-error.js';
import { makeCombo } from '../../../src/model/key-combo.js';
import { pngOf } from './pictures.js';

const frame = { space: 'grid1000' } as const;
const at = (x: number, y: number) => ({ x, y, frame });
const click = (x: number, y: number): NativeAction => ({ kind: 'click', button: 'left', count: 1, at: at(x, y), modifiers: [] });
const press = (mods: readonly ('ctrl' | 'meta' | 'alt')[], key: string): NativeAction => ({
  kind: 'key',
  combo: makeCombo(mods, key),
  repeat: 1,
});
const data = pngOf(1000, 1000);
const served: ReadonlySet<NativeKind> = new Set(['screenshot', 'click', 'drag', 'move', 'scroll', 'type', 'key', 'wait']);

describe('the tool entry', () => {
  test('never declares a size, and excludes what is not served', () => {
    expect(geminiComputerTool('desktop-3.5', served)).toEqual({
      computerUse: { environment: 'ENVIRONMENT_DESKTOP', excludedPredefinedFunctions: ['mouse_down', 'mouse_up', 'key_down', 'key_up'] },
    });
    expect(geminiComputerTool('browser-2.5', served).computerUse).toEqual({
      environment: 'ENVIRONMENT_BROWSER',
      excludedPredefinedFunctions: ['open_web_browser', 'go_back', 'go_forward', 'search', 'navigate'],
    });
  });

  test('chooses the names by model', () => {
    expect(geminiNameSet('gemini-3.5-pro', 'desktop')).toBe('desktop-3.5');
    expect(geminiNameSet('gemini-3.5-pro', 'browser')).toBe('browser-3.5');
    expect(geminiNameSet('gemini-2.5-computer-use-preview-10-2025', 'desktop')).toBe('browser-2.5');
    expect(geminiNameSet('gemini-3-flash-preview', 'browser')).toBe('browser-2.5');
    expect(geminiNames['desktop-3.5']).toHaveLength(17);
    expect(geminiNames['browser-2.5']).toHaveLength(13);
  });
});

describe('function calls', () => {
  test.each<[string, Record<string, unknown>, readonly NativeAction[]]>([
    ['click', { x: 5, y: 6, intent: 'open' }, [click(5, 6)]],
    ['click_at', { x: 5, y: 6 }, [click(5, 6)]],
    ['triple_click', { x: 5, y: 6 }, [{ kind: 'click', button: 'left', count: 3, at: at(5, 6), modifiers: [] }]],
    ['middle_click', { x: 5, y: 6 }, [{ kind: 'click', button: 'middle', count: 1, at: at(5, 6), modifiers: [] }]],
    ['right_click', { x: 999, y: 0 }, [{ kind: 'click', button: 'right', count: 1, at: at(999, 0), modifiers: [] }]],
    ['move', { x: 5, y: 6 }, [{ kind: 'move', at: at(5, 6), modifiers: [] }]],
    ['hover_at', { x: 5, y: 6 }, [{ kind: 'move', at: at(5, 6), modifiers: [] }]],
    ['mouse_down', { x: 5, y: 6 }, [{ kind: 'mouse_down', at: at(5, 6) }]],
    ['type', { text: 'a' }, [{ kind: 'type', text: 'a' }]],
    ['type', { text: 'a', x: 1, y: 2, press_enter: true }, [click(1, 2), { kind: 'type', text: 'a' }, press([], 'return')]],
    [
      'type_text_at',
      { x: 1, y: 2, text: 'a' },
      [click(1, 2), press(['ctrl'], 'a'), press([], 'backspace'), { kind: 'type', text: 'a' }, press([], 'return')],
    ],
    ['type_text_at', { x: 1, y: 2, text: 'a', press_enter: false, clear_before_typing: false }, [click(1, 2), { kind: 'type', text: 'a' }]],
    ['drag_and_drop', { start_x: 1, start_y: 2, end_x: 3, end_y: 4 }, [{ kind: 'drag', path: [at(1, 2), at(3, 4)], modifiers: [] }]],
    ['drag_and_drop', { x: 1, y: 2, destination_x: 3, destination_y: 4 }, [{ kind: 'drag', path: [at(1, 2), at(3, 4)], modifiers: [] }]],
    ['wait', {}, [{ kind: 'wait', seconds: 1 }]],
    ['wait_5_seconds', {}, [{ kind: 'wait', seconds: 5 }]],
    ['press_key', { key: 'Enter' }, [press([], 'return')]],
    ['hotkey', { keys: ['Control', 'Alt', 'T'] }, [press(['ctrl', 'alt'], 't')]],
    ['key_combination', { keys: 'Control+A' }, [press(['ctrl'], 'a')]],
    ['key_down', { key: 'Shift' }, [{ kind: 'key_down', combo: makeCombo([], 'shift') }]],
    ['take_screenshot', {}, [{ kind: 'screenshot' }]],
    ['scroll_document', { direction: 'up' }, [{ kind: 'scroll', amount: { unit: 'pixels', dx: 0, dy: -800, frame }, modifiers: [] }]],
    ['go_back', {}, [{ kind: 'history', direction: 'back' }]],
    ['navigate', { url: 'https://example.org' }, [{ kind: 'navigate', url: 'https://example.org' }]],
    ['open_web_browser', {}, [{ kind: 'open_browser' }]],
  ])('%s %j', (name, args, actions) => {
    expect(parseGeminiFunction(name, args)).toEqual(actions);
  });

  test('select all can be another key on another platform', () => {
    const [, all] = parseGeminiFunction('type_text_at', { x: 1, y: 2, text: 'a' }, { selectAll: makeCombo(['meta'], 'a') });
    expect(all).toEqual(press(['meta'], 'a'));
  });

  test.each([
    ['click', { x: 5 }, 'invalid_input'],
    ['click', { x: 5000, y: 1 }, 'point_outside'],
    ['long_press', { x: 1, y: 1 }, 'invalid_input'],
    ['hotkey', { keys: ['Control', 'Nope'] }, 'unknown_key'],
    ['type', { text: 7 }, 'invalid_input'],
    ['type', { text: 'a', press_enter: 'yes' }, 'invalid_input'],
  ])('refuses %s %j', (name, args, code) => {
    expect(() => parseGeminiFunction(name, args)).toThrow(expect.objectContaining({ code }));
  });

  test('carry the safety decision among their arguments', () => {
    const needed = { decision: 'require_confirmation', explanation: 'This buys something.' };
    expect(parseGeminiCall({ functionCall: { id: 'f', name: 'click', args: { x: 1, y: 1, safety_decision: needed } } })).toMatchObject({
      id: 'f',
      confirm: needed,
    });
    expect(parseGeminiCall({ name: 'click', args: { x: 1, y: 1, safety_decision: { decision: 'regular' } } })).not.toHaveProperty(
      'confirm',
    );
  });
});

describe('a turn of calls', () => {
  function play(fails?: NativeKind) {
    const done: NativeKind[] = [];
    const run: GeminiRun = {
      served,
      execute: async ({ kind }) => {
        if (kind === fails) throw new DriverError('no_effect', 'Nothing changed.');
        done.push(kind);
        return {};
      },
      screenshot: async () => ({ image: { mimeType: 'image/png', data } }),
      confirm: async () => true,
    };
    return { done, run };
  }
  const calls = [
    { functionCall: { id: 'a', name: 'click', args: { x: 1, y: 1 } } },
    { functionCall: { id: 'b', name: 'type', args: { text: 'hi' } } },
    { functionCall: { name: 'press_key', args: { key: 'Tab' } } },
  ];

  test('is answered in order, each with the screen inline', async () => {
    const { done, run } = play();
    const parts = [{ inlineData: { mimeType: 'image/png', data } }];
    expect(await runGeminiCalls(calls, { ...run, url: async () => 'https://example.org/' })).toEqual([
      { functionResponse: { id: 'a', name: 'click', response: { output: 'OK', url: 'https://example.org/' }, parts } },
      { functionResponse: { id: 'b', name: 'type', response: { output: 'OK', url: 'https://example.org/' }, parts } },
      { functionResponse: { name: 'press_key', response: { output: 'OK', url: 'https://example.org/' }, parts } },
    ]);
    expect(done).toEqual(['click', 'type', 'key']);
  });

  test('stops at the first failure, with an answer for every call', async () => {
    const { done, run } = play('type');
    const answers = await runGeminiCalls(calls, run);
    expect(done).toEqual(['click']);
    expect(answers.map(({ functionResponse }) => functionResponse.response)).toEqual([
      { output: 'OK' },
      { error: expect.stringContaining('Nothing changed.') },
      { error: 'Not executed: an earlier action in this turn failed.' },
    ]);
  });

  test('asks before a call that needs confirmation, and acknowledges it in the response', async () => {
    const risky = [
      {
        functionCall: { name: 'click', args: { x: 1, y: 1, safety_decision: { decision: 'require_confirmation', explanation: 'Pays.' } } },
      },
    ];
    const { done, run } = play();
    const [accepted] = await runGeminiCalls(risky, run);
    expect(accepted?.functionResponse.response).toEqual({ output: 'OK', safety_acknowledgement: 'true' });
    const [declined] = await runGeminiCalls(risky, { ...run, confirm: async () => false });
    expect(declined?.functionResponse.response).toEqual({ error: expect.stringContaining('The person declined: Pays.') });
    expect(done).toEqual(['click']);
  });

  test('a screenshot that fails is told beside the result', async () => {
    const { run } = play();
    const screenshot = async () => {
      throw new DriverError('window_minimized', 'The window is minimised.');
    };
    const [answer] = await runGeminiCalls(calls.slice(0, 1), { ...run, screenshot });
    expect(answer?.functionResponse).toEqual({
      id: 'a',
      name: 'click',
      response: { output: 'OK', note: expect.stringContaining('minimised') },
    });
  });

  test('refuses what is not served before asking anyone', async () => {
    const { run } = play();
    const [answer] = await runGeminiCalls([{ functionCall: { name: 'navigate', args: { url: 'https://x' } } }], run);
    expect(answer?.functionResponse.response.error).toContain('not available here');
  });
});
