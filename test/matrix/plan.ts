// Which groups run: all of them, or the part that every change is held to.
import { toolkits } from '../support/apps.js';
import { windowManagers } from '../support/parts/window-managers.js';
import type { Group } from './run-group.js';
import { verbs } from './verbs.js';

const everywhere = ['gtk3', 'qt5', 'chromium'] as const;
const essential = ['click', 'type_text', 'scroll'] as const;
const allVerbs = verbs.map(({ name }) => name);

export function plan(full: boolean, only: RegExp, verb: RegExp): Group[] {
  const groups = windowManagers.flatMap((wm): Group[] => {
    if (full || wm === 'openbox') return toolkits.map((toolkit) => ({ wm, toolkit }));
    return everywhere.map((toolkit) => ({ wm, toolkit, only: essential }));
  });
  const chosen = (names: readonly string[]) => names.filter((name) => verb.test(name));
  return groups.flatMap((group) => (only.test(`${group.wm} ${group.toolkit}`) ? [{ ...group, only: chosen(group.only ?? allVerbs) }] : []));
}
