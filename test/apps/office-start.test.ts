// An office sometimes dies of itself while it starts, which is no fault of what a test is about.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { processesWithEnv } from '../support/parts/child.js';
import { until } from '../support/until.js';

const isOffice = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'soffice.bin';
  } catch {
    return false; // it has ended
  }
};

/** Kills so many offices as soon as they are there. */
async function killOffices({ display }: Desktop, times: number): Promise<void> {
  const killed = new Set<number>();
  while (killed.size < times) {
    const fresh = () => processesWithEnv('DISPLAY', display).find((pid) => !killed.has(pid) && isOffice(pid));
    const pid = await until(fresh, { what: 'an office starts', timeoutMs: 60_000 });
    killed.add(pid);
    process.kill(pid, 'SIGKILL');
  }
}

test.each([
  [1, 'is started once more'],
  [2, 'is not started again'],
])('an office that dies %i times while it starts %s', { timeout: 120_000 }, async (times) => {
  await using desktop = await openDesktop();
  const [started] = await Promise.allSettled([startFixture(desktop, 'libreoffice'), killOffices(desktop, times)]);
  expect(readdirSync(desktop.dir).filter((name) => name.endsWith('.profile'))).toHaveLength(2);
  expect(started.status).toBe(times === 1 ? 'fulfilled' : 'rejected');
});
