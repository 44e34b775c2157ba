// Programs that come late to what an agent did in them: whatever focus they give up or take then is not the person's.
import { expect, test } from 'vitest';
import type { Line } from '../../support/parts/line-process.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { click, combo, type Lab, openLab } from './seat-lab.js';

const isKey = (key: string) => (event: Line) => event.type === 'key' && event.key === key;

/** The agent has left the window, and everything it does about that is done. */
async function leaves({ seats }: Lab): Promise<void> {
  await until(async () => (await seats.list()).every(({ state }) => state === 'idle'), { what: 'the agent left the window' });
}

/** `act` is done while the program hangs; it notices only when the agent is long gone. */
async function whileItHangs(lab: Lab, act: () => Promise<unknown>): Promise<void> {
  process.kill(lab.app.pid, 'SIGSTOP');
  try {
    await act();
    await leaves(lab);
  } finally {
    process.kill(lab.app.pid, 'SIGCONT');
  }
}

test('a program that lets go of the focus when the pointer leaves it lets go of none of the person’s, however late it notices', async () => {
  await using lab = await openLab('tk');
  const watch = await lab.person();
  await lab.perform([...click(lab.at('entry')), ...combo('f7')]);
  // It holds the whole display while it moves its focus, and would hold it for as long as it hangs.
  await lab.app.waitForEvent('a key after its focus moved', isKey('F7'));
  await whileItHangs(lab, () => lab.perform(combo('f9')));
  await lab.app.waitForEvent('the key it came late to', isKey('F9'));
  await lab.perform(combo('f8'));
  await lab.app.waitForEvent('a key after everything before was handled', isKey('F8'));
  expectUndisturbed(await watch.stop());
});

test('a menu that a busy program wants to open late holds neither keys nor the pointer of the person', async () => {
  await using lab = await openLab('gtk4');
  const watch = await lab.person();
  await lab.perform(click(lab.at('entry')));
  await whileItHangs(lab, () => lab.perform(click(lab.at('context'), 'right')));
  await lab.app.waitForEvent('the click it came late to', ({ type, widget }) => type === 'press' && widget === 'context');
  await lab.perform(combo('f8'));
  await lab.app.waitForEvent('a key after everything before was handled', isKey('F8'));
  expectUndisturbed(await watch.stop());
});

test('a window is left in the end although the last act in it was refused', async () => {
  await using lab = await openLab('qt5');
  await lab.perform(click(lab.at('entry')));
  process.kill(lab.app.pid, 'SIGSTOP');
  try {
    await expect(lab.perform(click(lab.at('button')))).rejects.toMatchObject({ code: 'app_unresponsive' });
  } finally {
    process.kill(lab.app.pid, 'SIGCONT');
  }
  await leaves(lab);
});
