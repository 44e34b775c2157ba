import { connectPeer } from '../dbus/connection.js';
import { DBusConnectError, DBusError } from '../dbus/errors.js';
import type { AtspiBus } from './invoke.js';
import { getApplicationBusAddress } from './objects/application.js';
import { type AtspiRef, ROOT_PATH } from './ref.js';

/** An application that just answered accepts at once. */
const CONNECT_MS = 400;

/**
 * Calls that need no bus in between: whatever speaks through atk-bridge (GTK 3, Chromium, Firefox, LibreOffice) takes them on a
 * socket of its own, which halves what a call costs. Events still come over the bus, so an answer from here may overtake them.
 */
export class DirectLinks {
  readonly #links = new Map<string, Promise<AtspiBus>>();

  constructor(private readonly bus: AtspiBus) {}

  /** The application's own socket; the bus where it has none. */
  to(app: string): Promise<AtspiBus> {
    const known = this.#links.get(app);
    if (known) return known;
    const link = this.#openToShare(app).catch((error) => {
      this.#links.delete(app);
      throw error;
    });
    this.#links.set(app, link);
    return link;
  }

  close(app: string): void {
    const link = this.#links.get(app);
    this.#links.delete(app);
    void link?.then((at) => this.isDirect(at) && at.bus.close()).catch(() => {});
  }

  closeAll(): void {
    for (const app of [...this.#links.keys()]) this.close(app);
  }

  isDirect({ bus }: AtspiBus): boolean {
    return bus !== this.bus.bus;
  }

  /** Another one to the same application, for whoever opens it alone. */
  async open(app: string): Promise<AtspiBus> {
    const root: AtspiRef = { bus: app, path: ROOT_PATH };
    const { timeoutMs } = this.bus;
    const bounded = timeoutMs === undefined ? {} : { timeoutMs };
    try {
      const address = await getApplicationBusAddress(this.bus, root);
      if (address === '') return this.bus;
      return { bus: await connectPeer({ address, timeoutMs: CONNECT_MS }), ...bounded };
    } catch (error) {
      // GTK 4 and Qt have no such method; a confined application names a socket nobody outside can reach.
      if (error instanceof DBusError || error instanceof DBusConnectError) return this.bus;
      throw error;
    }
  }

  async #openToShare(app: string): Promise<AtspiBus> {
    const link = await this.open(app);
    if (this.isDirect(link)) link.bus.onClose(() => this.#links.delete(app));
    return link;
  }
}
