import type { DBusConnection } from '../../dbus/connection.js';
import type { DBusSignal } from '../../dbus/match-rules.js';
import { type AtspiRef, fromWire, refKey, type WireRef } from '../ref.js';
import type { DirtyLog } from './dirty-log.js';

/** Events that tell of changes in the tree. Bounds are left out: an animated widget announces them hundreds of times a second. */
export const TREE_EVENTS = [
  'object:children-changed',
  'object:state-changed',
  'object:property-change:accessible-name',
  'object:property-change:accessible-description',
  'object:property-change:accessible-role',
] as const;

const OBJECT_EVENTS = 'org.a11y.atspi.Event.Object';
/** Asked for one by one: other clients may have registered for events that come in floods. */
const OBJECT_MEMBERS = ['ChildrenChanged', 'StateChanged', 'PropertyChange'] as const;
const CACHE_EVENTS = 'org.a11y.atspi.Cache';

/** Marks in `log` what the application `sender` announces, until the returned function is called. */
export async function watchTree(
  bus: DBusConnection,
  sender: string,
  log: DirtyLog,
  parentOf: (key: string) => AtspiRef | undefined,
): Promise<() => void> {
  const stops = await Promise.all([
    ...OBJECT_MEMBERS.map((member) => bus.subscribe({ sender, interface: OBJECT_EVENTS, member }, (signal) => onObjectEvent(signal, log))),
    bus.subscribe({ sender, interface: CACHE_EVENTS }, (signal) => onCacheEvent(signal, log, parentOf)),
  ]);
  return () => {
    for (const stop of stops) stop();
  };
}

const BIRTH_PROPERTIES: ReadonlySet<unknown> = new Set(['accessible-parent', 'widget', 'renderer']);

/** GTK 3 makes an object when somebody asks for it and announces that it has come to life, which changes nothing on the screen. */
export function isBirth({ member, body }: DBusSignal): boolean {
  if (member === 'PropertyChange') return BIRTH_PROPERTIES.has(body[0]);
  return member === 'StateChanged' && body[0] === 'defunct' && body[1] === 0;
}

function onObjectEvent(signal: DBusSignal, log: DirtyLog): void {
  if (isBirth(signal)) return;
  const { sender, path, member } = signal;
  const key = refKey({ bus: sender, path });
  if (member === 'ChildrenChanged') log.markChildren(key);
  else log.markFacts(key);
}

/** An added item names its parent as third field; a removed one is only named itself. */
function onCacheEvent({ member, signature, body }: DBusSignal, log: DirtyLog, parentOf: (key: string) => AtspiRef | undefined): void {
  const [item] = body;
  if (member === 'AddAccessible' && signature.startsWith('((so)(so)(so)') && Array.isArray(item)) {
    log.markChildren(refKey(fromWire(item[2] as WireRef)));
  } else if (member === 'RemoveAccessible' && signature === '(so)') {
    const parent = parentOf(refKey(fromWire(item as unknown as WireRef)));
    if (parent) log.markChildren(refKey(parent));
  }
}
