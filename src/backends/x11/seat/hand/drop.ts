/** Notices when a drag becomes a drag and drop: the application then offers what is dragged to whatever is under the pointer. */
import { DriverError } from '../../../../errors/driver-error.js';
import { poll } from '../../../../kit/poll.js';
import type { WindowPoint } from '../../../../model/geometry.js';
import { XFixes, XFixesSelectSelectionInput } from '../../../../wire/x11/index.js';
import type { Seat } from '../seat.js';
import { isSameClient, type Target } from '../target/target.js';

const NEW_OWNER = 1;
/** A drag begins within so many pixels of the press: a browser waits longest with links, for 40 of a page that may be shown at twice its size. */
const BEGINS_WITHIN = 80;

export class DropWatch {
  #listens = false;
  #owner = 0;
  /** Where the button went down, as long as a drag may still begin. */
  #from: WindowPoint | undefined;
  #letGo: (() => void) | undefined;

  constructor(private readonly seat: Seat) {}

  /** Call before the button goes down there. */
  async begin(at: WindowPoint): Promise<void> {
    this.#owner = 0;
    this.#from = at;
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

  get mayBegin(): boolean {
    return this.#from !== undefined;
  }

  /** Call for each move with the button down. */
  pass({ x, y }: WindowPoint): void {
    const from = this.#from;
    if (from && Math.max(Math.abs(x - from.x), Math.abs(y - from.y)) > BEGINS_WITHIN) this.#from = undefined;
  }

  /** It goes on to its drop; `letGo` is called when it has ended, whichever way. */
  carry(letGo: () => void): void {
    this.#letGo = letGo;
  }

  get isCarried(): boolean {
    return this.#letGo !== undefined;
  }

  /** It was dropped. */
  letGo(): void {
    this.#letGo?.();
    this.#letGo = undefined;
  }

  /** It was called off. */
  end(): void {
    this.#owner = 0;
    this.#from = undefined;
    this.letGo();
  }

  hasBegunIn({ window }: Target): boolean {
    return this.#owner !== 0 && isSameClient(this.seat.x, this.#owner, window);
  }

  /** The same within a time, for an application that takes its time. */
  async beginsIn(target: Target, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    return (await poll(() => this.hasBegunIn(target), { timeoutMs, intervalMs: 5, signal })) === true;
  }
}

/** Only the drop was refused. */
const buttonIsUp = { released: true } as const;

export const dropRefused = ({ window }: Target): DriverError =>
  new DriverError(
    'background_unavailable',
    'This browser brings its window to the front when something is dropped in it, so the drag ended without a drop. ' +
      'Pages of a browser started by launch_app with remote_debugging take drops in the background.',
    { window_id: window, ...buttonIsUp },
  );

export const selectionInUse = ({ window }: Target): DriverError =>
  new DriverError(
    'selection_in_use',
    'This program marks what is dropped in it, which would take the selection of somebody who has text selected elsewhere, ' +
      'so the drag ended without a drop.',
    { window_id: window, ...buttonIsUp },
  );
