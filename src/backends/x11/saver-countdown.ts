/**
 * The server counts the time until the screen saver begins from the last input, an agent's too. It also knows when each
 * device was last used, so once an agent has acted the saver is begun when the person themselves has been away for as long.
 */
import { after, type Timer } from '../../kit/clock.js';
import {
  GetScreenSaver,
  idleCounters,
  Res,
  ResQueryClientResources,
  ResQueryClients,
  ScreenSaver,
  ScreenSaverQueryInfo,
  Sync,
  SyncQueryCounter,
  XIDevice,
} from '../../wire/x11/index.js';
import type { Display } from './display.js';

const IS_OFF = 0;
const SOON_MS = 1000;
/** The person may set another time meanwhile, and a film may end. */
const LONGEST_MS = 10_000;
/** An agent's input this close after the person's makes no difference worth a look. */
const SAME_MS = 500;
/** What the server calls a program's wish that the saver does not begin, as players of films have it. */
const WISH = 'SaverSuspend';

export class SaverCountdown {
  #next: Timer | undefined;
  #counters: readonly number[] | undefined;

  constructor(
    private readonly display: Display,
    private readonly onTimeUp: () => void,
  ) {}

  /** An agent may have used its pointer or keyboard. */
  noteInput(): void {
    const { x } = this.display;
    if (x.has(Sync) && x.has(Res) && x.has(ScreenSaver)) this.#lookIn(SOON_MS);
  }

  #lookIn(ms: number): void {
    this.#next ??= after(ms, () => {
      this.#next = undefined;
      this.#look().catch(() => {}); // the display went away
    });
  }

  async #look(): Promise<void> {
    const { x, root } = this.display;
    const [{ timeout }, saver, awayMs] = await Promise.all([
      x.request(GetScreenSaver),
      x.request(ScreenSaverQueryInfo, { drawable: root }),
      this.#personAwayMs(),
    ]);
    const isMiscounted = awayMs > saver.sinceUserInput + SAME_MS;
    if (timeout === 0 || saver.state !== IS_OFF || !isMiscounted) return;
    const leftMs = timeout * 1000 - awayMs;
    if (leftMs > 0) this.#lookIn(Math.min(leftMs, LONGEST_MS));
    else if (await this.#isUnwanted()) this.#lookIn(LONGEST_MS);
    else this.onTimeUp();
  }

  /** 0 where the server does not say. */
  async #personAwayMs(): Promise<number> {
    const { x } = this.display;
    this.#counters ??= await idleCounters(x, [XIDevice.CorePointer, XIDevice.CoreKeyboard]);
    const values = await Promise.all(this.#counters.map((counter) => x.request(SyncQueryCounter, { counter })));
    return values.length === 0 ? 0 : Math.min(...values.map(({ low }) => low));
  }

  async #isUnwanted(): Promise<boolean> {
    const { x } = this.display;
    const [wish, { clients }] = await Promise.all([x.atoms.intern(WISH), x.request(ResQueryClients)]);
    const kept = await Promise.all(
      clients.map(({ base }) => x.request(ResQueryClientResources, { client: base }).catch(() => ({ types: [] }))), // it has ended
    );
    return kept.some(({ types }) => types.some(({ type }) => type === wish));
  }
}
