/** How the person's desk looks, to put it back after something was done in front of them. */
import { DriverError } from '../../../../errors/driver-error.js';
import { poll } from '../../../../kit/poll.js';
import {
  ConfigureWindow,
  GetInputFocus,
  QueryPointer,
  readWords,
  SetInputFocus,
  StackMode,
  type X11Connection,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import { askToPutBelow } from '../wm/restack.js';
import { restacksFor } from '../wm/stacking.js';
import { askToActivate, stackingOrder, windowManagerWindow } from '../wm/wm-messages.js';

const ACTIVATION_MS = 2000;
const REVERT_TO_ROOT = 1;

export interface Desk {
  readonly active: number;
  readonly focus: number;
  readonly order: readonly number[];
  readonly pointer: { readonly x: number; readonly y: number };
  readonly hasWindowManager: boolean;
}

export async function lookAt(x: X11Connection): Promise<Desk> {
  const [active, { focus }, order, pointer, wm] = await Promise.all([
    activeWindow(x),
    x.request(GetInputFocus),
    stackingOrder(x),
    x.request(QueryPointer, { window: x.root }),
    windowManagerWindow(x),
  ]);
  return { active, focus, order, pointer: { x: pointer.rootX, y: pointer.rootY }, hasWindowManager: wm !== undefined };
}

export async function bringForward(x: X11Connection, window: number, { hasWindowManager }: Desk, signal: AbortSignal): Promise<void> {
  await focusOn(x, window, hasWindowManager);
  const isForward = async () => (hasWindowManager ? (await activeWindow(x)) === window : (await x.request(GetInputFocus)).focus === window);
  if (await poll(isForward, { timeoutMs: ACTIVATION_MS, intervalMs: 5, signal })) return;
  throw new DriverError('delivery_failed', `Window ${window} did not come to the front; nothing was sent.`, { window_id: window });
}

export async function putBack(x: X11Connection, window: number, desk: Desk): Promise<void> {
  const previous = desk.hasWindowManager ? desk.active : desk.focus;
  if (previous !== 0 && previous !== window) {
    await ifAlive(focusOn(x, previous, desk.hasWindowManager));
    await poll(async () => !desk.hasWindowManager || (await activeWindow(x)) === previous, { timeoutMs: ACTIVATION_MS, intervalMs: 5 });
  }
  const before = (each: number) => (each === window ? { order: desk.order, person: previous } : undefined);
  for (const { window: risen, below } of restacksFor(await stackingOrder(x), before)) await askToPutBelow(x, risen, below);
  await x.sync();
}

async function focusOn(x: X11Connection, window: number, hasWindowManager: boolean): Promise<void> {
  if (hasWindowManager) return askToActivate(x, window, 0);
  await x.checked(ConfigureWindow, { window, values: { stackMode: StackMode.Above } });
  await x.checked(SetInputFocus, { focus: window, revertTo: REVERT_TO_ROOT });
}

async function activeWindow(x: X11Connection): Promise<number> {
  const [window = 0] = await readWords(x, x.root, await x.atoms.intern('_NET_ACTIVE_WINDOW'));
  return window;
}
