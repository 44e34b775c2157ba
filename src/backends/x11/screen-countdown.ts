/**
 * The server counts the time until the screen saver begins and the monitors save power from the last input, an agent's too. It
 * also knows when each device was last used, so once an agent has acted both begin when the person themselves has been away for as long.
 */
import { after, type Timer } from '../../kit/clock.js';
import {
  Dpms,
  DpmsForceLevel,
  DpmsGetTimeouts,
  DpmsInfo,
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
/** What the server calls a program's wish that neither begins, as players of films have it. */
const WISH = 'SaverSuspend';

/** What is to begin once nobody has used the desktop for long enough. */
interface Step {
  readonly afterMs: number;
  readonly begin: () => void;
}

export class ScreenCountdown {
  #next: Timer | undefined;
  #counters: readonly number[] | undefined;

  constructor(
    private readonly display: Display,
    private readonly beginSaver: () => void,
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
    const [{ timeout }, saver, powerSteps, awayMs] = await Promise.all([
      x.request(GetScreenSaver),
      x.request(ScreenSaverQueryInfo, { drawable: root }),
      this.#powerSteps(),
      this.#personAwayMs(),
    ]);
    const saverStep = { afterMs: timeout * 1000, begin: this.beginSaver };
    const steps: Step[] = timeout > 0 && saver.state === IS_OFF ? [saverStep, ...powerSteps] : powerSteps;
    const isMiscounted = awayMs > saver.sinceUserInput + SAME_MS;
    if (steps.length === 0 || !isMiscounted) return;
    const due = steps.filter(({ afterMs }) => afterMs <= awayMs);
    const isUnwanted = due.length > 0 && (await this.#isUnwanted());
    if (!isUnwanted) for (const { begin } of due) begin();
    const left = steps.filter((step) => isUnwanted || !due.includes(step)).map(({ afterMs }) => afterMs - awayMs);
    if (left.length > 0) this.#lookIn(isUnwanted ? LONGEST_MS : Math.min(...left, LONGEST_MS));
  }

  /** Those that have not been taken yet. */
  async #powerSteps(): Promise<Step[]> {
    const { x } = this.display;
    if (!x.has(Dpms)) return [];
    const [{ level, isEnabled }, { standby, suspend, off }] = await Promise.all([x.request(DpmsInfo), x.request(DpmsGetTimeouts)]);
    if (!isEnabled) return [];
    const begin = (step: number) => () => void x.checked(DpmsForceLevel, { level: step }).catch(() => {}); // the person has just turned it off
    const steps = [standby, suspend, off].map((timeout, index) => ({ afterMs: timeout * 1000, level: index + 1, begin: begin(index + 1) }));
    return steps.filter((step) => step.afterMs > 0 && step.level > level);
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
