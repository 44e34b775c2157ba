import { clientPids, GetSelectionOwner, Res, type X11Connection } from '../../../../wire/x11/index.js';
import { XA } from '../../display.js';
import { isSameClient, type Target } from './target.js';

/** Somebody else than the target's program offers what they have selected, and would lose it to whoever asks for it. */
export async function isSelectedElsewhere(x: X11Connection, { window, owner: targetsPid }: Target): Promise<boolean> {
  const { owner } = await x.request(GetSelectionOwner, { selection: XA.PRIMARY });
  if (owner === 0 || isSameClient(x, owner, window)) return false;
  // A program may offer it on another connection than the one its windows are on.
  const [pid] = x.has(Res) ? await clientPids(x, [owner]) : [];
  return pid === undefined || pid !== targetsPid;
}
