/**
 * A page that is pressed makes its browser ask for the window to be activated, unless that window believes it is active.
 * So it is told so, by an event nobody else gets, for as long as the act and its aftermath take.
 */
import { DriverError } from '../../../errors/driver-error.js';
import { after, delay, type Timer } from '../../../kit/clock.js';
import { GetWindowAttributes, MapState, XIDevice, XIGetFocus } from '../../../wire/x11/index.js';
import { type Display, ifAlive } from '../display.js';
import { sendFocus } from '../seat/hand/sent-focus.js';
import { Pulse } from '../seat/target/pulse.js';

/** A browser that is busy takes the event in late; one that does not tell gets the short time. */
const SLOW_BROWSER_MS = 500;
const SILENT_BROWSER_MS = 20;
/** Dialogs and popups come a moment after what caused them. */
const AFTERMATH_MS = 1200;

export class PretendedFocus {
  readonly #beliefs = new Map<number, Timer>();

  constructor(private readonly display: Display) {}

  /** Harmless to repeat: each call prolongs it. A window that is not shown would bring itself back, so it is refused. */
  async begin(windowId: number, signal: AbortSignal): Promise<void> {
    const [isThePersons, isHidden] = await Promise.all([this.#isThePersons(windowId), this.#isHidden(windowId)]);
    if (isHidden)
      throw new DriverError('window_minimized', `Window ${windowId} is not shown, and its browser would show it.`, { window_id: windowId });
    if (isThePersons) return;
    this.#beliefs.get(windowId)?.cancel();
    this.#beliefs.set(
      windowId,
      after(AFTERMATH_MS, () => void this.#end(windowId).catch(() => undefined)), // the display went away
    );
    sendFocus(this.display.x, windowId, 'FocusIn');
    if (!(await new Pulse(this.display.x, windowId).handled(SLOW_BROWSER_MS))) await delay(SILENT_BROWSER_MS, signal);
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#beliefs.keys()].map((windowId) => this.#end(windowId)));
  }

  async #end(windowId: number): Promise<void> {
    this.#beliefs.get(windowId)?.cancel();
    this.#beliefs.delete(windowId);
    const [isThePersons, isHidden] = await Promise.all([this.#isThePersons(windowId), this.#isHidden(windowId)]);
    // It may have been prolonged while we asked.
    if (isThePersons || this.#beliefs.has(windowId)) return;
    if (isHidden) this.#clear(windowId);
    else sendFocus(this.display.x, windowId, 'FocusOut');
    await ifAlive(this.display.x.sync());
  }

  /**
   * Chromium's window forgets its focus when it is hidden, but what is above that window does not hear of it. What is said next
   * then contradicts it, and it asks to be shown. Losing a focus it has just got puts the two in step.
   */
  #clear(windowId: number): void {
    sendFocus(this.display.x, windowId, 'FocusIn');
    sendFocus(this.display.x, windowId, 'FocusOut');
  }

  async #isThePersons(windowId: number): Promise<boolean> {
    const { focus } = await this.display.x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard });
    return focus === windowId;
  }

  async #isHidden(window: number): Promise<boolean> {
    const attributes = await ifAlive(this.display.x.request(GetWindowAttributes, { window }));
    return attributes !== undefined && attributes.mapState !== MapState.Viewable;
  }
}
