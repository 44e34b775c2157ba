/**
 * Lends the window manager an agent's keyboard in the moment in which a program that the agent is at work in makes a window.
 * Some show and focus it a few milliseconds later, so this runs in a thread that has hardly anything else to do.
 */
import { ChangeWindowAttributes, EventMask, type X11Connection, XISetClientPointer } from '../../../../wire/x11/index.js';
import { isSameClient } from '../target/target.js';

/** A window of the program, and the agent's pointer that goes with its keyboard. */
export interface Maker {
  readonly window: number;
  readonly pointer: number;
}

export class EarlyLoan {
  #connection: Promise<X11Connection> | undefined;
  #makers: readonly Maker[] = [];
  #wmWindow = 0;
  #lent: number | undefined;

  constructor(private readonly connect: () => Promise<X11Connection>) {}

  /** Only for these from now on. Gives the pointer that has been lent since it was last asked. */
  async expect(wmWindow: number, makers: readonly Maker[]): Promise<number | undefined> {
    this.#connection ??= this.#open();
    const x = await this.#connection;
    this.#wmWindow = wmWindow;
    this.#makers = makers;
    const lent = this.#lent;
    this.#lent = undefined;
    // Whoever takes it back does so over another connection.
    if (lent !== undefined) await x.sync();
    return lent;
  }

  async close(): Promise<void> {
    const x = await this.#connection?.catch(() => undefined);
    await x?.close();
  }

  async #open(): Promise<X11Connection> {
    const x = await this.connect();
    x.on('CreateNotify', ({ window, parent, overrideRedirect }) => {
      if (parent === x.root && !overrideRedirect) this.#onMade(x, window);
    });
    x.send(ChangeWindowAttributes, { window: x.root, values: { eventMask: EventMask.SubstructureNotify } });
    await x.sync();
    return x;
  }

  #onMade(x: X11Connection, window: number): void {
    const maker = this.#makers.find((each) => isSameClient(x, each.window, window));
    if (!maker) return;
    this.#lent = maker.pointer;
    x.send(XISetClientPointer, { window: this.#wmWindow, deviceId: maker.pointer });
    x.flush();
  }
}
