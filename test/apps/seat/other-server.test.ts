// A server that ended took everything with it that was changed there. The next one may have its number, and must be left alone.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { seatsOn } from './seat-lab.js';

const identity = (display: string) => {
  const { ino, ctimeMs } = statSync(`/tmp/.X11-unix/X${display.slice(1)}`);
  return `${ino} ${ctimeMs}`;
};

const journals = (desktop: Desktop) => join(desktop.dir, 'journal');

/** What a process that is dead by now changed, as its journal tells. */
function leaveJournal(desktop: Desktop, server: string, change: object): void {
  const owner = { display: desktop.display, server, pid: 2 ** 22 + 1, starttime: 1 };
  mkdirSync(journals(desktop), { recursive: true });
  writeFileSync(join(journals(desktop), 'dead.jsonl'), `${JSON.stringify({ owner })}\n${JSON.stringify({ id: 0, change })}\n`);
}

test.each([
  { what: 'on the same server it is put back', isSame: true, left: '5' },
  { what: 'on another server with its number it is not touched', isSame: false, left: '77' },
])('what a dead process changed: $what', async ({ isSame, left }) => {
  await using desktop = await openDesktop();
  const { windowId } = await startFixture(desktop, 'tk');
  const name = '_NET_WM_USER_TIME';
  await desktop.run('xprop', '-id', String(windowId), '-f', name, '32c', '-set', name, '77');
  const change = { kind: 'property', window: windowId, name, written: 77, before: 5 };
  leaveJournal(desktop, isSame ? identity(desktop.display) : '1 1', change);
  const seats = seatsOn(desktop);
  await seats.list();
  expect(await desktop.run('xprop', '-id', String(windowId), name)).toContain(`= ${left}`);
  await seats[Symbol.asyncDispose]();
  expect(readdirSync(journals(desktop))).toEqual([]);
});

test('nothing is kept of what was changed on a server that ended', async () => {
  const desktop = await openDesktop({ wm: 'none' });
  const seats = seatsOn(desktop);
  await seats.list();
  expect(readdirSync(journals(desktop))).toHaveLength(1);
  await desktop.xserver.kill('SIGTERM');
  await expect(seats.list()).rejects.toThrow();
  expect(readdirSync(journals(desktop))).toEqual([]);
  await seats[Symbol.asyncDispose]();
  await desktop.dispose();
});
