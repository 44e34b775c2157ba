import { type AtspiBus, invokeOne } from '../invoke.js';
import type { AtspiRef } from '../ref.js';

export interface ActionInfo {
  readonly name: string;
  readonly description: string;
  readonly keyBinding: string;
}

/** All actions in order; the names may be localised. */
export async function getActions(at: AtspiBus, ref: AtspiRef): Promise<ActionInfo[]> {
  const call = { interface: 'Action', member: 'GetActions', reply: 'a(sss)' } as const;
  const actions = await invokeOne<readonly (readonly [string, string, string])[]>(at, ref, call);
  return actions.map(([name, description, keyBinding]) => ({ name, description, keyBinding }));
}

/** The name programs use, never localised. */
export const getActionName = (at: AtspiBus, ref: AtspiRef, index: number): Promise<string> =>
  invokeOne<string>(at, ref, { interface: 'Action', member: 'GetName', signature: 'i', body: [index], reply: 's' });

/** False when the application refused. */
export const doAction = (at: AtspiBus, ref: AtspiRef, index: number): Promise<boolean> =>
  invokeOne<boolean>(at, ref, { interface: 'Action', member: 'DoAction', signature: 'i', body: [index], reply: 'b' });
