/** Event masks, by event family. */
export const EventMask = {
  KeyPress: 0x1,
  KeyRelease: 0x2,
  ButtonPress: 0x4,
  ButtonRelease: 0x8,
  EnterWindow: 0x10,
  LeaveWindow: 0x20,
  PointerMotion: 0x40,
  PointerMotionHint: 0x80,
  ButtonMotion: 0x2000,
  KeymapState: 0x4000,
  Exposure: 0x8000,
  VisibilityChange: 0x1_0000,
  StructureNotify: 0x2_0000,
  ResizeRedirect: 0x4_0000,
  SubstructureNotify: 0x8_0000,
  SubstructureRedirect: 0x10_0000,
  FocusChange: 0x20_0000,
  PropertyChange: 0x40_0000,
  ColormapChange: 0x80_0000,
} as const;

/** Bits of `state` in input events and of pointer and grab modifiers. */
export const StateMask = {
  Shift: 0x1,
  Lock: 0x2,
  Control: 0x4,
  Mod1: 0x8,
  Mod2: 0x10,
  Mod3: 0x20,
  Mod4: 0x40,
  Mod5: 0x80,
  Button1: 0x100,
  Button2: 0x200,
  Button3: 0x400,
  Button4: 0x800,
  Button5: 0x1000,
} as const;

export const MapState = { Unmapped: 0, Unviewable: 1, Viewable: 2 } as const;
export const WindowClass = { CopyFromParent: 0, InputOutput: 1, InputOnly: 2 } as const;
export const StackMode = { Above: 0, Below: 1, TopIf: 2, BottomIf: 3, Opposite: 4 } as const;
export const FocusMode = { Normal: 0, Grab: 1, Ungrab: 2, WhileGrabbed: 3 } as const;
export const FocusDetail = {
  Ancestor: 0,
  Virtual: 1,
  Inferior: 2,
  Nonlinear: 3,
  NonlinearVirtual: 4,
  Pointer: 5,
  PointerRoot: 6,
  None: 7,
} as const;
