import type { Act } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { DriverError } from '../errors/driver-error.js';
import { type ElementDetail, hasState } from '../model/element.js';
import type { Window } from '../model/window.js';
import { recheckTarget } from './recheck.js';
import { accessibilityRoute } from './routes.js';
import { expectChange } from './verification.js';

const MENU_ROLES = new Set(['menu', 'menuitem', 'checkmenuitem', 'radiomenuitem', 'menubar', 'button', 'popupbutton']);
const MAX_LEVELS = 8;

/** Walks a menu by labels and triggers its last item, without opening anything on the screen. */
export async function invokeMenu(call: Call, window: Window, path: readonly string[]): Promise<Act> {
  const backend = await call.backend();
  const item = await findItem(call, window, path);
  return {
    verb: 'invoke_menu',
    window,
    element: item,
    delivery: 'background',
    routes: [
      accessibilityRoute(item.actions.includes('press') ? undefined : `menu item "${item.name}" offers no action`, (signal) =>
        backend.access.act(item.key, 'press', signal),
      ),
    ],
    verification: expectChange(call, window, item.key, 'unverifiable'),
    recheck: recheckTarget(call, window, item),
  };
}

async function findItem(call: Call, window: Window, path: readonly string[]): Promise<ElementDetail> {
  let level = await menuBars(call, window);
  let found: ElementDetail | undefined;
  for (const label of path) {
    found = level.find((item) => sameLabel(item.name, label));
    if (!found) {
      throw new DriverError('element_not_found', `No menu item "${label}" in ${path.join(' › ')}.`, {
        candidates: level
          .map(({ name }) => name)
          .filter(Boolean)
          .slice(0, 30),
      });
    }
    if (hasState(found, 'disabled')) throw new DriverError('action_unsupported', `Menu item "${found.name}" is disabled.`);
    level = await menuChildren(call, window, found.key);
  }
  if (!found) throw new DriverError('invalid_input', 'path: name at least one menu item.');
  return found;
}

/** Labels come with mnemonics (_File, &File) and trailing dots; people leave them out. */
const bare = (label: string): string =>
  label
    .replace(/[_&]/g, '')
    .replace(/(\.\.\.|…)$/, '')
    .trim()
    .toLowerCase();
const sameLabel = (a: string, b: string): boolean => a === b || bare(a) === bare(b);

async function menuBars(call: Call, window: Window): Promise<readonly ElementDetail[]> {
  const { access } = await call.backend();
  const tree = await access.read(window, {
    maxElements: call.setting('snapshot_max_elements'),
    maxDepth: call.setting('snapshot_max_depth'),
    signal: call.signal,
  });
  const bars: string[] = [];
  const visit = (node: typeof tree.root): void => {
    if (node.role === 'menubar') bars.push(node.key);
    else for (const child of node.children) visit(child);
  };
  visit(tree.root);
  if (bars.length === 0) throw new DriverError('element_not_found', `window_id ${window.id} has no menu bar.`);
  return (await Promise.all(bars.map((key) => menuChildren(call, window, key)))).flat();
}

/** Menu items of a level; containers that carry no label of their own are looked through. */
async function menuChildren(call: Call, window: Window, key: string): Promise<ElementDetail[]> {
  const { access } = await call.backend();
  let level = [...(await access.children(key, window, call.signal))];
  for (let depth = 0; depth < MAX_LEVELS; depth++) {
    const items = level.filter(({ role, name }) => MENU_ROLES.has(role) && name !== '');
    if (items.length > 0 || level.length === 0) return items;
    level = (await Promise.all(level.map((child) => access.children(child.key, window, call.signal)))).flat();
  }
  return [];
}
