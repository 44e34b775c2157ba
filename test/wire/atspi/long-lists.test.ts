// Lists of hundreds of rows: doubted where the window drew, and listed anew only where a row is no longer in its place.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AtspiClient } from '../../../src/wire/atspi/client.js';
import { preorder } from '../../../src/wire/atspi/tree/node.js';
import { WarmTree } from '../../../src/wire/atspi/tree/warm-tree.js';
import { type A11ySession, startA11ySession } from './a11y-bus.js';
import { type FakeApp, type FakeNode, pathOf, publishFakeApp } from './fake-app.js';

let session: A11ySession;
let client: AtspiClient;

beforeAll(async () => {
  session = await startA11ySession();
  client = await session.connect();
});
afterAll(() => session?.[Symbol.asyncDispose]());

const rows = Array.from({ length: 300 }, (_, n) => `row${n}`);
const swapped = rows.map((row, n) => (n === 20 ? 'row21' : n === 21 ? 'row20' : row));

/** What a second look tells, and how often it had a whole list told, when only the rows named were drawn anew. */
async function lookTwice(change: (app: FakeApp) => void, drawn: readonly string[]) {
  const nodes: Record<string, FakeNode> = Object.fromEntries(rows.map((row) => [row, {}]));
  using app = await publishFakeApp(session.a11yAddress, { window: { children: ['list'] }, list: { children: rows }, ...nodes });
  const warm = await WarmTree.open(client, app.window, { toolkit: 'Chromium', useCache: false });
  await warm.refresh();
  change(app);
  app.calls.length = 0;
  const suspects = new Set(['list', ...drawn].map((id) => app.window.bus + pathOf(id)));
  const { root } = await warm.refresh({ suspects });
  warm.close();
  const told = [...preorder(root)].map(({ name }) => name).slice(2);
  return { told, listings: app.calls.filter((member) => member === 'GetChildren').length };
}

describe('of a long list', () => {
  test('a row that changed is told without listing all of them', async () => {
    const { told, listings } = await lookTwice((app) => app.nodes.set('row20', { name: 'Changed' }), ['row20', 'row21']);
    expect(told).toEqual(rows.map((row) => (row === 'row20' ? 'Changed' : row)));
    expect(listings).toBe(0);
  });

  test('rows that changed places are told in their new order', async () => {
    const { told, listings } = await lookTwice((app) => app.nodes.set('list', { children: swapped }), ['row20', 'row21']);
    expect(told).toEqual(swapped);
    expect(listings).toBeGreaterThan(0);
  });

  test('a row that took the place of another is told', async () => {
    const replaced = rows.map((row) => (row === 'row20' ? 'other' : row));
    const change = (app: FakeApp) => {
      app.nodes.delete('row20');
      app.nodes.set('other', {}).set('list', { children: replaced });
    };
    expect((await lookTwice(change, ['row20', 'row21'])).told).toEqual(replaced);
  });

  test('one gone out of sight and one added at the end are told', async () => {
    const moved = [...rows.filter((row) => row !== 'row200'), 'other'];
    const change = (app: FakeApp) => {
      app.nodes.delete('row200');
      app.nodes.set('other', {}).set('list', { children: moved });
    };
    expect((await lookTwice(change, ['row20'])).told).toEqual(moved);
  });
});
