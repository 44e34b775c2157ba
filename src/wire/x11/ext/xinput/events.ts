import { axisValues, bits, rawAxisValues } from '../../codec/bits.js';
import { list } from '../../codec/lists.js';
import { bool, count, fixed16, pad, u8, u16, u32 } from '../../codec/scalars.js';
import { struct } from '../../codec/struct.js';
import { XIEventType } from './constants.js';
import { deviceClass } from './devices.js';
import { group, modifiers } from './state.js';
import { xi } from './version.js';

const device = {
  deviceId: u16,
  time: u32,
  detail: u32,
  root: u32,
  event: u32,
  child: u32,
  rootX: fixed16,
  rootY: fixed16,
  eventX: fixed16,
  eventY: fixed16,
  buttonWords: count('buttons', u16),
  valuatorWords: count('valuators', u16),
  sourceId: u16,
  _pad: pad(2),
  flags: u32,
  mods: modifiers,
  group,
  buttons: bits,
  valuators: axisValues,
};

const crossing = {
  deviceId: u16,
  time: u32,
  sourceId: u16,
  mode: u8,
  detail: u8,
  root: u32,
  event: u32,
  child: u32,
  rootX: fixed16,
  rootY: fixed16,
  eventX: fixed16,
  eventY: fixed16,
  sameScreen: bool,
  focus: bool,
  buttonWords: count('buttons', u16),
  mods: modifiers,
  group,
  buttons: bits,
};

const raw = {
  deviceId: u16,
  time: u32,
  detail: u32,
  sourceId: u16,
  valuatorWords: count('valuators', u16),
  flags: u32,
  _pad: pad(4),
  valuators: rawAxisValues,
};

export const xiEvents = {
  XIDeviceChanged: xi.genericEvent(XIEventType.DeviceChanged, {
    deviceId: u16,
    time: u32,
    classCount: count('classes', u16),
    sourceId: u16,
    reason: u8,
    _pad: pad(11),
    classes: list(deviceClass),
  }),
  XIKeyPress: xi.genericEvent(XIEventType.KeyPress, device),
  XIKeyRelease: xi.genericEvent(XIEventType.KeyRelease, device),
  XIButtonPress: xi.genericEvent(XIEventType.ButtonPress, device),
  XIButtonRelease: xi.genericEvent(XIEventType.ButtonRelease, device),
  XIMotion: xi.genericEvent(XIEventType.Motion, device),
  XIEnter: xi.genericEvent(XIEventType.Enter, crossing),
  XILeave: xi.genericEvent(XIEventType.Leave, crossing),
  XIFocusIn: xi.genericEvent(XIEventType.FocusIn, crossing),
  XIFocusOut: xi.genericEvent(XIEventType.FocusOut, crossing),
  XIHierarchyChanged: xi.genericEvent(XIEventType.HierarchyChanged, {
    deviceId: u16,
    time: u32,
    flags: u32,
    infoCount: count('infos', u16),
    _pad: pad(10),
    infos: list(struct({ deviceId: u16, attachment: u16, use: u8, enabled: bool, _pad: pad(2), flags: u32 })),
  }),
  XIPropertyEvent: xi.genericEvent(XIEventType.PropertyEvent, { deviceId: u16, time: u32, property: u32, what: u8, _pad: pad(11) }),
  XIRawKeyPress: xi.genericEvent(XIEventType.RawKeyPress, raw),
  XIRawKeyRelease: xi.genericEvent(XIEventType.RawKeyRelease, raw),
  XIRawButtonPress: xi.genericEvent(XIEventType.RawButtonPress, raw),
  XIRawButtonRelease: xi.genericEvent(XIEventType.RawButtonRelease, raw),
  XIRawMotion: xi.genericEvent(XIEventType.RawMotion, raw),
  XIRawTouchBegin: xi.genericEvent(XIEventType.RawTouchBegin, raw),
};
