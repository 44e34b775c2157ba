import type { Readable, Writable } from 'node:stream';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Driver } from '../driver.js';
import { CallQueue } from './call-queue.js';
import { Elicitation } from './elicit.js';
import { LazyDriver } from './lazy-driver.js';
import { type McpSettings, mcpServer } from './server.js';
import { StdioTransport } from './stdio-transport.js';

export interface StdioOptions extends McpSettings {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
  /** Called at the first tool call, when the client has said its name, and again after the driver was lost. */
  open(clientName: string): Promise<Driver>;
}

/** Serves one client until it goes away; its calls run in order and what is running then stops. */
export async function serveMcpStdio({ input, output, signal, open, ...settings }: StdioOptions): Promise<void> {
  const transport = new StdioTransport(input, output);
  const driver = new LazyDriver(open);
  const link = {
    queue: new CallQueue(),
    elicitation: new Elicitation<CallToolResult>(),
    driver: (clientName: string) => driver.get(clientName),
  };
  const handle = serveStdio(() => mcpServer(settings, () => link), { transport });
  const onAbort = () => void handle.close();
  signal.addEventListener('abort', onAbort, { once: true });
  await transport.closed;
  signal.removeEventListener('abort', onAbort);
  await handle.close();
  await driver.close();
}
