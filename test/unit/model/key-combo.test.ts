import { describe, expect, test } from 'vitest';
import { type ComboInput, formatCombo, isModifierOnly, parseCombo } from '../../../src/model/key-combo.js';
import { findKey, keysymOf, suggestKeys } from '../../../src/model/key-names.js';

const spelled = (input: ComboInput): string => {
  const parsed = parseCombo(input);
  return parsed.ok ? formatCombo(parsed.combo) : `error: ${parsed.reason}`;
};

describe('spellings of one combination', () => {
  test.each([
    ['⌘Q', 'cmd+q'],
    ['Cmd+Q', 'cmd+q'],
    ['command-Q', 'cmd+q'],
    ['^Q', 'ctrl+q'],
    ['⌥⇧T', 'alt+shift+t'],
    ['Q⌘', 'cmd+q'],
    ['⌘⇧Q', 'cmd+shift+q'],
    ['super+q', 'cmd+q'],
    ['meta_q', 'cmd+q'],
    ['win q', 'cmd+q'],
    ['windows+q', 'cmd+q'],
    ['opt+shift+t', 'alt+shift+t'],
    ['alt+ctrl+del', 'ctrl+alt+delete'],
    ['control - option - delete', 'ctrl+alt+delete'],
    ['CTRL+ALT+Forward_Delete', 'ctrl+alt+delete'],
    ['return', 'return'],
    ['Enter', 'return'],
    ['esc', 'escape'],
    ['⌃⌥⌫', 'ctrl+alt+backspace'],
    ['<Control><Shift>q', 'ctrl+shift+q'],
    ['ｃｔｒｌ＋ｑ', 'ctrl+q'],
    ['ctrl\u2011q', 'ctrl+q'],
    ['ctrl+\u200bq', 'ctrl+q'],
    ['ctrl+page down', 'ctrl+page_down'],
    ['ctrl+Page_Down', 'ctrl+page_down'],
    ['ctrl-page-down', 'ctrl+page_down'],
    ['shift+ArrowLeft', 'shift+left'],
    ['shift left', 'shift+left'],
    ['win+left', 'cmd+left'],
    ['left+win', 'cmd+left'],
    ['super+l', 'cmd+l'],
    ['super_l', 'cmd+l'],
    ['alt+r', 'alt+r'],
    ['ctrl+KeyA', 'ctrl+a'],
    ['ctrl+f4', 'ctrl+f4'],
    ['ctrl+ctrl+q', 'ctrl+q'],
  ])('%s is %s', (text, canonical) => {
    expect(spelled(text)).toBe(canonical);
  });

  test('a separator in the key position is the key itself', () => {
    expect(['-', 'cmd+-', 'cmd--', 'cmd -', '⌘-', '+', 'ctrl++', 'ctrl+plus', 'ctrl+_', ' ', 'ctrl+space'].map(spelled)).toEqual([
      'minus',
      'cmd+minus',
      'cmd+minus',
      'cmd+minus',
      'cmd+minus',
      'plus',
      'ctrl+plus',
      'ctrl+plus',
      'ctrl+underscore',
      'space',
      'ctrl+space',
    ]);
  });

  test('a caret is ctrl before a key and a key of its own elsewhere', () => {
    expect(['^', 'ctrl+^', '^c', '^^'].map(spelled)).toEqual(['asciicircum', 'ctrl+asciicircum', 'ctrl+c', 'ctrl+asciicircum']);
  });

  test('arrays and separate modifiers give the same combination as text', () => {
    expect(spelled(['CTRL', 'ALT', 'DELETE'])).toBe('ctrl+alt+delete');
    expect(spelled(['q', 'Meta'])).toBe('cmd+q');
    expect(spelled(['ctrl', '-'])).toBe('ctrl+minus');
    expect(spelled({ keys: 'q', mods: { meta: true, shift: false } })).toBe('cmd+q');
    expect(spelled({ keys: 'shift+q', mods: { meta: true } })).toBe('cmd+shift+q');
    expect(spelled({ keys: ['q'], mods: ['cmd', 'option'] })).toBe('cmd+alt+q');
  });
});

describe('what is not a combination', () => {
  test('an unknown modifier is an error and never dropped', () => {
    expect(parseCombo('hyper+q')).toMatchObject({ ok: false, unknown: 'hyper' });
    expect(parseCombo(['foo', 'q'])).toMatchObject({ ok: false, unknown: 'foo' });
    expect(parseCombo({ keys: 'q', mods: ['contrl'] })).toMatchObject({ ok: false, suggestions: ['ctrl'] });
  });

  test.each(['', 'cmd+', 'ctrl-', 'ctrl+a+b', 'ctrl+f+1', 'ctrlq', '\u0007'])('%j is refused', (text) => {
    expect(parseCombo(text).ok).toBe(false);
  });

  test('modifiers alone are marked as something to hold', () => {
    const parsed = parseCombo('ctrl+shift');
    expect(parsed.ok && isModifierOnly(parsed.combo)).toBe(true);
    expect(spelled('Super_L')).toBe('cmd');
    expect(spelled('Super_L+l')).toBe('cmd+l');
  });
});

describe('key names of every dialect', () => {
  test.each([
    ['Return', 'Return'],
    ['ARROWLEFT', 'Left'],
    ['PAGEUP', 'Page_Up'],
    ['Prior', 'Page_Up'],
    ['BackSpace', 'BackSpace'],
    ['NumpadEnter', 'KP_Enter'],
    ['KP_Add', 'KP_Add'],
    ['Digit7', '7'],
    ['BracketLeft', 'bracketleft'],
    ['XF86AudioRaiseVolume', 'XF86AudioRaiseVolume'],
    ['F24', 'F24'],
    ['⎋', 'Escape'],
    ['CMD', 'Super_L'],
    ['Control', 'Control_L'],
    ['PrintScreen', 'Print'],
    ['ContextMenu', 'Menu'],
    ['é', 'U00E9'],
    ['€', 'U20AC'],
  ])('%s is keysym %s', (name, keysym) => {
    expect(keysymOf(name)).toBe(keysym);
  });

  test('an unknown name gets the nearest ones', () => {
    expect(findKey('retrun')).toBeUndefined();
    expect(suggestKeys('retrun')).toContain('return');
    expect(suggestKeys('pagedwn')).toContain('page_down');
    expect(suggestKeys('zzzzzz')).toEqual([]);
  });
});
