// An accessible application without windows or manners: whatever tree a test describes, put on the accessibility bus.
import { connectDBus, type DBusConnection } from '../../../src/wire/dbus/connection.js';
import { DBusError } from '../../../src/wire/dbus/errors.js';
import type { IncomingCall, MethodReply } from '../../../src/wire/dbus/incoming-calls.js';
import { type DBusValue, Variant } from '../../../src/wire/dbus/marshal/values.js';

const ROOT = '/org/a11y/atspi/accessible/root';
const NULL = '/org/a11y/atspi/null';
const WINDOW_ROLE = 23;
const SHOWING_AND_VISIBLE = (1 << 25) | (1 << 30);

export interface FakeNode {
  name?: string;
  role?: number;
  /** Ids of children; 'null' is the null object. May name anything, itself included. */
  children?: readonly string[];
  /** What ChildCount claims; the number of children unless given. */
  childCount?: number;
  states?: number;
  /** Never answers any call. */
  hangs?: boolean;
}

export interface FakeApp extends Disposable {
  readonly connection: DBusConnection;
  readonly pid: number;
  readonly window: { bus: string; path: string };
  /** The tree, open to change; 'window' is the top-level. */
  readonly nodes: Map<string, FakeNode>;
  /** Members called and properties asked for so far, in order. */
  readonly calls: string[];
  /** Emits object:children-changed for a node. */
  announceChildren(id: string): void;
}

export async function publishFakeApp(a11yBusAddress: string, nodes: Record<string, FakeNode>): Promise<FakeApp> {
  const connection = await connectDBus({ address: a11yBusAddress, timeoutMs: 10_000 });
  const tree = new Map<string, FakeNode>([['root', { role: 75, name: 'fake', children: ['window'] }], ...Object.entries(nodes)]);
  const calls: string[] = [];
  connection.setMethodHandler((call) => {
    calls.push(call.member === 'Get' ? String(call.body[1]) : call.member);
    return answer(connection.uniqueName, tree, call);
  });
  await connection.call({
    destination: 'org.a11y.atspi.Registry',
    path: ROOT,
    interface: 'org.a11y.atspi.Socket',
    member: 'Embed',
    signature: '(so)',
    body: [[connection.uniqueName, ROOT]],
  });
  return {
    connection,
    pid: process.pid,
    window: { bus: connection.uniqueName, path: pathOf('window') },
    nodes: tree,
    calls,
    announceChildren: (id) =>
      connection.emit({
        path: pathOf(id),
        interface: 'org.a11y.atspi.Event.Object',
        member: 'ChildrenChanged',
        signature: 'siiva{sv}',
        body: ['add', 0, 0, new Variant('(so)', [connection.uniqueName, NULL]), new Map()],
      }),
    [Symbol.dispose]: () => connection.close(),
  };
}

export function pathOf(id: string): string {
  if (id === 'root') return ROOT;
  return id === 'null' ? NULL : `/org/a11y/atspi/accessible/${id}`;
}

function answer(bus: string, tree: Map<string, FakeNode>, call: IncomingCall): MethodReply | undefined | Promise<undefined> {
  const id = call.path === ROOT ? 'root' : (call.path.split('/').at(-1) ?? '');
  const node = tree.get(id);
  if (!node) throw new DBusError('org.freedesktop.DBus.Error.UnknownObject', `no ${id}`);
  if (node.hangs) return new Promise(() => {});
  const ref = (child: string) => [bus, pathOf(child)];
  const { children = [] } = node;
  switch (call.member) {
    case 'GetChildren':
      return { signature: 'a(so)', body: [children.map(ref)] };
    case 'GetChildAtIndex':
      return { signature: '(so)', body: [ref(children[Number(call.body[0])] ?? 'null')] };
    case 'GetIndexInParent':
      return { signature: 'i', body: [placeOf(tree, id)] };
    case 'GetRole':
      return { signature: 'u', body: [node.role ?? (id === 'window' ? WINDOW_ROLE : 43)] };
    case 'GetState':
      return { signature: 'au', body: [[node.states ?? SHOWING_AND_VISIBLE, 0]] };
    case 'GetInterfaces':
      return { signature: 'as', body: [['org.a11y.atspi.Accessible', 'org.a11y.atspi.Component']] };
    case 'Get':
      return { signature: 'v', body: [property(node, id, String(call.body[1]))] };
    default:
      return undefined;
  }
}

function placeOf(tree: Map<string, FakeNode>, id: string): number {
  for (const { children = [] } of tree.values()) if (children.includes(id)) return children.indexOf(id);
  return -1;
}

function property(node: FakeNode, id: string, name: string): DBusValue {
  switch (name) {
    case 'Name':
      return new Variant('s', node.name ?? id);
    case 'ChildCount':
      return new Variant('i', node.childCount ?? node.children?.length ?? 0);
    case 'ToolkitName':
      return new Variant('s', 'fake');
    default:
      return new Variant('s', '');
  }
}
