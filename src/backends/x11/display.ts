/** One connection to the person's display: the root window, its atoms, and the translation of wire faults to ours. */
import { DriverError } from '../../errors/driver-error.js';
import {
  connectX11,
  GetWindowAttributes,
  MapState,
  type Requester,
  X11ConnectFailed,
  type X11Connection,
  X11ConnectionClosed,
  X11Error,
  X11ExtensionMissing,
  X11Unanswered,
} from '../../wire/x11/index.js';

export const atomNames = [
  'UTF8_STRING',
  'WM_STATE',
  '_NET_ACTIVE_WINDOW',
  '_NET_CLIENT_LIST',
  '_NET_CLIENT_LIST_STACKING',
  '_NET_CURRENT_DESKTOP',
  '_NET_SUPPORTED',
  '_NET_SUPPORTING_WM_CHECK',
  '_NET_WM_DESKTOP',
  '_NET_WM_NAME',
  '_NET_WM_PID',
  '_NET_WM_STATE',
  '_NET_WM_STATE_HIDDEN',
  '_NET_WM_STATE_SHADED',
  '_NET_WM_USER_TIME',
  '_NET_WM_USER_TIME_WINDOW',
  '_NET_WM_WINDOW_TYPE',
  '_NET_WM_WINDOW_TYPE_DESKTOP',
  '_NET_WM_WINDOW_TYPE_DIALOG',
  '_NET_WM_WINDOW_TYPE_DOCK',
  '_NET_WM_WINDOW_TYPE_SPLASH',
  '_NET_STARTUP_ID',
] as const;

export type AtomName = (typeof atomNames)[number];
export type Atoms = Readonly<Record<AtomName, number>>;

/** Predefined by the protocol. */
export const XA = { PRIMARY: 1, ATOM: 4, CARDINAL: 6, STRING: 31, WINDOW: 33, WM_CLASS: 67, WM_NAME: 39, WM_TRANSIENT_FOR: 68 } as const;

export interface DisplayAddress {
  readonly display: string;
  readonly xauthority: string | undefined;
}

export interface Display {
  readonly address: DisplayAddress;
  readonly x: X11Connection;
  readonly atoms: Atoms;
  readonly root: number;
}

export async function openDisplay(address: DisplayAddress, signal: AbortSignal): Promise<Display> {
  try {
    const x = await connectX11({ display: address.display, xauthority: address.xauthority, signal });
    return { address, x, atoms: await x.atoms.internMany(atomNames), root: x.root };
  } catch (error) {
    throw asDisplayError(error, address.display);
  }
}

/** X11 faults in the words of the catalog; anything else passes through. */
export function asDisplayError(error: unknown, display: string): unknown {
  if (error instanceof X11ConnectFailed) {
    return new DriverError('display_unavailable', `Display ${display} cannot be reached: ${error.message}.`, { display }, { cause: error });
  }
  if (error instanceof X11ConnectionClosed) {
    return new DriverError('display_lost', `Display ${display} went away: ${error.message}.`, { display }, { cause: error });
  }
  if (error instanceof X11Unanswered) {
    return new DriverError('display_unresponsive', `Display ${display}: ${error.message}.`, { display }, { cause: error });
  }
  if (error instanceof X11ExtensionMissing) {
    return new DriverError('capability_missing', `Display ${display}: ${error.message}.`, { extension: error.extension }, { cause: error });
  }
  return error;
}

/** Whether a window is on the screen, covered or not; one that is gone is not. */
export async function isShown(x: Requester, window: number): Promise<boolean> {
  return (await ifAlive(x.request(GetWindowAttributes, { window })))?.mapState === MapState.Viewable;
}

/** The value, or undefined when the window it was asked of is gone. */
export async function ifAlive<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof X11Error && (error.name === 'BadWindow' || error.name === 'BadDrawable' || error.name === 'BadMatch'))
      return undefined;
    throw error;
  }
}
