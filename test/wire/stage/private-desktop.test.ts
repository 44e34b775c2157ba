import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childEnv, readEnv } from '../../../src/config/env.js';
import { runProcess, spawnProcess } from '../../../src/kit/process.js';
import { isAlive, pidsWithEnvironment } from '../../../src/kit/process-info.js';
import { which } from '../../../src/kit/which.js';
import type { Desktop } from '../../../src/stage/desktop.js';
import { windowManagerNames } from '../../../src/stage/desktop.js';
import { parseSize } from '../../../src/stage/size.js';
import { type StartDesktopOptions, startDesktop } from '../../../src/stage/start.js';
import { findDesktop, listDesktops, stopDesktop } from '../../../src/stage/stop.js';
import { until } from '../../support/until.js';
import { startNamelessHelper } from './nameless-helper.js';

let registryDir = '';
beforeEach(() => {
  registryDir = mkdtempSync(join(tmpdir(), 'offhand-registry-'));
});
afterEach(async () => {
  for (const { name } of await listDesktops(registryDir)) await stopDesktop(name, registryDir);
  rmSync(registryDir, { recursive: true, force: true });
});

const start = (options: StartDesktopOptions = {}) => startDesktop({ registryDir, size: { width: 640, height: 480 }, ...options });
const run = (env: Readonly<Record<string, string>>, command: string, ...args: string[]) =>
  runProcess(command, args, { env, timeoutMs: 20_000 });
const text = async (desktop: Desktop, command: string, ...args: string[]) => (await run(desktop.env, command, ...args)).stdout.toString();
const processesOf = (desktop: Desktop) => pidsWithEnvironment('OFFHAND_DESKTOP_ID', desktop.id);

async function openTerminal(desktop: Desktop): Promise<number> {
  const { pid } = await spawnProcess('xterm', [], { env: desktop.env, detached: true });
  await until(async () => (await text(desktop, 'xprop', '-root', '_NET_CLIENT_LIST')).includes('0x'), { what: 'the terminal is managed' });
  return pid;
}

test('two desktops run at once and share nothing', async () => {
  const [one, two] = await Promise.all([start(), start({ size: { width: 800, height: 600 } })]);
  expect(new Set([one.name, two.name, one.display, two.display]).size).toBe(4);
  expect(one.busAddress).not.toBe(two.busAddress);
  expect(one.accessibilityBusAddress).not.toBe(two.accessibilityBusAddress);
  expect(await text(one, 'xdpyinfo')).toMatch(/dimensions:\s+640x480/);
  expect(await text(two, 'xdpyinfo')).toMatch(/dimensions:\s+800x600/);

  await openTerminal(one);
  expect(await text(one, 'xprop', '-root', '_NET_CLIENT_LIST')).toMatch(/0x/);
  expect(await text(two, 'xprop', '-root', '_NET_CLIENT_LIST')).not.toMatch(/0x/);
});

test('a display opens only with its own cookie', async () => {
  const [one, two] = await Promise.all([start({ windowManager: 'none' }), start({ windowManager: 'none' })]);
  const withCookieOf = (other: Desktop) => run({ ...one.env, XAUTHORITY: other.xauthority }, 'xdpyinfo');
  expect((await withCookieOf(one)).code).toBe(0);
  const foreign = await withCookieOf(two);
  expect(foreign.code).not.toBe(0);
  expect(foreign.stderr).toMatch(/authoriz|protocol|unable to open/i);
  expect((await run({ ...one.env, XAUTHORITY: '/dev/null' }, 'xdpyinfo')).code).not.toBe(0);
  expect(statSync(one.xauthority).mode & 0o777).toBe(0o600);
  expect(statSync(one.directory).mode & 0o777).toBe(0o700);
});

test('the tools of X read the cookie file we write', async () => {
  const desktop = await start({ windowManager: 'none' });
  const listed = await text(desktop, 'xauth', '-f', desktop.xauthority, 'list');
  expect(listed.trim().split('\n')).toHaveLength(2);
  expect(listed).toMatch(new RegExp(`unix${desktop.display}\\s+MIT-MAGIC-COOKIE-1\\s+[0-9a-f]{32}`));
});

