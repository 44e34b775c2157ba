import { type DaemonUse, openDriver } from '../bin/open-driver.js';
import type { EngineEvent } from '../engine/events.js';
import type { CallOptions, Driver as Connection } from '../transport/driver.js';
import { EventStream } from './event-stream.js';
import { type ToolInput, type ToolMethods, type ToolName, type ToolOutput, toolMethods } from './methods.js';

export interface DriverOptions {
  /** `auto` (default) uses the daemon when one runs, `never` runs in this process, `require` refuses to run without a daemon. */
  readonly daemon?: DaemonUse | undefined;
  /** A session to share by name; without one the driver gets its own, which ends with it. */
  readonly session?: string | undefined;
  /** A private desktop to work on; without one the person's own. */
  readonly desktop?: string | undefined;
  /** Who calls, as sessions and recordings show it. */
  readonly client?: string | undefined;
}

export interface OffhandDriver extends ToolMethods, AsyncDisposable {
  /** Where calls run. */
  readonly kind: Connection['kind'];
  /** Runs a tool by its name. Refusals are thrown as DriverError. */
  call<N extends ToolName>(name: N, input: ToolInput<N>, options?: CallOptions): Promise<ToolOutput<N>>;
  /** What happens in the engine from now on: calls, policy decisions, approvals. */
  events(): AsyncIterableIterator<EngineEvent>;
  /** Ends the driver's own session and releases everything it holds. */
  close(): Promise<void>;
}

/** Opens a driver; `await using driver = await createDriver()` closes it by itself. */
export async function createDriver(options: DriverOptions = {}): Promise<OffhandDriver> {
  const { daemon = 'auto', client = 'sdk', session, desktop } = options;
  const connection = await openDriver({ daemon, client, session, desktop });
  const streams = new Set<EventStream>();
  const close = async (): Promise<void> => {
    for (const stream of streams) stream.end();
    await connection.close();
  };
  return {
    ...toolMethods((tool, input, callOptions) => connection.call(tool, input, callOptions)),
    kind: connection.kind,
    // Results were checked against the tool's output schema where it ran.
    call: <N extends ToolName>(name: N, input: ToolInput<N>, callOptions?: CallOptions) =>
      connection.call(name, input, callOptions) as Promise<ToolOutput<N>>,
    events() {
      const stream = new EventStream((listener) => connection.subscribe(listener));
      streams.add(stream);
      return stream;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
