/** Device ids that stand for several, and the two masters every server has. */
export const XIDevice = { All: 0, AllMaster: 1, CorePointer: 2, CoreKeyboard: 3 } as const;

/** `use` of a device. */
export const XIDeviceUse = { MasterPointer: 1, MasterKeyboard: 2, SlavePointer: 3, SlaveKeyboard: 4, FloatingSlave: 5 } as const;

/** Event numbers, for masks. */
export const XIEventType = {
  DeviceChanged: 1,
  KeyPress: 2,
  KeyRelease: 3,
  ButtonPress: 4,
  ButtonRelease: 5,
  Motion: 6,
  Enter: 7,
  Leave: 8,
  FocusIn: 9,
  FocusOut: 10,
  HierarchyChanged: 11,
  PropertyEvent: 12,
  RawKeyPress: 13,
  RawKeyRelease: 14,
  RawButtonPress: 15,
  RawButtonRelease: 16,
  RawMotion: 17,
  RawTouchBegin: 22,
} as const;

export const XIGrabMode = { Sync: 0, Async: 1 } as const;
export const XIGrabType = { Button: 0, Keycode: 1, Enter: 2, FocusIn: 3 } as const;
export const XIGrabStatus = { Success: 0, AlreadyGrabbed: 1, InvalidTime: 2, NotViewable: 3, Frozen: 4 } as const;
export const XIAllowMode = { AsyncDevice: 0, SyncDevice: 1, ReplayDevice: 2, AsyncPairedDevice: 3, AsyncPair: 4, SyncPair: 5 } as const;
export const XIReturnMode = { Attach: 1, Float: 2 } as const;
export const XI_ANY_MODIFIER = 0x8000_0000;
/** Any button, and any keycode. */
export const XI_ANY_DETAIL = 0;
/** Flags of hierarchy changes. */
export const XIHierarchyFlag = {
  MasterAdded: 1,
  MasterRemoved: 2,
  SlaveAdded: 4,
  SlaveRemoved: 8,
  SlaveAttached: 16,
  SlaveDetached: 32,
  DeviceEnabled: 64,
  DeviceDisabled: 128,
} as const;
/** Flag of device events: emulated from something else, a key repeat or a scroll. */
export const XIEventFlag = { KeyRepeat: 1 << 16, PointerEmulated: 1 << 16 } as const;
