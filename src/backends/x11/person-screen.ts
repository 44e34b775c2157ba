/** The server lights a dark screen on any input, an agent's too. After the act it is made dark again, unless the person came back. */
import { ForceScreenSaver, ScreenSaver, ScreenSaverQueryInfo } from '../../wire/x11/index.js';
import type { Display } from './display.js';

const IS_ON = 1;
const ACTIVATE = 1;

export class PersonScreen {
  /** Acts may overlap: the first finds it as the person left it, the last leaves it so. */
  #acts = 0;
  #isDark = false;

  constructor(private readonly display: Display) {}

  async begin(): Promise<void> {
    const { x, root } = this.display;
    if (this.#acts++ > 0 || !x.has(ScreenSaver)) return;
    this.#isDark = (await x.request(ScreenSaverQueryInfo, { drawable: root })).state === IS_ON;
  }

  end(isPersonBack: boolean): void {
    if (isPersonBack) this.#isDark = false;
    if (--this.#acts > 0 || !this.#isDark) return;
    this.#isDark = false;
    this.display.x.send(ForceScreenSaver, { mode: ACTIVATE });
    this.display.x.flush();
  }
}
