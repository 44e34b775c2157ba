import { type AtspiBus, getProperty, invokeOne } from '../invoke.js';
import { type AtspiRef, fromWire, isNullRef, type WireRef } from '../ref.js';
import { interfaceMask } from '../tables/interfaces.js';
import { StateSet } from '../tables/states.js';

const property = (at: AtspiBus, ref: AtspiRef, name: string) => getProperty<string>(at, ref, 'Accessible', name, 's');

export const getName = (at: AtspiBus, ref: AtspiRef): Promise<string> => property(at, ref, 'Name');

export const getDescription = (at: AtspiBus, ref: AtspiRef): Promise<string> => property(at, ref, 'Description');

export const getChildCount = (at: AtspiBus, ref: AtspiRef): Promise<number> =>
  getProperty<number>(at, ref, 'Accessible', 'ChildCount', 'i');

export async function getParent(at: AtspiBus, ref: AtspiRef): Promise<AtspiRef> {
  return fromWire(await getProperty<WireRef>(at, ref, 'Accessible', 'Parent', '(so)'));
}

/** Children in order, without the null objects some toolkits list. */
export async function getChildren(at: AtspiBus, ref: AtspiRef): Promise<AtspiRef[]> {
  const refs = await invokeOne<readonly WireRef[]>(at, ref, { interface: 'Accessible', member: 'GetChildren', reply: 'a(so)' });
  return refs.map(fromWire).filter((child) => !isNullRef(child));
}

export async function getChildAtIndex(at: AtspiBus, ref: AtspiRef, index: number): Promise<AtspiRef> {
  const call = { interface: 'Accessible', member: 'GetChildAtIndex', signature: 'i', body: [index], reply: '(so)' } as const;
  return fromWire(await invokeOne<WireRef>(at, ref, call));
}

export const getIndexInParent = (at: AtspiBus, ref: AtspiRef): Promise<number> =>
  invokeOne<number>(at, ref, { interface: 'Accessible', member: 'GetIndexInParent', reply: 'i' });

export const getRole = (at: AtspiBus, ref: AtspiRef): Promise<number> =>
  invokeOne<number>(at, ref, { interface: 'Accessible', member: 'GetRole', reply: 'u' });

export async function getState(at: AtspiBus, ref: AtspiRef): Promise<StateSet> {
  return StateSet.fromWords(await invokeOne<readonly number[]>(at, ref, { interface: 'Accessible', member: 'GetState', reply: 'au' }));
}

export async function getInterfaces(at: AtspiBus, ref: AtspiRef): Promise<number> {
  return interfaceMask(await invokeOne<readonly string[]>(at, ref, { interface: 'Accessible', member: 'GetInterfaces', reply: 'as' }));
}

export const getAttributes = (at: AtspiBus, ref: AtspiRef): Promise<ReadonlyMap<string, string>> =>
  invokeOne<ReadonlyMap<string, string>>(at, ref, { interface: 'Accessible', member: 'GetAttributes', reply: 'a{ss}' });
