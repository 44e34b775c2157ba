/**
 * Tells when an application has handled what was sent to it: it answers a ping of the window manager's protocol
 * in the order of its events. Ours carry numbers no window manager uses, so the answers mean nothing to them.
 */
import { after, delay } from '../../../../kit/clock.js';
import { deferred } from '../../../../kit/deferred.js';
import {
  ChangeWindowAttributes,
  coreEvents,
  EventMask,
  GetGeometry,
  readWords,
  SendEvent,
  type X11Connection,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';

/** Toolkits differ in whom they address the answer to. */
const ANSWERS = EventMask.SubstructureNotify | EventMask.StructureNotify;
const OURS = 0x0ff4_0000;
const NUMBERS = 0x1_0000;
const ASK_AGAIN_MS = 1000;
/** By then a program has begun what it does once it is idle, or with its next frame. */
const NEXT_TURN_MS = 50;
let sent = 0;

/** Answers arrive on the root window: listening there is switched on for as long as anybody waits. */
const waiting = new WeakMap<X11Connection, number>();

function listen(x: X11Connection, by: 1 | -1): void {
  const before = waiting.get(x) ?? 0;
  waiting.set(x, before + by);
  const eventMask = before + by > 0 ? ANSWERS : 0;
  if (before === 0 || before + by === 0) x.send(ChangeWindowAttributes, { window: x.root, values: { eventMask } });
}

export class Pulse {
  #protocols: Promise<{ readonly message: number; readonly ping: number; readonly answers: boolean }> | undefined;

  constructor(
    private readonly x: X11Connection,
    private readonly window: number,
  ) {}

  /** True once everything before this call was handled; false when the application does not answer pings, took too long or nobody waits any more. */
  async handled(timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    this.#protocols ??= this.#readProtocols();
    const { message, ping, answers } = await this.#protocols;
    if (!answers) return false;
    const { x, window } = this;
    const number = OURS + (sent++ % NUMBERS);
    const answer = deferred<boolean>();
    const off = x.on('ClientMessage', ({ type, data }) => {
      if (type === message && data[0] === ping && data[1] === number) answer.resolve(true);
    });
    const giveUp = () => answer.resolve(false);
    const timer = after(timeoutMs, giveUp);
    signal?.addEventListener('abort', giveUp, { once: true });
    listen(x, 1);
    const event = x.encodeEvent(coreEvents.ClientMessage, { format: 32, window, type: message, data: [ping, number, window, 0, 0] });
    x.send(SendEvent, { destination: window, eventMask: 0, event });
    x.flush();
    try {
      return await answer.promise;
    } finally {
      timer.cancel();
      signal?.removeEventListener('abort', giveUp);
      off();
      listen(x, -1);
    }
  }

  /** The same, and what it has put off until its next turn is done as well, such as opening a window. */
  async isThrough(timeoutMs: number): Promise<boolean> {
    if (!(await this.handled(timeoutMs))) return false;
    await delay(NEXT_TURN_MS);
    return this.handled(timeoutMs);
  }

  /** The same for one that answers while what it read before still waits to be heeded: its next answers say that it went on. */
  async heeded(answers: number, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    for (let count = 0; count < answers; count++) if (!(await this.handled(timeoutMs, signal))) return false;
    return true;
  }

  /** True when it answers pings as a rule, but not now. */
  async isStuck(timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    const hasAnswered = await this.handled(timeoutMs, signal);
    return !hasAnswered && signal?.aborted !== true && (await this.#protocols)?.answers === true;
  }

  /** Resolves once everything before this call was handled, however busy the application is; at once when it answers no pings. */
  async caughtUp(): Promise<void> {
    const isThere = async () => (await ifAlive(this.x.request(GetGeometry, { drawable: this.window }))) !== undefined;
    this.#protocols ??= this.#readProtocols();
    const { answers } = await this.#protocols;
    while (answers && !(await this.handled(ASK_AGAIN_MS)) && (await isThere()));
  }

  async #readProtocols() {
    const [message, ping] = await Promise.all([this.x.atoms.intern('WM_PROTOCOLS'), this.x.atoms.intern('_NET_WM_PING')]);
    const listed = (await ifAlive(readWords(this.x, this.window, message))) ?? [];
    return { message, ping, answers: listed.includes(ping) };
  }
}
