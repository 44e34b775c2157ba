// The official MCP client, connected to the built product.
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { CallTool } from './calculator.js';
import { bin, type Daemon, type Product } from './product.js';

export interface ConnectOptions {
  readonly name?: string;
  readonly args?: readonly string[];
  readonly query?: string;
  readonly options?: ClientOptions;
}

export type ConnectedClient = Client & AsyncDisposable;

export async function connectStdio(
  product: Product,
  { name = 'test-client', args = [], options }: ConnectOptions = {},
): Promise<ConnectedClient> {
  const transport = new StdioClientTransport({
    command: bin,
    args: ['mcp', ...args],
    env: product.env,
    stderr: 'ignore',
    maxBufferSize: 64 << 20,
  });
  const client = new Client({ name, version: '1.0.0' }, options);
  await client.connect(transport);
  return disposable(client);
}

export async function connectHttp(
  { http, token }: Daemon,
  { name = 'test-client', query = '', options }: ConnectOptions = {},
): Promise<ConnectedClient> {
  const transport = new StreamableHTTPClientTransport(new URL(`${http}${query}`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const client = new Client({ name, version: '1.0.0' }, options);
  await client.connect(transport);
  return disposable(client);
}

function disposable(client: Client): ConnectedClient {
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** Tool calls as plain data; refusals become errors that carry the shape. */
export const callerOf =
  (client: Client): CallTool =>
  async (name, input) => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: input });
    if (isError) throw Object.assign(new Error(JSON.stringify(structuredContent)), structuredContent);
    return structuredContent as Record<string, unknown>;
  };