test('the environment holds nothing of the person', async () => {
  const desktop = await start({ windowManager: 'none' });
  const mine = readEnv();
  for (const [name, value] of Object.entries(desktop.env)) expect(`${name}=${value}`).not.toMatch(/NODE_|VITEST|WAYLAND_DISPLAY/);
  expect(desktop.env.HOME).not.toBe(mine.home);
  expect(desktop.env.HOME?.startsWith(desktop.directory)).toBe(true);
  expect(desktop.env.XDG_RUNTIME_DIR?.startsWith(desktop.directory)).toBe(true);
  expect(desktop.env.NO_AT_BRIDGE).toBeUndefined();
});

test('an application on the desktop appears on its accessibility bus', async () => {
  const desktop = await start();
  await spawnProcess('gnome-calculator', [], { env: desktop.env, detached: true });
  const registry = ['call', '--address', desktop.accessibilityBusAddress, '--dest', 'org.a11y.atspi.Registry'];
  const children = [...registry, '--object-path', '/org/a11y/atspi/accessible/root', '--method', 'org.a11y.atspi.Accessible.GetChildren'];
  await until(async () => /':1\.\d+'/.test(await text(desktop, 'gdbus', ...children)), {
    what: 'an application registers',
    timeoutMs: 30_000,
  });
  expect((await text(desktop, 'xprop', '-root', 'AT_SPI_BUS')).trim()).toContain(desktop.accessibilityBusAddress.split(',')[0]);
});

test('stopping ends every process, also those that left their parents, and removes every file', async () => {
  const desktop = await start();
  const terminal = await openTerminal(desktop);
  await run(desktop.env, 'sh', '-c', 'setsid sleep 1000 >/dev/null 2>&1 & ');
  const helper = await startNamelessHelper(desktop.env);
  const before = processesOf(desktop);
  expect(before).not.toContain(helper);
  expect(before).toContain(terminal);
  expect(before).toContain(desktop.processes.server.pid);
  expect(before.length).toBeGreaterThanOrEqual(5);
  expect((await findDesktop(desktop.name, registryDir)).env).toEqual(desktop.env);

  await stopDesktop(desktop.name, registryDir);
  expect([...before, helper, desktop.processes.supervisor.pid].filter((pid) => isAlive(pid))).toEqual([]);
  expect(existsSync(desktop.directory)).toBe(false);
  expect(readdirSync(registryDir)).toEqual([]);
  await expect(stopDesktop(desktop.name, registryDir)).rejects.toMatchObject({ code: 'desktop_not_found' });
});

test('a desktop whose server was killed is not listed, and its leftovers go', async () => {
  const desktop = await start({ name: 'victim' });
  const others = processesOf(desktop);
  process.kill(desktop.processes.server.pid, 'SIGKILL');
  await until(async () => (await listDesktops(registryDir)).length === 0, { what: 'the dead desktop is pruned' });
  expect(others.filter((pid) => isAlive(pid))).toEqual([]);
  expect(existsSync(desktop.directory)).toBe(false);
  expect(isAlive(desktop.processes.supervisor.pid, desktop.processes.supervisor.starttime)).toBe(false);
});

test('a desktop can end with a process other than the one that started it', async () => {
  const owner = await spawnProcess('sleep', ['1000'], { env: childEnv() });
  const desktop = await start({ ownerPid: owner.pid });
  expect(desktop.owner?.pid).toBe(owner.pid);
  const before = processesOf(desktop);
  expect(before.filter((pid) => isAlive(pid))).toEqual(before);
  owner.kill('SIGKILL');
  await until(() => before.every((pid) => !isAlive(pid)) && !existsSync(desktop.directory), { what: 'the desktop follows its owner' });
  await until(() => readdirSync(registryDir).length === 0, { what: 'the record is gone' });
});

test('a desktop without an owner has no supervisor and lives until it is stopped', async () => {
  const desktop = await start({ ownerPid: null, name: 'lasting' });
  await until(() => !isAlive(desktop.processes.supervisor.pid), { what: 'the supervisor leaves' });
  expect((await listDesktops(registryDir)).map(({ name, owner }) => ({ name, owner }))).toEqual([{ name: 'lasting', owner: undefined }]);
  await stopDesktop('lasting', registryDir);
  expect(processesOf(desktop)).toEqual([]);
});

