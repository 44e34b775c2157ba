import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AtspiClient } from '../../../src/wire/atspi/client.js';
import { readExtents } from '../../../src/wire/atspi/tree/details.js';
import { preorder, type TreeNode } from '../../../src/wire/atspi/tree/node.js';
import { readSubtree } from '../../../src/wire/atspi/tree/read-subtree.js';
import { WarmTree } from '../../../src/wire/atspi/tree/warm-tree.js';
import { DBusClosed, DBusError, DBusTimeout } from '../../../src/wire/dbus/errors.js';
import { type A11ySession, startA11ySession } from './a11y-bus.js';
import { type FakeNode, publishFakeApp } from './fake-app.js';

let session: A11ySession;
let client: AtspiClient;

beforeAll(async () => {
  session = await startA11ySession();
  client = await session.connect();
});

afterAll(async () => {
  await session?.[Symbol.asyncDispose]();
});

const names = (root: TreeNode) => [...preorder(root)].map(({ name }) => name);
const publish = (nodes: Record<string, FakeNode>) => publishFakeApp(session.a11yAddress, nodes);

describe('a tree that', () => {
  test('leads back to itself is read once', async () => {
    using app = await publish({
      window: { children: ['a', 'window', 'b', 'a'] },
      a: { children: ['b', 'a', 'window'] },
      b: { children: ['a'] },
    });
    const { root, nodeCount, cuts } = await readSubtree(client, app.window);
    expect(names(root).sort()).toEqual(['a', 'b', 'window']);
    expect({ nodeCount, cuts }).toEqual({ nodeCount: 3, cuts: [] });
  });

  test('holds null objects is read without them', async () => {
    using app = await publish({ window: { children: ['null', 'a', 'null', 'b'] }, a: {}, b: {} });
    expect(names((await readSubtree(client, app.window)).root)).toEqual(['window', 'a', 'b']);
  });

  test('names objects that are gone is read without them', async () => {
    using app = await publish({ window: { children: ['a', 'gone', 'b'] }, a: {}, b: {} });
    const { root, vanishedUnder } = await readSubtree(client, app.window);
    expect(names(root)).toEqual(['window', 'a', 'b']);
    expect([...vanishedUnder]).toEqual([`${app.window.bus}${app.window.path}`]);
  });

  test('counts more children than it has is read as it is', async () => {
    using app = await publish({ window: { children: ['a'], childCount: 7 }, a: { childCount: -1, children: ['b'] }, b: {} });
    expect(names((await readSubtree(client, app.window)).root)).toEqual(['window', 'a', 'b']);
  });

  test('is endlessly deep is cut at the depth asked for', async () => {
    const chain = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`n${n}`, { children: [`n${n + 1}`] }]));
    using app = await publish({ window: { children: ['n0'] }, ...chain, n300: {} });
    const { root, cuts } = await readSubtree(client, app.window, { maxDepth: 40 });
    expect(names(root)).toHaveLength(41);
    expect(cuts).toEqual(['depth']);
  });
});

describe('a window with 50,000 objects', () => {
  const groups = Array.from({ length: 100 }, (_, g) => `g${g}`);
  const leaves = (group: string) => Array.from({ length: 500 }, (_, n) => `${group}_${n}`);
  const huge: Record<string, FakeNode> = { window: { children: groups } };
  for (const group of groups) {
    huge[group] = { children: leaves(group) };
    for (const leaf of leaves(group)) huge[leaf] = {};
  }

  test('is cut at the number of nodes asked for, upper levels first', async () => {
    using app = await publish(huge);
    const { root, nodeCount, cuts } = await readSubtree(client, app.window, { maxNodes: 2000, budgetMs: 60_000 });
    expect({ nodeCount, cuts }).toEqual({ nodeCount: 2000, cuts: ['nodes'] });
    expect(root.children.map(({ name }) => name)).toEqual(groups);
  });

  test('is cut when its time is up, and what was read stays', async () => {
    using app = await publish(huge);
    const { root, cuts } = await readSubtree(client, app.window, { maxNodes: 100_000, budgetMs: 300 });
    expect(cuts).toContain('time');
    const read = names(root).length;
    expect(read).toBeGreaterThan(1);
    await client.listApps();
    expect(names(root)).toHaveLength(read);
  });

  test('is given up at once when the caller loses interest', async () => {
    using app = await publish(huge);
    const reason = new Error('not needed any more');
    const interest = new AbortController();
    const reading = readSubtree(client, app.window, { maxNodes: 100_000, budgetMs: 60_000, signal: interest.signal });
    const settled = expect(reading).rejects.toBe(reason);
    interest.abort(reason);
    await settled;
  });
});

test('a list of many rows is asked for by index, not row by row object', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => `row${n}`);
  using app = await publish({
    window: { children: ['list'] },
    list: { children: rows },
    ...Object.fromEntries(rows.map((row) => [row, {}])),
  });
  const { root, cuts } = await readSubtree(client, app.window, { maxChildren: 20, useCache: false });
  expect(root.children[0]).toMatchObject({ childCount: 5000 });
  expect(root.children[0]?.children.map(({ name }) => name)).toEqual(rows.slice(0, 20));
  expect(cuts).toEqual(['children']);
  expect(app.calls.filter((member) => member === 'GetChildren')).toHaveLength(1);
});

