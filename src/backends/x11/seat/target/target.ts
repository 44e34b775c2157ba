/** The window an agent acts in: the way down to it from the root, whose it is and how its toolkit behaves. */
import { DriverError } from '../../../../errors/driver-error.js';
import {
  clientPids,
  GetWindowAttributes,
  MapState,
  QueryTree,
  Res,
  readProperty,
  texts,
  words,
  type X11Connection,
} from '../../../../wire/x11/index.js';
import { ifAlive, XA } from '../../display.js';
import { detectToolkit } from '../toolkit/detect.js';
import { type Traits, traitsOf } from '../toolkit/traits.js';

export interface Target {
  readonly window: number;
  /** From the root to the window itself, the window manager's frame between them. */
  readonly chain: readonly number[];
  readonly traits: Traits;
  /** The process that made it, as the server knows. */
  readonly owner: number | undefined;
}

export async function findTarget(x: X11Connection, window: number): Promise<Target> {
  const found = await ifAlive(Promise.all([x.request(GetWindowAttributes, { window }), chainTo(x, window), readOwner(x, window)]));
  if (!found) throw gone(window);
  const [attributes, chain, whose] = found;
  if (attributes.mapState !== MapState.Viewable) throw notShown(window);
  return { window, chain, ...whose };
}

/** The process that made it. */
export async function ownerOf(x: X11Connection, window: number): Promise<number | undefined> {
  return x.has(Res) ? (await clientPids(x, [window]))[0] : undefined;
}

export async function readOwner(x: X11Connection, window: number): Promise<Pick<Target, 'traits' | 'owner'>> {
  const pidAtom = await x.atoms.intern('_NET_WM_PID');
  const [wmClass, pid, owner] = await Promise.all([
    readProperty(x, window, XA.WM_CLASS),
    readProperty(x, window, pidAtom),
    ownerOf(x, window),
  ]);
  const [instance = '', className = ''] = texts(wmClass);
  return { owner, traits: traitsOf[detectToolkit([owner, words(pid)[0]], instance, className)] };
}

/** An application started anew gets the ids of the one before it: the window of that number may be another one by now. */
export async function isStillThere(x: X11Connection, { window, chain, owner }: Target): Promise<boolean> {
  const now = await ownerOf(x, window);
  if (now !== owner) return false;
  if (now !== undefined) return true;
  const present = await ifAlive(chainTo(x, window));
  return present?.join() === chain.join();
}

/** Window managers put frames around windows, so the way from the root is found from below. */
export async function chainTo(x: X11Connection, window: number): Promise<number[]> {
  const chain = [window];
  for (let current = window; current !== x.root; ) {
    const { parent } = await x.request(QueryTree, { window: current });
    if (parent === 0) break;
    chain.unshift(parent);
    current = parent;
  }
  return chain;
}

/** Who made the window: the server gives each client a range of ids of its own. */
export function clientOf(x: X11Connection, window: number): number {
  return window & ~x.setup.resourceIdMask;
}

/** As popups are of the client of the window that opened them. */
export function isSameClient(x: X11Connection, a: number, b: number): boolean {
  return clientOf(x, a) === clientOf(x, b);
}

export const gone = (window: number): DriverError =>
  new DriverError('target_changed', `Window ${window} was closed before anything was sent to it.`, { window_id: window });

const notShown = (window: number): DriverError =>
  new DriverError('window_minimized', `Window ${window} is not shown, so no pointer reaches it.`, { window_id: window });
