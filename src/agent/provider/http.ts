/** Plain fetch with one attempt's worth of care: idle timeout, typed faults, no key in any message. */
import { after, type Timer } from '../../kit/clock.js';
import { isRecord } from '../context/image-parts.js';
import { type FaultKind, ProviderFault } from './provider-fault.js';
import { retryAfterMs } from './retry-after.js';
import { type SseEvent, SseParser } from './sse.js';

export interface HttpRequest {
  readonly provider: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly idleTimeoutMs: number;
  /** Never to appear in an error. */
  readonly secret?: string | undefined;
}

/** Says `done` once the answer is complete; the connection is then let go without waiting for the server to close it. */
export type EventSink = (event: SseEvent) => 'done' | 'more';

/** Posts the request and hands over each event of the answer as it arrives. */
export async function postForEvents(request: HttpRequest, signal: AbortSignal, onEvent: EventSink): Promise<void> {
  const idle = new IdleGuard(request.idleTimeoutMs, signal);
  try {
    const response = await send(request, idle);
    idle.touch();
    if (!response.ok) throw await httpFault(request, response);
    if (isJson(response)) onEvent({ event: 'message', data: await wholeBody(request, response, idle) });
    else await readEvents(request, response, idle, onEvent);
  } finally {
    idle.stop();
  }
}

const isJson = (response: Response): boolean => /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '');

async function send(request: HttpRequest, idle: IdleGuard): Promise<Response> {
  try {
    return await fetch(request.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...request.headers },
      body: JSON.stringify(request.body),
      // A redirect would carry the key to another server.
      redirect: 'manual',
      signal: idle.signal,
    });
  } catch (error) {
    throw transportFault(request, idle, error, 'unreachable');
  }
}

/** A server that does not stream answers with the whole turn as one JSON body. */
async function wholeBody(request: HttpRequest, response: Response, idle: IdleGuard): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw transportFault(request, idle, error, 'dropped');
  }
}

async function readEvents(request: HttpRequest, response: Response, idle: IdleGuard, onEvent: EventSink): Promise<void> {
  const parser = new SseParser();
  const reader = response.body?.getReader();
  if (!reader) throw fault(request, 'unexpected_response', 'answered without a body', { status: response.status });
  for (;;) {
    const chunk = await reader.read().catch((error: unknown) => {
      throw transportFault(request, idle, error, 'dropped');
    });
    idle.touch();
    if (chunk.done) break;
    for (const event of parser.push(chunk.value)) if (onEvent(event) === 'done') return;
  }
  for (const event of parser.end()) if (onEvent(event) === 'done') return;
}

/** Aborts the exchange when nothing arrived for `timeoutMs`, and remembers that it was the one who did. */
class IdleGuard {
  readonly #own = new AbortController();
  readonly signal: AbortSignal;
  #timer: Timer;
  stalled = false;

  constructor(
    readonly timeoutMs: number,
    readonly caller: AbortSignal,
  ) {
    this.signal = AbortSignal.any([caller, this.#own.signal]);
    this.#timer = this.#start();
  }

  touch(): void {
    this.#timer.cancel();
    this.#timer = this.#start();
  }

  stop(): void {
    this.#timer.cancel();
    // Frees the socket when a reader gave up before the end.
    this.#own.abort();
  }

  #start(): Timer {
    return after(this.timeoutMs, () => {
      this.stalled = true;
      this.#own.abort();
    });
  }
}

function transportFault(request: HttpRequest, idle: IdleGuard, error: unknown, kind: 'unreachable' | 'dropped'): unknown {
  if (idle.caller.aborted) return idle.caller.reason;
  if (idle.stalled) return fault(request, 'stalled', `sent nothing for ${idle.timeoutMs} ms`, {}, error);
  const what =
    kind === 'unreachable' ? `could not be reached at ${new URL(request.url).origin}` : 'closed the stream before it was complete';
  return fault(request, kind, `${what}: ${rootMessage(error)}`, {}, error);
}

/** fetch says only "fetch failed"; what happened is in its cause. */
function rootMessage(error: unknown): string {
  let current: unknown = error;
  while (current instanceof Error && current.cause instanceof Error) current = current.cause;
  return current instanceof Error ? current.message || current.name : String(current);
}

export function fault(
  request: Pick<HttpRequest, 'provider' | 'secret'>,
  kind: FaultKind,
  message: string,
  details: { status?: number; type?: string | undefined; requestId?: string | undefined; retryAfterMs?: number | undefined } = {},
  cause?: unknown,
): ProviderFault {
  const text = request.secret ? message.replaceAll(request.secret, '***') : message;
  return new ProviderFault(`${request.provider} ${text}`, { provider: request.provider, kind, ...details }, { cause });
}

const excerptLength = 300;

async function httpFault(request: HttpRequest, response: Response): Promise<ProviderFault> {
  const text = await response.text().catch(() => '');
  const body = parseOrUndefined(text);
  const error = isRecord(body) && isRecord(body.error) ? body.error : isRecord(body) ? body : {};
  const said = typeof error.message === 'string' ? error.message : typeof error.error === 'string' ? error.error : text;
  const type = [error.type, error.status, error.code].find((value) => typeof value === 'string');
  return fault(
    request,
    kindOf(response.status),
    `answered HTTP ${response.status}: ${said.slice(0, excerptLength) || response.statusText}`,
    {
      status: response.status,
      type: typeof type === 'string' ? type : undefined,
      requestId: response.headers.get('request-id') ?? response.headers.get('x-request-id') ?? undefined,
      retryAfterMs: retryAfterMs(response.headers, body),
    },
  );
}

function kindOf(status: number): FaultKind {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status >= 500) return 'overloaded';
  return 'http';
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An error page from a proxy is not JSON; its text is quoted instead.
    return undefined;
  }
}

/** One event's JSON object, or a fault that quotes what came instead. */
export function parseEvent(request: Pick<HttpRequest, 'provider' | 'secret'>, data: string): Readonly<Record<string, unknown>> {
  const value = parseOrUndefined(data);
  if (isRecord(value)) return value;
  throw fault(request, 'invalid_json', `sent something that is not a JSON object: ${data.slice(0, excerptLength)}`);
}
