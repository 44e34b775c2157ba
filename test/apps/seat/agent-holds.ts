// What the agents' devices hold down, as xinput says.
import type { Desktop } from '../../support/desktop.js';

export async function agentHolds(desktop: Desktop): Promise<string[]> {
  const listed = await desktop.run('xinput', 'list');
  const ids = [...listed.matchAll(/offhand.*?id=(\d+)\s+\[slave/g)].map(([, id = '']) => id);
  const states = await Promise.all(ids.map((id) => desktop.run('xinput', 'query-state', id)));
  return states.flatMap((state) => state.match(/(?:key|button)\[\d+\]=down/g) ?? []);
}
