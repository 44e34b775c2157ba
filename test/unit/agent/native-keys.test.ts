import { expect, test } from 'vitest';
import { type NativeAction, parseAnthropicAction, parseGeminiFunction, parseOpenaiAction } from '../../../src/agent/index.js';
import { formatCombo } from '../../../src/model/key-combo.js';

const frame = { space: 'image', width: 100, height: 100 } as const;
const spelled = (action: NativeAction | undefined): string =>
  action?.kind === 'key' ? formatCombo(action.combo) : `not a key: ${action?.kind}`;

test.each([
  ['ctrl+s', 'ctrl+s', ['CTRL', 'S'], ['Control', 'S']],
  ['page_down', 'Page_Down', ['PAGEDOWN'], ['PageDown']],
  ['return', 'Return', ['ENTER'], ['Enter']],
  ['escape', 'Escape', ['ESC'], ['Escape']],
  ['backspace', 'BackSpace', ['BACKSPACE'], ['Backspace']],
  ['left', 'Left', ['ARROWLEFT'], ['ArrowLeft']],
  ['cmd+l', 'super+l', ['CMD', 'L'], ['Meta', 'L']],
  ['ctrl+alt+shift+f4', 'ctrl+shift+alt+F4', ['ALT', 'SHIFT', 'CTRL', 'F4'], ['Control', 'Alt', 'Shift', 'F4']],
  ['ctrl+plus', 'ctrl++', ['CTRL', '+'], ['Control', '+']],
  ['ctrl+minus', 'ctrl+minus', ['CTRL', '-'], ['Control', '-']],
  ['space', 'space', ['SPACE'], [' ']],
])('%s is the same key in every dialect', (canonical, anthropic, openai, gemini) => {
  expect(spelled(parseAnthropicAction('key', { text: anthropic }, frame))).toBe(canonical);
  expect(spelled(parseOpenaiAction({ type: 'keypress', keys: openai }, frame))).toBe(canonical);
  expect(spelled(parseGeminiFunction('hotkey', { keys: gemini })[0])).toBe(canonical);
});
