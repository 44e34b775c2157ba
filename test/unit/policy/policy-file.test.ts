import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePolicy } from '../../../src/policy/parse-policy.js';
import { PolicyFile } from '../../../src/policy/policy-file.js';
import { decideUnder, refusalOf } from '../../../src/policy/refusal.js';
import { context, request } from './policy-fixture.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'offhand-policy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const SEED = `[cua.policy]
forbidden_apps = ["1Password", "Keychain Access"]
require_approval_for_app = ["Terminal"]
forbidden_key_combos = ["cmd+q+system", "ctrl+alt+del"]
`;

describe('what the file may say', () => {
  test('the published example, with a warning about the word that is no key', () => {
    const parsed = parsePolicy(SEED);
    expect(parsed).toMatchObject({
      ok: true,
      policy: { table: { forbidden_apps: ['1Password', 'Keychain Access'], redact: 'recordings' } },
    });
    expect(parsed.ok && parsed.policy.warnings).toEqual([expect.stringContaining('"system"')]);
  });

  test('nothing at all is the default policy, as is an empty table', () => {
    expect(parsePolicy('')).toEqual(parsePolicy('[cua.policy]\n'));
  });

  test('rules with inline or own tables', () => {
    const parsed = parsePolicy(`[[cua.policy.rule]]
match = { session = "ci-*", risk = ["act", "observe"] }
decision = "allow"

[[cua.policy.rule]]
decision = "deny"
[cua.policy.rule.match]
client = "stranger"
`);
    expect(parsed).toMatchObject({
      ok: true,
      policy: { table: { rule: [{ decision: 'allow' }, { decision: 'deny', match: { client: 'stranger' } }] } },
    });
  });

  test.each([
    ['forbidden_apps = [', 1, /./],
    ['[cua.policy]\nforbidden_apps = "x', 2, /./],
    ['[cua.policy]\n\nforbiden_apps = ["x"]', 3, /unknown key "forbiden_apps".*did you mean forbidden_apps/],
    ['forbidden_apps = ["x"]', 1, /unknown key "forbidden_apps".*\[cua\.policy\]/],
    ['[other]\nx = 1', 1, /unknown key "other"/],
    ['[cua.policy]\nfirst_time_per_app_approval = "no"', 2, /first_time_per_app_approval/],
    ['[cua.policy]\nforbidden_apps = ["ok", 3]', 2, /forbidden_apps\[1\]/],
    ['[cua.policy]\nforbidden_key_combos = ["cmd+q", "hyperdrive"]', 2, /hyperdrive/],
    ['[cua.policy]\nredact = "never"', 2, /redact/],
    [
      '[cua.policy]\n[[cua.policy.rule]]\ndecision = "allow"\nmatch = {}\n[[cua.policy.rule]]\nmatch = { risk = "big" }\ndecision = "deny"',
      6,
      /rule\[1\]\.match/,
    ],
    ['[cua.policy]\n[[cua.policy.rule]]\nmatch = { sesion = "x" }\ndecision = "deny"', 3, /unknown key "sesion"/],
  ])('%j is refused at line %i', (source, line, message) => {
    const parsed = parsePolicy(source);
    expect(parsed).toMatchObject({ ok: false, faults: [{ line, column: expect.any(Number), message: expect.stringMatching(message) }] });
  });

  test('the column points at the fault', () => {
    expect(parsePolicy('[cua.policy]\nforbidden_key_combos = ["cmd+q", "hyperdrive"]')).toMatchObject({
      faults: [{ line: 2, column: 35 }],
    });
    expect(parsePolicy('[cua.policy]\n  bogus = 1')).toMatchObject({ faults: [{ line: 2, column: 3 }] });
  });
});

