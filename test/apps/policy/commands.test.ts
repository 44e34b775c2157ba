import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { until } from '../../support/until.js';
import { startLines } from '../../transport/line-child.js';
import { bin, finish, openProduct, type Product } from '../../transport/product.js';

let desktop: Desktop;
let app: Fixture;
let product: Product;

beforeAll(async () => {
  desktop = await openDesktop();
  app = await startFixture(desktop, 'gtk3');
  const { DISPLAY = '', DBUS_SESSION_BUS_ADDRESS = '', XDG_RUNTIME_DIR = '' } = desktop.env;
  product = openProduct({ DISPLAY, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR });
  writePolicy('[cua.policy]\nforbidden_apps = ["KeePassXC"]\nforbidden_key_combos = ["ctrl+w"]\n');
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

const writePolicy = (text: string) => writeFileSync(join(product.home, 'policy.toml'), text);

const terminalProgram = fileURLToPath(new URL('./at-terminal.py', import.meta.url));
type Step = readonly [waitFor: string, send: string];

/** The command at a terminal, with a person who answers what is asked. */
const atTerminal = (steps: readonly Step[], ...args: string[]) =>
  finish('/usr/bin/python3', [terminalProgram, JSON.stringify(steps), bin, ...args], { env: { ...product.env, TERM: 'dumb' } });

const clickArgs = () => {
  const { x, y } = app.centre('button');
  return ['click', JSON.stringify({ pid: app.pid, window_id: app.windowId, x, y })];
};
const clicks = () => app.events().filter(({ type, widget }) => type === 'clicked' && widget === 'button').length;

test('a call is explained by the application of its window', async () => {
  const { judged } = await product.json('policy', 'explain', JSON.stringify({ tool: 'click', input: { window_id: app.windowId } }));
  expect((judged as { app: string }).app).not.toBe('');
});

describe('secret', () => {
  test('is set from stdin or a prompt that does not show it, never from the command line', async () => {
    const argv = await product.run(['secret', 'set', 'A', 'hunter2']);
    expect(argv.code).toBe(2);
    expect((await product.run(['secret', 'set', 'A'], { stdin: 'hunter2\n' })).code).toBe(0);
    const typed = await atTerminal([['not shown', 'swordfish\r']], 'secret', 'set', 'B');
    expect({ ...typed, stdout: typed.stdout.includes('swordfish') }).toMatchObject({ code: 0, stdout: false });
    expect(JSON.parse(readFileSync(join(product.home, 'secrets.json'), 'utf8'))).toEqual({ A: 'hunter2', B: 'swordfish' });
    const given = await product.run(['secret', 'list', '--json'], { env: { OFFHAND_SECRET_C: 'x' } });
    expect(JSON.parse(given.stdout).secrets).toEqual([
      { name: 'A', from: 'file' },
      { name: 'B', from: 'file' },
      { name: 'C', from: 'environment' },
    ]);
    expect((await product.run(['secret', 'remove', 'A'])).code).toBe(0);
    expect((await product.run(['secret', 'remove', 'A'])).code).toBe(2);
    expect(statSync(join(product.home, 'secrets.json')).mode & 0o777).toBe(0o600);
  });
});

function terminalArms(): void {
  test('without a person: refused, and nothing happens', async () => {
    const before = clicks();
    const { code, stderr } = await product.run(clickArgs());
    expect(code).toBe(3);
    expect(stderr).toContain('approval_required');
    expect(clicks()).toBe(before);
  });

  test.each([
    ['no', 'n\r'],
    ['just Enter', '\r'],
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('a person who answers with %s is obeyed', async (_what, keys) => {
    const before = clicks();
    const { code, stdout } = await atTerminal([['no \\(default\\).*: $', keys]], ...clickArgs());
    expect(code).toBe(3);
    expect(stdout).toContain('approval_denied');
    expect(clicks()).toBe(before);
  });

  test('a person who says yes gets one click, and is asked again next time', async () => {
    const before = clicks();
    const { code, stdout } = await atTerminal(
      [
        ['no \\(default\\).*: $', 'perhaps\r'],
        ['no \\(default\\).*: $', 'y\r'],
      ],
      ...clickArgs(),
    );
    expect(stdout).not.toMatch(/apr-/);
    expect(code).toBe(0);
    await until(() => clicks() === before + 1, { what: 'the click' });
    expect((await product.run(clickArgs())).code).toBe(3);
  });
}

describe('a question at the terminal, without a daemon', () => terminalArms());

describe('a question at the terminal, through the daemon', () => {
  beforeAll(async () => {
    await product.serve();
  });

  terminalArms();

  test('what nobody could be asked about is listed, approved at a terminal only, and counts once', async () => {
    expect((await product.run(clickArgs())).code).toBe(3);
    const { approvals } = (await product.json('approvals', 'list')) as { approvals: { id: string; state: string }[] };
    expect(approvals).toHaveLength(1);
    expect(approvals[0]).toMatchObject({ state: 'parked' });
    const id = approvals[0]?.id ?? '';
    expect(await product.run(['approvals', 'approve', id])).toMatchObject({ code: 3, stderr: expect.stringContaining('at a terminal') });
    expect((await atTerminal([], 'approvals', 'approve', id.slice(0, 8), '--once')).code).toBe(0);
    const before = clicks();
    expect((await product.run(clickArgs())).code).toBe(0);
    await until(() => clicks() === before + 1, { what: 'the click' });
    expect((await product.run(clickArgs())).code).toBe(3);
    const again = (await product.json('approvals', 'list')) as { approvals: { id: string }[] };
    expect((await atTerminal([], 'approvals', 'deny', again.approvals[0]?.id ?? '')).code).toBe(0);
    expect(await product.json('approvals', 'list')).toEqual({ approvals: [] });
  });

  test('a host over the stream is asked and answers, and its events come along', async () => {
    const stream = startLines(bin, ['stream'], product.env);
    const ready = await stream.waitForLine('ready', ({ type }) => type === 'ready');
    expect(ready).toMatchObject({ capabilities: { computer_use: true } });
    const before = clicks();
    const { x, y } = app.centre('button');
    const input = { pid: app.pid, window_id: app.windowId, x, y };
    stream.write(`${JSON.stringify({ type: 'call', id: 'one', tool: 'click', input })}\n`);
    const { resume_token } = await stream.waitForLine('the question', ({ type }) => type === 'approval_required');
    stream.write(`${JSON.stringify({ type: 'approval_resume', resume_token, approved: true })}\n`);
    expect(await stream.waitForLine('the result', ({ type }) => type === 'result')).toMatchObject({ id: 'one', ok: true });
    await until(() => clicks() === before + 1, { what: 'the click' });
    await stream.end();
    expect(stream.exitCode).toBe(0);
    expect(await product.json('policy', 'apps', 'list')).toMatchObject({ apps: [{ client: 'stream' }] });
    expect(await product.json('policy', 'apps', 'forget', '--all')).toMatchObject({ forgotten: [{ client: 'stream' }] });
  });

  test('seats are listed', async () => {
    const { seats } = (await product.json('seats')) as { seats: unknown[] };
    expect(seats.length).toBeGreaterThan(0);
  });
});

test('the audit has it all, and no file holds a token', async () => {
  const { entries } = (await product.json('audit', 'tail', '200')) as { entries: { decision: string; approver?: string }[] };
  const decisions = new Set(entries.map(({ decision }) => decision));
  expect([...decisions].sort()).toEqual(expect.arrayContaining(['approved', 'ask', 'refused']));
  expect(entries.some(({ approver }) => approver === 'terminal')).toBe(true);
  const files = readdirSync(product.home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const entry of files) expect(readFileSync(join(entry.parentPath, entry.name), 'latin1')).not.toMatch(/apr-[0-9a-f]{8}-/);
  mkdirSync(product.home, { recursive: true });
});
