// Nobody asks an X server for the changes of a keyboard that will be gone: those without the fix of CVE-2025-62230 crash of it.
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { until } from '../../support/until.js';
import { quiet } from '../web/browser.js';
import { combo, openLab } from './seat-lab.js';

const listeners = async (desktop: Desktop) => Number(await desktop.run(await fixtureBinary('keymap-listeners')));

const agentDevices = async (desktop: Desktop) => (await oracleOf(desktop).devices()).filter((name) => name.startsWith('offhand'));

/** A fixed server forgets with a keyboard who asked for its changes. */
async function removeAgents(desktop: Desktop): Promise<void> {
  const pointers = (await agentDevices(desktop)).filter((name) => /^offhand\S+ pointer$/.test(name));
  expect(pointers).not.toEqual([]);
  for (const pointer of pointers) await desktop.run('xinput', 'remove-master', pointer);
  await until(async () => (await agentDevices(desktop)).length === 0, { what: 'the agent’s devices are gone' });
}

test.each(['xt', 'tk', 'gtk3', 'qt5'] as const)(
  'neither the agent nor a %s program whose first key comes from it asks for changes of its keyboard',
  async (toolkit) => {
    await using lab = await openLab(toolkit);
    const { app, desktop } = lab;
    const before = await listeners(desktop);
    await lab.perform([{ kind: 'move', to: lab.at('entry') }, ...combo('f7')]);
    await app.waitForEvent('the key', ({ type, key }) => type === 'key' && key === 'F7');
    await until(async () => (await listeners(desktop)) > before, { what: 'somebody has asked' });
    const asked = await listeners(desktop);
    await removeAgents(desktop);
    expect(await listeners(desktop)).toBe(asked);
  },
);

test('nor does a browser that the agent launches', async () => {
  await using desktop = await openDesktop();
  await using product = startProduct(desktop);
  await product.call('launch_app', { name: 'chromium', additional_arguments: ['--no-sandbox', ...quiet] });
  const asked = await listeners(desktop);
  await removeAgents(desktop);
  // It has many connections, and some come late.
  expect(await listeners(desktop)).toBeGreaterThanOrEqual(asked);
});
