/** Tells a program alone that one of its windows got or lost the focus, or that a pointer left it. */
import { coreEvents, FocusDetail, FocusMode, SendEvent, type X11Connection } from '../../../../wire/x11/index.js';

/** Mask 0 reaches only the window's creator: the window manager does not hear of it. */
export function sendFocus(x: X11Connection, window: number, kind: 'FocusIn' | 'FocusOut'): void {
  const event = x.encodeEvent(coreEvents[kind], { detail: FocusDetail.Nonlinear, event: window, mode: FocusMode.Normal });
  x.send(SendEvent, { destination: window, eventMask: 0, event });
}

/** To the window's creator alone, like the focus. */
export function sendLeave(x: X11Connection, window: number): void {
  const nowhere = { time: 0, root: x.root, child: 0, rootX: 0, rootY: 0, eventX: 0, eventY: 0, state: 0, flags: 0 };
  const event = x.encodeEvent(coreEvents.LeaveNotify, { ...nowhere, event: window, detail: FocusDetail.Nonlinear, mode: FocusMode.Normal });
  x.send(SendEvent, { destination: window, eventMask: 0, event });
}