describe('an application that never answers', () => {
  test('is a timeout of its own and leaves the others readable', async () => {
    using hung = await publish({ window: { hangs: true } });
    using fine = await publish({ window: { children: ['a'] }, a: {} });
    const impatient = await session.connect(300);
    const reading = readSubtree(impatient, hung.window);
    const other = readSubtree(client, fine.window);
    await expect(reading).rejects.toThrow(DBusTimeout);
    expect(names((await other).root)).toEqual(['window', 'a']);
  });

  test('below some node ends the read with a timeout, not with a tree that looks whole', async () => {
    using app = await publish({ window: { children: ['a', 'b'] }, a: {}, b: { hangs: true } });
    await expect(readSubtree({ bus: client.bus, timeoutMs: 300 }, app.window)).rejects.toThrow(DBusTimeout);
    await expect(
      readExtents({ bus: client.bus, timeoutMs: 300 }, [{ ...app.window, path: `${app.window.path.slice(0, -6)}b` }], 'screen'),
    ).rejects.toThrow(DBusTimeout);
  });

  test('is listed as unresponsive, with its process', async () => {
    using hung = await publish({ window: {}, root: { hangs: true } });
    const impatient = await session.connect(300);
    const apps = await impatient.listApps();
    expect(apps.find(({ bus }) => bus === hung.window.bus)).toMatchObject({ responsive: false, pid: process.pid, name: '' });
  });

  test('does not keep others from being found by their process', async () => {
    using _hung = await publish({ window: {}, root: { hangs: true } });
    const asking = await session.connect(60_000);
    expect(await asking.appsOfProcess(process.pid + 1)).toEqual([]);
  });

  test('and then leaves is an error', async () => {
    const app = await publish({ window: {} });
    app.connection.close();
    await expect(readSubtree(client, app.window)).rejects.toThrow(DBusError);
  });
});

describe('a warm tree', () => {
  test('asks again only where a change was announced', async () => {
    const hidden = 1 << 30;
    using app = await publish({
      window: { children: ['shown', 'panel'] },
      shown: {},
      panel: { states: 0, children: ['x'] },
      x: { states: hidden, children: ['y'] },
      y: { states: hidden },
    });
    const warm = await WarmTree.open(client, app.window);
    await warm.refresh();
    app.nodes.set('x', { states: hidden, children: ['y', 'z'] }).set('z', { states: hidden });
    expect(names((await warm.refresh()).root)).toEqual(['window', 'shown', 'panel', 'x', 'y']);
    app.announceChildren('x');
    await client.describeApp({ ...app.window });
    expect(names((await warm.refresh()).root)).toEqual(['window', 'shown', 'panel', 'x', 'y', 'z']);
    warm.close();
  });

  test('spares what is out of sight the questions nobody sees the answers of', async () => {
    const focusable = 1 << 11;
    using app = await publish({
      window: { children: ['named', 'nameless', 'shown'] },
      named: { states: focusable },
      nameless: { states: focusable, name: '' },
      shown: {},
    });
    const warm = await WarmTree.open(client, app.window, { toolkit: 'Qt', thrifty: true });
    await warm.refresh();
    // The window itself, the one without a name, and the one on screen.
    expect(app.calls.filter((asked) => asked === 'Description')).toHaveLength(3);
    warm.close();
  });

  test('sees unannounced changes of what is on screen', async () => {
    using app = await publish({ window: { children: ['a', 'b'] }, a: {}, b: {} });
    const warm = await WarmTree.open(client, app.window);
    await warm.refresh();
    app.nodes
      .set('window', { children: ['b', 'c'] })
      .set('b', { name: 'renamed' })
      .set('c', {})
      .delete('a');
    expect(names((await warm.refresh()).root)).toEqual(['window', 'renamed', 'c']);
    warm.close();
  });

  test('asks again where a remembered child turned out to be gone, even when it trusts announcements', async () => {
    using app = await publish({ window: { children: ['a'] }, a: { children: ['b'] }, b: {} });
    const warm = await WarmTree.open(client, app.window, { toolkit: 'gtk' });
    await warm.refresh();
    app.nodes
      .set('a', { children: ['c'] })
      .set('c', {})
      .delete('b');
    expect(names((await warm.refresh()).root)).toEqual(['window', 'a', 'c']);
    warm.close();
  });

  test('answers refreshes in the order they were asked, and survives a failed one', async () => {
    using app = await publish({ window: { children: ['a'] }, a: {} });
    const impatient = await session.connect(300);
    const warm = await WarmTree.open(impatient, app.window);
    await warm.refresh();
    app.nodes.set('a', { hangs: true });
    await expect(warm.refresh()).rejects.toThrow(DBusTimeout);
    app.nodes.set('a', { name: 'back' });
    const [first, second] = await Promise.all([warm.refresh(), warm.refresh()]);
    expect([names(first.root), names(second.root)]).toEqual([
      ['window', 'back'],
      ['window', 'back'],
    ]);
    warm.close();
  });
});

test('the accessibility switches are put back as they were', async () => {
  const observer = await session.connect();
  const before = await observer.status?.get('ScreenReaderEnabled');
  const changer = await session.connect();
  await changer.status?.set('ScreenReaderEnabled', !before);
  expect(await observer.status?.get('ScreenReaderEnabled')).toBe(!before);
  await changer.close();
  expect(await observer.status?.get('ScreenReaderEnabled')).toBe(before);
});

test('losing the bus rejects what is being read', async () => {
  await using other = await startA11ySession();
  const reader = await other.connect(60_000);
  using app = await publishFakeApp(other.a11yAddress, { window: { hangs: true } });
  const reading = expect(readSubtree(reader, app.window)).rejects.toThrow(DBusClosed);
  reader.bus.close();
  await reading;
});
