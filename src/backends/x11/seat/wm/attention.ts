/** A window manager that refused to activate the target marks it as demanding attention; nobody asked for that. */
import { ChangeWindowAttributes, coreEvents, EventMask, readWords, SendEvent, type X11Connection } from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import { SOURCE_PAGER } from './wm-messages.js';

const REMOVE = 0;
const SUBSTRUCTURE = EventMask.SubstructureNotify | EventMask.SubstructureRedirect;

export class AttentionWatch {
  #stop: (() => void) | undefined;
  #unmarked: Promise<void> = Promise.resolve();

  constructor(private readonly x: X11Connection) {}

  /** A mark that was there before stays. */
  async begin(window: number): Promise<void> {
    this.end();
    const { x } = this;
    const property = await x.atoms.intern('_NET_WM_STATE');
    if (await isMarked(x, window)) return;
    const off = x.on('PropertyNotify', (event) => {
      if (event.window === window && event.atom === property) this.#unmarked = unmark(x, window).catch(() => {}); // the display went away
    });
    this.#select(window, EventMask.PropertyChange);
    this.#stop = () => {
      off();
      this.#select(window, 0);
    };
  }

  /** Resolves once the window manager was asked to take away what it is known to have marked. */
  unmarked(): Promise<void> {
    return this.#unmarked;
  }

  end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #select(window: number, eventMask: number): void {
    this.x.checked(ChangeWindowAttributes, { window, values: { eventMask } }).catch(() => {}); // it may have closed
  }
}

/** Takes the mark away, where there is one. */
export async function unmark(x: X11Connection, window: number): Promise<void> {
  if (!(await isMarked(x, window))) return;
  const { property, mark } = await atomsOf(x);
  const event = x.encodeEvent(coreEvents.ClientMessage, { format: 32, window, type: property, data: [REMOVE, mark, 0, SOURCE_PAGER, 0] });
  x.send(SendEvent, { destination: x.root, eventMask: SUBSTRUCTURE, event });
  x.flush();
}

async function isMarked(x: X11Connection, window: number): Promise<boolean> {
  const { property, mark } = await atomsOf(x);
  return ((await ifAlive(readWords(x, window, property))) ?? []).includes(mark);
}

async function atomsOf(x: X11Connection): Promise<{ property: number; mark: number }> {
  const [property, mark] = await Promise.all([x.atoms.intern('_NET_WM_STATE'), x.atoms.intern('_NET_WM_STATE_DEMANDS_ATTENTION')]);
  return { property, mark };
}
