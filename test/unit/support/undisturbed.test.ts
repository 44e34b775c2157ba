import { expect, test } from 'vitest';
import type { SentinelReport } from '../../support/sentinel.js';
import { disturbances, expectUndisturbed } from '../../support/undisturbed.js';

const state = {
  at: 1,
  type: 'baseline',
  focus: 7,
  active: 7,
  primary: 0,
  clipboard: 0,
  locks: 0,
  layout: 0,
  inputShapes: [11],
  keymapHash: 5,
};

function report(changes: Partial<SentinelReport> = {}): SentinelReport {
  return {
    window: 7,
    events: [],
    changes: [],
    before: state,
    after: { ...state, at: 9, type: 'summary' },
    sentText: 'abc',
    receivedText: 'abc',
    sentMotions: 0,
    sentClicks: 0,
    windowManagerAlive: true,
    ...changes,
  };
}

const key = { at: 2, type: 'key-press', protocol: 'xi2', device: 3, sent: false, text: 'a' };

test('nothing is found in a quiet report', () => {
  expect(disturbances(report({ events: [key], changes: [{ at: 2, type: 'mark', label: 'act' }] }))).toEqual([]);
});

test.each([
  ['focus', { at: 2, type: 'focus', from: 7, to: 8 }, 'keyboard focus moved'],
  ['active window', { at: 2, type: 'active-notify', time: 5 }, 'active window was set'],
  ['order', { at: 2, type: 'stacking', window: 8, passed: 1 }, 'window order changed'],
  ['pointer', { at: 2, type: 'pointer', from: [1, 1], to: [2, 2] }, 'pointer moved'],
  ['own keymap', { at: 2, type: 'keymap', device: 3 }, 'keymap changed'],
  ['attention', { at: 2, type: 'window-state', window: 8, state0: '_NET_WM_STATE_DEMANDS_ATTENTION' }, 'demands attention'],
])('a change of the %s is a disturbance', (_what, change, expected) => {
  expect(disturbances(report({ changes: [change] })).join()).toContain(expected);
});

test('a mark that was taken away again is told from one that stayed', () => {
  const marked = { at: 2, type: 'window-state', window: 8, state0: '_NET_WM_STATE_DEMANDS_ATTENTION' };
  const unmarked = { at: 3, type: 'window-state', window: 8 };
  expect(disturbances(report({ changes: [marked] })).join()).toContain('a mark stayed');
  expect(disturbances(report({ changes: [marked, unmarked] })).join()).not.toContain('a mark stayed');
});

test('a keymap of another device, a hole that was closed again and new popups are none', () => {
  const changes = ['keymap', 'input-shape', 'input-shape-notify', 'appeared', 'vanished', 'hierarchy'].map((type) => ({
    at: 2,
    type,
    device: 9,
  }));
  expect(disturbances(report({ changes }))).toEqual([]);
});

test.each([
  ['of another device', { ...key, device: 9 }, 'event of another device'],
  ['that was sent', { ...key, protocol: 'core', device: undefined, sent: true }, 'synthetic event'],
  ['about focus', { at: 2, type: 'focus-out', protocol: 'core', sent: false }, 'focus-out on'],
  ['about a property', { at: 2, type: 'property', protocol: 'core', sent: false, atom: 'WM_HINTS' }, 'property changed'],
])('an event %s is a disturbance', (_what, event, expected) => {
  expect(disturbances(report({ events: [event] })).join()).toContain(expected);
});

test('lost characters, end state that differs and a dead window manager are disturbances', () => {
  const found = disturbances(report({ receivedText: 'ac', after: { ...state, keymapHash: 6 }, windowManagerAlive: false })).join('\n');
  for (const what of ['typed text differs', 'keymapHash is not what it was: 5 → 6', 'the window manager died'])
    expect(found).toContain(what);
});

test('a key that stays down is a disturbance, one that the person had down when it began is none', () => {
  const keys = (before: number, after: number) =>
    disturbances(report({ before: { ...state, keysDown: before }, after: { ...state, keysDown: after } }));
  expect(keys(0, 1).join()).toContain('keysDown is not what it was: 0 → 1');
  expect(keys(1, 0)).toEqual([]);
});

test('expected disturbances can be allowed, others still fail', () => {
  const popup = report({ events: [{ at: 2, type: 'visibility', protocol: 'core', sent: false, state: 1 }] });
  expectUndisturbed(popup, { allow: [/^visibility/] });
  expect(() => expectUndisturbed(popup)).toThrow('the person was disturbed:\nvisibility on');
});
