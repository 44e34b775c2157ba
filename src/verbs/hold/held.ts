/** What a session holds down between calls, and what that means for its other acts. */
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';

/** Only the agent's own pointer and keyboard know what they hold; every other way would forget it. */
export function whyOnlyTheSeat({ session }: Call): string | undefined {
  const held = [...session.heldKeys, ...[...session.heldButtons.keys()].map((button) => `${button} mouse button`)];
  return held.length > 0 ? `the session holds down ${held.join(', ')}` : undefined;
}

/** The window in which buttons are held; a window that closed holds none any more. */
export async function heldIn(call: Call): Promise<number | undefined> {
  const [windowId] = call.session.heldButtons.values();
  if (windowId === undefined) return undefined;
  if (await (await call.backend()).windows.find(windowId, call.signal)) return windowId;
  call.session.heldButtons.clear();
  return undefined;
}

/** A click or a drag begins with every button up. */
export async function refuseWhileHeld(call: Call): Promise<void> {
  const windowId = await heldIn(call);
  if (windowId === undefined) return;
  const buttons = [...call.session.heldButtons.keys()];
  throw new DriverError('button_held', `The ${buttons.join(' and ')} mouse button is held down in window ${windowId}.`, {
    window_id: windowId,
    buttons,
  });
}
