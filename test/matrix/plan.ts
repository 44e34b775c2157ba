// Which groups run: all of them, or the part that every change is held to; some on a real Xorg too.
import { toolkits } from '../support/apps.js';
import { windowManagers } from '../support/parts/window-managers.js';
import { canRunXorg } from '../support/parts/xorg.js';
import type { Group } from './run-group.js';
import { verbs } from './verbs.js';

const everywhere = ['gtk3', 'qt5', 'chromium'] as const;
const essential = ['click', 'type_text', 'scroll'] as const;
const allVerbs = verbs.map(({ name }) => name);

interface PlannedGroup extends Group {
  readonly name: string;
}

export function plan(full: boolean, only: RegExp, verb: RegExp): PlannedGroup[] {
  const groups = windowManagers.flatMap((wm): Group[] => {
    if (full || wm === 'openbox') return toolkits.map((toolkit) => ({ wm, toolkit }));
    return everywhere.map((toolkit) => ({ wm, toolkit, only: essential }));
  });
  if (canRunXorg()) groups.push(...everywhere.map((toolkit) => ({ wm: 'openbox' as const, toolkit, only: essential, xorg: true })));
  const chosen = (names: readonly string[]) => names.filter((name) => verb.test(name));
  return groups
    .map((group) => ({ ...group, name: nameOf(group), only: chosen(group.only ?? allVerbs) }))
    .filter(({ name }) => only.test(name));
}

const nameOf = ({ wm, toolkit, xorg = false }: Group): string => `${wm} with ${toolkit}${xorg ? ' on Xorg' : ''}`;
