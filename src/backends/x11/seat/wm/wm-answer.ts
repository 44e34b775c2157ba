/** Tells when the window manager has handled what it was sent: it takes messages in their order, and answers one kind of them. */
import { after } from '../../../../kit/clock.js';
import { deferred } from '../../../../kit/deferred.js';
import { ChangeWindowAttributes, EventMask, readWords, type X11Connection } from '../../../../wire/x11/index.js';
import { askForExtents } from './wm-messages.js';

/** `ownWindow` is any window of this connection's. False where it does not answer, or not in time. */
export async function wmHasHandled(x: X11Connection, ownWindow: number, timeoutMs: number): Promise<boolean> {
  const intern = (name: string) => x.atoms.intern(name);
  const [question, answer] = await Promise.all([intern('_NET_REQUEST_FRAME_EXTENTS'), intern('_NET_FRAME_EXTENTS')]);
  if (!(await readWords(x, x.root, await intern('_NET_SUPPORTED'))).includes(question)) return false;
  const handled = deferred<boolean>();
  const off = x.on('PropertyNotify', ({ window, atom }) => {
    if (window === ownWindow && atom === answer) handled.resolve(true);
  });
  const timer = after(timeoutMs, () => handled.resolve(false));
  x.send(ChangeWindowAttributes, { window: ownWindow, values: { eventMask: EventMask.PropertyChange } });
  askForExtents(x, ownWindow, question);
  try {
    return await handled.promise;
  } finally {
    off();
    timer.cancel();
  }
}
