import type { IncomingMessage, ServerResponse } from 'node:http';
import { redactTokensIn } from '../../../approval/redact-tokens.js';
import type { EventBus } from '../../../engine/events.js';
import { every } from '../../../kit/clock.js';

const KEEP_ALIVE_MS = 15_000;
/** A reader this far behind is not reading. */
const MAX_UNSENT_BYTES = 8 * 1024 * 1024;

/** The engine's events as server-sent events. Agents hold the same bearer token as hosts, so approval tokens are hidden. */
export function streamEvents(events: EventBus, request: IncomingMessage, response: ServerResponse): void {
  const send = openEventStream(request, response, () => unsubscribe());
  const unsubscribe = events.subscribe((event) => send(event.type, redactTokensIn(event)));
}

/** Server-sent events until the reader goes away. */
export function openEventStream(
  request: IncomingMessage,
  response: ServerResponse,
  onEnd: () => void,
): (type: string, event: unknown) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  response.write(': connected\n\n');
  const send = (text: string): void => {
    response.write(text);
    if (response.writableLength > MAX_UNSENT_BYTES) request.destroy();
  };
  const keepAlive = every(KEEP_ALIVE_MS, () => send(': still here\n\n'));
  request.once('close', () => {
    keepAlive.cancel();
    onEnd();
  });
  return (type, event) => send(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
}
