// What a program opens because of an act over a connection other than that of the window acted in, or by starting another program.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import type { Child } from '../support/parts/child.js';
import { startChromium } from '../support/parts/chromium.js';
import { startSentinel } from '../support/sentinel.js';
import { until } from '../support/until.js';
import { managers } from './seat/busy-agent.js';
import { isLeftAlone } from './seat/persons-way.js';

const starter = fileURLToPath(new URL('../fixtures/apps/starter.py', import.meta.url));
/** Nothing but a place to choose a file in. */
const chooser = 'data:text/html,<title>Chooser</title><input type=file style="position:fixed;inset:0;height:100vh">';

interface Case {
  readonly what: string;
  readonly title: string;
  readonly opened: string;
  run(desktop: Desktop): Child;
}

const cases: readonly Case[] = [
  {
    what: 'the dialog in which a browser has a file chosen',
    title: '^Chooser',
    opened: '^Open File',
    run: (desktop) => startChromium(desktop, chooser),
  },
  ...['child', 'desktop'].map((how) => ({
    what: `a program that another one starts (${how})`,
    title: '^Starter$',
    opened: '^Started$',
    run: (desktop: Desktop) => desktop.runApp('/usr/bin/python3', [starter, how]),
  })),
];

describe.each(cases)('$what when an agent clicks there', ({ title, opened, run }) => {
  test.each(managers)('leaves the person where they are under %s', async (wm) => {
    await using desktop = await openDesktop({ wm });
    const { pid } = run(desktop);
    const window_id = await desktop.waitForWindow({ title });
    const watch = await startSentinel(desktop, { typing: true });
    await using product = startProduct(desktop);
    await product.call('click', { pid, window_id, x: 60, y: 100 });
    const window = await desktop.waitForWindow({ title: opened });
    const typed = (await watch.typed()).length;
    await until(async () => (await watch.typed()).length > typed + 40, { what: 'the person types on' });
    await until(() => isLeftAlone(desktop, watch.window, window), { what: 'it is behind the person’s window' });
    await product[Symbol.asyncDispose]();
    const { changes, after, receivedText, sentText } = await watch.stop();
    expect([after.focus, after.active]).toEqual([watch.window, watch.window]);
    expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
    expect(receivedText).toBe(sentText);
  });
});

describe('a program that another one tells to come to the front when an agent clicks there', () => {
  test.each(managers)('leaves the person where they are under %s', async (wm) => {
    await using desktop = await openDesktop({ wm });
    const told = desktop.runApp('/usr/bin/python3', [starter, 'window', 'Told']);
    const window = await desktop.waitForWindow({ title: '^Told$' });
    const { pid } = desktop.runApp('/usr/bin/python3', [starter, String(told.pid)]);
    const window_id = await desktop.waitForWindow({ title: '^Starter$' });
    const watch = await startSentinel(desktop, { typing: true, targets: [window] });
    await using product = startProduct(desktop);
    await product.call('click', { pid, window_id, x: 60, y: 100 });
    const typed = (await watch.typed()).length;
    await until(async () => (await watch.typed()).length > typed + 80, { what: 'the person types on' });
    await until(() => isLeftAlone(desktop, watch.window, window), { what: 'it is behind the person’s window' });
    await product[Symbol.asyncDispose]();
    // It is no part of what the agent is at, so where it asks with the person's keyboard itself it may have had that for a moment.
    const { after } = await watch.stop();
    expect([after.focus, after.active]).toEqual([watch.window, watch.window]);
  });
});
