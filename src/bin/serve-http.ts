import { readEnv } from '../config/env.js';
import { offhandPaths } from '../config/paths.js';
import { effectiveConfig } from '../config/precedence.js';
import type { Engine } from '../engine/call.js';
import { serveMcpHttp } from '../transport/mcp/http/server.js';
import { httpToken } from '../transport/mcp/http/token.js';

export interface HttpService {
  readonly url: string;
  readonly token: string;
  /** Undefined when OFFHAND_HTTP_TOKEN gave the token. */
  readonly tokenFile: string | undefined;
  /** Holds the token that answers approvals. */
  readonly approvalTokenFile: string;
  close(): Promise<void>;
}

/** MCP over HTTP on the loopback addresses; without a port the configured one, 0 for a free one. */
export async function serveHttp(engine: Engine, port: number | undefined): Promise<HttpService> {
  const env = readEnv();
  const { httpTokenFile, approvalTokenFile } = offhandPaths(env);
  const { token, tokenFile } = await httpToken(env.httpToken, httpTokenFile);
  const { token: approvalToken } = await httpToken(undefined, approvalTokenFile);
  const wanted = port ?? effectiveConfig({ disk: engine.config.read().values }).http_port;
  const listening = await serveMcpHttp({ engine, port: wanted, token, approvalToken });
  return { url: `http://127.0.0.1:${listening.port}/mcp`, token, tokenFile, approvalTokenFile, close: () => listening.close() };
}
