import { after } from '../../../kit/clock.js';
import type { ChangeWatch } from '../../port.js';
import type { AccessibilityBus } from './bus.js';

/** Counts the accessibility events of applications; one subscription per application, kept while it lives. */
export class AppEvents {
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  readonly #subscribed = new Map<string, Promise<unknown>>();

  /** Starts listening to an application; harmless when already done. */
  listen(bus: AccessibilityBus, sender: string): Promise<unknown> {
    let ready = this.#subscribed.get(sender);
    if (!ready) {
      const note = () => this.#note(sender);
      ready = Promise.all([
        bus.client.bus.subscribe({ sender, interface: 'org.a11y.atspi.Event.Object' }, note),
        bus.client.bus.subscribe({ sender, interface: 'org.a11y.atspi.Event.Window' }, note),
      ]);
      this.#subscribed.set(sender, ready);
    }
    return ready;
  }

  count(sender: string): number {
    return this.#counts.get(sender) ?? 0;
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

  #note(sender: string): void {
    this.#counts.set(sender, this.count(sender) + 1);
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
