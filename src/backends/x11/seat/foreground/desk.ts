/** How the person's desk looks, to put it back after something was done in front of them. */
import { DriverError } from '../../../../errors/driver-error.js';
import { poll } from '../../../../kit/poll.js';
import {
  ConfigureWindow,
  GetInputFocus,
  QueryPointer,
  QueryTree,
  SetInputFocus,
  StackMode,
  StateMask,
  type X11Connection,
  XIDevice,
  XkbGetState,
  XkbLatchLockState,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import { chainTo } from '../target/target.js';
import { askToPutBelow } from '../wm/restack.js';
import { activeWindow, askToActivate, stackingOrder, windowManagerWindow } from '../wm/wm-messages.js';

const ACTIVATION_MS = 2000;
const REVERT_TO_ROOT = 1;
const device = XIDevice.CoreKeyboard;

export interface Desk {
  readonly active: number;
  readonly focus: number;
  readonly revertTo: number;
  /** Back to front. */
  readonly order: readonly number[];
  readonly pointer: { readonly x: number; readonly y: number };
  readonly locks: Locks;
  readonly hasWindowManager: boolean;
}

export interface Locks {
  readonly mods: number;
  readonly group: number;
}

export async function lookAt(x: X11Connection): Promise<Desk> {
  const hasWindowManager = (await windowManagerWindow(x)) !== undefined;
  const [active, { focus, revertTo }, order, pointer, { lockedMods, lockedGroup }] = await Promise.all([
    activeWindow(x),
    x.request(GetInputFocus),
    orderOnScreen(x, hasWindowManager),
    x.request(QueryPointer, { window: x.root }),
    x.request(XkbGetState, { device }),
  ]);
  const locks = { mods: lockedMods & StateMask.Lock, group: lockedGroup };
  return { active, focus, revertTo, order, pointer: { x: pointer.rootX, y: pointer.rootY }, locks, hasWindowManager };
}

export async function bringForward(x: X11Connection, window: number, { hasWindowManager }: Desk, signal: AbortSignal): Promise<void> {
  if (hasWindowManager) await askToActivate(x, window, 0);
  else {
    await x.checked(ConfigureWindow, { window, values: { stackMode: StackMode.Above } });
    await x.checked(SetInputFocus, { focus: window, revertTo: REVERT_TO_ROOT });
  }
  const isForward = async () => (hasWindowManager ? (await activeWindow(x)) === window : (await x.request(GetInputFocus)).focus === window);
  if (await poll(isForward, { timeoutMs: ACTIVATION_MS, intervalMs: 5, signal })) return;
  throw new DriverError('delivery_failed', `Window ${window} did not come to the front; nothing was sent.`, { window_id: window });
}

export async function putBack(x: X11Connection, window: number, desk: Desk): Promise<void> {
  const { active, order, hasWindowManager } = desk;
  if (!hasWindowManager) await ifAlive(x.checked(SetInputFocus, desk));
  else if (active !== 0 && active !== window) {
    await askToActivate(x, active, 0);
    await poll(async () => (await activeWindow(x)) === active, { timeoutMs: ACTIVATION_MS, intervalMs: 5 });
  }
  const now = new Set(await orderOnScreen(x, hasWindowManager));
  const rose = order.filter((each) => each === window || (hasWindowManager && each === active)).filter((each) => now.has(each));
  // From the front: what one goes under is where it was by then.
  for (const each of rose.reverse()) {
    const above = order.slice(order.indexOf(each) + 1).find((other) => now.has(other));
    if (above !== undefined) await putUnder(x, each, above, hasWindowManager);
  }
  await x.sync();
}

export function lock(x: X11Connection, { mods, group }: Locks): void {
  x.send(XkbLatchLockState, { device, affectModLocks: StateMask.Lock, modLocks: mods, lockGroup: true, groupLock: group });
}

async function putUnder(x: X11Connection, window: number, sibling: number, hasWindowManager: boolean): Promise<void> {
  if (hasWindowManager) await askToPutBelow(x, window, sibling);
  else await ifAlive(x.checked(ConfigureWindow, { window, values: { sibling, stackMode: StackMode.Below } }));
}

/** As the server has it, back to front: fluxbox lists its windows in another order than they lie in. */
async function orderOnScreen(x: X11Connection, hasWindowManager: boolean): Promise<readonly number[]> {
  if (!hasWindowManager) return (await x.request(QueryTree, { window: x.root })).children;
  const windows = await stackingOrder(x);
  const chains = await Promise.all(windows.map((window) => ifAlive(chainTo(x, window))));
  const { children } = await x.request(QueryTree, { window: x.root });
  const places = new Map(windows.map((window, index) => [window, children.indexOf(chains[index]?.[1] ?? 0)]));
  const place = (window: number): number => places.get(window) ?? -1;
  return windows.filter((window) => place(window) >= 0).sort((a, b) => place(a) - place(b));
}
