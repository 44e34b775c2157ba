import { describe, expect, test } from 'vitest';
import { elementRecords } from '../../../src/snapshot/elements.js';
import { isRole, pluralRole, roles, roleTraits } from '../../../src/snapshot/roles.js';
import { el, snap, win } from './build-tree.js';

describe('element records', () => {
  const snapshot = snap(
    win(
      el('text', 'Welcome'),
      el('toolbar', 'Main', { states: ['focusable'], actions: ['click'] }, [
        el('textfield', 'Address', {
          value: 'example.org',
          states: ['enabled', 'focusable', 'focused'],
          actions: ['activate', 'doDefault', 'clipboard.copy'],
          inWebContent: true,
          url: 'https://example.org/',
        }),
        el('button', 'Go', { frame: null }),
      ]),
    ),
  );

  test('tell all there is to know, in the pixels of the screenshot', () => {
    expect(elementRecords(snapshot)).toEqual([
      expect.objectContaining({ element_index: 1, role: 'toolbar' }),
      {
        element_index: 2,
        element_token: 's1:2',
        role: 'textfield',
        label: 'Address',
        value: 'example.org',
        states: ['focused'],
        actions: ['activate'],
        frame: { x: 10, y: 10, width: 20, height: 10 },
        parent_index: 1,
        depth: 2,
        in_web_content: true,
        url: 'https://example.org/',
      },
      {
        element_index: 3,
        element_token: 's1:3',
        role: 'button',
        label: 'Go',
        states: [],
        actions: [],
        frame: null,
        parent_index: 1,
        depth: 2,
      },
    ]);
  });

  test('can be limited to the elements an outline shows', () => {
    expect(elementRecords(snapshot, new Set([3])).map(({ label }) => label)).toEqual(['Go']);
  });
});

describe('roles', () => {
  test('outside the vocabulary count as unknown wrappers', () => {
    expect(isRole('button')).toBe(true);
    expect(isRole('constructor')).toBe(false);
    expect(roleTraits('constructor')).toBe(roles.unknown);
  });

  test('have a plural', () => {
    expect(['button', 'checkbox', 'switch', 'text', 'menuitem'].map(pluralRole)).toEqual([
      'buttons',
      'checkboxes',
      'switches',
      'text',
      'menuitems',
    ]);
  });
});
