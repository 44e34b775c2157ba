// Writer marks what is dropped in it, and with that takes the one selection of the desktop: a drop is not worth somebody's selection.
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { Line } from '../../support/parts/line-process.js';
import { personSelects } from '../../support/persons-selection.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { agentDragsAt, agentHolds } from './held-devices.js';

const overFixture = { x: 560, y: 10, width: 700, height: 860 };
const untouched = { source: 'dragged text', target: '', selected: ['dragged text'] };
/** What is dragged is shown beside the agent's pointer, on top of everything. */
const shownOnTop = [/^visibility on/, /^expose on/];
const isDrop = ({ type }: Line) => type === 'drop';

interface Office {
  readonly desktop: Desktop;
  readonly product: Product;
  readonly app: Fixture;
  readonly ends: { from_x: number; from_y: number; to_x: number; to_y: number };
  /** The text is marked and can be dragged; the office has the selection. */
  ready(): Promise<void>;
  /** The document as the office itself says it is. */
  found(): Promise<unknown>;
}

async function openOffice(): Promise<Office> {
  const desktop = await openDesktop();
  const product = startProduct(desktop);
  onTestFinished(async () => {
    await product[Symbol.asyncDispose]();
    await desktop.dispose();
  });
  const app = await startFixture(desktop, 'libreoffice');
  const [start, end] = [app.centre('source'), app.centre('target')];
  return {
    desktop,
    product,
    app,
    ends: { from_x: start.x, from_y: start.y, to_x: end.x, to_y: end.y },
    ready: async () => app.prepare?.('drag and drop'),
    found: async () => {
      const from = app.eventCount();
      await app.prepare?.('look');
      return app.eventsFrom(from).find(({ type }) => type === 'prepared')?.found;
    },
  };
}

const offered = (desktop: Desktop) =>
  oracleOf(desktop)
    .clipboard('primary')
    .catch(() => '');

describe.each(['beside', 'under'] as const)('%s the person’s window', (where) => {
  test('a drop is called off while somebody else has text selected, and made once nobody has', async () => {
    const { desktop, product, app, ends, ready, found } = await openOffice();
    await ready();
    const person = await personSelects(desktop);
    const watch = await startSentinel(desktop, {
      typing: true,
      targets: [app.windowId],
      ...(where === 'under' ? { at: overFixture } : {}),
    });
    for (const duration_ms of [400, 0, 60, 0]) {
      const from = app.eventCount();
      const dragging = product.call('drag', { ...product.at(app), ...ends, duration_ms });
      await expect(dragging).rejects.toMatchObject({ code: 'selection_in_use' });
      expect(await agentHolds(desktop)).toEqual([]);
      expect(await found()).toEqual(untouched);
      expect(app.eventsFrom(from).filter(isDrop)).toEqual([]);
    }
    expect(person.losses()).toBe(0);
    expect(await offered(desktop)).toBe(person.text);
    expectUndisturbed(await watch.stop(), { allow: where === 'under' ? shownOnTop : [] });
    await person.end();
    await until(async () => (await offered(desktop)) === '', { what: 'nobody has text selected', intervalMs: 30 });
    const from = app.eventCount();
    const { interference } = await product.call('drag', { ...product.at(app), ...ends, duration_ms: 400 });
    await app.waitForEvent('the drop', isDrop, { from });
    expect(interference).toMatchObject({ selections: 'unchanged', clean: true });
  });
});

test('a drop is made while the office itself has the selection', async () => {
  const { product, app, ends, ready } = await openOffice();
  await ready();
  const from = app.eventCount();
  const { interference } = await product.call('drag', { ...product.at(app), ...ends, duration_ms: 400 });
  await app.waitForEvent('the drop', isDrop, { from });
  expect(interference).toMatchObject({ selections: 'unchanged', clean: true });
});

test('a drag that is no drag and drop is none of this', async () => {
  const { desktop, product, app } = await openOffice();
  const person = await personSelects(desktop);
  const [start, end] = [app.centre('canvas'), app.centre('button')];
  const from = app.eventCount();
  const path = { from_x: start.x, from_y: start.y, to_x: end.x, to_y: end.y, duration_ms: 60 };
  const { interference } = await product.call('drag', { ...product.at(app), ...path });
  await app.waitForEvent('the drag', ({ type, widget }) => type === 'drag' && widget === 'canvas', { from });
  expect(interference).toMatchObject({ selections: 'unchanged', clean: true });
  expect(person.losses()).toBe(0);
});

test('a button that is held over several calls comes up, and only the drop is refused', async () => {
  const { desktop, product, app, ends, ready, found } = await openOffice();
  const at = product.at(app);
  await ready();
  await personSelects(desktop);
  await product.call('mouse_button_down', { ...at, x: ends.from_x, y: ends.from_y });
  for (const share of [0.1, 0.5, 1]) {
    const x = Math.round(ends.from_x + (ends.to_x - ends.from_x) * share);
    await product.call('move_cursor', { ...at, x, y: ends.to_y });
  }
  await expect(product.call('mouse_button_up', at)).rejects.toMatchObject({ code: 'selection_in_use' });
  expect(await agentHolds(desktop)).toEqual([]);
  expect(await found()).toEqual(untouched);
  const from = app.eventCount();
  await product.call('click', { ...at, ...app.centre('button') });
  await app.waitForEvent('a click', ({ type }) => type === 'clicked', { from });
});

test('a person who drops text there with their own mouse takes the selection in the same way', async () => {
  const { desktop, app, ends, ready } = await openOffice();
  await ready();
  const person = await personSelects(desktop);
  const { x, y } = await oracleOf(desktop).window(app.windowId);
  const to = (toX: number, toY: number) => desktop.run('xdotool', 'mousemove', String(x + toX), String(y + toY));
  await to(ends.from_x, ends.from_y);
  await desktop.run('xdotool', 'mousedown', '1');
  for (let step = 10; step >= 0; step--) await to(ends.to_x, ends.to_y - step);
  await desktop.run('xdotool', 'mouseup', '1');
  await app.waitForEvent('the person’s drop', isDrop);
  await person.lost();
});

test('a drop in the foreground, which was asked for, is made whoever has text selected', async () => {
  const { desktop, product, app, ends, ready } = await openOffice();
  await ready();
  const person = await personSelects(desktop);
  await product.call('drag', { ...product.at(app), ...ends, duration_ms: 400, delivery_mode: 'foreground' });
  await app.waitForEvent('the drop', isDrop);
  await person.lost();
});

test('a drag and drop that is cut short ends without a drop', async () => {
  const { desktop, product, app, ends, ready, found } = await openOffice();
  await ready();
  const cut = new AbortController();
  const from = app.eventCount();
  const dragging = product.call('drag', { ...product.at(app), ...ends, duration_ms: 6000, steps: 100 }, cut.signal);
  const isCut = expect(dragging).rejects.toThrow();
  const left = (await oracleOf(desktop).window(app.windowId)).x + app.widget('target').x;
  await until(async () => (await agentDragsAt(desktop)) > left + 20, { what: 'the text is dragged over the target' });
  cut.abort();
  await isCut;
  expect(await agentHolds(desktop)).toEqual([]);
  expect(await found()).toEqual(untouched);
  expect(app.eventsFrom(from).filter(isDrop)).toEqual([]);
});
