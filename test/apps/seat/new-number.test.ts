// A program that ends leaves its number to the next one, and that says nothing about who the person's keys are passed on to.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { until } from '../../support/until.js';

const text = 'Each letter once.';

let desktop: Desktop;
let product: Product;
let target: Fixture;

beforeAll(async () => {
  desktop = await openDesktop({ size: { width: 1500, height: 900 } });
  target = await startFixture(desktop, 'gtk3', { at: { x: 780, y: 40 } });
  product = startProduct(desktop);
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

const agentActs = () => product.call('click', { ...product.at(target), ...target.centre('button') });

/** The part of a window's id that names its client. Whoever connects gets the lowest that is free. */
const numberOf = (window: number) => window & ~0x1f_ffff;

async function startTerminal(title: string) {
  const file = join(desktop.dir, title);
  const child = desktop.runApp('xterm', ['-T', title, '-e', 'sh', '-c', `cat > ${file}`]);
  const windowId = await desktop.waitForWindow({ title: `^${title}$` });
  return { child, windowId, typed: () => (existsSync(file) ? readFileSync(file, 'utf8') : '') };
}

const startBrowser = () => startFixture(desktop, 'chromium', { at: { x: 0, y: 20 } });

async function personTypes(window: number): Promise<void> {
  await desktop.run('xdotool', 'windowactivate', '--sync', String(window));
  await desktop.run('xdotool', 'type', '--delay', '15', text);
}

test('what the person types into a terminal with a browser’s number arrives', async () => {
  const browser = await startBrowser();
  await agentActs();
  await browser.child.kill();
  const terminals = [];
  for (const title of ['a', 'b', 'c', 'd']) terminals.push(await startTerminal(title));
  const terminal = terminals.find(({ windowId }) => numberOf(windowId) === numberOf(browser.windowId));
  if (!terminal) throw new Error('none got its number');
  await agentActs();
  await personTypes(terminal.windowId);
  await desktop.run('xdotool', 'key', 'Return');
  await until(() => terminal.typed() === `${text}\n`, { what: 'the text' });
  for (const { child } of terminals) await child.kill();
});

test('what the person types into a browser with a terminal’s number arrives', async () => {
  const terminals = [];
  for (const title of ['e', 'f', 'g', 'h']) terminals.push(await startTerminal(title));
  await agentActs();
  for (const { child } of terminals) await child.kill();
  const browser = await startBrowser();
  expect(terminals.map(({ windowId }) => numberOf(windowId))).toContain(numberOf(browser.windowId));
  await agentActs();
  const { x, y } = browser.centre('entry');
  await desktop.run('xdotool', 'mousemove', '--window', String(browser.windowId), String(x), String(y), 'click', '1');
  await personTypes(browser.windowId);
  await browser.waitForEvent('the text', (event) => event.widget === 'entry' && event.text === text);
});
