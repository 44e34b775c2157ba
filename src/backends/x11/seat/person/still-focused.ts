/**
 * GTK 4 takes any keyboard that leaves its window for the person's, and believes nobody but the server that theirs is still there.
 * That says so when theirs is taken and let go in one breath: the focus stays where it is, and what they type meanwhile waits.
 */
import {
  FocusDetail,
  FocusMode,
  GrabServer,
  MapWindow,
  UngrabServer,
  type X11Connection,
  XIDevice,
  XIEventType,
  XIGrabDevice,
  XIGrabMode,
  XISelectEvents,
  XIUngrabDevice,
} from '../../../../wire/x11/index.js';
import { isPersonIn } from '../guard/watch.js';
import { findTarget } from '../target/target.js';
import type { RunningWm } from '../wm/wm-traits.js';

/** With any other, a keyboard is still somewhere within the window, or never was. */
const LEAVING: readonly number[] = [FocusDetail.Ancestor, FocusDetail.Virtual, FocusDetail.Nonlinear, FocusDetail.NonlinearVirtual];

export class StillFocused {
  #window = 0;
  #needsServer: Promise<boolean> = Promise.resolve(false);
  #told: Promise<void> = Promise.resolve();

  /** `ownWindow` lies beside all others: window managers heed what becomes of the keyboard on the root. */
  constructor(
    private readonly x: X11Connection,
    private readonly ownWindow: number,
    private readonly windowManager: () => RunningWm | undefined,
  ) {
    x.on('XIFocusOut', ({ event, deviceId, mode, detail }) => {
      if (event !== this.#window || deviceId === XIDevice.CoreKeyboard) return;
      if (mode === FocusMode.WhileGrabbed || !LEAVING.includes(detail)) return;
      this.#told = this.#tell(event).catch(() => {}); // the display went away
    });
  }

  /** Where the person is, also after what is guarded against is over: an agent's keyboard leaves only then. */
  watch(window: number): void {
    // Only one that has to be asked puts an agent's keyboard there.
    if (window === this.#window || this.windowManager()?.hears !== 'requests') return;
    this.x.send(MapWindow, { window: this.ownWindow });
    this.#select(this.#window, []);
    this.#select(window, [XIEventType.FocusOut]);
    this.#window = window;
    this.#needsServer = findTarget(this.x, window).then(
      ({ traits }) => traits.believesServerOnly,
      () => false, // it has just closed
    );
  }

  /** Resolves when the window knows of all that has left it by now. */
  async isTold(): Promise<void> {
    await this.#told;
  }

  async #tell(window: number): Promise<void> {
    if (!(await this.#needsServer) || !(await isPersonIn(this.x, window))) return;
    const { x } = this;
    x.send(GrabServer);
    // Whoever else has the keyboard now gives it back with the same effect.
    const taken = x.request(XIGrabDevice, { deviceId: XIDevice.CoreKeyboard, window: this.ownWindow, mode: XIGrabMode.Sync });
    x.send(XIUngrabDevice, { deviceId: XIDevice.CoreKeyboard });
    x.send(UngrabServer);
    await taken;
  }

  #select(window: number, mask: readonly number[]): void {
    if (window !== 0) this.x.send(XISelectEvents, { window, masks: [{ deviceId: XIDevice.AllMaster, mask: [...mask] }] });
  }
}
