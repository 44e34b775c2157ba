import { DBusError } from '../../dbus/errors.js';
import type { AtspiBus } from '../invoke.js';
import { type AtspiRef, CACHE_PATH, fromWire, type WireRef } from '../ref.js';
import { interfaceMask } from '../tables/interfaces.js';
import { StateSet } from '../tables/states.js';

/** What an application tells about one object in a single sweep. */
export interface CacheItem {
  readonly ref: AtspiRef;
  readonly parent: AtspiRef;
  /** -1 when the toolkit does not know. */
  readonly indexInParent: number;
  readonly childCount: number;
  readonly interfaces: number;
  readonly name: string;
  readonly role: number;
  readonly description: string;
  readonly states: StateSet;
}

type Tail = readonly [interfaces: readonly string[], name: string, role: number, description: string, states: readonly number[]];
type ModernItem = readonly [WireRef, WireRef, WireRef, index: number, childCount: number, ...Tail];
type OlderItem = readonly [WireRef, WireRef, WireRef, children: readonly WireRef[], ...Tail];

export const MODERN_ITEM = '((so)(so)(so)iiassusau)';
/** Qt 5 and at-spi before 2.25 list the children themselves. */
export const OLDER_ITEM = '((so)(so)(so)a(so)assusau)';

/** Everything an application has cached; undefined when it offers no usable cache. */
export async function getCacheItems({ bus, timeoutMs }: AtspiBus, app: string): Promise<CacheItem[] | undefined> {
  const call = { destination: app, path: CACHE_PATH, interface: 'org.a11y.atspi.Cache', member: 'GetItems' };
  const options = timeoutMs === undefined ? {} : { timeoutMs };
  try {
    const [items] = await bus.call({ ...call, ...options, replySignature: [`a${MODERN_ITEM}`, `a${OLDER_ITEM}`] });
    return (items as unknown as readonly (ModernItem | OlderItem)[]).map(readCacheItem);
  } catch (error) {
    // Unknown until some client registered for events, and for good in toolkits without a cache.
    if (error instanceof DBusError) return undefined;
    throw error;
  }
}

/** One item of either shape; their fourth field tells them apart. */
export function readCacheItem(item: ModernItem | OlderItem): CacheItem {
  return typeof item[3] === 'number' ? readModernItem(item as ModernItem) : readOlderItem(item as OlderItem);
}

function readModernItem(item: ModernItem): CacheItem {
  const [ref, , parent, indexInParent, childCount, interfaces, name, role, description, states] = item;
  return {
    ref: fromWire(ref),
    parent: fromWire(parent),
    indexInParent,
    childCount,
    interfaces: interfaceMask(interfaces),
    name,
    role,
    description,
    states: StateSet.fromWords(states),
  };
}

function readOlderItem(item: OlderItem): CacheItem {
  const [ref, , parent, children, interfaces, name, role, description, states] = item;
  return {
    ref: fromWire(ref),
    parent: fromWire(parent),
    indexInParent: -1,
    childCount: children.length,
    interfaces: interfaceMask(interfaces),
    name,
    role,
    description,
    states: StateSet.fromWords(states),
  };
}
