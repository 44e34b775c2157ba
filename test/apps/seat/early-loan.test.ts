// A window manager that is lent a keyboard only once a window is being made gets it from a thread, however busy we are ourselves.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openDesktop } from '../../support/desktop.js';
import { startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { isLeftAlone } from './persons-way.js';
import { seatsOn } from './seat-lab.js';

const opener = fileURLToPath(new URL('../../fixtures/apps/opener.py', import.meta.url));
/** Metacity shows a window in one go with focusing it. */
const openAndSee = `kill -USR1 $1
  window=$(xdotool search --sync --onlyvisible --name '^Opened$')
  until xprop -id $window WM_STATE | grep -q Normal; do :; done`;

test.each(['metacity', 'mutter', 'i3'] as const)(
  'a window made while we can do nothing leaves the person where they are under %s',
  async (wm) => {
    await using desktop = await openDesktop({ wm });
    const { pid } = desktop.runApp('/usr/bin/python3', [opener, 'gtk3']);
    const target = await desktop.waitForWindow({ title: '^Opener$' });
    const watch = await startSentinel(desktop, { typing: true });
    await using seats = seatsOn(desktop);
    const end = await seats.guardProgram('agent', target);
    const { status } = spawnSync('sh', ['-c', openAndSee, 'sh', String(pid)], { env: desktop.env });
    expect(status).toBe(0);
    const opened = await desktop.waitForWindow({ title: '^Opened$' });
    await until(() => isLeftAlone(desktop, watch.window, opened), { what: 'it is behind the person’s window' });
    end();
    const { changes, receivedText, sentText } = await watch.stop();
    expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
    expect(receivedText).toBe(sentText);
  },
);
