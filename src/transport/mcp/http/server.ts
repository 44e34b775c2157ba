/** Streamable HTTP: POST /mcp for MCP, GET /events for the engine's events, /approvals for a console, GET /healthz for supervisors. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Engine } from '../../../engine/call.js';
import { httpStatusOf } from '../../../errors/catalog.js';
import { DriverError } from '../../../errors/driver-error.js';
import { toDriverError } from '../../../errors/to-driver-error.js';
import { logger } from '../../../kit/log.js';
import { mcpServer } from '../server.js';
import { serveApprovals } from './approvals.js';
import { chosenBy } from './chosen.js';
import { streamEvents } from './events.js';
import { checkPlace, checkToken } from './guard.js';
import { NamedLinks } from './links.js';
import { type Listening, listenOnLoopback } from './listen.js';
import { sendJson } from './respond.js';
import { SessionTransports } from './session-transports.js';

export interface HttpOptions {
  readonly engine: Engine;
  readonly port: number;
  readonly token: string;
  /** Answers approvals; agents do not hold it. */
  readonly approvalToken: string;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const log = logger('http');

export async function serveMcpHttp({ engine, port, token, approvalToken }: HttpOptions): Promise<Listening> {
  const connections = new SessionTransports(engine, MAX_BODY_BYTES);
  const named = new NamedLinks(engine);
  const stateless = createMcpHandler(
    ({ requestInfo }) => {
      const chosen = chosenBy(requestInfo?.url ?? 'http://localhost/mcp');
      return mcpServer({ version: engine.version, ...chosen }, (clientName) => named.get(clientName, chosen));
    },
    { legacy: 'reject', maxRequestBodySize: MAX_BODY_BYTES },
  );
  const mcp = toNodeHandler(
    {
      fetch: async (request) =>
        (await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY_BYTES }))
          ? connections.handle(request)
          : stateless.fetch(request),
    },
    { maxRequestBodySize: MAX_BODY_BYTES, onerror: (error) => log.warn('request failed', { error }) },
  );
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    checkPlace(request.headers);
    if (pathname === '/healthz') return sendJson(response, 200, { status: 'ok' });
    const [, approvals] = /^\/approvals(\/.*)?$/.exec(pathname) ?? [];
    if (pathname === '/approvals' || approvals !== undefined) {
      checkToken(request.headers, approvalToken);
      return serveApprovals(engine.approvals, approvals ?? '', request, response);
    }
    checkToken(request.headers, token);
    // Their type leaves out that Node's optional members may be undefined.
    if (pathname === '/mcp') return mcp(request as NodeIncomingMessageLike, response);
    if (pathname === '/events' && request.method === 'GET') return streamEvents(engine.events, request, response);
    throw new DriverError(
      'invalid_input',
      `There is no ${request.method} ${pathname.slice(0, 100)}; there are POST /mcp, GET /events, GET /approvals and GET /healthz.`,
    );
  };
  const listening = await listenOnLoopback((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, toDriverError(error)));
  }, port);
  const close = async (): Promise<void> => {
    await stateless.close();
    await connections.close();
    await listening.close();
    await named.end();
  };
  return { port: listening.port, close };
}

function refuse(response: ServerResponse, error: DriverError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error.code === 'unauthorized') response.setHeader('www-authenticate', 'Bearer realm="offhand"');
  sendJson(response, httpStatusOf(error.code), { error: error.toShape() });
}
