/**
 * A page that is pressed makes its browser ask for the window to be activated, unless that window believes it is active.
 * So it is told so, by an event nobody else gets, for as long as the act and its aftermath take.
 */
import { after, delay, type Timer } from '../../../kit/clock.js';
import { XIDevice, XIGetFocus } from '../../../wire/x11/index.js';
import { type Display, ifAlive } from '../display.js';
import { sendFocus } from '../seat/hand/attachment.js';

/** Until the browser has taken the event in. */
const BELIEF_MS = 20;
/** Dialogs and popups come a moment after what caused them. */
const AFTERMATH_MS = 1200;

export class PretendedFocus {
  readonly #ending = new Map<number, Timer>();

  constructor(private readonly display: Display) {}

  /** Harmless to repeat: each call prolongs it. */
  async begin(windowId: number, signal: AbortSignal): Promise<void> {
    if (await this.#isThePersons(windowId)) return;
    this.#ending.get(windowId)?.cancel();
    // Said again each time: being minimised, for one, makes a window forget it.
    this.#endLater(windowId);
    sendFocus(this.display.x, windowId, 'FocusIn');
    await this.display.x.sync();
    await delay(BELIEF_MS, signal);
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#ending.keys()].map((windowId) => this.#end(windowId)));
  }

  #endLater(windowId: number): void {
    this.#ending.set(
      windowId,
      after(AFTERMATH_MS, () => void this.#end(windowId).catch(() => undefined)),
    ); // the display went away
  }

  async #end(windowId: number): Promise<void> {
    this.#ending.get(windowId)?.cancel();
    this.#ending.delete(windowId);
    // It may have been prolonged while we asked.
    if ((await this.#isThePersons(windowId)) || this.#ending.has(windowId)) return;
    await ifAlive(this.#sendOut(windowId));
  }

  async #sendOut(windowId: number): Promise<void> {
    sendFocus(this.display.x, windowId, 'FocusOut');
    await this.display.x.sync();
  }

  async #isThePersons(windowId: number): Promise<boolean> {
    const { focus } = await this.display.x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard });
    return focus === windowId;
  }
}
