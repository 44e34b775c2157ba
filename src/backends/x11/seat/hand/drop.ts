/** Notices when a drag becomes a drag and drop: the application then offers what is dragged to whatever is under the pointer. */
import { DriverError } from '../../../../errors/driver-error.js';
import { poll } from '../../../../kit/poll.js';
import { XFixes, XFixesSelectSelectionInput } from '../../../../wire/x11/index.js';
import type { Seat } from '../seat.js';
import { isSameClient, type Target } from '../target/target.js';

const NEW_OWNER = 1;

export class DropWatch {
  #listens = false;
  #owner = 0;

  constructor(private readonly seat: Seat) {}

  /** Call before the button goes down. */
  async begin(): Promise<void> {
    this.#owner = 0;
    const { x, perch } = this.seat;
    if (this.#listens || !x.has(XFixes)) return;
    this.#listens = true;
    // Whoever drags something owns this selection meanwhile.
    const selection = await x.atoms.intern('XdndSelection');
    x.on('XFixesSelectionNotify', (event) => {
      if (event.selection === selection && event.owner !== 0) this.#owner = event.owner;
    });
    await x.checked(XFixesSelectSelectionInput, { window: perch, selection, eventMask: NEW_OWNER });
  }

  hasBegunIn({ window }: Target): boolean {
    return this.#owner !== 0 && isSameClient(this.seat.x, this.#owner, window);
  }

  /** The same within a time, for an application that takes its time. */
  async beginsIn(target: Target, timeoutMs: number): Promise<boolean> {
    return (await poll(() => this.hasBegunIn(target), { timeoutMs, intervalMs: 5 })) === true;
  }
}

export const dropRefused = ({ window }: Target): DriverError =>
  new DriverError(
    'background_unavailable',
    'This browser brings its window to the front when something is dropped in it, so the drag ended without a drop. ' +
      'Pages of a browser started by launch_app with remote_debugging take drops in the background.',
    { window_id: window },
  );
