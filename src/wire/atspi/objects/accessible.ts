import { DBusError } from '../../dbus/errors.js';
import { type AtspiBus, getProperty, invokeOne } from '../invoke.js';
import { type AtspiRef, fromWire, isNullRef, type WireRef } from '../ref.js';
import { interfaceMask } from '../tables/interfaces.js';
import { type RelationName, relationName } from '../tables/relations.js';
import { StateSet } from '../tables/states.js';

const property = (at: AtspiBus, ref: AtspiRef, name: string) => getProperty<string>(at, ref, 'Accessible', name, 's');

export const getName = (at: AtspiBus, ref: AtspiRef): Promise<string> => property(at, ref, 'Name');

export const getDescription = (at: AtspiBus, ref: AtspiRef): Promise<string> => property(at, ref, 'Description');

/** The id the application's author gave; empty where the toolkit has none (only at-spi 2.38 and later have it). */
export async function getAccessibleId(at: AtspiBus, ref: AtspiRef): Promise<string> {
  try {
    return await property(at, ref, 'AccessibleId');
  } catch (error) {
    if (error instanceof DBusError) return '';
    throw error;
  }
}

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

/** The toolkit's own name of the role; the table in tables/roles.ts is the stable one. */
export const getRoleName = (at: AtspiBus, ref: AtspiRef): Promise<string> =>
  invokeOne<string>(at, ref, { interface: 'Accessible', member: 'GetRoleName', reply: 's' });

export async function getState(at: AtspiBus, ref: AtspiRef): Promise<StateSet> {
  return StateSet.fromWords(await invokeOne<readonly number[]>(at, ref, { interface: 'Accessible', member: 'GetState', reply: 'au' }));
}

export async function getInterfaces(at: AtspiBus, ref: AtspiRef): Promise<number> {
  return interfaceMask(await invokeOne<readonly string[]>(at, ref, { interface: 'Accessible', member: 'GetInterfaces', reply: 'as' }));
}

export const getAttributes = (at: AtspiBus, ref: AtspiRef): Promise<ReadonlyMap<string, string>> =>
  invokeOne<ReadonlyMap<string, string>>(at, ref, { interface: 'Accessible', member: 'GetAttributes', reply: 'a{ss}' });

export interface Relation {
  readonly type: RelationName;
  readonly targets: readonly AtspiRef[];
}

export async function getRelations(at: AtspiBus, ref: AtspiRef): Promise<Relation[]> {
  const call = { interface: 'Accessible', member: 'GetRelationSet', reply: 'a(ua(so))' } as const;
  const relations = await invokeOne<readonly (readonly [number, readonly WireRef[]])[]>(at, ref, call);
  return relations.map(([type, targets]) => ({ type: relationName(type), targets: targets.map(fromWire) }));
}

export async function getApplication(at: AtspiBus, ref: AtspiRef): Promise<AtspiRef> {
  return fromWire(await invokeOne<WireRef>(at, ref, { interface: 'Accessible', member: 'GetApplication', reply: '(so)' }));
}
