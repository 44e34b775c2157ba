// A window that a program opens because an agent pressed one of its buttons does not get the person.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { openDesktop } from '../support/desktop.js';
import { startSentinel } from '../support/sentinel.js';
import { until } from '../support/until.js';
import { managers } from './seat/busy-agent.js';
import { isLeftAlone } from './seat/persons-way.js';

const opener = fileURLToPath(new URL('../fixtures/apps/opener.py', import.meta.url));

/** Through accessibility, and with the agent's own pointer. */
const cases = ['gtk3', 'gtk4', 'qt5'].flatMap((toolkit) => ['accessibility', 'synthetic_events'].map((by) => ({ toolkit, by })));

describe.each(cases)('a window that $toolkit opens when its button is pressed by $by', ({ toolkit, by }) => {
  test.each(managers)('leaves the person where they are under %s', async (wm) => {
    await using desktop = await openDesktop({ wm });
    const program = desktop.runApp('/usr/bin/python3', [opener, toolkit]);
    const window_id = await desktop.waitForWindow({ title: '^Opener$' });
    const watch = await startSentinel(desktop, { typing: true });
    await using product = startProduct(desktop);
    const target = { pid: program.pid, window_id };
    const findButton = async () =>
      (await product.call('get_window_state', { ...target, include_screenshot: false })).elements?.find(({ label }) => label === 'Open');
    const { element_index, frame } = await until(findButton, { what: 'the button' });
    const place = by === 'accessibility' ? { element_index } : { x: (frame?.x ?? 0) + 20, y: (frame?.y ?? 0) + 20 };
    const { route } = await product.call('click', { ...target, ...place });
    expect(route).toBe(by);
    const opened = await desktop.waitForWindow({ title: '^Opened$' });
    const typed = (await watch.typed()).length;
    await until(async () => (await watch.typed()).length > typed + 20, { what: 'the person types on' });
    await until(() => isLeftAlone(desktop, watch.window, opened), { what: 'it is behind the person’s window' });
    // From here on nothing is kept away from the person any more.
    await product[Symbol.asyncDispose]();
    const { changes, after, receivedText, sentText } = await watch.stop();
    expect([after.focus, after.active]).toEqual([watch.window, watch.window]);
    // i3 shows and focuses a window at once, which on a busy machine may be before anybody else has heard of it.
    if (wm === 'i3') return;
    expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
    expect(receivedText).toBe(sentText);
  });
});
