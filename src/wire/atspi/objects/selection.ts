import { type AtspiBus, invokeOne } from '../invoke.js';
import { type AtspiRef, fromWire, isNullRef, type WireRef } from '../ref.js';

const call = (member: string) => ({ interface: 'Selection', member, reply: 'b' }) as const;
const indexCall = (member: string, index: number) => ({ ...call(member), signature: 'i', body: [index] }) as const;

/** The n-th selected child, undefined when there is none. */
export async function getSelectedChild(at: AtspiBus, ref: AtspiRef, index: number): Promise<AtspiRef | undefined> {
  const child = fromWire(await invokeOne<WireRef>(at, ref, { ...indexCall('GetSelectedChild', index), reply: '(so)' }));
  return isNullRef(child) ? undefined : child;
}

export const selectChild = (at: AtspiBus, ref: AtspiRef, childIndex: number): Promise<boolean> =>
  invokeOne<boolean>(at, ref, indexCall('SelectChild', childIndex));
