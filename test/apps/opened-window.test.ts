// A window that a program opens because an agent pressed one of its buttons through accessibility is not the person's to have.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { openDesktop } from '../support/desktop.js';
import { startSentinel } from '../support/sentinel.js';
import { until } from '../support/until.js';
import { managers } from './seat/busy-agent.js';
import { isLeftAlone } from './seat/persons-way.js';

const opener = fileURLToPath(new URL('../fixtures/apps/opener.py', import.meta.url));

describe.each(['gtk3', 'gtk4', 'qt5'])('a window that %s opens when its button is pressed through accessibility', (toolkit) => {
  test.each(managers)('leaves the person where they are under %s', async (wm) => {
    await using desktop = await openDesktop({ wm });
    const program = desktop.runApp('/usr/bin/python3', [opener, toolkit]);
    const window_id = await desktop.waitForWindow({ title: '^Opener$' });
    const watch = await startSentinel(desktop, { typing: true });
    await using product = startProduct(desktop);
    const target = { pid: program.pid, window_id };
    const findButton = async () =>
      (await product.call('get_window_state', { ...target, include_screenshot: false })).elements?.find(({ label }) => label === 'Open');
    const { element_index } = await until(findButton, { what: 'the button' });
    const { route } = await product.call('click', { ...target, element_index });
    expect(route).toBe('accessibility');
    const opened = await desktop.waitForWindow({ title: '^Opened$' });
    const typed = (await watch.typed()).length;
    await until(async () => (await watch.typed()).length > typed + 20, { what: 'the person types on' });
    // What is kept away from the person ends a while after the last window has come.
    await until(() => isLeftAlone(desktop, watch.window, opened), { what: 'it is behind the person’s window' });
    await product[Symbol.asyncDispose]();
    const { changes, after, receivedText, sentText } = await watch.stop();
    expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
    expect(after.active).toBe(watch.window);
    expect(receivedText).toBe(sentText);
  });
});
