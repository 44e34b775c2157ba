/** The server lights a dark screen on any input, an agent's too. After the act it is made dark again, unless the person came back. */
import { ForceScreenSaver, ScreenSaver, ScreenSaverQueryInfo } from '../../wire/x11/index.js';
import type { Display } from './display.js';
import { ScreenCountdown } from './screen-countdown.js';

const IS_ON = 1;
const ACTIVATE = 1;

export class PersonScreen {
  /** Acts may overlap: the first finds it as the person left it, the last leaves it so. */
  #acts = 0;
  #isDark = false;
  readonly #countdown: ScreenCountdown;

  constructor(private readonly display: Display) {
    this.#countdown = new ScreenCountdown(display, () => this.#darken());
  }

  async begin(): Promise<void> {
    if (this.#acts++ === 0) this.#isDark = await this.#isSaved();
  }

  /** What the act did to it. */
  async end(isPersonBack: () => boolean): Promise<string> {
    const isSaved = !this.#isDark || (await this.#isSaved().catch(() => true)); // the display went away
    if (isPersonBack()) this.#isDark = false;
    const isLit = this.#isDark && !isSaved;
    if (--this.#acts === 0 && isLit) this.#darken();
    this.#countdown.noteInput();
    return isLit ? 'lit for the act, dark again' : 'unchanged';
  }

  /** While an act goes on it would be lit again: it is made dark when that ends. */
  #darken(): void {
    this.#isDark = this.#acts > 0;
    this.display.x.send(ForceScreenSaver, { mode: ACTIVATE });
    this.display.x.flush();
  }

  async #isSaved(): Promise<boolean> {
    const { x, root } = this.display;
    return x.has(ScreenSaver) && (await x.request(ScreenSaverQueryInfo, { drawable: root })).state === IS_ON;
  }
}
