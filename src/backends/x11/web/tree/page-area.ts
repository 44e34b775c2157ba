/** Where in its window a browser shows the page, as its own tree tells it. */
import type { Rect } from '../../../../model/geometry.js';
import type { Window } from '../../../../model/window.js';
import type { AtspiClient } from '../../../../wire/atspi/client.js';
import { getAttributes, getChildren, getRole, getState } from '../../../../wire/atspi/objects/accessible.js';
import { getExtents } from '../../../../wire/atspi/objects/component.js';
import { type AtspiRef, refKey } from '../../../../wire/atspi/ref.js';
import { roleName } from '../../../../wire/atspi/tables/roles.js';
import { DBusError } from '../../../../wire/dbus/errors.js';
import { scaleOf } from '../../access/extents-origin.js';

const MAX_LEVELS = 20;

export class PageAreas {
  readonly #documents = new Map<string, AtspiRef>();

  /** On the screen; undefined while the browser tells of no page. */
  async find(client: AtspiClient, frame: AtspiRef): Promise<Rect | undefined> {
    const key = refKey(frame);
    const known = this.#documents.get(key);
    const area = known && (await shownAt(client, known));
    if (area) return area;
    // The question that wakes the browser's tree.
    await getAttributes(client, frame).catch(() => undefined);
    const found = await findDocument(client, frame);
    if (!found) return undefined;
    this.#documents.set(key, found);
    return shownAt(client, found);
  }
}

async function shownAt(client: AtspiClient, document: AtspiRef): Promise<Rect | undefined> {
  try {
    const [role, states, extents] = await Promise.all([
      getRole(client, document),
      getState(client, document),
      getExtents(client, document, 'screen'),
    ]);
    return roleName(role) === 'document web' && states.has('showing') ? extents : undefined;
  } catch (error) {
    if (error instanceof DBusError) return undefined; // another page took its place
    throw error;
  }
}

/** Level by level through what is shown, so that the browser's own document comes before those of frames inside it. */
async function findDocument(client: AtspiClient, frame: AtspiRef): Promise<AtspiRef | undefined> {
  let level: readonly AtspiRef[] = [frame];
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    const children = (await Promise.all(level.map((ref) => getChildren(client, ref).catch(() => [])))).flat();
    const shown = await Promise.all(children.map(async (ref) => ({ ref, kind: await kindOf(client, ref) })));
    const document = shown.find(({ kind }) => kind === 'document');
    if (document) return document.ref;
    level = shown.filter(({ kind }) => kind === 'container').map(({ ref }) => ref);
  }
  return undefined;
}

async function kindOf(client: AtspiClient, ref: AtspiRef): Promise<'document' | 'container' | 'hidden'> {
  try {
    const [role, states] = await Promise.all([getRole(client, ref), getState(client, ref)]);
    if (!states.has('visible')) return 'hidden';
    return roleName(role) === 'document web' ? 'document' : 'container';
  } catch (error) {
    if (error instanceof DBusError) return 'hidden';
    throw error;
  }
}

/**
 * The corner of a page to a fraction of a pixel. Chromium places it in whole units from the corner of its window, which it rounds down
 * to whole units itself, and tells the sum in pixels, rounded down once more.
 */
export function exactCorner(area: Rect, frame: Rect, window: Window): Rect {
  const scale = scaleOf(window, frame);
  const { x, y } = window.bounds;
  const isRounded = (told: number, at: number): boolean => Math.abs(told * scale - at) < scale;
  if (scale === 1 || !isRounded(frame.x, x) || !isRounded(frame.y, y)) return area;
  const corner = (told: number, from: number): number => (Math.ceil(told / scale) - from) * scale;
  return { ...area, x: x + corner(area.x, frame.x), y: y + corner(area.y, frame.y) };
}
