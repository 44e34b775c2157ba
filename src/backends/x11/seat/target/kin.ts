/**
 * Which windows are of one program. A process may have several connections to the display, as browsers do that leave choosing a
 * file to a toolkit, and what it starts because of an act comes of that act too.
 */
import { isStartedBy, uptimeMs } from '../../../../kit/process-info.js';
import { Res, ResClientIdMask, ResQueryClientIds, type X11Connection } from '../../../../wire/x11/index.js';
import { clientOf, isSameClient } from './target.js';

const ALL_CLIENTS = 0;
/** The kernel counts when a process began in such steps. */
const START_STEP_MS = 10;

export class Kin {
  /** Processes by client; those of other machines are not known. */
  #pids = new Map<number, number>();

  constructor(private readonly x: X11Connection) {}

  /** Who is connected right now. */
  async lookAround(): Promise<void> {
    this.#pids = await this.#pidsOf(ALL_CLIENTS);
  }

  isKnown(window: number): boolean {
    return this.#pids.has(clientOf(this.x, window));
  }

  /** Somebody who connected since. */
  async meet(window: number): Promise<void> {
    for (const [client, pid] of await this.#pidsOf(window)) this.#pids.set(client, pid);
  }

  /** The program that has this window, beside the person's window and all others in their order. */
  programOf(target: number, { person, order }: { readonly person: number; readonly order: readonly number[] }): Program {
    const pidOf = (window: number) => this.#pids.get(clientOf(this.x, window));
    return new Program(this.x, target, person, pidOf, new Set(order.map(pidOf)));
  }

  async #pidsOf(client: number): Promise<Map<number, number>> {
    if (!this.x.has(Res)) return new Map();
    const specs = [{ client, mask: ResClientIdMask.LocalClientPid }];
    const { ids } = await this.x.request(ResQueryClientIds, { specs });
    return new Map(ids.flatMap(({ spec, value: [pid] }) => (pid === undefined ? [] : [[clientOf(this.x, spec.client), pid] as const])));
  }
}

/** The process that has a window, what it has started since, and what did something uninvited meanwhile. */
export class Program {
  readonly #since = uptimeMs() - START_STEP_MS;
  readonly #uninvited = new Set<number>();
  /** Other processes that were asked about. */
  readonly #others = new Map<number, boolean>();

  constructor(
    private readonly x: X11Connection,
    private readonly target: number,
    private readonly person: number,
    private readonly pidOf: (window: number) => number | undefined,
    /** Processes that show windows. */
    private readonly shown: ReadonlySet<number | undefined>,
  ) {}

  has(window: number): boolean {
    if (isSameClient(this.x, window, this.target) || this.isUninvited(window)) return true;
    const [own, other] = [this.pidOf(this.target), this.pidOf(window)];
    if (own === undefined || other === undefined) return false;
    return other === own || this.#hasStarted(other, own);
  }

  /** What shows no windows of its own waits for work, whenever it was started. What a program starts that the person is in, too, may be theirs. */
  #hasStarted(other: number, own: number): boolean {
    if (isSameClient(this.x, this.person, this.target)) return false;
    const known = this.#others.get(other) ?? isStartedBy(other, own, this.shown.has(other) ? this.#since : 0);
    this.#others.set(other, known);
    return known;
  }

  isUninvited(window: number): boolean {
    return this.#uninvited.has(clientOf(this.x, window));
  }

  /** What this window does now, and others of its client do, comes of an act, too. */
  include(window: number): void {
    this.#uninvited.add(clientOf(this.x, window));
  }
}
