export { type ConnectOptions, connectX11 } from './connect.js';
export { X11Connection } from './connection/connection.js';
export { parseDisplayName } from './connection/display-name.js';
export {
  X11ConnectFailed,
  X11ConnectionClosed,
  X11Error,
  X11ExtensionMissing,
  X11ProtocolError,
  X11Unanswered,
} from './connection/errors.js';
export type { Requester } from './connection/requester.js';
export type { Screen, Setup, Visual } from './connection/setup.js';
export { GetAtomName, InternAtom } from './core/atoms.js';
export {
  ClearArea,
  CreateColormap,
  CreateCursor,
  CreateGC,
  CreateGlyphCursor,
  CreatePixmap,
  FreeCursor,
  FreeGC,
  FreePixmap,
  GetImage,
  ImageText8,
  OpenFont,
  PolyFillRectangle,
  PolyText8,
  PutImage,
} from './core/drawing.js';
export { coreEvents, SendEvent } from './core/events.js';
export { GetInputFocus, SetInputFocus } from './core/focus.js';
export {
  ChangeKeyboardControl,
  ChangeKeyboardMapping,
  GetKeyboardMapping,
  GetModifierMapping,
  GetPointerMapping,
  QueryKeymap,
} from './core/keyboard.js';
export { EventMask, FocusDetail, FocusMode, MapState, StackMode, StateMask, WindowClass } from './core/masks.js';
export { GrabKeyboard, GrabPointer, QueryPointer, UngrabKeyboard, UngrabPointer, WarpPointer } from './core/pointer.js';
export { ChangeProperty, DeleteProperty, GetProperty, ListProperties } from './core/properties.js';
export {
  type PropertyValue,
  readProperty,
  readText,
  readWords,
  textOf,
  texts,
  words,
  writeWords,
} from './core/property-values.js';
export { ConvertSelection, GetSelectionOwner, SetSelectionOwner } from './core/selections.js';
export {
  CloseDownMode,
  ForceScreenSaver,
  GetScreenSaver,
  GrabServer,
  KillClient,
  QueryExtension,
  SetCloseDownMode,
  UngrabServer,
} from './core/server.js';
export {
  ChangeWindowAttributes,
  CirculateWindow,
  ConfigureWindow,
  CreateWindow,
  DestroyWindow,
  GetGeometry,
  GetWindowAttributes,
  MapWindow,
  QueryTree,
  TranslateCoordinates,
  UnmapWindow,
} from './core/windows.js';
export type { AnyX11Event, UnknownX11Event, X11Event, X11EventMap } from './event-map.js';
export {
  Composite,
  CompositeGetOverlayWindow,
  CompositeNameWindowPixmap,
  CompositeRedirectWindow,
  CompositeReleaseOverlayWindow,
  CompositeUnredirectWindow,
  CompositeUpdate,
} from './ext/composite.js';
export { Damage, DamageCreate, DamageDestroy, DamageLevel, DamageSubtract } from './ext/damage.js';
export { Dpms, DpmsForceLevel, DpmsGetTimeouts, DpmsInfo } from './ext/dpms.js';
export { RandR, RandRGetMonitors, RandRGetScreenResourcesCurrent, RandRSelectInput, randrEvents } from './ext/randr.js';
export { clientPids, Res, ResClientIdMask, ResQueryClientIds, ResQueryClientResources, ResQueryClients } from './ext/res.js';
export { ScreenSaver, ScreenSaverQueryInfo } from './ext/screen-saver.js';
export {
  Shape,
  ShapeCombine,
  ShapeGetRectangles,
  ShapeKind,
  ShapeMask,
  ShapeOperation,
  ShapeQueryExtents,
  ShapeRectangles,
  ShapeSelectInput,
} from './ext/shape.js';
export { Shm, ShmAttachFd, ShmDetach, ShmGetImage } from './ext/shm.js';
export { idleCounters, Sync, SyncListSystemCounters, SyncQueryCounter } from './ext/sync.js';
export {
  XFixes,
  XFixesCreateRegion,
  XFixesDestroyRegion,
  XFixesGetCursorImage,
  XFixesSelectCursorInput,
  XFixesSelectSelectionInput,
  XFixesSetRegion,
  XFixesSetWindowShapeRegion,
} from './ext/xfixes.js';
export {
  XI_ANY_DETAIL,
  XI_ANY_MODIFIER,
  XIAllowMode,
  XIDevice,
  XIDeviceUse,
  XIEventFlag,
  XIEventType,
  XIGrabMode,
  XIGrabStatus,
  XIGrabType,
  XIHierarchyFlag,
  XIReturnMode,
} from './ext/xinput/constants.js';
export { XIChangeHierarchy, type XIDeviceInfo, XIQueryDevice } from './ext/xinput/devices.js';
export { XIGetFocus, XISetFocus } from './ext/xinput/focus.js';
export { XIAllowEvents, XIGrabDevice, XIPassiveGrabDevice, XIPassiveUngrabDevice, XIUngrabDevice } from './ext/xinput/grabs.js';
export { ChangeDeviceKeyMapping, GetDeviceKeyMapping, ListInputDevices, OpenDevice, QueryDeviceState } from './ext/xinput/legacy.js';
export { XIChangeCursor, XIGetClientPointer, XIQueryPointer, XISetClientPointer, XIWarpPointer } from './ext/xinput/pointer.js';
export { XIGetSelectedEvents, XISelectEvents } from './ext/xinput/selection.js';
export { XInput, XIQueryVersion } from './ext/xinput/version.js';
export { XkbEventMask, XkbSelectEvents, xkbEvents } from './ext/xkb/events.js';
export { Keymap, type KeyPosition, readKeymap, setKeysyms } from './ext/xkb/keymap.js';
export { XkbGetGroupNames, XkbGetMap, XkbSetKeysyms } from './ext/xkb/map.js';
export { XkbGetState, XkbLatchLockState } from './ext/xkb/state.js';
export { XKB_CORE_KEYBOARD, Xkb } from './ext/xkb/version.js';
export { XTest, XTestFakeInput, XTestGetVersion } from './ext/xtest.js';
export { fakeDeviceButton, fakeDeviceKey, fakeDeviceMotion } from './ext/xtest-device.js';
export { XWayland } from './ext/xwayland.js';
export { codePointFromKeysym, keysymFromName, keysymsForCodePoint } from './keysyms/keysym.js';
export { KEYSYMS } from './keysyms/names.js';
export type { PixelImage } from './pixels/image.js';
export { ImageReader, type ImageRequest } from './pixels/image-reader.js';
