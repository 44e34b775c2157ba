/** What OpenAI's two interfaces share: the address, the key and the shell around one turn. */
import type { ClientOptions, Delta, ModelClient, ModelRequest } from '../client.js';
import { requireKey } from '../provider-fault.js';
import { checkedBase, runTurn, type TurnReader } from '../turn.js';

export interface OpenaiInterface {
  readonly provider: string;
  readonly path: string;
  readonly body: (request: ModelRequest) => Readonly<Record<string, unknown>>;
  readonly makeReader: (request: ModelRequest, onDelta: (delta: Delta) => void) => TurnReader;
}

export function createOpenaiClient(options: ClientOptions, { provider, path, body, makeReader }: OpenaiInterface): ModelClient {
  const url = addressOf(options.baseUrl, path);
  const secret = keyFor(url, options.apiKey);
  const headers = { ...(secret ? { authorization: `Bearer ${secret}` } : {}), ...options.headers };
  return {
    provider,
    model: options.model,
    turn: (request, signal, onDelta) =>
      runTurn({
        http: { provider, url, headers, body: body(request), secret },
        options,
        signal,
        onDelta,
        makeReader: () => makeReader(request, onDelta),
      }),
  };
}

/** A base with a path of its own already holds the version, however it is called there. */
function addressOf(baseUrl: string | undefined, path: string): string {
  const base = checkedBase(baseUrl ?? 'https://api.openai.com/v1');
  return new URL(base).pathname === '/' ? `${base}/v1${path}` : base + path;
}

/** Servers of one's own usually need no key; the public one does. */
function keyFor(url: string, apiKey: string | undefined): string | undefined {
  const isPublic = new URL(url).hostname === 'api.openai.com';
  return isPublic ? requireKey(apiKey, 'OpenAI', 'OPENAI_API_KEY') : apiKey?.trim() || undefined;
}
