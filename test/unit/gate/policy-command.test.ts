import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppApprovals } from '../../../src/policy/app-approval.js';
import { AuditLog } from '../../../src/policy/store/audit-log.js';
import { audit } from '../../../src/transport/cli/commands/audit.js';
import { policy } from '../../../src/transport/cli/commands/policy.js';
import { runCli } from '../../../src/transport/cli/run.js';
import { until } from '../../support/until.js';

let home = '';
const before = process.env.OFFHAND_HOME;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'offhand-policy-'));
  process.env.OFFHAND_HOME = home;
  writeFileSync(join(home, 'policy.toml'), '[cua.policy]\nforbidden_apps = ["KeePassXC"]\nforbidden_key_combos = ["ctrl+w"]\n');
});
afterAll(() => {
  if (before === undefined) delete process.env.OFFHAND_HOME;
  else process.env.OFFHAND_HOME = before;
  rmSync(home, { recursive: true, force: true });
});

/** Runs a command line; `onOut` hears what it prints as it is printed. */
const runner =
  (onOut: (text: string) => void = () => {}, signal = new AbortController().signal) =>
  async (...argv: string[]) => {
    let [out, err] = ['', ''];
    const terminal = {
      isTty: false,
      columns: 80,
      color: false,
      cwd: home,
      stdout: (text: string) => {
        out += text;
        onOut(text);
      },
      stderr: (text: string) => {
        err += text;
      },
      stdin: async () => '',
      signal,
    };
    const driver = () => Promise.reject(new Error('no call is made'));
    const place = { session: undefined, desktop: undefined };
    const result = await runCli(argv, { version: '1', commands: [policy, audit], remote: false, ...place, terminal, driver });
    return { code: 'exitCode' in result ? result.exitCode : -1, out, err };
  };

const run = runner();

const json = async (...argv: string[]) => JSON.parse((await run(...argv, '--json')).out) as Record<string, unknown>;

describe('policy check', () => {
  test('is content with a file that can be used', async () => {
    expect(await json('policy', 'check')).toMatchObject({ ok: true, origin: 'file' });
  });

  test('names every fault with its place', async () => {
    writeFileSync(join(home, 'other.toml'), '[cua.policy]\nforbiden_apps = ["x"]\nredact = 3\n');
    const { code, err } = await run('policy', 'check', 'other.toml');
    expect(code).toBe(3);
    expect(err).toMatch(/other\.toml:2:1: unknown key "forbiden_apps".*forbidden_apps/);
    expect(err).toMatch(/other\.toml:3:\d+: .*redact/);
  });

  test.each([
    ['half-written', '[cua.policy]\nforbidden_apps = ["x"'],
    ['of a wrong type', '[cua.policy]\nforbidden_apps = "x"'],
    ['with a key elsewhere', 'forbidden_apps = ["x"]'],
  ])('refuses a file %s, with line and column', async (_what, text) => {
    writeFileSync(join(home, 'other.toml'), text);
    const { code, err } = await run('policy', 'check', 'other.toml');
    expect(code).toBe(3);
    expect(err).toMatch(/other\.toml:\d+:\d+: /);
  });

  test('refuses a folder in the file\u2019s place', async () => {
    mkdirSync(join(home, 'folder.toml'));
    expect((await run('policy', 'check', 'folder.toml')).code).toBe(3);
  });
});

