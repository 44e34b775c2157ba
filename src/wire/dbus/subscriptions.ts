import { type DBusSignal, headerMatches, type MatchRule, matchRuleText, type SignalHandler, type SignalOrigin } from './match-rules.js';

interface Subscription {
  readonly rule: MatchRule;
  readonly handler: SignalHandler;
}

interface BusSide {
  addMatch(rule: string): Promise<void>;
  removeMatch(rule: string): void;
  onHandlerError(error: unknown): void;
}

/** Who listens to which signals; each distinct rule exists once on the bus however many listen. */
export class Subscriptions {
  readonly #active = new Set<Subscription>();
  readonly #users = new Map<string, { count: number; ready: Promise<void> }>();
  readonly #owners = new Map<string, string>();

  constructor(private readonly bus: BusSide) {}

  /** Resolves once the bus delivers; the returned function ends it. */
  async add(rule: MatchRule, handler: SignalHandler): Promise<() => void> {
    const subscription = { rule, handler };
    const text = matchRuleText(rule);
    let entry = this.#users.get(text);
    if (!entry) {
      entry = { count: 0, ready: this.bus.addMatch(text) };
      this.#users.set(text, entry);
    }
    entry.count++;
    this.#active.add(subscription);
    try {
      await entry.ready;
    } catch (error) {
      this.#release(subscription, text);
      throw error;
    }
    return () => this.#release(subscription, text);
  }

  setOwner(name: string, owner: string): void {
    if (owner === '') this.#owners.delete(name);
    else this.#owners.set(name, owner);
  }

  /** `read` decodes the body, which is skipped when nobody listens. */
  dispatch(origin: SignalOrigin, read: () => DBusSignal): void {
    let signal: DBusSignal | undefined;
    for (const { rule, handler } of [...this.#active]) {
      if (!headerMatches(rule, origin, (name) => this.#owners.get(name))) continue;
      signal ??= read();
      if (rule.arg0 !== undefined && signal.body[0] !== rule.arg0) continue;
      try {
        handler(signal);
      } catch (error) {
        this.bus.onHandlerError(error);
      }
    }
  }

  #release(subscription: Subscription, text: string): void {
    if (!this.#active.delete(subscription)) return;
    const entry = this.#users.get(text);
    if (!entry || --entry.count > 0) return;
    this.#users.delete(text);
    this.bus.removeMatch(text);
  }
}
