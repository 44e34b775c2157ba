import type { DBusConnection } from '../dbus/connection.js';
import { DBusError } from '../dbus/errors.js';
import { REGISTRY_NAME } from './ref.js';

const REGISTRY = { destination: REGISTRY_NAME, path: '/org/a11y/atspi/registry', interface: 'org.a11y.atspi.Registry' } as const;

/** Which events applications are asked to emit on our behalf. */
export class EventRegistry {
  readonly #registered = new Map<string, Promise<void>>();

  constructor(private readonly bus: DBusConnection) {}

  /** Names such as `object:children-changed`; each is registered once. */
  async register(names: readonly string[]): Promise<void> {
    await Promise.all(
      names.map((name) => {
        const started = this.#registered.get(name) ?? this.#register(name);
        this.#registered.set(name, started);
        return started;
      }),
    );
  }

  /** Needs no answer: the registry drops a client's events when the client leaves, too. */
  deregisterAll(): void {
    for (const name of this.#registered.keys()) this.bus.notify({ ...REGISTRY, member: 'DeregisterEvent', signature: 's', body: [name] });
    this.#registered.clear();
  }

  async #register(name: string): Promise<void> {
    const call = { ...REGISTRY, member: 'RegisterEvent', replySignature: '' };
    try {
      await this.bus.call({ ...call, signature: 'sass', body: [name, [], ''] });
    } catch (error) {
      if (!(error instanceof DBusError)) throw error;
      // Registries before 2.35 know only the event's name, those before 2.46 no application.
      await this.bus.call({ ...call, signature: 'sas', body: [name, []] }).catch((older) => {
        if (!(older instanceof DBusError)) throw older;
        return this.bus.call({ ...call, signature: 's', body: [name] });
      });
    }
  }
}
