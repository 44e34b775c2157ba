/**
 * The pixel of ours that an agent's pointer is on outlives our connection. Gone with it, whatever lies below would see that pointer
 * come, and a window manager that follows pointers would take the person there.
 */
import {
  ChangeProperty,
  CloseDownMode,
  GrabServer,
  KillClient,
  QueryTree,
  readText,
  SetCloseDownMode,
  UngrabServer,
  type X11Connection,
} from '../../../../wire/x11/index.js';
import { ifAlive, XA } from '../../display.js';
import { formatSeatName, parseSeatName, type SeatName } from './seat-name.js';

const PROPERTY = '_OFFHAND_SEAT';

/** This window stays when the connection ends, and all else it made, until `endsWithUs` or `removeLeftWindows`. */
export async function outlivesUs(x: X11Connection, window: number, name: SeatName): Promise<void> {
  const property = await x.atoms.intern(PROPERTY);
  x.send(ChangeProperty, { window, property, type: XA.STRING, format: 8, data: Buffer.from(formatSeatName(name)) });
  x.send(SetCloseDownMode, { mode: CloseDownMode.RetainTemporary });
}

/** Nothing stays. */
export const endsWithUs = (x: X11Connection): void => void x.send(SetCloseDownMode, { mode: CloseDownMode.DestroyAll });

/** Those of dead processes, once their pointers are held elsewhere. */
export async function removeLeftWindows(x: X11Connection, isLeft: (name: SeatName) => boolean): Promise<void> {
  const property = await x.atoms.intern(PROPERTY);
  // The server may give their numbers to others as soon as somebody else has removed them.
  x.send(GrabServer);
  try {
    const { children } = await x.request(QueryTree, { window: x.root });
    const texts = await Promise.all(children.map((window) => ifAlive(readText(x, window, property))));
    const names = texts.map((text) => text && parseSeatName(text));
    for (const [at, resource] of children.entries()) {
      const name = names[at];
      if (name && isLeft(name)) x.send(KillClient, { resource });
    }
  } finally {
    x.send(UngrabServer);
    await x.sync();
  }
}