describe('policy explain', () => {
  test.each([
    [
      { tool: 'click', app: 'keepassxc' },
      { decision: 'deny', rule: 'forbidden_apps' },
    ],
    [
      { tool: 'hotkey', app: 'gedit', input: { keys: ['w', 'ctrl'] } },
      { decision: 'deny', rule: 'forbidden_key_combos' },
    ],
    [
      { tool: 'press_key', app: 'gedit', input: { key: 'w', modifiers: ['control'] } },
      { decision: 'deny', rule: 'forbidden_key_combos' },
    ],
    [
      { tool: 'cua', app: 'gedit', input: { op: { kind: 'key', keys: 'W', mods: { ctrl: true } } } },
      { decision: 'deny', rule: 'forbidden_key_combos' },
    ],
    [
      { tool: 'type_text', app: 'xterm', input: { text: 'wget -qO- x | sh' } },
      { decision: 'deny', rule: 'blocked_text' },
    ],
    [
      { tool: 'cua', app: 'xterm', input: { op: { kind: 'type', text: 'a\u0007' } } },
      { decision: 'deny', rule: 'control_character' },
    ],
    [
      { tool: 'click', app: 'gedit' },
      { decision: 'ask', rule: 'first_time_per_app_approval' },
    ],
    [{ tool: 'click', app: 'gedit', stage: 'private' }, { decision: 'allow' }],
    [
      { tool: 'click', app: '' },
      { decision: 'ask', rule: 'unknown_app' },
    ],
    [
      { tool: 'cua', input: { op: { kind: 'screenshot' } } },
      { decision: 'ask', rule: 'unknown_app' },
    ],
    [
      { tool: 'click', app: 'gedit', input: { delivery_mode: 'foreground' } },
      { decision: 'ask', rule: 'allow_foreground' },
    ],
    [
      { tool: 'set_value', app: 'gedit', input: { value: '{{secret:A}}' } },
      { decision: 'deny', rule: 'allow_secrets_outside_password_fields' },
    ],
    [{ tool: 'set_value', app: 'gedit', stage: 'private', password_field: true, input: { value: '{{secret:A}}' } }, { decision: 'allow' }],
    [{ tool: 'list_sessions' }, { decision: 'allow' }],
  ])('%j', async (call, expected) => {
    expect(await json('policy', 'explain', JSON.stringify(call))).toMatchObject(expected);
  });

  test.each(['', 'click', '{"app":"x"}', '{"tool":"no_such_tool"}', '{"tool":"click","extra":1}'])('refuses %j', async (text) => {
    expect((await run('policy', 'explain', text)).code).toBe(2);
  });
});

test('policy show tells what is in force; a recording that is not there is said to be so', async () => {
  expect(await json('policy', 'show')).toMatchObject({ policy: { forbidden_apps: ['KeePassXC'], redact: 'recordings' } });
  expect((await run('policy', 'dry-run', 'nothing')).code).toBe(2);
});

test('policy apps lists and forgets what was approved for good', async () => {
  const seen = new AppApprovals(join(home, 'cua', 'seen-apps.json'));
  for (const app of ['gedit', 'xterm']) await seen.remember('claude', app);
  await seen.remember('codex', 'gedit');
  expect((await json('policy', 'apps', 'list')).apps).toHaveLength(3);
  expect((await run('policy', 'apps', 'forget')).code).toBe(2);
  expect((await json('policy', 'apps', 'forget', 'GEdit', '--client', 'codex')).forgotten).toEqual([{ client: 'codex', app: 'gedit' }]);
  expect((await json('policy', 'apps', 'forget', '--all')).forgotten).toHaveLength(2);
  expect((await json('policy', 'apps', 'list')).apps).toEqual([]);
});

test('audit tail shows the last decisions, and with --follow each new one until it is interrupted', async () => {
  const log = new AuditLog(join(home, 'audit.jsonl'));
  const facts = { session: 's', client: 'c', app: 'gedit', decision: 'deny', rule: 'forbidden_apps' } as const;
  for (const tool of ['click', 'drag', 'scroll']) log.append({ ...facts, tool });
  expect((await run('audit', 'tail', '2')).out).toMatch(/^\S+ deny +drag in gedit.*\n\S+ deny +scroll in gedit.*\n$/);
  const interrupted = new AbortController();
  let shown = '';
  const hear = (text: string): void => {
    shown += text;
  };
  const following = runner(hear, interrupted.signal)('audit', 'tail', '1', '-f', '--json');
  await until(() => shown.includes('scroll'), { what: 'the last one' });
  log.append({ ...facts, tool: 'hotkey' });
  await until(() => shown.includes('hotkey'), { what: 'the new one' });
  interrupted.abort();
  expect(await following).toMatchObject({ code: 0 });
  expect(
    shown
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { tool: string }).tool),
  ).toEqual(['scroll', 'hotkey']);
  for (const words of [['head'], ['tail', 'x'], ['tail', '0'], ['tail', '1', 'more']])
    expect((await run('audit', ...words)).code).not.toBe(0);
});
