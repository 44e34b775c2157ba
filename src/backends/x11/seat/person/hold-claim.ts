/**
 * Several processes may have agents on one display. Whoever holds the person's pointer says so, for it is not the person then who
 * keeps others from it, and leaves it to whoever asks for it next.
 */
import {
  CreateWindow,
  DeleteProperty,
  GetSelectionOwner,
  readWords,
  SetSelectionOwner,
  WindowClass,
  writeWords,
  type X11Connection,
} from '../../../../wire/x11/index.js';
import { ifAlive, XA } from '../../display.js';

const NAME = '_OFFHAND_POINTER_HOLD';

export class HoldClaim {
  #isOurs = false;
  #isMarked = false;

  private constructor(
    private readonly x: X11Connection,
    /** Both the selection and the mark of its owner. */
    private readonly name: number,
    private readonly window: number,
  ) {}

  static async open(x: X11Connection): Promise<HoldClaim> {
    const window = x.ids.allocate();
    const values = { overrideRedirect: true };
    x.send(CreateWindow, { window, parent: x.root, x: -50, y: -50, width: 1, height: 1, class: WindowClass.InputOnly, values });
    return new HoldClaim(x, await x.atoms.intern(NAME), window);
  }

  onAsked(leave: () => void): void {
    this.x.on('SelectionClear', ({ selection }) => {
      if (selection !== this.name) return;
      this.#isOurs = false;
      leave();
    });
  }

  /** Whoever else holds it leaves it to us as soon as no act of theirs needs it. */
  ask(): void {
    if (this.#isOurs) return;
    this.#isOurs = true;
    this.x.send(SetSelectionOwner, { owner: this.window, selection: this.name });
  }

  mark(isHeld: boolean): void {
    if (isHeld) this.ask();
    if (isHeld === this.#isMarked) return;
    this.#isMarked = isHeld;
    const { x, window, name: property } = this;
    if (isHeld) writeWords(x, window, property, XA.CARDINAL, [1]);
    else x.send(DeleteProperty, { window, property });
  }

  async isHeldByOthers(): Promise<boolean> {
    const { owner } = await this.x.request(GetSelectionOwner, { selection: this.name });
    if (owner === 0 || owner === this.window) return false;
    return (await ifAlive(readWords(this.x, owner, this.name)))?.[0] === 1;
  }
}
