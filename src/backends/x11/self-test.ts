/** Proves on the living display that looking and acting work and disturb nobody. */
import { catalog } from '../../errors/catalog.js';
import { DriverError } from '../../errors/driver-error.js';
import { toDriverError } from '../../errors/to-driver-error.js';
import { poll } from '../../kit/poll.js';
import { windowPoint } from '../../model/geometry.js';
import type { Window } from '../../model/window.js';
import type { Ability, Backend, Check } from '../port.js';
import type { Display } from './display.js';
import { openProbeWindow, PROBE_SIZE, type ProbeWindow } from './probe-window.js';

type Roles = Pick<Backend, 'windows' | 'capture' | 'seats' | 'person' | 'capabilities'>;

export async function selfTest(display: Display, roles: Roles, signal: AbortSignal): Promise<Check[]> {
  const { details, ...abilities } = roles.capabilities();
  const checks: Check[] = [{ name: 'display', ok: true, detail: Object.values(details).join(', ') }];
  checks.push(accessibilityCheck(abilities.accessibility));
  await using probe = await openProbeWindow(display);
  const found = await check(checks, 'a new window is listed', async () => {
    const window = await poll(async () => roles.windows.find(probe.id, signal), { timeoutMs: 2000, signal });
    if (!window) throw new DriverError('window_not_found', 'The window manager does not list our own window.');
    return { value: window, detail: `"${window.title}"` };
  });
  if (found) await operate(checks, roles, probe, found, signal);
  return checks;
}

function accessibilityCheck({ available, why }: Ability): Check {
  const fix = available ? {} : { fix: catalog.accessibility_unavailable.remedy };
  return { name: 'accessibility', ok: available, detail: why, ...fix };
}

async function operate(checks: Check[], roles: Roles, probe: ProbeWindow, window: Window, signal: AbortSignal): Promise<void> {
  await check(checks, 'its pixels can be read', async () => {
    const { image } = await roles.capture.window(window, signal);
    return { value: image, detail: `${image.width}×${image.height}` };
  });
  const { seat } = roles.capabilities();
  const watch = await roles.person.begin(window, signal);
  await check(checks, 'a background click reaches it', async () => {
    if (!seat.available) throw new DriverError(seat.forbidden ? 'seat_not_allowed' : 'capability_missing', `Not tried: ${seat.why}.`);
    const at = windowPoint(PROBE_SIZE / 2, PROBE_SIZE / 2);
    const steps = [
      { kind: 'move', to: at },
      { kind: 'press', button: 'left' },
      { kind: 'release', button: 'left' },
    ] as const;
    await roles.seats.perform('doctor', { windowId: window.id, anchor: at, mayOpenPopup: false, steps }, signal);
    const pressed = await poll(() => probe.presses() > 0, { timeoutMs: 1000, signal });
    if (!pressed) throw new DriverError('no_effect', 'The click was sent but did not arrive.');
    return { value: true, detail: 'received by our own window' };
  });
  await check(checks, 'nobody was disturbed', async () => {
    const receipt = await watch.end();
    if (!receipt.clean) throw new DriverError('no_effect', `The person was disturbed: ${JSON.stringify(receipt)}`);
    return { value: receipt, detail: 'focus, active window, stacking and pointer unchanged' };
  });
  if (seat.available) await roles.seats.release('doctor');
}

async function check<T>(checks: Check[], name: string, work: () => Promise<{ value: T; detail: string }>): Promise<T | undefined> {
  try {
    const { value, detail } = await work();
    checks.push({ name, ok: true, detail });
    return value;
  } catch (error) {
    const { message, remedy } = toDriverError(error);
    checks.push({ name, ok: false, detail: message, fix: remedy });
    return undefined;
  }
}
