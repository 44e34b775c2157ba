import type { ExtensionDef } from '../codec/message.js';
import type { ExtensionInfo } from '../connection/extension-cache.js';
import type { Requester } from '../connection/requester.js';
import { XInput } from './xinput/version.js';
import { XTestFakeInput } from './xtest.js';

interface Connection extends Requester {
  codes(extension: ExtensionDef): ExtensionInfo;
}

// Event codes of the Input extension, from its first event on.
const VALUATOR = 0;
const KEY_PRESS = 1;
const KEY_RELEASE = 2;
const BUTTON_PRESS = 3;
const BUTTON_RELEASE = 4;
const MOTION = 5;
const AXES_FOLLOW = 0x80;
const AXES_PER_REPORT = 6;

/** Presses or releases a key of the given slave device. */
export function fakeDeviceKey(connection: Connection, deviceId: number, keycode: number, pressed: boolean): void {
  send(connection, deviceId, pressed ? KEY_PRESS : KEY_RELEASE, keycode);
}

/** Presses or releases a button of the given slave device. */
export function fakeDeviceButton(connection: Connection, deviceId: number, button: number, pressed: boolean): void {
  send(connection, deviceId, pressed ? BUTTON_PRESS : BUTTON_RELEASE, button);
}

/** Moves the axes of the given slave device, from `firstAxis` on; for a pointer those are x and y of the screen. */
export function fakeDeviceMotion(
  connection: Connection,
  deviceId: number,
  values: readonly number[],
  { relative = false, firstAxis = 0 }: { relative?: boolean; firstAxis?: number } = {},
): void {
  const { firstEvent } = connection.codes(XInput);
  const reports = [];
  for (let start = 0; start < values.length; start += AXES_PER_REPORT) {
    const part = values.slice(start, start + AXES_PER_REPORT);
    reports.push({ type: firstEvent + VALUATOR, deviceId, firstAxis: firstAxis + start, values: part });
  }
  connection.send(XTestFakeInput, { type: firstEvent + MOTION, detail: relative ? 1 : 0, deviceId: deviceId | AXES_FOLLOW, axes: reports });
}

function send(connection: Connection, deviceId: number, event: number, detail: number): void {
  connection.send(XTestFakeInput, { type: connection.codes(XInput).firstEvent + event, detail, deviceId });
}
