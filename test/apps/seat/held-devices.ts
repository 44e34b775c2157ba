// What is held down on input devices, as xinput says.
import type { Desktop } from '../../support/desktop.js';

/** On the agents' own. */
export const agentHolds = (desktop: Desktop): Promise<string[]> => holds(desktop, /offhand.*?id=(\d+)\s+\[slave/g);

/** On the person's. */
export const personHolds = (desktop: Desktop): Promise<string[]> => holds(desktop, /Virtual core XTEST.*?id=(\d+)\s+\[slave/g);

async function holds(desktop: Desktop, devices: RegExp): Promise<string[]> {
  const listed = await desktop.run('xinput', 'list');
  const ids = [...listed.matchAll(devices)].map(([, id = '']) => id);
  const states = await Promise.all(ids.map((id) => desktop.run('xinput', 'query-state', id)));
  return states.flatMap((state) => state.match(/(?:key|button)\[\d+\]=down/g) ?? []);
}