describe('the file on disk', () => {
  test('no file is the default policy', () => {
    expect(new PolicyFile(join(folder, 'none.toml')).current()).toMatchObject({ status: 'ok', origin: 'default' });
  });

  test('a change counts from the next decision on, in both directions', () => {
    const path = join(folder, 'changing.toml');
    writeFileSync(path, SEED);
    const file = new PolicyFile(path);
    expect(file.current()).toMatchObject({ status: 'ok', origin: 'file' });
    const first = file.current();
    expect(file.current()).toBe(first);
    writeFileSync(path, '[cua.policy]\nforbidden_apps = ["gedit"]\n');
    expect(file.current()).toMatchObject({ policy: { table: { forbidden_apps: ['gedit'] } } });
    truncateSync(path, 20);
    expect(file.current()).toMatchObject({ status: 'broken' });
    const replacement = `${path}.new`;
    writeFileSync(replacement, SEED);
    renameSync(replacement, path);
    expect(file.current()).toMatchObject({ status: 'ok' });
  });

  test('a rewrite with the same size and time is still noticed', () => {
    const path = join(folder, 'same.toml');
    const time = new Date(1_700_000_000_000);
    writeFileSync(path, '[cua.policy]\nforbidden_apps = ["aaa"]\n');
    utimesSync(path, time, time);
    const file = new PolicyFile(path);
    file.current();
    writeFileSync(path, '[cua.policy]\nforbidden_apps = ["bbb"]\n');
    utimesSync(path, time, time);
    expect(file.current()).toMatchObject({ policy: { table: { forbidden_apps: ['bbb'] } } });
  });

  test('the rules hold on while an editor replaces the file', () => {
    const path = join(folder, 'replaced.toml');
    writeFileSync(path, SEED);
    const file = new PolicyFile(path);
    file.current();
    rmSync(path);
    expect(file.current()).toMatchObject({ status: 'ok', origin: 'file' });
  });

  test('a broken file stops everything but managing Offhand itself, and says where', () => {
    const path = join(folder, 'broken.toml');
    writeFileSync(path, SEED);
    appendFileSync(path, 'forbidden_apps = [');
    const state = new PolicyFile(path).current();
    for (const risk of ['act', 'observe', 'destructive', 'javascript'] as const) {
      const decision = decideUnder(state, request({ risks: [risk] }), context());
      expect(decision).toMatchObject({ decision: 'deny', rule: 'policy_invalid', reason: expect.stringMatching(/broken\.toml:\d+:\d+: /) });
      if (decision.decision === 'deny') expect(refusalOf(decision)).toMatchObject({ code: 'policy_invalid' });
    }
    expect(decideUnder(state, request({ risks: ['manage'], app: undefined }), context())).toEqual({ decision: 'allow' });
  });

  test('a link counts as what it leads to, and stops acting when that is gone', () => {
    const [real, other, link] = [join(folder, 'real.toml'), join(folder, 'other.toml'), join(folder, 'link.toml')];
    writeFileSync(real, '[cua.policy]\nforbidden_apps = ["a"]\n');
    writeFileSync(other, '[cua.policy]\nforbidden_apps = ["b"]\n');
    symlinkSync(real, link);
    const file = new PolicyFile(link);
    const forbidden = () => {
      const state = file.current();
      return state.status === 'ok' ? state.policy.table.forbidden_apps : state.error.message;
    };
    expect(forbidden()).toEqual(['a']);
    writeFileSync(real, '[cua.policy]\nforbidden_apps = ["a", "c"]\n');
    expect(forbidden()).toEqual(['a', 'c']);
    rmSync(link);
    symlinkSync(other, link);
    expect(forbidden()).toEqual(['b']);
    rmSync(other);
    expect(forbidden()).toContain('is a link to nothing');
    symlinkSync('loop.toml', join(folder, 'loop.toml'));
    expect(new PolicyFile(join(folder, 'loop.toml')).current()).toMatchObject({ status: 'broken' });
  });

  test('a folder, or a path through a file, cannot be read and stops acting', () => {
    const path = join(folder, 'folder.toml');
    mkdirSync(path);
    expect(new PolicyFile(path).current()).toMatchObject({ status: 'broken' });
    writeFileSync(join(folder, 'plain'), '');
    expect(new PolicyFile(join(folder, 'plain', 'policy.toml')).current()).toMatchObject({
      status: 'broken',
      error: { code: 'policy_invalid' },
    });
  });
});

test('each refusal has the code callers know', () => {
  const denial = (rule: string) => refusalOf({ decision: 'deny', rule, reason: 'no' }).code;
  expect([denial('forbidden_apps'), denial('allow_foreground'), denial('policy_invalid')]).toEqual([
    'policy_denied',
    'foreground_forbidden',
    'policy_invalid',
  ]);
});
