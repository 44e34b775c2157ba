/** The accessibility bus of one desktop: found, switched on, and every application on it by process id. */
import { DriverError } from '../../../errors/driver-error.js';
import { monotonicMs } from '../../../kit/clock.js';
import { poll } from '../../../kit/poll.js';
import { type AtspiApp, type AtspiClient, connectAtspi } from '../../../wire/atspi/client.js';
import { DirectLinks } from '../../../wire/atspi/direct-links.js';
import { Errands } from '../../../wire/atspi/errands.js';
import { DBusClosed, DBusConnectError, DBusError, DBusTimeout } from '../../../wire/dbus/errors.js';

export interface BusAddresses {
  /** Session bus addresses to try in order. */
  readonly session: readonly string[];
}

/**
 * GTK 3 and Chromium offer their cache only to someone who listens. Moved boxes are left out: an animated widget
 * announces them hundreds of times a second.
 */
const WATCHED_EVENTS = [
  'object:children-changed',
  'object:state-changed',
  'object:property-change',
  'object:text-changed',
  'object:value-changed',
  'object:selection-changed',
  'object:visible-data-changed',
  'window:create',
  'window:destroy',
];

/** How long applications that were running before accessibility was switched on take at most to join. */
const JOINING_MS = 1000;
const LOOK_AGAIN_MS = 25;

export class AccessibilityBus {
  readonly #joinedBy: number;

  private constructor(
    readonly client: AtspiClient,
    readonly links: DirectLinks,
    readonly errands: Errands,
  ) {
    this.#joinedBy = client.status?.hasChanged('IsEnabled') ? monotonicMs() + JOINING_MS : 0;
  }

  static async open(addresses: BusAddresses): Promise<AccessibilityBus> {
    if (addresses.session.length === 0) throw new DriverError('session_bus_unavailable', 'No D-Bus session bus address is known.');
    let why: unknown;
    for (const sessionBusAddress of addresses.session) {
      try {
        const client = await connectAtspi({ sessionBusAddress, switchOn: true });
        await client.events.register(WATCHED_EVENTS);
        const links = new DirectLinks(client);
        return new AccessibilityBus(client, links, new Errands(links));
      } catch (error) {
        // A bus that answers but has no accessibility says more than one that is not there.
        if (why === undefined || why instanceof DBusConnectError) why = error;
      }
    }
    if (why instanceof DBusTimeout)
      throw new DriverError('accessibility_unavailable', `The bus does not answer: ${why.message}.`, undefined, { cause: why });
    throw asAccessError(why);
  }

  /** Asks nobody but the process itself, so that a hung application elsewhere costs nothing. */
  async appsOf(pid: number): Promise<readonly AtspiApp[]> {
    const joined = async () => {
      const apps = await this.client.appsOfProcess(pid);
      return apps.length > 0 ? apps : undefined;
    };
    const timeoutMs = Math.max(0, this.#joinedBy - monotonicMs());
    return (await poll(joined, { timeoutMs, intervalMs: LOOK_AGAIN_MS })) ?? [];
  }

  allApps(): Promise<readonly AtspiApp[]> {
    return this.client.listApps();
  }

  async close(): Promise<void> {
    await this.errands.close();
    this.links.closeAll();
    await this.client.close();
  }
}

/** D-Bus faults in the words of the catalog; anything else passes through. */
export function asAccessError(error: unknown): unknown {
  if (error instanceof DBusTimeout)
    return new DriverError('app_unresponsive', `The application does not answer: ${error.message}.`, undefined, { cause: error });
  if (error instanceof DBusConnectError)
    return new DriverError('session_bus_unavailable', `The session bus cannot be reached: ${error.message}.`, undefined, { cause: error });
  if (error instanceof DBusClosed)
    return new DriverError('accessibility_unavailable', `The accessibility bus went away: ${error.message}.`, undefined, { cause: error });
  if (error instanceof DBusError)
    return new DriverError(
      'accessibility_unavailable',
      `Accessibility failed: ${error.message}.`,
      { error: error.errorName },
      { cause: error },
    );
  return error;
}
