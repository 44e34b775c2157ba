/**
 * Without a window manager the server itself does what windows ask for. For a moment it asks us instead, as it would ask one:
 * one window's wish to come to the front is declined, and everything else done at once, in the order and the way it was asked for.
 * All of it ends with its connection, so also with our process. The focus that a window takes for itself comes past us: it is the
 * agent's keyboard that comes there, for as long as the window is lent its pointer.
 */
import { after, type Timer } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import {
  ChangeWindowAttributes,
  CirculateWindow,
  ConfigureWindow,
  EventMask,
  GetWindowAttributes,
  GrabServer,
  MapWindow,
  UngrabServer,
  UnmapWindow,
  type X11Connection,
  X11Error,
  type X11Event,
} from '../../../../wire/x11/index.js';
import { type Declining, isOwnWish } from './declining.js';

/** Whoever forgets to end it must not keep a window manager from starting for longer. */
const AT_MOST_MS = 7000;
/** Another agent is done with it by then. */
const TURN_MS = 1500;
/** What a request to configure a window may give, by bit of its mask. */
const names = ['x', 'y', 'width', 'height', 'borderWidth', 'sibling', 'stackMode'] as const;

export class OwnRedirect implements Declining {
  readonly isExclusive = true;
  #hasAsked = false;
  #isOn = true;
  #limit: Timer | undefined;

  private constructor(
    private readonly x: X11Connection,
    private readonly target: number,
    activating: number,
  ) {
    // What was sent to the root window by somebody else was never for the server.
    x.on('MapRequest', ({ window, synthetic }) => {
      if (!synthetic) x.send(MapWindow, { window });
    });
    x.on('ConfigureRequest', (wish) => {
      if (!wish.synthetic) this.#configure(wish);
    });
    x.on('CirculateRequest', ({ parent, place, synthetic }) => {
      if (!synthetic) x.send(CirculateWindow, { window: parent, direction: place });
    });
    // Sent by whoever hides a window, which may not have been shown yet then.
    x.on('UnmapNotify', ({ window }) => x.send(UnmapWindow, { window }));
    // A browser that has known a window manager still asks it.
    x.on('ClientMessage', (message) => {
      if (isOwnWish(message, target, activating)) this.#hasAsked = true;
    });
  }

  /** Whether nobody is asked for now, as where there is no window manager. */
  static async isFree(x: X11Connection): Promise<boolean> {
    const { allEventMasks } = await x.request(GetWindowAttributes, { window: x.root });
    return (allEventMasks & EventMask.SubstructureRedirect) === 0;
  }

  /** `x` is for this alone and is closed in the end. Undefined where somebody else is asked. */
  static async begin(x: X11Connection, target: number): Promise<OwnRedirect | undefined> {
    const redirect = new OwnRedirect(x, target, await x.atoms.intern('_NET_ACTIVE_WINDOW'));
    if (!(await poll(() => select(x), { timeoutMs: TURN_MS }))) {
      await x.close();
      return undefined;
    }
    redirect.#limit = after(AT_MOST_MS, () => redirect.end());
    return redirect;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  async letAsk(_seat: unknown, act: () => void): Promise<void> {
    act();
  }

  async isAsked(timeoutMs: number): Promise<boolean> {
    await poll(() => this.#hasAsked || !this.#isOn, { timeoutMs, intervalMs: 5 });
    return this.#hasAsked;
  }

  end(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#limit?.cancel();
    void this.#handOver().catch(() => {}); // the display went away
  }

  /** Nobody is served meanwhile: what comes after would be done before what we were asked for and have not passed on yet. */
  async #handOver(): Promise<void> {
    const { x } = this;
    try {
      x.send(GrabServer);
      await x.sync();
      x.send(ChangeWindowAttributes, { window: x.root, values: { eventMask: 0 } });
      x.send(UngrabServer);
    } finally {
      await x.close();
    }
  }

  #configure({ window, valueMask, ...wish }: X11Event<'ConfigureRequest'>): void {
    const given = names.filter((_, bit) => ((valueMask >>> bit) & 1) === 1);
    const isRaise = window === this.target && given.includes('stackMode');
    const rest = isRaise ? given.filter((name) => name !== 'stackMode' && name !== 'sibling') : given;
    if (rest.length > 0) this.x.send(ConfigureWindow, { window, values: Object.fromEntries(rest.map((name) => [name, wish[name]])) });
    if (isRaise) this.#hasAsked = true;
  }
}

/** False where somebody else is asked now. */
async function select(x: X11Connection): Promise<boolean> {
  try {
    await x.checked(ChangeWindowAttributes, { window: x.root, values: { eventMask: EventMask.SubstructureRedirect } });
    return true;
  } catch (error) {
    if (error instanceof X11Error && error.name === 'BadAccess') return false;
    throw error;
  }
}
