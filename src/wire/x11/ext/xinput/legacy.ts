import { fixedBits } from '../../codec/bits.js';
import type { ValueField } from '../../codec/field.js';
import { list, text } from '../../codec/lists.js';
import { count, i32, pad, u8, u16, u32 } from '../../codec/scalars.js';
import { struct } from '../../codec/struct.js';
import { tagged, XI1_HEADER } from '../../codec/tagged.js';
import { xi } from './version.js';

// Requests of version 1 that version 2 has no counterpart for. Device ids are the same.

const deviceEntry = struct({ type: u32, deviceId: u8, classCount: u8, use: u8, _pad: pad(1) });

const inputClass = tagged(
  {
    key: { tag: 0, shape: { minKeycode: u8, maxKeycode: u8, keyCount: u16, _pad: pad(2) } },
    button: { tag: 1, shape: { buttonCount: u16 } },
    valuator: {
      tag: 2,
      shape: {
        axisCount: count('axes', u8),
        mode: u8,
        motionSize: u32,
        axes: list(struct({ resolution: u32, minimum: i32, maximum: i32 })),
      },
    },
  },
  XI1_HEADER,
);

type Devices = readonly { readonly classCount: number }[];

/** A list whose length follows from the devices before it in the reply. */
function perDevice<Out, In>(element: ValueField<Out, In>, lengthFor: (devices: Devices) => number): ValueField<Out[], readonly In[]> {
  return {
    ...list(element),
    decode: (reader, scope, key) =>
      Array.from({ length: lengthFor(scope.values.devices as Devices) }, () => element.decode(reader, scope, key)),
  };
}

const deviceName = struct({ length: count('name', u8), name: text });

/** `names` has one entry per device, in the same order. */
export const ListInputDevices = xi.query(
  'ListInputDevices',
  2,
  {},
  {
    body: {
      deviceCount: count('devices', u8),
      _pad: pad(23),
      devices: list(deviceEntry),
      classes: perDevice(inputClass, (devices) => devices.reduce((sum, { classCount }) => sum + classCount, 0)),
      names: perDevice(deviceName, (devices) => devices.length),
    },
  },
);

export const OpenDevice = xi.query(
  'OpenDevice',
  3,
  { body: { deviceId: u8, _pad: pad(3) } },
  { body: { classCount: count('classes', u8), _pad: pad(23), classes: list(struct({ class: u8, eventBase: u8 })) } },
);

export const GetDeviceKeyMapping = xi.query(
  'GetDeviceKeyMapping',
  24,
  { body: { deviceId: u8, firstKeycode: u8, keycodeCount: u8, _pad: pad(1) } },
  { body: { keysymsPerKeycode: u8, _pad: pad(23), keysyms: list(u32) } },
);

export const ChangeDeviceKeyMapping = xi.command('ChangeDeviceKeyMapping', 25, {
  body: { deviceId: u8, firstKeycode: u8, keysymsPerKeycode: u8, keycodeCount: u8, keysyms: list(u32) },
});

/** What is pressed and where the axes are. */
export const QueryDeviceState = xi.query(
  'QueryDeviceState',
  30,
  { body: { deviceId: u8, _pad: pad(3) } },
  {
    body: {
      classCount: count('classes', u8),
      _pad: pad(23),
      classes: list(
        tagged(
          {
            key: { tag: 0, shape: { keyCount: u8, _pad: pad(1), pressed: fixedBits(8) } },
            button: { tag: 1, shape: { buttonCount: u8, _pad: pad(1), pressed: fixedBits(8) } },
            valuator: { tag: 2, shape: { axisCount: count('axes', u8), mode: u8, axes: list(i32) } },
          },
          XI1_HEADER,
        ),
      ),
    },
  },
);
