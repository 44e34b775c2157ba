/** What all clients share: the URL, the tool arguments, and running one streamed turn with retries. */
import { DriverError } from '../../errors/driver-error.js';
import { isRecord, type Json } from '../context/image-parts.js';
import type { ToolCall } from '../context/message.js';
import type { ClientOptions, Delta, ModelTurn } from './client.js';
import { fault, type HttpRequest, parseEvent, postForEvents } from './http.js';
import { defaultRetry, withRetries } from './retry.js';

/** Collects one provider's events into a turn. */
export interface TurnReader {
  /** True once the provider's closing event came. */
  readonly isComplete: boolean;
  read(event: Json): void;
  result(): ModelTurn;
}

export interface TurnPlan {
  readonly http: Omit<HttpRequest, 'idleTimeoutMs'>;
  readonly options: ClientOptions;
  readonly signal: AbortSignal;
  readonly onDelta: (delta: Delta) => void;
  readonly makeReader: () => TurnReader;
}

const defaultIdleTimeoutMs = 180_000;

export function runTurn({ http, options, signal, onDelta, makeReader }: TurnPlan): Promise<ModelTurn> {
  const request: HttpRequest = { ...http, idleTimeoutMs: options.idleTimeoutMs ?? defaultIdleTimeoutMs };
  const policy = { ...defaultRetry, ...options.retry };
  const attempt = async (): Promise<ModelTurn> => {
    const reader = makeReader();
    await postForEvents(request, signal, ({ data }) => {
      if (data.trim() === '[DONE]') return 'done';
      reader.read(parseEvent(request, data));
      return reader.isComplete ? 'done' : 'more';
    });
    return reader.result();
  };
  return withRetries(attempt, { policy, signal, onDelta });
}

export const incompleteStream = (provider: string) => fault({ provider }, 'dropped', 'closed the stream before it was complete');

/** Joins a base URL and a versioned path whether or not the base already ends in the version (`/v1`). */
export function endpoint(baseUrl: string, path: string): string {
  const base = checkedBase(baseUrl);
  const version = /^\/[^/]+/.exec(path)?.[0] ?? '';
  return base.endsWith(version) ? base + path.slice(version.length) : base + path;
}

export function checkedBase(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return baseUrl.replace(/\/+$/, '');
  throw new DriverError('invalid_input', `The base URL must start with http:// or https://; got "${baseUrl}".`, { baseUrl });
}

/** A model's arguments: a JSON object, as text or already parsed; anything else is kept as `malformed`. */
export function toolCall(id: string, name: string, args: unknown): ToolCall {
  if (isRecord(args)) return { id, name, input: args };
  const text = typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args);
  if (text.trim() === '') return { id, name, input: {} };
  const input = parseObject(text);
  return input ? { id, name, input } : { id, name, input: {}, malformed: text };
}

/** Some models wrap the object in a JSON string once more. */
function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return parseObject(value);
    return isRecord(value) ? value : undefined;
  } catch {
    // Not JSON: the caller reports the text itself.
    return undefined;
  }
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
export const record = (value: unknown): Json => (isRecord(value) ? value : {});
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
