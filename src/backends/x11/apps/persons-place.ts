/** What the person had before a launch, and how they get it back. */
import { delay } from '../../../kit/clock.js';
import type { Window } from '../../../model/window.js';
import { GetInputFocus, readWords, XIDevice, XIGetFocus, XInput, XISetFocus } from '../../../wire/x11/index.js';
import { type Display, ifAlive, isShown } from '../display.js';
import { askToPutBelow } from '../seat/wm/restack.js';
import { activeWindow, askBackTo } from '../seat/wm/wm-messages.js';

const BETWEEN_MS = 12;
/** Each correction is itself a change that the window manager announces. */
const CORRECTIONS = 12;

export class PersonsPlace {
  /** What had to be put back. */
  readonly restored = new Set<string>();
  #left = CORRECTIONS;
  #isReplaced = false;
  #current: Promise<boolean> | undefined;

  private constructor(
    private readonly display: Display,
    private readonly before: readonly Window[],
    readonly window: Window | undefined,
    private readonly focus: number,
  ) {}

  static async read(display: Display, before: readonly Window[]): Promise<PersonsPlace> {
    const active = before.find(({ isActive }) => isActive);
    return new PersonsPlace(display, before, active, await focusOf(display));
  }

  /** True when the person has everything; otherwise gives back what was taken, one thing at a time, and not for ever. */
  giveBack(): Promise<boolean> {
    this.#current ??= (this.#left > 0 ? this.#giveBack() : Promise.resolve(true)).finally(() => {
      this.#current = undefined;
    });
    return this.#current;
  }

  /** Without doing anything about it. */
  async isThere(): Promise<boolean> {
    const { wasTaken, isMoved } = await this.#look();
    return !wasTaken && !isMoved;
  }

  /** They closed their window or put it away since. */
  async isLeft(): Promise<boolean> {
    return this.#isReplaced || (this.window !== undefined && !(await isShown(this.display.x, this.window.id)));
  }

  /** The server gives the number of a window that is gone to the next one. */
  noteCreated(window: number): void {
    if (window === this.window?.id) this.#isReplaced = true;
  }

  async #look() {
    const read = () => Promise.all([focusOf(this.display), activeWindow(this.display.x)]);
    let [focus, active] = await read();
    if (active === 0 && this.window) {
      // On the way from one window to another there is none for a moment; asking then would start it all over.
      await delay(BETWEEN_MS);
      [focus, active] = await read();
    }
    const isLost = active === 0 && this.window !== undefined;
    const wasTaken = isLost || (active !== 0 && active !== this.window?.id && this.before.every(({ id }) => id !== active));
    const isMoved = focus !== this.focus && (wasTaken || active === 0 || active === this.window?.id);
    return { wasTaken, isMoved };
  }

  async #giveBack(): Promise<boolean> {
    const { x } = this.display;
    const { wasTaken, isMoved } = await this.#look();
    if ((!wasTaken && !isMoved) || (await this.isLeft())) return true;
    this.#left--;
    this.restored.add('focus');
    // The focus itself first: a window manager that focuses with the agent's keyboard would not bring it back.
    if (isMoved) await ifAlive(x.checked(XISetFocus, { deviceId: XIDevice.CoreKeyboard, window: this.focus, time: 0 }));
    if (wasTaken && this.window) await askBackTo(x, this.window.id);
    await x.sync();
    return false;
  }

  /** Puts windows that are in front of the person's window behind it. */
  async putBehind(windows: readonly number[]): Promise<void> {
    const front = this.window;
    if (!front) return;
    const { x, root, atoms } = this.display;
    const order = await readWords(x, root, atoms._NET_CLIENT_LIST_STACKING);
    for (const window of windows) {
      if (order.indexOf(window) < order.indexOf(front.id)) continue;
      this.restored.add('stacking');
      await askToPutBelow(x, window, front.id);
    }
    await x.sync();
  }
}

async function focusOf({ x }: Display): Promise<number> {
  return x.has(XInput) ? (await x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard })).focus : (await x.request(GetInputFocus)).focus;
}
