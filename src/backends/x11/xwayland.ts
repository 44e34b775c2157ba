/** Tells the X server of a Wayland session from one of its own. */
import { RandR, RandRGetMonitors, XWayland } from '../../wire/x11/index.js';
import type { Ability, Capabilities } from '../port.js';
import type { Display } from './display.js';

/** Servers before 23.1 lack the extension and name their monitors after themselves. */
const MONITOR = /^XWAYLAND\d/;

async function isXwayland({ x, root }: Display): Promise<boolean> {
  if (x.has(XWayland)) return true;
  if (!x.has(RandR)) return false;
  const { monitors } = await x.request(RandRGetMonitors, { window: root, getActive: true });
  const names = await Promise.all(monitors.map(({ name }) => x.atoms.name(name)));
  return names.some((name) => MONITOR.test(name));
}

const FORBIDDEN: Ability = {
  available: false,
  why: 'this is a Wayland session, and x11_seat_on_wayland does not allow an own pointer inside Xwayland',
  forbidden: true,
};

/** Whether a seat may be used right now; only inside a Wayland session somebody has to be asked. */
export async function seatConsent(display: Display, mayUse: () => boolean = () => false): Promise<() => boolean> {
  return (await isXwayland(display)) ? mayUse : () => true;
}

/** What can be had depends on that consent. */
export function consenting(capabilities: Capabilities, isAllowed: () => boolean): () => Capabilities {
  const without = capabilities.seat.available ? { ...capabilities, seat: FORBIDDEN } : capabilities;
  return () => (isAllowed() ? capabilities : without);
}
