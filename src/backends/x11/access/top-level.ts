/** Which accessible top-level is which X window: by title, then by size, then because there is only one. */
import type { Window } from '../../../model/window.js';
import type { AtspiApp, AtspiClient } from '../../../wire/atspi/client.js';
import { getChildren, getName, getRole } from '../../../wire/atspi/objects/accessible.js';
import { getExtents } from '../../../wire/atspi/objects/component.js';
import type { AtspiRef } from '../../../wire/atspi/ref.js';
import { roleName } from '../../../wire/atspi/tables/roles.js';

interface TopLevel {
  readonly ref: AtspiRef;
  readonly name: string;
  readonly role: string;
  readonly size: { readonly width: number; readonly height: number };
}

const WINDOW_ROLES = new Set([
  'frame',
  'dialog',
  'window',
  'alert',
  'file chooser',
  'color chooser',
  'font chooser',
  'option pane',
  'document frame',
]);
const SIZE_SLACK = 120;

export async function findTopLevel(client: AtspiClient, app: AtspiApp, window: Window): Promise<AtspiRef | undefined> {
  const refs = await getChildren(client, app);
  const tops = (await Promise.all(refs.map((ref) => describe(client, ref)))).filter((top) => top !== undefined);
  const windows = tops.filter(({ role }) => WINDOW_ROLES.has(role));
  const titled = windows.filter(({ name }) => sameTitle(name, window.title));
  const candidates = titled.length > 0 ? titled : windows.length > 0 ? windows : tops;
  if (candidates.length <= 1) return candidates[0]?.ref;
  return [...candidates]
    .sort((a, b) => sizeGap(a, window) - sizeGap(b, window))
    .find((top) => titled.length > 0 || sizeGap(top, window) < SIZE_SLACK)?.ref;
}

async function describe(client: AtspiClient, ref: AtspiRef): Promise<TopLevel | undefined> {
  try {
    const [name, role, size] = await Promise.all([
      getName(client, ref),
      getRole(client, ref),
      getExtents(client, ref, 'window').catch(() => ({ width: 0, height: 0 })),
    ]);
    return { ref, name, role: roleName(role), size };
  } catch {
    return undefined; // it closed between being listed and being asked
  }
}

/** Toolkits append the application's name or mark unsaved changes in one place but not the other. */
function sameTitle(accessible: string, title: string): boolean {
  const a = accessible.trim();
  const b = title.trim();
  return a !== '' && (a === b || b.startsWith(a) || a.startsWith(b));
}

const sizeGap = ({ size }: TopLevel, { bounds }: Window): number =>
  Math.abs(size.width - bounds.width) + Math.abs(size.height - bounds.height);
