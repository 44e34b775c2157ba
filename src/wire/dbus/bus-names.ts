import type { DBusConnection } from './connection.js';
import { DBusError } from './errors.js';
import type { DBusValue } from './marshal/values.js';

const BUS = 'org.freedesktop.DBus';
const BUS_PATH = '/org/freedesktop/DBus';

function callBus(bus: DBusConnection, member: string, signature: string, body: readonly DBusValue[], replySignature: string) {
  return bus.call({ destination: BUS, path: BUS_PATH, interface: BUS, member, signature, body, replySignature });
}

/** Process id behind a bus name, as the bus saw it when the peer connected. */
export async function connectionProcessId(bus: DBusConnection, name: string): Promise<number> {
  const [pid] = await callBus(bus, 'GetConnectionUnixProcessID', 's', [name], 'u');
  return Number(pid);
}

/** The unique name that owns `name`, undefined when nobody does. */
export async function nameOwner(bus: DBusConnection, name: string): Promise<string | undefined> {
  try {
    const [owner] = await callBus(bus, 'GetNameOwner', 's', [name], 's');
    return String(owner);
  } catch (error) {
    if (error instanceof DBusError && error.errorName === 'org.freedesktop.DBus.Error.NameHasNoOwner') return undefined;
    throw error;
  }
}

/** True when this connection is the name's owner now. */
export async function requestName(bus: DBusConnection, name: string): Promise<boolean> {
  const doNotQueue = 4;
  const [result] = await callBus(bus, 'RequestName', 'su', [name, doNotQueue], 'u');
  return result === 1 || result === 4;
}

export interface NameOwnerChange {
  readonly name: string;
  readonly oldOwner: string;
  readonly newOwner: string;
}

/** All ownership changes, or those of `name`; an empty newOwner means the peer is gone. */
export function onNameOwnerChanged(bus: DBusConnection, handler: (change: NameOwnerChange) => void, name?: string): Promise<() => void> {
  const rule = { sender: BUS, path: BUS_PATH, interface: BUS, member: 'NameOwnerChanged' };
  return bus.subscribe(name === undefined ? rule : { ...rule, arg0: name }, ({ body }) => {
    const [changed, oldOwner, newOwner] = body;
    if (typeof changed === 'string' && typeof oldOwner === 'string' && typeof newOwner === 'string') {
      handler({ name: changed, oldOwner, newOwner });
    }
  });
}
