// Real processes that look like browsers started in many ways; none of them is connected to.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findEndpoint } from '../../../src/backends/x11/web/browser/endpoint.js';
import { isPeer, listensOn } from '../../../src/backends/x11/web/browser/port-owner.js';

let dir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'oh-endpoint-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

const listening = 'const s = require("http").createServer().listen(0, "127.0.0.1", () => console.log(s.address().port))';

/** Runs a script under the command line of a browser; gives its pid and what it printed. */
async function browserLike(args: readonly string[], script = 'console.log(0); setInterval(() => {}, 1e6)') {
  const child = spawn(process.execPath, ['-e', script, '--', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [printed] = (await once(child.stdout ?? process.stdin, 'data')) as [Buffer];
  return { pid: child.pid ?? 0, printed: Number(String(printed)) };
}

function announce(profile: string, port: number): void {
  mkdirSync(profile, { recursive: true });
  writeFileSync(join(profile, 'DevToolsActivePort'), `${port}\n/devtools/browser/ab-12`);
}

describe('where a browser can be debugged', () => {
  test('is nowhere unless it was started so', async () => {
    const { pid } = await browserLike([`--user-data-dir=${dir}/profile`]);
    expect(findEndpoint(pid, join(dir, 'browsers'))).toBeUndefined();
  });

  test('is its pipe where the profile is one of ours', async () => {
    const folder = join(dir, 'browsers', 'private-ab12');
    const { pid } = await browserLike([`--user-data-dir=${folder}/profile`, '--remote-debugging-pipe']);
    expect(findEndpoint(pid, join(dir, 'browsers'))).toEqual({
      pid,
      owner: 'offhand',
      transport: 'pipe',
      pipe: { commands: join(folder, 'commands'), answers: join(folder, 'answers') },
    });
  });

  test('is not a pipe of somebody else, nor one in a folder that merely looks like ours', async () => {
    for (const profile of [`${dir}/else/profile`, `${dir}/browsers-not/private-ab/profile`, `${dir}/browsers/other/profile`]) {
      const { pid } = await browserLike([`--user-data-dir=${profile}`, '--remote-debugging-pipe']);
      expect(findEndpoint(pid, join(dir, 'browsers'))).toBeUndefined();
    }
  });

  test('is the port it was given, and belongs to the person', async () => {
    const { pid } = await browserLike([`--user-data-dir=${dir}/profile`, '--remote-debugging-port=9333']);
    expect(findEndpoint(pid, join(dir, 'browsers'))).toMatchObject({ owner: 'person', transport: 'port', port: 9333, path: undefined });
  });

  test('is the port it chose itself and wrote into its profile', async () => {
    const profile = join(dir, 'profile');
    const { pid, printed } = await browserLike([`--user-data-dir=${profile}`, '--remote-debugging-port=0'], listening);
    announce(profile, printed);
    expect(findEndpoint(pid, join(dir, 'browsers'))).toMatchObject({ port: printed, path: '/devtools/browser/ab-12' });
  });

  test('is not what a dead browser left in the profile', async () => {
    const profile = join(dir, 'profile');
    const { printed: elsewhere } = await browserLike([], listening);
    const { pid } = await browserLike([`--user-data-dir=${profile}`]);
    announce(profile, elsewhere);
    expect(findEndpoint(pid, join(dir, 'browsers'))).toBeUndefined();
  });

  test('is found in a command line that was rewritten into one piece', async () => {
    const { pid } = await browserLike([`--no-first-run --user-data-dir=${dir}/profile --remote-debugging-port=9444 --flag`]);
    expect(findEndpoint(pid, join(dir, 'browsers'))).toMatchObject({ port: 9444 });
  });

  test('is nowhere once it is gone', () => {
    expect(findEndpoint(2 ** 22 - 1, dir)).toBeUndefined();
  });
});

describe('who holds a port', () => {
  test('is the process that listens on it, or one it started', async () => {
    const { pid, printed } = await browserLike([], listening);
    expect(listensOn(pid, printed)).toBe(true);
    expect(listensOn(process.pid, printed)).toBe(true);
    const { pid: stranger } = await browserLike([]);
    expect(listensOn(stranger, printed)).toBe(false);
    expect(listensOn(pid, 1)).toBe(false);
  });

  test('is at the far end of a connection', async () => {
    const server = createServer((request) => request.socket.unref());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const script = `const s = require("net").connect(${port}, "127.0.0.1", () => console.log(s.localPort)); s.on("error", () => {})`;
    const { pid, printed } = await browserLike([], script);
    expect(isPeer(process.pid, { ourPort: printed, theirPort: port })).toBe(true);
    expect(isPeer(pid, { ourPort: printed, theirPort: port })).toBe(false);
    server.closeAllConnections();
    server.close();
  });
});
