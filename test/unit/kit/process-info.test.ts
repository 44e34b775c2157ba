import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { isStartedBy, uptimeMs } from '../../../src/kit/process-info.js';

const SOMEBODY_ELSE = 1;
const AN_HOUR_MS = 3_600_000;

describe('who has started a process', () => {
  let child: ChildProcess | undefined;
  afterEach(() => void child?.kill());

  /** Gives the number of a process that waits, once it runs what it was started for. */
  async function start(env: NodeJS.ProcessEnv = {}): Promise<number> {
    child = spawn('sh', ['-c', 'echo ready; exec sleep 60'], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (child.stdout) await once(child.stdout, 'data');
    return child.pid ?? 0;
  }

  test('is whoever it comes of, if it began lately enough', async () => {
    const pid = await start();
    expect(isStartedBy(pid, process.pid, 0)).toBe(true);
    expect(isStartedBy(pid, process.ppid, 0)).toBe(true);
    expect(isStartedBy(pid, process.pid, uptimeMs() + AN_HOUR_MS)).toBe(false);
    expect(isStartedBy(process.ppid, process.pid, 0)).toBe(false);
  });

  test.each(['thunar-4711-host-mousepad-0_TIME123', 'host;1700000000;123456;4711_TIME123'])(
    'is who desktops say it is: %s',
    async (name) => {
      const pid = await start({ DESKTOP_STARTUP_ID: name });
      expect(isStartedBy(pid, 4711, 0)).toBe(true);
      expect(isStartedBy(pid, 471, 0)).toBe(false);
    },
  );

  test('is nobody where it is gone', () => {
    expect(isStartedBy(4_194_303, SOMEBODY_ELSE, 0)).toBe(false);
  });
});
