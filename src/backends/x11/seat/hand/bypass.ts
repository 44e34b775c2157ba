/**
 * Presses that no passive grab of anybody else sees. Window managers grab buttons and keys on the root, on frames and on
 * windows to raise what is clicked and to run hotkeys. Grabs of ours on the same windows come first, hold the press up,
 * and replay it past all of theirs.
 */
import {
  XIAllowEvents,
  XIAllowMode,
  XIEventType,
  XIGrabMode,
  XIGrabType,
  XIPassiveGrabDevice,
  XIPassiveUngrabDevice,
} from '../../../../wire/x11/index.js';
import type { Seat } from '../seat.js';

const kinds = {
  button: { grabType: XIGrabType.Button, event: XIEventType.ButtonPress, device: 'pointer' },
  key: { grabType: XIGrabType.Keycode, event: XIEventType.KeyPress, device: 'keyboard' },
} as const;

export type PressKind = keyof typeof kinds;

/** Only queues requests. `windows` are in order from the root downwards. */
export function pressPastGrabs({ x, devices }: Seat, kind: PressKind, windows: readonly number[], press: () => void): void {
  const { grabType, event, device } = kinds[kind];
  const deviceId = devices[device];
  for (const grabWindow of windows) {
    // A window that closed meanwhile fails this; the press then goes nowhere else either.
    x.request(XIPassiveGrabDevice, { deviceId, grabWindow, grabType, mode: XIGrabMode.Sync, mask: [event] }).catch(() => {});
  }
  press();
  for (const _ of windows) x.send(XIAllowEvents, { deviceId, mode: XIAllowMode.ReplayDevice });
  for (const grabWindow of windows) x.send(XIPassiveUngrabDevice, { deviceId, grabWindow, grabType });
}

/** The server ignores a replay asked for in the very millisecond of the press, so it is asked again for what is still held up. */
export function replayAgain({ x, devices }: Seat, kind: PressKind): void {
  x.send(XIAllowEvents, { deviceId: devices[kinds[kind].device], mode: XIAllowMode.ReplayDevice });
}
