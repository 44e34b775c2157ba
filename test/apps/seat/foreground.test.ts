// In the foreground, which a caller asks for, the window comes forward, and afterwards everything is as the person left it.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { elementNumbers, waitForTree } from '../../matrix/elements.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { Line } from '../../support/parts/line-process.js';
import { type SentinelReport, startSentinel } from '../../support/sentinel.js';
import { until } from '../../support/until.js';
import { personHolds } from './held-devices.js';
import { journalOf, killableAgent } from './killable-agent.js';

const kept = [
  'focus',
  'active',
  'stacking',
  'pointer',
  'locks',
  'latches',
  'layout',
  'buttons',
  'keysDown',
  'keymapHash',
  'primary',
] as const;
const partOf = (state: Line) => Object.fromEntries(kept.map((field) => [field, state[field]]));
const expectPutBack = ({ before, after }: SentinelReport) => expect(partOf(after)).toEqual(partOf(before));

describe.each(['openbox', 'metacity', 'kwin_x11', 'fluxbox', 'none'] as const)('under %s', (wm) => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;
  beforeAll(async () => {
    desktop = await openDesktop({ wm });
    app = await startFixture(desktop, 'gtk3');
    product = startProduct(desktop);
    await waitForTree(product, app);
    desktop.runApp('xterm', ['-geometry', '60x20+620+80', '-T', 'Over it']);
    await desktop.waitForWindow({ title: '^Over it$' });
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  /** Each verb, and what the program then says. */
  function acts(button: number): [() => Promise<{ delivery: { mode: string } }>, (event: Line) => boolean][] {
    const front = { ...product.at(app), delivery_mode: 'foreground' } as const;
    const { x, y } = app.centre('canvas');
    const path = { from_x: x - 30, from_y: y, to_x: x + 30, to_y: y };
    const isWith = (modifier: string, event: Line) => String(event.modifiers).includes(modifier);
    return [
      [() => product.call('click', { ...front, ...app.centre('button') }), ({ type }) => type === 'clicked'],
      [() => product.call('click', { ...front, element_index: button }), ({ type }) => type === 'clicked'],
      [() => product.call('double_click', { ...front, x, y }), ({ type }) => type === 'double'],
      [
        () => product.call('type_text', { ...front, ...app.centre('entry'), text: 'In front é' }),
        ({ type, text }) => type === 'text' && String(text).includes('In front é'),
      ],
      [
        () => product.call('press_key', { ...front, key: 'f9', modifiers: ['shift'] }),
        (event) => event.type === 'key' && event.key === 'F9' && isWith('shift', event),
      ],
      [
        () => product.call('drag', { ...front, ...path, modifier: ['ctrl'], duration_ms: 60 }),
        (event) => event.type === 'press' && event.widget === 'canvas' && isWith('control', event),
      ],
      [() => product.call('scroll', { ...front, x, y, direction: 'up' }), ({ type, direction }) => type === 'scroll' && direction === 'up'],
    ];
  }

  test('every verb arrives from below another window, with Caps Lock on, and the desk is as before', async () => {
    const button = (await elementNumbers(product, app)).get('button') ?? -1;
    const turnCapsLock = () => desktop.run('xdotool', 'key', 'Caps_Lock');
    await turnCapsLock();
    onTestFinished(async () => void (await turnCapsLock()));
    const watch = await startSentinel(desktop, { targets: [app.windowId] });
    for (const [act, isSeen] of acts(button)) {
      const from = app.events().length;
      expect((await act()).delivery.mode).toBe('foreground');
      await app.waitForEvent(`act ${act}`, isSeen, { from });
    }
    expectPutBack(await watch.stop());
  });

  // The others raise no window for a stranger, who has to stand for the person here.
  test.runIf(wm === 'openbox' || wm === 'none')('a person whose window lies under another finds it there', async () => {
    const over = await desktop.waitForWindow({ title: '^Over it$' });
    const watch = await startSentinel(desktop, { at: { x: 560, y: 20, width: 300, height: 300 } });
    const order = async () => {
      const tree = await desktop.run('xwininfo', '-root', '-tree');
      const place = (id: number) => tree.indexOf(`0x${id.toString(16)} `);
      return [app.windowId, watch.window, over].sort((a, b) => place(b) - place(a));
    };
    await desktop.run('xdotool', 'windowraise', String(over));
    await until(async () => (await order()).at(-1) === over, { what: 'it lies over the person’s window' });
    const before = await order();
    const from = app.events().length;
    await product.call('click', { ...product.at(app), ...app.centre('button'), delivery_mode: 'foreground' });
    await app.waitForEvent('the click', ({ type }) => type === 'clicked', { from });
    await until(async () => (await order()).join() === before.join(), { what: `the order ${before} again` });
    const { before: then, after: now } = await watch.stop();
    expect([now.focus, now.active]).toEqual([then.focus, then.active]);
  });

  test('a window that is brought to the front on purpose stays there, and has the keyboard', async () => {
    const watch = await startSentinel(desktop, { at: { x: 560, y: 20, width: 600, height: 700 } });
    const raised = await product.call('bring_to_front', product.at(app));
    expect(raised).toMatchObject({ effect: 'confirmed', delivery: { mode: 'foreground' } });
    const { x, y } = await oracleOf(desktop).window(app.windowId);
    const { x: dx, y: dy } = app.centre('entry');
    const from = app.events().length;
    await desktop.run('xdotool', 'mousemove', String(x + dx), String(y + dy), 'click', '1', 'type', 'here');
    await app.waitForEvent('what the person types', ({ type, text }) => type === 'text' && String(text).includes('here'), { from });
    await watch.stop();
  });
});

test('killed in the middle of it, it leaves the person their desk, and nothing pressed', async () => {
  await using desktop = await openDesktop();
  const app = await startFixture(desktop, 'gtk3');
  const start = await killableAgent(desktop);
  desktop.runApp('xterm', ['-geometry', '60x20+620+80', '-T', 'Over it']);
  await desktop.waitForWindow({ title: '^Over it$' });
  const watch = await startSentinel(desktop);
  const from = app.events().length;
  const agent = start(app.windowId, app.widgets(), 'in front');
  await app.waitForEvent('the drag', ({ type }) => type === 'drag', { from, timeoutMs: 20_000 });
  expect(await personHolds(desktop)).toHaveLength(2);
  await agent.kill('SIGKILL');
  await app.waitForEvent('the release', ({ type }) => type === 'release', { from });
  const { activeWindow } = oracleOf(desktop);
  await until(async () => (await activeWindow()) === watch.window, { what: 'the person’s window is active' });
  await until(async () => (await personHolds(desktop)).length === 0, { what: 'nothing is held' });
  await until(() => readdirSync(journalOf(desktop)).length === 0, { what: 'all is undone' });
  expectPutBack(await watch.stop());
});
