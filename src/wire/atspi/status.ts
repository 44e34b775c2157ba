import type { DBusConnection } from '../dbus/connection.js';
import { Variant } from '../dbus/marshal/values.js';

export type StatusFlag = 'IsEnabled' | 'ScreenReaderEnabled';

const AT_BUS = { destination: 'org.a11y.Bus', path: '/org/a11y/bus' } as const;
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const STATUS = 'org.a11y.Status';
/** The launcher may have to be started first. */
const ACTIVATION_TIMEOUT_MS = 5000;

/** Address of the accessibility bus, started on demand by the session bus. */
export async function a11yBusAddress(session: DBusConnection): Promise<string> {
  const call = { ...AT_BUS, interface: 'org.a11y.Bus', member: 'GetAddress', replySignature: 's' };
  const [address] = await session.call({ ...call, timeoutMs: ACTIVATION_TIMEOUT_MS });
  return String(address);
}

/** The session's accessibility switches; puts back at the end what it changed. */
export class A11yStatus {
  readonly #before = new Map<StatusFlag, boolean>();

  constructor(private readonly session: DBusConnection) {}

  async get(flag: StatusFlag): Promise<boolean> {
    const call = { ...AT_BUS, interface: PROPERTIES, member: 'Get', signature: 'ss', body: [STATUS, flag], replySignature: 'v' };
    const [value] = await this.session.call({ ...call, timeoutMs: ACTIVATION_TIMEOUT_MS });
    return value instanceof Variant && value.value === true;
  }

  /**
   * Remembers the value found first, for restore. Asked and written in one breath: Qt looks at the switch the moment the
   * launcher is there, which the question starts, and never again.
   */
  async set(flag: StatusFlag, on: boolean): Promise<void> {
    const [current] = await Promise.all([this.get(flag), this.#write(flag, on)]);
    if (current !== on && !this.#before.has(flag)) this.#before.set(flag, current);
  }

  /** True when it was the other way before `set`. */
  hasChanged(flag: StatusFlag): boolean {
    return this.#before.has(flag);
  }

  async restore(): Promise<void> {
    const changes = [...this.#before];
    this.#before.clear();
    // The bus or the launcher may be gone or stuck; what they held went with them.
    await Promise.allSettled(changes.map(([flag, value]) => this.#write(flag, value)));
  }

  async #write(flag: StatusFlag, on: boolean): Promise<void> {
    const body = [STATUS, flag, new Variant('b', on)];
    const call = { ...AT_BUS, interface: PROPERTIES, member: 'Set', signature: 'ssv', body, replySignature: '' };
    await this.session.call({ ...call, timeoutMs: ACTIVATION_TIMEOUT_MS });
  }
}
