/**
 * A model provider on loopback that plays a script: each request gets the next reply, in the wire format of the dialect
 * whose path was called, streamed in small pieces. Requests the real service would refuse get its 400.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countPictures, problemWith, type RequestSeen, record, resultsIn } from './model/request.js';
import { type Dialect, encodeEvent, eventsOf, type Json, type ScriptedTurn, type WireEvent } from './model/wire.js';

export type { RequestSeen } from './model/request.js';
export type { Dialect, ScriptedCall, ScriptedTurn } from './model/wire.js';

export type Reply =
  | ScriptedTurn
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  /** Never answers, or falls silent after the first events of a turn. */
  | { readonly stall: 'before_headers' | 'mid_stream' }
  /** Cuts the connection. */
  | { readonly drop: 'before_headers' | 'mid_stream' }
  /** Ends the stream politely but before the turn is complete. */
  | { readonly cutShort: true }
  /** Events of the test's own making, for oddities of single servers. */
  | { readonly events: readonly WireEvent[] }
  /** One JSON body instead of a stream. */
  | { readonly json: unknown };

export type Script = readonly Reply[] | ((request: RequestSeen, index: number) => Reply | Promise<Reply>);

export interface ModelServer extends AsyncDisposable {
  /** The base URL for every dialect. */
  readonly url: string;
  readonly requests: readonly RequestSeen[];
  close(): Promise<void>;
}

const filler: ScriptedTurn = { text: 'This is the beginning of an answer that will not be completed.' };
const chunkBytes = 61;

export async function startModelServer(script: Script): Promise<ModelServer> {
  const requests: RequestSeen[] = [];
  const server = createServer((request, response) => {
    answer(request, response, { script, requests }).catch((error: unknown) => {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: `model server: ${String(error)}` } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close, [Symbol.asyncDispose]: close };
}

interface Play {
  readonly script: Script;
  readonly requests: RequestSeen[];
}

async function answer(request: IncomingMessage, response: ServerResponse, { script, requests }: Play): Promise<void> {
  const dialect = dialectOf(request.url ?? '');
  if (!dialect || request.method !== 'POST') return void response.writeHead(404).end('not found');
  const body = record(JSON.parse(await bodyOf(request)));
  const seen: RequestSeen = { dialect, headers: request.headers, body, results: resultsIn(dialect, body), images: countPictures(body) };
  const index = requests.push(seen) - 1;
  const problem = problemWith(dialect, body, request.headers);
  if (problem !== undefined) return sendError(response, dialect, 400, problem);
  const reply = typeof script === 'function' ? await script(seen, index) : script[index];
  if (reply === undefined) return sendError(response, dialect, 400, `The script has no reply for request ${index + 1}.`);
  await play(reply, dialect, response);
}

function dialectOf(path: string): Dialect | undefined {
  if (/^\/v1\/messages(\?|$)/.test(path)) return 'anthropic';
  if (path === '/v1/responses') return 'openai';
  if (path.endsWith('/chat/completions')) return 'openai-compatible';
  return /^\/v1beta\/models\/[^/]+:streamGenerateContent\?alt=sse$/.test(path) ? 'google' : undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function play(reply: Reply, dialect: Dialect, response: ServerResponse): Promise<void> {
  if ('status' in reply) {
    const body = reply.body ?? errorBody(dialect, reply.status, 'scripted failure');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return void response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(text);
  }
  if ('json' in reply) return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.json));
  if ('stall' in reply && reply.stall === 'before_headers') return;
  if ('drop' in reply && reply.drop === 'before_headers') return void response.socket?.destroy();
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  if ('stall' in reply || 'drop' in reply || 'cutShort' in reply) {
    const events = eventsOf(dialect, filler);
    await write(response, events.slice(0, Math.floor(events.length / 2)));
    if ('drop' in reply) response.socket?.destroy();
    if ('cutShort' in reply) response.end();
    return;
  }
  await write(response, 'events' in reply ? reply.events : eventsOf(dialect, reply));
  response.end();
}

/** Pieces that respect neither lines nor characters, as a network would cut them. */
async function write(response: ServerResponse, events: readonly WireEvent[]): Promise<void> {
  const bytes = Buffer.from(events.map(encodeEvent).join(''), 'utf8');
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const piece = bytes.subarray(at, at + chunkBytes);
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
  }
}

function sendError(response: ServerResponse, dialect: Dialect, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(errorBody(dialect, status, message)));
}

function errorBody(dialect: Dialect, status: number, message: string): Json {
  if (dialect === 'anthropic')
    return { type: 'error', error: { type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', message } };
  if (dialect === 'google') return { error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT' } };
  return { error: { message, type: status === 429 ? 'rate_limit_exceeded' : 'invalid_request_error', code: null } };
}
