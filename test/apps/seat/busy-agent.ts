// An agent that is always at work in one window, and a person who goes about their own beside it.
import type { X11Seats } from '../../../src/backends/x11/seat/seats.js';
import type { Desktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { until } from '../../support/until.js';

export const managers = ['openbox', 'xfwm4', 'metacity', 'mutter', 'kwin_x11', 'i3', 'fluxbox'] as const;

export const terminal = (desktop: Desktop, title = 'Chosen', at = '+600+100') => {
  desktop.runApp('xterm', ['-title', title, '-geometry', `40x10${at}`, '-e', 'sleep', '600']);
  return desktop.waitForWindow({ title: `^${title}$` });
};

export async function personGetsTo(desktop: Desktop, window: number): Promise<void> {
  const { activeWindow, focusedWindow } = oracleOf(desktop);
  await until(async () => (await activeWindow()) === window, { what: 'the person is in the window' });
  await until(async () => (await focusedWindow()) === window, { what: 'and so is their keyboard' });
}

export interface BusyAgent extends AsyncDisposable {
  /** Resolves when it has acted so often again. */
  acts(times: number): Promise<void>;
}

/** Acts and looks by turns until it is disposed of; has acted once when it resolves. */
export async function busyAgent(desktop: Desktop, seats: X11Seats, window: number): Promise<BusyAgent> {
  (await seats.guardAgainst('agent', window))();
  let isBusy = true;
  let done = 0;
  const work = async () => {
    while (isBusy) {
      const end = await seats.guardAgainst('agent', window);
      await oracleOf(desktop).window(window);
      end();
      done++;
    }
  };
  const working = work();
  return {
    async acts(times) {
      const from = done;
      await until(() => done >= from + times, { what: `the agent has acted ${times} times` });
    },
    async [Symbol.asyncDispose]() {
      isBusy = false;
      await working;
      await seats.release('agent');
    },
  };
}
