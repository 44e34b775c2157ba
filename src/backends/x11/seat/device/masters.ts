/** Pairs of a master pointer and a master keyboard, each with the XTEST device that drives it. */
import { DriverError } from '../../../../errors/driver-error.js';
import {
  type Requester,
  X11Error,
  XIChangeHierarchy,
  XIDevice,
  type XIDeviceInfo,
  XIDeviceUse,
  XIQueryDevice,
  XIReturnMode,
} from '../../../../wire/x11/index.js';
import { formatSeatName, parseSeatName, type SeatName } from './seat-name.js';

export interface Master {
  readonly name: SeatName;
  readonly pointer: number;
  readonly keyboard: number;
  /** The XTEST slaves; undefined when somebody else took them off the master. */
  readonly testPointer: number | undefined;
  readonly testKeyboard: number | undefined;
}

const POINTER_SUFFIX = ' pointer';
/** The byte XTEST names a device with has a flag in its highest bit. */
const LAST_DRIVABLE = 127;

/** Every master this program ever made that is still there, whoever made it. */
export async function listMasters(x: Requester): Promise<Master[]> {
  const { devices } = await x.request(XIQueryDevice, { deviceId: XIDevice.All });
  return devices.flatMap((device) => masterOf(device, devices) ?? []);
}

function masterOf(device: XIDeviceInfo, all: readonly XIDeviceInfo[]): Master | undefined {
  if (device.use !== XIDeviceUse.MasterPointer || !device.name.endsWith(POINTER_SUFFIX)) return undefined;
  const base = device.name.slice(0, -POINTER_SUFFIX.length);
  const name = parseSeatName(base);
  if (!name) return undefined;
  const slave = (suffix: string) => all.find((each) => each.name === `${base} XTEST ${suffix}`)?.deviceId;
  return {
    name,
    pointer: device.deviceId,
    keyboard: device.attachment,
    testPointer: slave('pointer'),
    testKeyboard: slave('keyboard'),
  };
}

export async function addMaster(x: Requester, name: SeatName): Promise<Master & { testPointer: number; testKeyboard: number }> {
  const text = formatSeatName(name);
  try {
    await x.checked(XIChangeHierarchy, { changes: [{ type: 'addMaster', name: text, sendCore: true, enable: true }] });
  } catch (error) {
    if (!(error instanceof X11Error)) throw error;
    throw new DriverError('seat_unavailable', `The display server made no further input devices: ${error.message}.`, {}, { cause: error });
  }
  const made = (await listMasters(x)).find((master) => formatSeatName(master.name) === text);
  const { testPointer, testKeyboard } = made ?? {};
  if (!made || testPointer === undefined || testKeyboard === undefined) {
    throw new DriverError('seat_unavailable', `The display server made no XTEST devices for ${text}.`);
  }
  if (Math.max(testPointer, testKeyboard) > LAST_DRIVABLE) {
    await dropMaster(x, made.pointer);
    const message = `The display server has so many input devices that its next one, ${testPointer}, cannot be driven.`;
    throw new DriverError('seat_unavailable', message, { limit: LAST_DRIVABLE });
  }
  return { ...made, testPointer, testKeyboard };
}

/** The caller has seen to it that no application still has the pointer; see remove-master. */
export async function dropMaster(x: Requester, pointer: number): Promise<void> {
  const change = { type: 'removeMaster', deviceId: pointer, returnMode: XIReturnMode.Float, returnPointer: 0, returnKeyboard: 0 } as const;
  await x.checked(XIChangeHierarchy, { changes: [change] });
}
