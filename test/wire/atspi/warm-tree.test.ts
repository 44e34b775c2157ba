import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type AtspiClient, connectAtspi } from '../../../src/wire/atspi/client.js';
import { getChildren } from '../../../src/wire/atspi/objects/accessible.js';
import { doAction } from '../../../src/wire/atspi/objects/action.js';
import type { AtspiRef } from '../../../src/wire/atspi/ref.js';
import { type RoleName, roleName } from '../../../src/wire/atspi/tables/roles.js';
import { preorder, type TreeNode } from '../../../src/wire/atspi/tree/node.js';
import { readSubtree } from '../../../src/wire/atspi/tree/read-subtree.js';
import { WarmTree } from '../../../src/wire/atspi/tree/warm-tree.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { until } from '../../support/until.js';

let desktop: Desktop | undefined;
let client: AtspiClient | undefined;

afterEach(async () => {
  await client?.close();
  await desktop?.dispose();
});

interface Opened {
  readonly warm: WarmTree;
  /** Presses the first object of that role and name. */
  press(role: RoleName, name: string): Promise<void>;
  /** Waits until the warm tree has such an object on screen and equals a tree read afresh, object by object. */
  agreesWith(what: string, condition: (nodes: TreeNode[]) => boolean): Promise<void>;
  /** What somebody who has never looked sees, and the calls that took. */
  newcomer(): Promise<{ nodes: TreeNode[]; calls: string[] }>;
}

async function open(command: string, args: (dir: string) => readonly string[], isReady: (nodes: TreeNode[]) => boolean): Promise<Opened> {
  desktop = await openDesktop();
  const bus = await connectAtspi({ sessionBusAddress: desktop.env.DBUS_SESSION_BUS_ADDRESS ?? '', timeoutMs: 20_000 });
  client = bus;
  desktop.runApp(command, args(desktop.dir), { env: { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' } });
  const nodesOf = async (ref: AtspiRef) => [...preorder((await readSubtree(bus, ref, { useCache: false })).root)];
  const findWindow = async () => {
    for (const app of await bus.listApps()) {
      for (const window of await getChildren(bus, app)) if (isReady(await nodesOf(window))) return { app, window };
    }
    return undefined;
  };
  const { app, window } = await until(findWindow, { what: `${command} is on the bus`, timeoutMs: 60_000, intervalMs: 50 });
  const warm = await WarmTree.open(bus, window, { toolkit: app.toolkit });
  await warm.refresh();
  return {
    warm,
    async press(role, name) {
      const target = (await nodesOf(window)).find((node) => roleName(node.role) === role && node.name === name);
      if (!target) throw new Error(`no ${role} '${name}'`);
      await doAction(bus, target, 0);
    },
    async agreesWith(what, condition) {
      const agree = async () => {
        const refreshed = [...preorder((await warm.refresh()).root)];
        const fresh = await nodesOf(window);
        expect(refreshed.map(plain)).toEqual(fresh.map(plain));
        expect(condition(refreshed)).toBe(true);
        return true;
      };
      await until(agree, { what, timeoutMs: 30_000, intervalMs: 50 });
    },
    async newcomer() {
      const other = await WarmTree.open(bus, window, { toolkit: app.toolkit });
      const calls: string[] = [];
      const call = bus.bus.call.bind(bus.bus);
      bus.bus.call = (asked) => {
        calls.push(asked.member);
        return call(asked);
      };
      const { root } = await other.refresh();
      bus.bus.call = call;
      other.close();
      return { nodes: [...preorder(root)], calls };
    },
  };
}

const plain = ({ path, role, name, description, states, parent, childCount }: TreeNode) =>
  [path, roleName(role), name, description, states.names().join(' '), parent?.path, childCount].join('|');
const has =
  (role: RoleName, name: string, state: 'showing' | 'visible' | 'checked' = 'showing') =>
  (nodes: TreeNode[]) =>
    nodes.some((node) => roleName(node.role) === role && node.name === name && node.states.has(state));

describe('a warm tree follows', () => {
  test('the pages and popovers of a GTK 3 window', async () => {
    const { press, agreesWith } = await open('gtk3-widget-factory', () => [], has('radio button', 'Page 2'));
    await press('radio button', 'Page 2');
    await agreesWith('page 2 is shown', has('radio button', 'Page 2', 'checked'));
    await press('radio button', 'Page 3');
    await agreesWith('page 3 is shown', has('radio button', 'Page 3', 'checked'));
    await press('toggle button', 'Menu');
    await agreesWith('the popover is open', has('push button', 'Inspector'));
    await press('toggle button', 'Menu');
    await agreesWith('the popover is closed', (nodes) => !has('push button', 'Inspector')(nodes));
    await press('radio button', 'Page 1');
    await agreesWith('page 1 is shown again', has('radio button', 'Page 1', 'checked'));
  });

  test('the popovers of a GTK 4 window', async () => {
    const { press, agreesWith, warm } = await open('gnome-calculator', () => [], has('push button', 'Basic', 'visible'));
    const before = (await warm.refresh()).nodeCount;
    await press('push button', 'Basic');
    await agreesWith('the list of modes is there', (nodes) => nodes.length > before);
  });

  test('what a GTK 4 window has in its cache, also when somebody else brought it there', async () => {
    const { newcomer, warm, agreesWith } = await open('gnome-calculator', () => [], has('push button', 'Basic', 'visible'));
    await agreesWith('it is settled', has('push button', 'Basic', 'visible'));
    const { nodes, calls } = await newcomer();
    expect(nodes.map(plain)).toEqual([...preorder((await warm.refresh()).root)].map(plain));
    expect(nodes.length).toBeGreaterThan(50);
    expect(calls.length).toBeLessThan(10);
  });

  test('the menus and modes of a Qt 5 window, which announces little of them', async () => {
    const { press, agreesWith } = await open('kcalc', () => [], has('push button', '7'));
    await agreesWith('the menu is closed', (nodes) => !has('menu item', 'Science Mode')(nodes));
    await press('menu item', 'Settings');
    await agreesWith('the menu is open', has('menu item', 'Science Mode'));
    await press('menu item', 'Science Mode');
    await agreesWith('science mode is on', has('push button', 'sin'));
    await press('menu item', 'Settings');
    await agreesWith('the menu is closed again', (nodes) => !has('menu item', 'Science Mode')(nodes));
  });

  test('the tabs of Chromium, whose documents change places unannounced', async () => {
    const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
    const page = 'data:text/html,<title>First</title><button>Only here</button>';
    const args = (dir: string) => [
      ...flags,
      '--disable-sync',
      '--force-renderer-accessibility',
      `--user-data-dir=${join(dir, 'profile')}`,
      page,
    ];
    const { press, agreesWith } = await open('chromium', args, has('push button', 'Only here'));
    await press('push button', 'New Tab');
    await agreesWith('the new tab is shown', (nodes) => !has('push button', 'Only here')(nodes) && has('document web', 'New Tab')(nodes));
  });
});
