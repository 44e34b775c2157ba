/** A window manager that refused to activate the target marks it as demanding attention; nobody asked for that. */
import { ChangeWindowAttributes, coreEvents, EventMask, readWords, SendEvent, type X11Connection } from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';

const REMOVE = 0;
const SOURCE_PAGER = 2;
const SUBSTRUCTURE = EventMask.SubstructureNotify | EventMask.SubstructureRedirect;

export class AttentionWatch {
  #stop: (() => void) | undefined;

  constructor(private readonly x: X11Connection) {}

  /** A mark that was there before stays. */
  async begin(window: number): Promise<void> {
    this.end();
    const { x } = this;
    const [property, mark] = await Promise.all([x.atoms.intern('_NET_WM_STATE'), x.atoms.intern('_NET_WM_STATE_DEMANDS_ATTENTION')]);
    const isMarked = async () => ((await ifAlive(readWords(x, window, property))) ?? []).includes(mark);
    if (await isMarked()) return;
    const unmark = async () => {
      if (!(await isMarked())) return;
      const event = x.encodeEvent(coreEvents.ClientMessage, {
        format: 32,
        window,
        type: property,
        data: [REMOVE, mark, 0, SOURCE_PAGER, 0],
      });
      x.send(SendEvent, { destination: x.root, eventMask: SUBSTRUCTURE, event });
      x.flush();
    };
    const off = x.on('PropertyNotify', (event) => {
      if (event.window === window && event.atom === property) unmark().catch(() => {}); // the display went away
    });
    this.#select(window, EventMask.PropertyChange);
    this.#stop = () => {
      off();
      this.#select(window, 0);
    };
  }

  end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #select(window: number, eventMask: number): void {
    this.x.checked(ChangeWindowAttributes, { window, values: { eventMask } }).catch(() => {}); // it may have closed
  }
}
