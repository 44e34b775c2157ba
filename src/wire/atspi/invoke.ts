import type { DBusConnection } from '../dbus/connection.js';
import { DBusError } from '../dbus/errors.js';
import { type DBusValue, Variant } from '../dbus/marshal/values.js';
import type { AtspiRef } from './ref.js';
import { ATSPI_PREFIX, type InterfaceName } from './tables/interfaces.js';

/** Where calls go and how long each may take. */
export interface AtspiBus {
  readonly bus: DBusConnection;
  readonly timeoutMs?: number;
}

export interface AtspiCall {
  readonly interface: InterfaceName | 'Cache';
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly DBusValue[];
  /** The reply's signature; checked, so that reading the values needs no further checks. */
  readonly reply: string;
}

const PROPERTIES = 'org.freedesktop.DBus.Properties';

export function invoke({ bus, timeoutMs }: AtspiBus, ref: AtspiRef, call: AtspiCall): Promise<readonly DBusValue[]> {
  return bus.call({
    destination: ref.bus,
    path: ref.path,
    interface: ATSPI_PREFIX + call.interface,
    member: call.member,
    replySignature: call.reply,
    ...(call.signature === undefined ? {} : { signature: call.signature, body: call.body ?? [] }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** The only value of a reply whose signature was checked to be that of `T`. */
export async function invokeOne<T extends DBusValue>(at: AtspiBus, ref: AtspiRef, call: AtspiCall): Promise<T> {
  const [value] = await invoke(at, ref, call);
  return value as T;
}

/**
 * One property. There is deliberately no "all properties" twin: Qt applications crash on
 * Properties.GetAll (seen with 5.15.8 and 6.4.2).
 */
export async function getProperty<T extends DBusValue>(
  { bus, timeoutMs }: AtspiBus,
  ref: AtspiRef,
  interfaceName: InterfaceName,
  property: string,
  signature: string,
): Promise<T> {
  const [value] = await bus.call({
    destination: ref.bus,
    path: ref.path,
    interface: PROPERTIES,
    member: 'Get',
    signature: 'ss',
    body: [ATSPI_PREFIX + interfaceName, property],
    replySignature: 'v',
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  if (!(value instanceof Variant) || value.signature !== signature) {
    const got = value instanceof Variant ? value.signature : typeof value;
    throw new DBusError('org.freedesktop.DBus.Error.InvalidSignature', `${interfaceName}.${property} holds '${got}', not '${signature}'`);
  }
  return value.value as T;
}

export async function setProperty(
  { bus, timeoutMs }: AtspiBus,
  ref: AtspiRef,
  interfaceName: InterfaceName,
  property: string,
  value: Variant,
): Promise<void> {
  await bus.call({
    destination: ref.bus,
    path: ref.path,
    interface: PROPERTIES,
    member: 'Set',
    signature: 'ssv',
    body: [ATSPI_PREFIX + interfaceName, property, value],
    replySignature: '',
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}
