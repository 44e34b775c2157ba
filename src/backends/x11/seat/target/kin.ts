/**
 * Which windows are of one program. A process may have several connections to the display, as browsers do that leave choosing a
 * file to a toolkit, and what it starts because of an act comes of that act too.
 */
import { isStartedBy, uptimeMs } from '../../../../kit/process-info.js';
import { Res, ResClientIdMask, ResQueryClientIds, type X11Connection } from '../../../../wire/x11/index.js';
import { clientOf } from './target.js';

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

  /** Answers for windows of the program that has this one, and of what it starts from now on. */
  of(target: number): (window: number) => boolean {
    const { x } = this;
    const since = uptimeMs() - START_STEP_MS;
    const [client, pid] = [clientOf(x, target), this.#pids.get(clientOf(x, target))];
    const strangers = new Map<number, boolean>();
    return (window) => {
      if (clientOf(x, window) === client) return true;
      const other = this.#pids.get(clientOf(x, window));
      if (pid === undefined || other === undefined || target === 0) return false;
      const known = strangers.get(other) ?? (other === pid || isStartedBy(other, pid, since));
      strangers.set(other, known);
      return known;
    };
  }

  async #pidsOf(client: number): Promise<Map<number, number>> {
    if (!this.x.has(Res)) return new Map();
    const specs = [{ client, mask: ResClientIdMask.LocalClientPid }];
    const { ids } = await this.x.request(ResQueryClientIds, { specs });
    return new Map(ids.flatMap(({ spec, value: [pid] }) => (pid === undefined ? [] : [[clientOf(this.x, spec.client), pid] as const])));
  }
}
