import { deferred } from '../../../../kit/deferred.js';
import { ChangeProperty, ChangeWindowAttributes, EventMask, type X11Connection } from '../../../../wire/x11/index.js';
import { XA } from '../../display.js';

const APPEND = 2;

/** The server's clock, which only events tell: appending nothing to a property of our own window makes one. */
export async function serverTime(x: X11Connection, ownWindow: number): Promise<number> {
  const told = deferred<number>();
  const off = x.on('PropertyNotify', ({ window, time }) => {
    if (window === ownWindow) told.resolve(time);
  });
  x.send(ChangeWindowAttributes, { window: ownWindow, values: { eventMask: EventMask.PropertyChange } });
  x.send(ChangeProperty, { window: ownWindow, property: XA.WM_NAME, type: XA.STRING, format: 8, mode: APPEND, data: Buffer.alloc(0) });
  try {
    return await Promise.race([told.promise, x.sync().then(() => told.promise)]);
  } finally {
    off();
  }
}
