/** Tells a program alone that one of its windows got or lost the focus, or that a pointer left it. */
import type { WindowPoint } from '../../../../model/geometry.js';
import { coreEvents, FocusDetail, FocusMode, SendEvent, type X11Connection } from '../../../../wire/x11/index.js';

/** Mask 0 reaches only the window's creator: the window manager does not hear of it. */
export function sendFocus(x: X11Connection, window: number, kind: 'FocusIn' | 'FocusOut'): void {
  const event = x.encodeEvent(coreEvents[kind], { detail: FocusDetail.Nonlinear, event: window, mode: FocusMode.Normal });
  x.send(SendEvent, { destination: window, eventMask: 0, event });
}

/**
 * To the window's creator alone, like the focus. It says where the pointer was: whoever goes by it takes what came before, and was
 * not looked at yet, for done there.
 */
export function sendLeave(x: X11Connection, window: number, at: WindowPoint, onScreen: { readonly x: number; readonly y: number }): void {
  const place = { rootX: onScreen.x, rootY: onScreen.y, eventX: at.x, eventY: at.y };
  const fields = { time: 0, root: x.root, event: window, child: 0, ...place, state: 0, flags: 0 };
  const event = x.encodeEvent(coreEvents.LeaveNotify, { ...fields, detail: FocusDetail.Nonlinear, mode: FocusMode.Normal });
  x.send(SendEvent, { destination: window, eventMask: 0, event });
}
