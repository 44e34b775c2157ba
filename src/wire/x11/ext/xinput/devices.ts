import { bitsFor } from '../../codec/bits.js';
import type { Output } from '../../codec/field.js';
import { list, text } from '../../codec/lists.js';
import { align4, bool, count, fixed32, pad, u8, u16, u32 } from '../../codec/scalars.js';
import { struct } from '../../codec/struct.js';
import { tagged } from '../../codec/tagged.js';
import { xi } from './version.js';

export const deviceClass = tagged({
  key: { tag: 0, shape: { sourceId: u16, keyCount: count('keycodes', u16), keycodes: list(u32) } },
  button: { tag: 1, shape: { sourceId: u16, buttonCount: count('labels', u16), pressed: bitsFor('labels'), labels: list(u32) } },
  valuator: {
    tag: 2,
    shape: { sourceId: u16, number: u16, label: u32, min: fixed32, max: fixed32, value: fixed32, resolution: u32, mode: u8, _pad: pad(3) },
  },
  scroll: { tag: 3, shape: { sourceId: u16, number: u16, scrollType: u16, _pad: pad(2), flags: u32, increment: fixed32 } },
  touch: { tag: 8, shape: { sourceId: u16, mode: u8, touchCount: u8 } },
});

const deviceInfo = {
  deviceId: u16,
  use: u16,
  attachment: u16,
  classCount: count('classes', u16),
  nameLength: count('name', u16),
  enabled: bool,
  _pad: pad(1),
  name: text,
  _align: align4,
  classes: list(deviceClass),
};

export type XIDeviceInfo = Output<typeof deviceInfo>;

/** `deviceId` 0 lists all devices, 1 all masters. */
export const XIQueryDevice = xi.query(
  'XIQueryDevice',
  48,
  { body: { deviceId: u16, _pad: pad(2) } },
  { body: { deviceCount: count('devices', u16), _pad: pad(22), devices: list(struct(deviceInfo)) } },
);

/** Masters are added by name, which gives "<name> pointer", "<name> keyboard" and an XTEST slave for each. */
export const XIChangeHierarchy = xi.command('XIChangeHierarchy', 43, {
  body: {
    changeCount: count('changes', u8),
    _pad: pad(3),
    changes: list(
      tagged({
        addMaster: { tag: 1, shape: { nameLength: count('name', u16), sendCore: bool, enable: bool, name: text } },
        removeMaster: { tag: 2, shape: { deviceId: u16, returnMode: u8, _pad: pad(1), returnPointer: u16, returnKeyboard: u16 } },
        attachSlave: { tag: 3, shape: { deviceId: u16, master: u16 } },
        detachSlave: { tag: 4, shape: { deviceId: u16, _pad: pad(2) } },
      }),
    ),
  },
});
