import { describe, expect, test } from 'vitest';
import { parseCombo } from '../../../src/model/key-combo.js';
import { firstTimeGrant } from '../../../src/policy/decide.js';
import { PROTECTED_COMBOS } from '../../../src/policy/protected.js';
import { combo, judge, verdict } from './policy-fixture.js';

const quiet = { first_time_per_app_approval: false, allow_protected_apps: ['*'] };

describe('applications', () => {
  test('a forbidden application is refused whatever is asked of it', () => {
    const table = { forbidden_apps: ['1Password', 'Keychain Access'] };
    for (const risks of [['observe'], ['act'], ['destructive']] as const) {
      expect(judge(table, { app: { id: 'keychain access' }, risks })).toMatchObject({
        decision: 'deny',
        rule: 'forbidden_apps',
        reason: expect.stringContaining('forbidden by policy'),
      });
    }
  });

  test.each([
    ['Terminal', 'terminal', true],
    ['Terminal', 'org.gnome.Terminal', true],
    ['Terminal', 'org.gnome.Terminal.desktop', true],
    ['Terminal', 'com.apple.Terminal', true],
    ['Terminal', '/usr/bin/terminal', true],
    ['Keychain Access', 'keychain-access', true],
    ['org.gnome.Terminal', 'org.gnome.terminal', true],
    ['firefox*', 'firefox-esr', true],
    ['Terminal', 'terminator', false],
    ['Terminal', 'xfce4-terminal', false],
    ['term', 'terminal', false],
    ['org.gnome.Terminal', 'org.other.Terminal2', false],
  ])('"%s" names %s: %s', (pattern, id, expected) => {
    expect(verdict(judge({ ...quiet, forbidden_apps: [pattern] }, { app: { id } }))).toBe(expected ? 'deny forbidden_apps' : 'allow');
  });

  test('another name of the same application is enough', () => {
    const app = { id: 'app-1234', names: ['KeePassXC'] };
    expect(verdict(judge(quiet, { app }))).toBe('allow');
    expect(verdict(judge({}, { app }))).toBe('deny protected_apps');
    expect(verdict(judge({ ...quiet, forbidden_apps: ['keepassxc'] }, { app }))).toBe('deny forbidden_apps');
  });

  test.each([
    '1Password',
    'org.keepassxc.KeePassXC',
    'bitwarden',
    'seahorse',
    'org.gnome.seahorse.Application',
    'kwalletmanager5',
    'gcr-prompter',
    'pinentry-gtk-2',
    'Keychain Access',
    'com.apple.keychainaccess',
    'lxpolkit',
    'polkit-gnome-authentication-agent-1',
    'Proton Pass',
  ])('%s is protected without being forbidden, and only the file opens it', (id) => {
    expect(verdict(judge({ first_time_per_app_approval: false }, { app: { id } }, { isGranted: () => true }))).toBe('deny protected_apps');
    expect(verdict(judge({ allow_protected_apps: [id] }, { app: { id } }))).toBe('allow');
  });

  test('an application that needs approval is asked about on every call', () => {
    const decision = judge({ require_approval_for_app: ['Terminal'] }, { app: { id: 'org.gnome.Terminal' } });
    expect(decision).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('requires HITL approval per op'),
      verdicts: ['once', 'session'],
    });
  });

  test('first contact asks, and may be remembered for good', () => {
    const decision = judge({}, {}, { hasSeen: () => false });
    expect(decision).toMatchObject({
      decision: 'ask',
      rule: 'first_time_per_app_approval',
      reason: expect.stringContaining('first-time approval needed'),
      grant: firstTimeGrant('gedit'),
      verdicts: ['once', 'session', 'always'],
    });
    expect(verdict(judge({}, {}, { hasSeen: () => false, isGranted: (grant) => grant === firstTimeGrant('gedit') }))).toBe('allow');
  });

  test('reading an application nobody approved asks as well', () => {
    expect(verdict(judge({}, { risks: ['observe'] }, { hasSeen: () => false }))).toBe('ask first_time_per_app_approval');
  });

  test('first contact is remembered per client', () => {
    const hasSeen = (client: string) => client === 'tester';
    expect(verdict(judge({}, { client: 'tester' }, { hasSeen }))).toBe('allow');
    expect(verdict(judge({}, { client: 'other' }, { hasSeen }))).toBe('ask first_time_per_app_approval');
  });

  test('a private desktop does not ask at first contact unless the file says so', () => {
    const unseen = { stage: 'private', hasSeen: () => false } as const;
    expect(verdict(judge({}, {}, unseen))).toBe('allow');
    expect(verdict(judge({ first_time_per_app_approval: true }, {}, unseen))).toBe('ask first_time_per_app_approval');
  });
});

describe('an application that could not be identified', () => {
  const unknown = { app: { id: '' } };

  test.each([
    [{}],
    [{ first_time_per_app_approval: false }],
    [{ ...quiet, forbidden_apps: ['x'] }],
    [{ ...quiet, require_approval_for_app: ['x'] }],
    [{ ...quiet, rule: [{ match: { app: 'x' }, decision: 'deny' }] }],
  ])('is asked about under %j', (table) => {
    expect(judge(table, unknown)).toMatchObject({ decision: 'ask', rule: 'unknown_app', reason: expect.stringContaining('frontmost') });
  });

  test('passes when no rule is about applications', () => {
    expect(verdict(judge(quiet, unknown))).toBe('allow');
    expect(verdict(judge({}, unknown, { stage: 'private' }))).toBe('allow');
  });

  test('is refused before it is asked about when the keys are forbidden', () => {
    const table = { forbidden_key_combos: ['cmd+q'] };
    expect(verdict(judge(table, { ...unknown, combos: [combo('cmd+q')] }))).toBe('deny forbidden_key_combos');
    expect(verdict(judge(table, { ...unknown, text: '\u001b[2J' }))).toBe('deny control_character');
  });

  test('is not in question when the call touches no application', () => {
    expect(verdict(judge({}, { app: undefined, risks: ['observe'] }))).toBe('allow');
  });
});

