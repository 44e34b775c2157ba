/**
 * Programs on plain Xlib read their keymap with the first key they get, of the keyboard that their requests mean at that moment,
 * and ask for its changes until they end. It is to be the person's, which stays: servers older than 21.1.19 crash when a program
 * ends that asked for those of a keyboard that is no more.
 */
import { poll } from '../../../../kit/poll.js';
import { Res, ResQueryClientResources, type X11Connection, X11Error, XIDevice, XISetClientPointer } from '../../../../wire/x11/index.js';
import type { Action } from '../plan.js';
import type { Seat } from '../seat.js';
import type { Target } from './target.js';

const LOOK_AGAIN_MS = 5;
/** One that has not read its keymap by now does not do so because of keys. */
const SLOW_APP_MS = 300;

export class FirstKey {
  /** Windows, and whose they are, whose program's first key was seen to. */
  readonly #past = new Set<string>();

  constructor(private readonly seat: Seat) {}

  /** `act` does what the action says, in a window whose program has the agent's devices. */
  async during({ window, owner }: Target, action: Action, act: () => Promise<void>): Promise<void> {
    const { x, devices } = this.seat;
    const program = `${window} ${owner}`;
    if (!strikesKeys(action) || this.#past.has(program)) return act();
    this.#past.add(program);
    if (await knowsKeymap(x, window)) return act();
    x.send(XISetClientPointer, { window, deviceId: XIDevice.CorePointer });
    try {
      await act();
      await poll(() => knowsKeymap(x, window), { timeoutMs: SLOW_APP_MS, intervalMs: LOOK_AGAIN_MS });
    } finally {
      if (x.isOpen) x.send(XISetClientPointer, { window, deviceId: devices.pointer });
    }
  }
}

function strikesKeys(action: Action): boolean {
  if (action.kind === 'text') return true;
  return 'steps' in action && action.steps.some(({ kind }) => kind === 'key_down');
}

/** It has asked for changes of some keyboard; any of its windows will do, also one that is gone. */
export async function knowsKeymap(x: X11Connection, window: number): Promise<boolean> {
  if (!x.has(Res)) return true;
  const [asking, { types }] = await Promise.all([
    x.atoms.intern('XkbClient'),
    x.request(ResQueryClientResources, { client: window }).catch(ifEnded),
  ]);
  return types.some(({ type }) => type === asking);
}

function ifEnded(error: unknown): { types: readonly { type: number }[] } {
  if (error instanceof X11Error) return { types: [] };
  throw error;
}
