import { describe, expect, test } from 'vitest';
import type { DriverError } from '../../../src/errors/driver-error.js';
import { computerUse } from '../../../src/tools/computer-use/tool.js';

const parse = (raw: unknown) => computerUse.parse(raw);

function refusal(raw: unknown): DriverError {
  try {
    computerUse.parse(raw);
  } catch (error) {
    return error as DriverError;
  }
  throw new Error('was accepted');
}

describe('what a sloppy model writes', () => {
  test.each([
    ['numbers as text', { action: 'click', element: '7' }, { element: 7 }],
    ['a number with its mark', { action: 'click', element: '#7' }, { element: 7 }],
    ['a point as text', { action: 'click', coordinate: '[10, 20]' }, { coordinate: [10, 20] }],
    ['a bare pair', { action: 'click', coordinate: '10,20' }, { coordinate: [10, 20] }],
    ['a point as an object', { action: 'click', coordinate: { x: 10, y: '20' } }, { coordinate: [10, 20] }],
    ['pairs of numerals', { action: 'click', coordinate: ['10', '20'] }, { coordinate: [10, 20] }],
    ['switches as text', { action: 'click', element: 1, capture_after: 'True' }, { capture_after: true }],
    ['a letter case', { action: ' CLICK ', element: 1 }, { action: 'click' }],
    ['one modifier', { action: 'click', element: 1, modifiers: 'ctrl+shift' }, { modifiers: ['ctrl', 'shift'] }],
    ['a list of keys', { action: 'key', keys: ['ctrl', 's'] }, { keys: 'ctrl+s' }],
    ['an upper-case mode', { action: 'capture', mode: 'SOM' }, { mode: 'som' }],
    ['text that is only a space', { action: 'type', text: ' ' }, { text: ' ' }],
    ['empty text', { action: 'type', text: '' }, { text: '' }],
  ])('takes %s', (_what, raw, expected) => {
    expect(parse(raw)).toMatchObject(expected);
  });

  test('drops the filler of models that fill every field', () => {
    const filled = {
      action: 'click',
      element: 7,
      pid: 0,
      window_id: 0,
      app: '',
      mode: null,
      coordinate: [],
      from_coordinate: [null, null],
      text: null,
    };
    expect(parse(filled)).toEqual({ action: 'click', element: 7 });
  });

  test('refuses an unknown argument by its name', () => {
    expect(refusal({ action: 'click', elment: 7 })).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('"elment"') });
  });

  test.each([
    ['a word for a number', { action: 'click', element: 'seven' }, 'element'],
    ['a negative number', { action: 'click', element: -1 }, 'element'],
    ['half a point', { action: 'click', coordinate: [10] }, 'coordinate'],
    ['a nested point', { action: 'click', coordinate: [[1, 2]] }, 'coordinate'],
    ['a direction that is none', { action: 'scroll', direction: 'sideways' }, 'direction'],
    ['a long wait', { action: 'wait', seconds: 3600 }, 'seconds'],
    ['a list for a text', { action: 'type', text: ['a'] }, 'text'],
  ])('refuses %s and names the argument', (_what, raw, field) => {
    expect(refusal(raw)).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(field) });
  });

  test.each([[undefined], [null], ['click'], [[]], [42]])('refuses %j instead of arguments', (raw) => {
    expect(refusal(raw).code).toBe('invalid_input');
  });
});

describe('an unknown action', () => {
  test.each([
    ['hotkey', 'key'],
    ['press_key', 'key'],
    ['keypress', 'key'],
    ['type_text', 'type'],
    ['screenshot', 'capture'],
    ['get_window_state', 'capture'],
    ['left_click', 'click'],
    ['doubleclick', 'double_click'],
    ['scrol', 'scroll'],
  ])('"%s" is refused and leads to "%s"', (given, suggested) => {
    const error = refusal({ action: given });
    expect(error).toMatchObject({ code: 'invalid_input', details: { suggestions: expect.arrayContaining([suggested]) } });
    expect(error.message).toContain(`"${suggested}"`);
  });

  test('that resembles nothing lists what there is', () => {
    expect(refusal({ action: 'teleport' }).message).toContain('focus_app');
  });

  test.each([[{}], [{ action: '' }], [{ action: 3 }], [{ action: null }]])('missing in %j is said', (raw) => {
    expect(refusal(raw).message).toContain('action is missing');
  });
});
