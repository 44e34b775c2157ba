// A program that takes the focus by itself takes an agent's, for as long as anybody has a reason to expect it of the program.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { windowPoint } from '../../../src/model/geometry.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { changesInForce } from '../../support/in-force.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { click, seatsOn } from './seat-lab.js';

const eager = fileURLToPath(new URL('../../fixtures/apps/eager.py', import.meta.url));

/** Without a window manager programs give themselves the focus. */
const openScene = async () => startEager(await openDesktop({ wm: 'none' }));

async function startEager(desktop: Desktop) {
  const log = join(desktop.dir, 'eager.jsonl');
  rmSync(log, { force: true });
  const program = desktop.runApp('/usr/bin/python3', [eager, log]);
  const window = await desktop.waitForWindow({ title: '^Eager$' });
  const asked = () => (existsSync(log) ? readFileSync(log, 'utf8') : '').split('"asked"').length - 1;
  await until(() => asked() > 0, { what: 'it asked when it started' });
  const person = await startSentinel(desktop, {});
  const asks = async () => {
    const before = asked();
    process.kill(program.pid, 'SIGUSR2');
    await until(() => asked() > before, { what: 'it asked for the focus' });
    return oracleOf(desktop).focusedWindow();
  };
  return { desktop, program, window, person: person.window, asks };
}

/** Undefined where something else has taken the numbers that were free. */
async function startNamed(desktop: Desktop, window: number) {
  const started = await startEager(desktop);
  if (started.window === window) return started;
  await started.program.kill();
  return undefined;
}

/** How many have a program's requests led to an agent. */
const leadAway = (desktop: Desktop) => changesInForce(join(desktop.dir, 'journal')).filter(({ kind }) => kind === 'client_pointer').length;

test('what is done last in a program keeps it from the person, also when what was done before is over', async () => {
  const { desktop, window, person, asks } = await openScene();
  await using _ = desktop;
  await using seats = seatsOn(desktop);
  const [first, second] = [await seats.guardProgram('agent', window), await seats.guardProgram('agent', window)];
  const holders = leadAway(desktop);
  first();
  await until(() => leadAway(desktop) < holders, { what: 'the first is over' });
  expect(await asks()).toBe(person);
  second();
  await until(() => leadAway(desktop) === 0, { what: 'the second is over' });
  expect(await asks()).toBe(window);
});

test('an agent that leaves a program leaves it to the one that still expects something of it', async () => {
  const { desktop, window, person, asks } = await openScene();
  await using _ = desktop;
  await using seats = seatsOn(desktop);
  const gesture = { windowId: window, anchor: windowPoint(20, 20), mayOpenPopup: false, steps: click(windowPoint(20, 20)) };
  await seats.perform('agent', gesture, AbortSignal.timeout(20_000));
  const end = await seats.guardProgram('programs', window);
  expect(await asks()).toBe(person);
  const holders = leadAway(desktop);
  await seats.release('agent');
  await until(() => leadAway(desktop) < holders, { what: 'the agent has left it' });
  expect(await asks()).toBe(person);
  end();
  await until(() => leadAway(desktop) === 0, { what: 'nothing is expected of it any more' });
  expect(await asks()).toBe(window);
});

test('a program that gets the numbers of one that an agent was at work in is led away all the same', async () => {
  const { desktop, window, program } = await openScene();
  await using _ = desktop;
  await using seats = seatsOn(desktop);
  const end = await seats.guardProgram('agent', window);
  await program.kill();
  const next = await until(() => startNamed(desktop, window), { what: 'one gets its numbers', timeoutMs: 30_000 });
  const endNext = await seats.guardProgram('another', next.window);
  expect(await next.asks()).toBe(next.person);
  end();
  endNext();
});
