// A session with accessibility but without any display: enough for applications that the test itself publishes.
import { type AtspiClient, connectAtspi } from '../../../src/wire/atspi/client.js';
import { a11yBusAddress } from '../../../src/wire/atspi/status.js';
import { connectDBus } from '../../../src/wire/dbus/connection.js';
import { type PrivateBus, startBus } from '../dbus/private-bus.js';

export interface A11ySession extends AsyncDisposable {
  readonly session: PrivateBus;
  readonly a11yAddress: string;
  connect(timeoutMs?: number): Promise<AtspiClient>;
}

export async function startA11ySession(): Promise<A11ySession> {
  const session = await startBus();
  const clients: AtspiClient[] = [];
  const asking = await connectDBus({ address: session.address, timeoutMs: 20_000 });
  const a11yAddress = await a11yBusAddress(asking);
  asking.close();
  return {
    session,
    a11yAddress,
    async connect(timeoutMs = 10_000) {
      const client = await connectAtspi({ sessionBusAddress: session.address, timeoutMs });
      clients.push(client);
      return client;
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.close();
      await session[Symbol.asyncDispose]();
    },
  };
}