describe('powers beyond the background', () => {
  test.each([
    ['foreground', 'allow_foreground'],
    ['javascript', 'allow_javascript'],
    ['browser', 'attach_user_browser'],
  ] as const)('%s is asked about, switched on or switched off by %s', (risk, key) => {
    const asked = { risks: ['act', risk] } as const;
    expect(verdict(judge({}, asked))).toBe(`ask ${key}`);
    expect(verdict(judge({ [key]: true }, asked))).toBe('allow');
    expect(verdict(judge({ [key]: false }, asked))).toBe(`deny ${key}`);
  });

  test('a grant for the background does not cover the foreground', () => {
    const isGranted = (grant: string) => grant === firstTimeGrant('gedit');
    expect(verdict(judge({}, { risks: ['act', 'foreground'] }, { isGranted, hasSeen: () => false }))).toBe('ask allow_foreground');
  });

  test('the whole screen can be closed', () => {
    expect(verdict(judge({ allow_desktop_scope: false }, { scope: 'desktop' }))).toBe('deny allow_desktop_scope');
    expect(verdict(judge({}, { scope: 'desktop' }))).toBe('allow');
  });
});

describe('rules for some callers', () => {
  const unseen = { hasSeen: () => false };

  test('an allowing rule spares the questions but never the refusals', () => {
    const table = { forbidden_apps: ['vault'], rule: [{ match: { session: 'ci-*' }, decision: 'allow' }] };
    expect(verdict(judge(table, { session: 'ci-7' }, unseen))).toBe('allow');
    expect(verdict(judge(table, { session: 'mine' }, unseen))).toBe('ask first_time_per_app_approval');
    expect(verdict(judge(table, { session: 'ci-7', app: { id: 'vault' } }, unseen))).toBe('deny forbidden_apps');
    expect(verdict(judge(table, { session: 'ci-7', combos: [combo('super+l')] }, unseen))).toBe('deny protected_combos');
  });

  test('a denying rule wins over an allowing one that stands before it', () => {
    const table = {
      rule: [
        { match: { client: '*' }, decision: 'allow' },
        { match: { client: 'tester', risk: ['destructive'] }, decision: 'deny', reason: 'no kills here' },
      ],
    };
    expect(judge(table, { risks: ['act', 'destructive'] })).toEqual({ decision: 'deny', rule: 'rule 2', reason: 'no kills here' });
    expect(verdict(judge(table))).toBe('allow');
  });

  test('all conditions of a rule must hold', () => {
    const table = { ...quiet, rule: [{ match: { tool: ['click', 'type_text'], app: 'gedit', client: 'tester' }, decision: 'ask' }] };
    expect(verdict(judge(table))).toBe('ask rule 1');
    expect(verdict(judge(table, { tool: 'scroll' }))).toBe('allow');
    expect(verdict(judge(table, { client: 'other' }))).toBe('allow');
    expect(verdict(judge(table, { app: { id: 'xterm' } }))).toBe('allow');
    expect(verdict(judge(table, { app: undefined }))).toBe('allow');
    expect(verdict(judge(table, { tool: 'cua', op: 'click' }))).toBe('ask rule 1');
  });
});

describe('protected combinations', () => {
  test('every protected combination is spelled with real keys', () => {
    for (const { combo: keys } of PROTECTED_COMBOS) expect(parseCombo(keys)).toMatchObject({ ok: true });
  });

  test.each([
    'cmd+shift+backspace',
    'cmd+option+backspace',
    'cmd+ctrl+q',
    '⌘⇧Q',
    'cmd shift q',
    'cmd+option+shift+q',
    'win+l',
    'ctrl+option+delete',
    'ctrl+alt+del',
    'alt+f4',
    'ctrl+alt+backspace',
    'Control+Alt+F3',
    'XF86PowerOff',
  ])('%s is blocked on Linux', (keys) => {
    expect(judge({}, { combos: [combo(keys)] })).toMatchObject({
      rule: 'protected_combos',
      reason: expect.stringMatching(/^blocked key combo/),
    });
  });

  test.each([
    ['cmd+shift+delete', 'macos', 'deny protected_combos'],
    ['cmd+option+esc', 'macos', 'deny protected_combos'],
    ['cmd+l', 'macos', 'allow'],
    ['win+l', 'windows', 'deny protected_combos'],
    ['cmd+s', 'macos', 'allow'],
    ['cmd+-', 'macos', 'allow'],
    ['cmd+q', 'macos', 'allow'],
    ['ctrl+alt+t', 'linux', 'allow'],
  ] as const)('%s on %s: %s', (keys, platform, expected) => {
    expect(verdict(judge({}, { combos: [combo(keys)] }, { platform }))).toBe(expected);
  });

  test('only the file gives one back, and only that one', () => {
    const table = { allow_protected_combos: ['option+f4'] };
    expect(verdict(judge(table, { combos: [combo('alt+f4')] }))).toBe('allow');
    expect(verdict(judge(table, { combos: [combo('super+l')] }, { isGranted: () => true }))).toBe('deny protected_combos');
  });

  test('writing about them is no offence', () => {
    expect(verdict(judge({}, { text: 'Press Ctrl+Alt+Del, then win+l to lock.' }))).toBe('allow');
  });
});
