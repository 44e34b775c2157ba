import { poll } from '../kit/poll.js';
import { connectX11 } from '../wire/x11/connect.js';
import { X11Error } from '../wire/x11/connection/errors.js';
import { readWords } from '../wire/x11/core/property-values.js';

export interface CheckedDisplay {
  readonly display: string;
  readonly xauthority: string;
}

/**
 * Waits until a window manager manages the display; false when time ran out or `lives` says it is gone.
 * EWMH `_NET_SUPPORTING_WM_CHECK`: the window the root names must name itself, so a leftover of a dead one does not count.
 */
export async function waitForWindowManager(at: CheckedDisplay, lives: () => boolean, timeoutMs: number): Promise<boolean> {
  const connection = await connectX11({ ...at, timeoutMs });
  try {
    const property = await connection.atoms.intern('_NET_SUPPORTING_WM_CHECK');
    const manages = async (): Promise<boolean> => {
      const [named] = await readWords(connection, connection.root, property);
      if (named === undefined) return false;
      try {
        return (await readWords(connection, named, property))[0] === named;
      } catch (error) {
        if (error instanceof X11Error) return false; // BadWindow: the window of one that has gone
        throw error;
      }
    };
    await poll(async () => !lives() || (await manages()), { timeoutMs, intervalMs: 10 });
    return lives() && (await manages());
  } finally {
    await connection.close();
  }
}
