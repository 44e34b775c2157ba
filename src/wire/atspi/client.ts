import { connectionProcessId } from '../dbus/bus-names.js';
import { connectDBus, type DBusConnection, DEFAULT_CALL_TIMEOUT_MS } from '../dbus/connection.js';
import { DBusConnectError, DBusError, DBusTimeout } from '../dbus/errors.js';
import type { AtspiBus } from './invoke.js';
import { getChildren, getName } from './objects/accessible.js';
import { getToolkitName, getToolkitVersion } from './objects/application.js';
import { type AtspiRef, REGISTRY_NAME, ROOT_PATH } from './ref.js';
import { EventRegistry } from './registry.js';
import { A11yStatus, a11yBusAddress } from './status.js';

export interface AtspiConnectOptions {
  readonly sessionBusAddress?: string;
  /** Skips the question to the session bus; `status` is then unavailable unless both are given. */
  readonly a11yBusAddress?: string;
  /** Bound on every call. */
  readonly timeoutMs?: number;
  /** Tells applications that somebody reads them. */
  readonly switchOn?: boolean;
}

export interface AtspiApp extends AtspiRef {
  readonly pid: number;
  readonly name: string;
  readonly toolkit: string;
  readonly toolkitVersion: string;
  /** False when the application did not answer in time; its name and toolkit are then empty. */
  readonly responsive: boolean;
}

export async function connectAtspi(options: AtspiConnectOptions): Promise<AtspiClient> {
  const timeoutMs = options.timeoutMs ?? DEFAULT_CALL_TIMEOUT_MS;
  const { sessionBusAddress } = options;
  const session = sessionBusAddress === undefined ? undefined : await connectDBus({ address: sessionBusAddress, timeoutMs });
  const status = session && new A11yStatus(session);
  try {
    // The switch comes first: the question for the address starts the launcher.
    if (options.switchOn) await status?.set('IsEnabled', true);
    const address = options.a11yBusAddress ?? (session && (await a11yBusAddress(session)));
    if (!address) throw new DBusConnectError('neither a session bus nor an accessibility bus address was given');
    return new AtspiClient(await connectDBus({ address, timeoutMs }), { session, status, timeoutMs });
  } catch (error) {
    session?.close();
    throw error;
  }
}

interface SessionParts {
  readonly session?: DBusConnection | undefined;
  readonly status?: A11yStatus | undefined;
  readonly timeoutMs: number;
}

/** A connection to the accessibility bus; object operations in objects/ and tree/ take it as their first argument. */
export class AtspiClient implements AtspiBus {
  readonly events: EventRegistry;
  /** Undefined without a session bus. */
  readonly status: A11yStatus | undefined;
  readonly timeoutMs: number;
  readonly #session: DBusConnection | undefined;
  readonly #pids = new Map<string, number>();

  constructor(
    readonly bus: DBusConnection,
    { session, status, timeoutMs }: SessionParts,
  ) {
    this.events = new EventRegistry(bus);
    this.status = status;
    this.timeoutMs = timeoutMs;
    this.#session = session;
  }

  /** Every application on the bus, hung ones included; those are waited for. */
  async listApps(): Promise<AtspiApp[]> {
    return this.#describe(await this.#roots());
  }

  /** The applications of one process; no other is asked, so a hung one elsewhere costs nothing. */
  async appsOfProcess(pid: number): Promise<AtspiApp[]> {
    const roots = await this.#roots();
    const pids = await Promise.all(roots.map((root) => this.#processId(root.bus)));
    return this.#describe(roots.filter((_, index) => pids[index] === pid));
  }

  /** Undefined when the application left meanwhile. */
  async describeApp(root: AtspiRef): Promise<AtspiApp | undefined> {
    const settled = await Promise.allSettled([
      this.#processId(root.bus),
      getName(this, root),
      getToolkitName(this, root),
      getToolkitVersion(this, root),
    ]);
    const [pid, name, toolkit, toolkitVersion] = settled;
    if (pid.status === 'rejected') throw pid.reason;
    if (pid.value === undefined) return undefined;
    const responsive = !settled.some((answer) => answer.status === 'rejected' && answer.reason instanceof DBusTimeout);
    const text = (answer: PromiseSettledResult<string>) => (answer.status === 'fulfilled' ? answer.value : '');
    return { ...root, pid: pid.value, name: text(name), toolkit: text(toolkit), toolkitVersion: text(toolkitVersion), responsive };
  }

  #roots(): Promise<AtspiRef[]> {
    return getChildren(this, { bus: REGISTRY_NAME, path: ROOT_PATH });
  }

  async #describe(roots: readonly AtspiRef[]): Promise<AtspiApp[]> {
    const apps = await Promise.all(roots.map((root) => this.describeApp(root)));
    return apps.filter((app): app is AtspiApp => app !== undefined);
  }

  /** Undefined for a name that left the bus. A unique name is never given to another process. */
  async #processId(name: string): Promise<number | undefined> {
    try {
      const pid = this.#pids.get(name) ?? (await connectionProcessId(this.bus, name));
      this.#pids.set(name, pid);
      return pid;
    } catch (error) {
      if (error instanceof DBusError) return undefined;
      throw error;
    }
  }

  /** Puts the accessibility switches back and leaves the buses. */
  async close(): Promise<void> {
    this.events.deregisterAll();
    try {
      await this.status?.restore();
    } finally {
      this.bus.close();
      this.#session?.close();
    }
  }
}
