// What is held down on input devices, and where, as xinput says; and what windows an agent has beside them.
import type { Desktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';

const agents = /offhand.*?id=(\d+)\s+\[slave/g;
const persons = /Virtual core XTEST.*?id=(\d+)\s+\[slave/g;

export const agentHolds = (desktop: Desktop): Promise<string[]> => holds(desktop, agents);

export const personHolds = (desktop: Desktop): Promise<string[]> => holds(desktop, persons);

/** How far from the left edge of the screen an agent drags something; 0 while none does. */
export async function agentDragsAt(desktop: Desktop): Promise<number> {
  const dragging = (await statesOf(desktop, agents)).find((state) => state.includes('button[1]=down'));
  return Number(/valuator\[0\]=(\d+)/.exec(dragging ?? '')?.[1] ?? 0);
}

/** Those that stay when its process is killed; the name is all that is asked for. */
export async function agentWindows(desktop: Desktop): Promise<string[]> {
  const { rootChildren, property } = oracleOf(desktop);
  const names = await Promise.all((await rootChildren()).map((id) => property(id, '_OFFHAND_SEAT').catch(() => undefined))); // some are gone by then
  return names.filter((name) => name !== undefined);
}

async function holds(desktop: Desktop, devices: RegExp): Promise<string[]> {
  return (await statesOf(desktop, devices)).flatMap((state) => state.match(/(?:key|button)\[\d+\]=down/g) ?? []);
}

async function statesOf(desktop: Desktop, devices: RegExp): Promise<string[]> {
  const listed = await desktop.run('xinput', 'list');
  const ids = [...listed.matchAll(devices)].map(([, id = '']) => id);
  return Promise.all(ids.map((id) => desktop.run('xinput', 'query-state', id)));
}
