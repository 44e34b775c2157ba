import { after } from '../../../kit/clock.js';
import { refKey } from '../../../wire/atspi/ref.js';
import { isBirth } from '../../../wire/atspi/tree/tree-events.js';
import type { DBusSignal } from '../../../wire/dbus/match-rules.js';
import type { ChangeWatch } from '../../port.js';
import type { AccessibilityBus } from './bus.js';

/** More changed elements than this are not told apart. */
const MAX_ELEMENTS = 4000;

interface AppLog {
  count: number;
  /** The count at which each element last announced something. */
  readonly latest: Map<string, number>;
  /** Nothing is known of single elements up to this count. */
  forgotten: number;
  stop: () => void;
}

/** The accessibility events of applications: how many there were and from which elements; kept while the application is of interest. */
export class AppEvents {
  readonly #logs = new Map<string, AppLog>();
  readonly #waiting = new Set<() => void>();
  readonly #subscribed = new Map<string, Promise<unknown>>();

  /** Starts listening to an application; harmless when already done. */
  listen(bus: AccessibilityBus, sender: string): Promise<unknown> {
    let ready = this.#subscribed.get(sender);
    if (!ready) {
      const note = (signal: DBusSignal) => this.#note(signal);
      ready = Promise.all([
        bus.client.bus.subscribe({ sender, interface: 'org.a11y.atspi.Event.Object' }, note),
        bus.client.bus.subscribe({ sender, interface: 'org.a11y.atspi.Event.Window' }, note),
      ]).then((stops) => {
        this.#log(sender).stop = () => {
          for (const stop of stops) stop();
        };
      });
      this.#subscribed.set(sender, ready);
      ready.catch(() => this.#subscribed.delete(sender));
    }
    return ready;
  }

  count(sender: string): number {
    return this.#logs.get(sender)?.count ?? 0;
  }

  /** Keys of the elements that announced something after the count given; undefined when that was too long ago to tell. */
  changedSince(sender: string, count: number): ReadonlySet<string> | undefined {
    const log = this.#logs.get(sender);
    if (!log) return new Set();
    if (count < log.forgotten) return undefined;
    return new Set([...log.latest].flatMap(([key, at]) => (at > count ? [key] : [])));
  }

  /** Stops listening to every application but these. */
  keepApps(alive: ReadonlySet<string>): void {
    for (const [sender, log] of this.#logs) {
      if (alive.has(sender)) continue;
      log.stop();
      this.#logs.delete(sender);
      this.#subscribed.delete(sender);
    }
  }

  watch(sender: string | undefined): ChangeWatch {
    let seen = sender === undefined ? 0 : this.count(sender);
    return {
      next: async (timeoutMs, signal) => {
        const changed = () => sender !== undefined && this.count(sender) !== seen;
        if (!changed()) await this.#wait(timeoutMs, signal);
        const result = changed();
        if (sender !== undefined) seen = this.count(sender);
        return result;
      },
      end: () => {},
    };
  }

  #log(sender: string): AppLog {
    const known = this.#logs.get(sender);
    if (known) return known;
    const log: AppLog = { count: 0, latest: new Map(), forgotten: 0, stop: () => {} };
    this.#logs.set(sender, log);
    return log;
  }

  #note(signal: DBusSignal): void {
    if (isBirth(signal)) return;
    const { sender, path } = signal;
    const log = this.#log(sender);
    log.count++;
    if (log.latest.size >= MAX_ELEMENTS) {
      log.latest.clear();
      log.forgotten = log.count;
    }
    log.latest.set(refKey({ bus: sender, path }), log.count);
    for (const wake of [...this.#waiting]) wake();
  }

  #wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const finish = (end: () => void) => {
        this.#waiting.delete(wake);
        timer.cancel();
        signal.removeEventListener('abort', onAbort);
        end();
      };
      const wake = () => finish(resolve);
      const onAbort = () => finish(() => reject(signal.reason));
      const timer = after(timeoutMs, wake);
      this.#waiting.add(wake);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