test('a name is used once at a time', async () => {
  const attempts = await Promise.allSettled([
    start({ name: 'only', windowManager: 'none' }),
    start({ name: 'only', windowManager: 'none' }),
  ]);
  expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(attempts.find((attempt) => attempt.status === 'rejected')?.reason).toMatchObject({ code: 'invalid_input' });
  await expect(start({ name: '../escape' })).rejects.toMatchObject({ code: 'invalid_input' });
  await stopDesktop('only', registryDir);
  await start({ name: 'only', windowManager: 'none' });
});

test.each([
  [{ size: { width: 10, height: 10 } }, 'invalid_input'],
  [{ size: { width: 640.5, height: 480 } }, 'invalid_input'],
  [{ ownerPid: 2 ** 22 + 1 }, 'process_not_found'],
] as const)('refuses %j', async (options, code) => {
  await expect(start(options)).rejects.toMatchObject({ code });
  expect(readdirSync(registryDir)).toEqual([]);
});

test('names everything that is missing and the command that installs it', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'offhand-no-programs-'));
  await expect(start({ path: empty })).rejects.toMatchObject({
    code: 'dependency_missing',
    details: { programs: ['Xvfb', 'dbus-daemon', 'openbox'], install: 'apt-get install -y xvfb dbus openbox' },
  });
  expect(readdirSync(registryDir)).toEqual([]);
  rmSync(empty, { recursive: true });
});

test('a caller that gives up at once leaves nothing behind', async () => {
  const controller = new AbortController();
  const starting = start({ signal: controller.signal });
  controller.abort(new Error('changed my mind'));
  await expect(starting).rejects.toThrow('changed my mind');
  expect(readdirSync(registryDir)).toEqual([]);
});

test('a caller that gives up while a part hangs does not wait for it', async () => {
  const programs = mkdtempSync(join(tmpdir(), 'offhand-hanging-'));
  const started = join(programs, 'started');
  writeFileSync(join(programs, 'Xvfb'), `#!/bin/sh\necho $$ > ${started}\nexec sleep 1000\n`, { mode: 0o755 });
  const controller = new AbortController();
  const outcome = expect(start({ signal: controller.signal, path: `${programs}:${readEnv().path}`, timeoutMs: 3_600_000 })).rejects.toThrow(
    'enough',
  );
  const pid = await until(() => existsSync(started) && Number(readFileSync(started, 'utf8')), { what: 'the hanging server runs' });
  controller.abort(new Error('enough'));
  await outcome;
  expect(isAlive(pid)).toBe(false);
  expect(readdirSync(registryDir)).toEqual([]);
  rmSync(programs, { recursive: true });
});

test('a server that fails says why', async () => {
  const programs = mkdtempSync(join(tmpdir(), 'offhand-failing-'));
  writeFileSync(join(programs, 'Xvfb'), '#!/bin/sh\necho "no room for a screen" >&2\nexit 1\n', { mode: 0o755 });
  await expect(start({ path: `${programs}:${readEnv().path}` })).rejects.toMatchObject({
    code: 'display_unavailable',
    message: 'Xvfb did not start: no room for a screen',
  });
  expect(readdirSync(registryDir)).toEqual([]);
  rmSync(programs, { recursive: true });
});

test('sizes are read as people write them', () => {
  expect(parseSize('1280x800')).toEqual({ width: 1280, height: 800 });
  expect(parseSize(' 640 × 480 ')).toEqual({ width: 640, height: 480 });
  for (const wrong of ['big', '1280', '-5x10', '10x10', '99999x800']) expect(() => parseSize(wrong)).toThrow(/size/);
});

const path = readEnv().path;
for (const windowManager of windowManagerNames.filter((name) => name !== 'none')) {
  // Each one is a Debian package of its own; only those installed can be tried.
  test.skipIf(which(windowManager, path) === undefined)(`${windowManager} manages the display once the desktop is ready`, async () => {
    const desktop = await start({ windowManager });
    const check = await text(desktop, 'xprop', '-root', '_NET_SUPPORTING_WM_CHECK');
    const window = /# (0x[0-9a-f]+)/.exec(check)?.[1] ?? '';
    expect(await text(desktop, 'xprop', '-id', window, '_NET_SUPPORTING_WM_CHECK')).toContain(window);
    const before = processesOf(desktop);
    await stopDesktop(desktop.name, registryDir);
    expect(before.filter((pid) => isAlive(pid))).toEqual([]);
  });
}
