import { describe, expect, test } from 'vitest';
import { substitute, TypedText } from '../../../src/recording/typed-text.js';

const typing = (text: string, more: Partial<Parameters<TypedText['learn']>[0]> = {}) => ({
  text,
  label: 'Name',
  field: '1 entry',
  secret: false,
  isShown: false,
  turn: 1,
  ...more,
});

describe('typed text', () => {
  test('becomes a variable named after the field it went into', () => {
    const typed = new TypedText(false);
    expect(typed.learn(typing('Ada Lovelace', { label: 'Full name:' }))).toEqual({ written: '⟦full_name⟧', variable: 'full_name' });
    expect(typed.variables).toEqual([{ name: 'full_name', length: 12, turn: 1, label: 'Full name:', secret: false }]);
  });

  test('vanishes from every other string, also inside longer ones and objects', () => {
    const typed = new TypedText(false);
    typed.learn(typing('Ada Lovelace'));
    expect(typed.scrubAll({ title: '*Ada Lovelace - Editor', list: [{ value: 'Dear Ada Lovelace,' }], n: 3 })).toEqual({
      title: '*⟦name⟧ - Editor',
      list: [{ value: 'Dear ⟦name⟧,' }],
      n: 3,
    });
  });

  test('is recognised when cut short, escaped, on one line, line by line, and typed in pieces', () => {
    const typed = new TypedText(false);
    typed.learn(typing('a very long sentence that nobody may read', { field: 'a' }));
    typed.learn(typing('say "open sesame"', { field: 'b', label: 'Word' }));
    typed.learn(typing('first line here\nsecond line there', { field: 'c', label: 'Letter' }));
    typed.learn(typing('xyz', { field: 'd', label: 'Pin' }));
    typed.learn(typing('98-secret', { field: 'd', label: 'Pin' }));
    expect(typed.scrub('"a very long sent…"(41)')).toBe('"⟦name⟧…"(41)');
    expect(typed.scrub('now say \\"open sesame\\"!')).toBe('now ⟦word⟧!');
    expect(typed.scrub('first line here second line there')).toBe('⟦letter⟧');
    expect(typed.scrub('> second line there')).toBe('> ⟦letter:2⟧');
    expect(typed.scrub('xyz98-secret')).toBe('⟦pin⟧⟦pin_2⟧');
  });

  test('is recognised in a field that was edited, while labels that share a word stay', () => {
    const typed = new TypedText(false);
    typed.learn(typing('Calculator notes for Grace'));
    expect(typed.scrubAll({ value: 'Cal-culator notes for Grace!', label: 'Calculator', title: 'Calculator' })).toEqual({
      value: 'Cal-⟦…⟧!',
      label: 'Calculator',
      title: 'Calculator',
    });
    expect(typed.isIn('culator notes', true)).toBe(true);
    expect(typed.isIn('Calculator', false)).toBe(false);
  });

  test('a short text is recognised as a value only, so that buttons keep their labels', () => {
    const typed = new TypedText(false);
    typed.learn(typing('7', { label: 'Amount' }));
    expect(typed.scrubAll({ label: '7', value: '7', detail: '~ textfield: "" → "7"' })).toEqual({
      label: '7',
      value: '⟦amount⟧',
      detail: '~ textfield: "" → "⟦amount⟧"',
    });
  });

  test('a text that was on the screen already is not taken for the typed one', () => {
    const typed = new TypedText(false);
    typed.learn(typing('Save', { isShown: true }));
    expect(typed.scrub('button Save')).toBe('button Save');
  });

  test('is kept when asked, but never a password or something that looks like a secret', () => {
    const typed = new TypedText(true);
    expect(typed.learn(typing('hello there')).written).toBe('hello there');
    expect(typed.learn(typing('correct horse', { label: 'Password', secret: true })).written).toBe('⟦password⟧');
    expect(typed.learn(typing('pay 4111 1111 1111 1111', { label: 'Note' })).written).toBe('pay [redacted:card_number]');
    expect(typed.scrub('hello there, correct horse')).toBe('hello there, ⟦password⟧');
  });

  test('a stored secret stays its placeholder, and its value is masked everywhere', () => {
    const typed = new TypedText(false, (text) => text.replaceAll('s3cr3t-value', '{{secret:LOGIN}}'));
    expect(typed.learn(typing('{{secret:LOGIN}}'))).toEqual({ written: '{{secret:LOGIN}}' });
    expect(typed.scrub('field shows s3cr3t-value')).toBe('field shows {{secret:LOGIN}}');
    expect(typed.isIn('s3cr3t-value', true)).toBe(true);
    expect(typed.isIn('nothing', true)).toBe(false);
  });
});

test('tokens stand for what a variable is set to', () => {
  const variables = new Map([['letter', 'one\ntwo']]);
  expect(substitute('⟦letter:2⟧ of ⟦other⟧', variables)).toBe('two of ⟦other⟧');
  expect(substitute('“⟦letter⟧”', variables)).toBe('“one\ntwo”');
});
