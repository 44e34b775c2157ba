// What a program opens when it is to end, or when a script runs in its main process.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../harness/product.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import type { Child } from '../support/parts/child.js';
import { startSentinel } from '../support/sentinel.js';
import { until } from '../support/until.js';
import { managers } from './seat/busy-agent.js';
import { isLeftAlone } from './seat/persons-way.js';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/apps/${name}`, import.meta.url));
const policy = '[cua.policy]\nfirst_time_per_app_approval = false\nallow_javascript = true\nattach_user_browser = true\n';

interface Case {
  readonly what: string;
  run(desktop: Desktop): Child;
  act(product: Product, target: { pid: number; window_id: number }): Promise<object>;
}

const cases: readonly Case[] = [
  {
    what: 'a program that asks before it ends',
    run: (desktop) => desktop.runApp('/usr/bin/python3', [fixture('opener.py'), 'gtk3', 'asks']),
    act: (product, { pid }) => product.call('kill_app', { pid }),
  },
  {
    what: 'a script in the main process of a program',
    run: (desktop) => desktop.runApp(process.execPath, ['--inspect-port=0', fixture('node-window.mjs'), 'Opener']),
    act: (product, target) =>
      product.call('page', { ...target, action: 'execute_javascript', process: 'main', javascript: 'globalThis.open("Opened")' }),
  },
];

describe.each(cases)('what $what opens', ({ run, act }) => {
  test.each(managers)('leaves the person where they are under %s', async (wm) => {
    await using desktop = await openDesktop({ wm });
    const { pid } = run(desktop);
    const window_id = await desktop.waitForWindow({ title: '^Opener$' });
    const watch = await startSentinel(desktop, { typing: true });
    await using product = startProduct(desktop, { policy });
    const acting = act(product, { pid, window_id });
    const opened = await desktop.waitForWindow({ title: '^Opened$' });
    const typed = (await watch.typed()).length;
    await until(async () => (await watch.typed()).length > typed + 20, { what: 'the person types on' });
    await until(() => isLeftAlone(desktop, watch.window, opened), { what: 'it is behind the person’s window' });
    expect(await acting).not.toMatchObject({ effect: 'refused' });
    await product[Symbol.asyncDispose]();
    const { changes, after, receivedText, sentText } = await watch.stop();
    expect([after.focus, after.active]).toEqual([watch.window, watch.window]);
    expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
    expect(receivedText).toBe(sentText);
  });
});
