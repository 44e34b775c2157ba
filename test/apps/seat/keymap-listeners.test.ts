// Nobody asks an X server for the changes of a keyboard that will be gone: those without the fix of CVE-2025-62230 crash of it.
import { expect, test } from 'vitest';
import { oracleOf } from '../../support/oracle.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { until } from '../../support/until.js';
import { combo, type Lab, openLab } from './seat-lab.js';

const listeners = async ({ desktop }: Lab) => Number(await desktop.run(await fixtureBinary('keymap-listeners')));

const agentDevices = async ({ desktop }: Lab) => (await oracleOf(desktop).devices()).filter((name) => name.startsWith('offhand'));

/** A fixed server forgets with a keyboard who asked for its changes. */
async function removeAgents(lab: Lab): Promise<void> {
  const pointers = (await agentDevices(lab)).filter((name) => /^offhand\S+ pointer$/.test(name));
  expect(pointers).not.toEqual([]);
  for (const pointer of pointers) await lab.desktop.run('xinput', 'remove-master', pointer);
  await until(async () => (await agentDevices(lab)).length === 0, { what: 'the agent’s devices are gone' });
}

test.each(['xt', 'tk', 'gtk3', 'qt5'] as const)(
  'neither the agent nor a %s program whose first key comes from it asks for changes of its keyboard',
  async (toolkit) => {
    await using lab = await openLab(toolkit);
    const { app } = lab;
    const before = await listeners(lab);
    await lab.perform([{ kind: 'move', to: lab.at('entry') }, ...combo('f7')]);
    await app.waitForEvent('the key', ({ type, key }) => type === 'key' && key === 'F7');
    await until(async () => (await listeners(lab)) > before, { what: 'somebody has asked' });
    const asked = await listeners(lab);
    await removeAgents(lab);
    expect(await listeners(lab)).toBe(asked);
  },
);
