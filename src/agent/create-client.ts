import { createAnthropicClient } from './provider/anthropic.js';
import type { ClientOptions, ModelClient } from './provider/client.js';
import { createGeminiClient } from './provider/gemini.js';
import { createChatClient } from './provider/openai/chat.js';
import { createResponsesClient } from './provider/openai/responses.js';

const makers = {
  anthropic: createAnthropicClient,
  openai: createResponsesClient,
  google: createGeminiClient,
  'openai-compatible': createChatClient,
} as const satisfies Record<string, (options: ClientOptions) => ModelClient>;

export type ProviderName = keyof typeof makers;

export const providerNames: readonly ProviderName[] = ['anthropic', 'openai', 'google', 'openai-compatible'];

/** Throws `provider_key_missing` when the provider needs a key and none was passed. */
export const createModelClient = (provider: ProviderName, options: ClientOptions): ModelClient => makers[provider](options);
