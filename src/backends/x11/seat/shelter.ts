/** Leads what programs ask for by themselves to an agent's devices, where no agent's pointer is in them: a window they open takes nobody's focus. */
import { after } from '../../../kit/clock.js';
import { type X11Connection, XIDevice, XIGetClientPointer, XISetClientPointer } from '../../../wire/x11/index.js';
import { ifAlive } from '../display.js';
import type { ClientPointers, Program } from './device/client-pointers.js';

/** Some focus their new window this long after they were through. */
const LATE_FOCUS_MS = 500;

export class Shelter {
  /** How to let go of the programs that are sheltered right now. */
  readonly #letGo = new Set<() => Promise<void>>();

  constructor(
    private readonly x: X11Connection,
    private readonly clientPointers: ClientPointers,
  ) {}

  /** Until some time after the answer is called. Asks at once: a program that starts may be focused a few milliseconds from now. */
  async over(program: Program, pointer: number): Promise<() => void> {
    const { window } = program;
    const isNobodys = this.clientPointers.of(program) === XIDevice.CorePointer;
    const claim = this.clientPointers.claimBehind(program, pointer);
    if (isNobodys) await this.#take(window, pointer);
    const letGo = async (): Promise<void> => {
      if (!this.#letGo.delete(letGo)) return;
      const isOwn = (await this.#current(window)) === pointer;
      const next = claim.drop();
      if (isOwn && next !== pointer) await this.#give(window, next);
      claim.undone();
    };
    this.#letGo.add(letGo);
    return () => void after(LATE_FOCUS_MS, () => void letGo().catch(() => {})); // the display went away
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#letGo].map((letGo) => letGo()));
  }

  /** In one go. */
  async #take(window: number, pointer: number): Promise<void> {
    const [before] = await Promise.all([this.#current(window), this.#give(window, pointer)]);
    // An agent of another process is at work in it, and needs it to stay so.
    if (before !== undefined && before !== XIDevice.CorePointer) await this.#give(window, before);
  }

  /** The person's where the program has not asked for anything yet that needs one. */
  async #current(window: number): Promise<number | undefined> {
    const answer = await ifAlive(this.x.request(XIGetClientPointer, { window }));
    return answer && (answer.set ? answer.deviceId : XIDevice.CorePointer);
  }

  async #give(window: number, pointer: number): Promise<void> {
    await ifAlive(this.x.checked(XISetClientPointer, { window, deviceId: pointer }));
  }
}
