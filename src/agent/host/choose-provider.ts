import { DriverError } from '../../errors/driver-error.js';
import { nearest } from '../../kit/nearest.js';
import { type ProviderName, providerNames } from '../create-client.js';

/** What the person asked for. */
export interface ProviderWish {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** What the environment holds. */
export interface ProviderKeys {
  readonly anthropic: string | undefined;
  readonly openai: string | undefined;
  readonly google: string | undefined;
  readonly openaiBaseUrl: string | undefined;
}

export interface ProviderChoice {
  readonly provider: ProviderName;
  readonly model: string;
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}

const modelExamples: Readonly<Record<ProviderName, string>> = {
  anthropic: '--model claude-sonnet-4-5',
  openai: '--model gpt-5',
  google: '--model gemini-2.5-pro',
  'openai-compatible': '--model NAME (as the server lists it)',
};

export function chooseProvider(wish: ProviderWish, keys: ProviderKeys): ProviderChoice {
  const provider = wish.provider === undefined ? impliedProvider(wish, keys) : named(wish.provider);
  if (wish.model === undefined || wish.model === '') {
    throw new DriverError('invalid_input', `agent: name the model, e.g. ${modelExamples[provider]}.`, { provider });
  }
  const isOpenai = provider === 'openai' || provider === 'openai-compatible';
  const baseUrl = wish.baseUrl ?? (isOpenai ? keys.openaiBaseUrl : undefined);
  if (provider === 'openai-compatible' && baseUrl === undefined && keys.openai === undefined) {
    throw new DriverError('invalid_input', 'agent: an openai-compatible server needs --base-url, e.g. http://127.0.0.1:8080/v1.', {
      provider,
    });
  }
  return { provider, model: wish.model, apiKey: isOpenai ? keys.openai : keys[provider], baseUrl };
}

function named(name: string): ProviderName {
  const known = providerNames.find((each) => each === name);
  if (known) return known;
  const suggestions = nearest(name, providerNames);
  const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.join(' or ')}?` : '';
  throw new DriverError('invalid_input', `agent: --provider takes ${providerNames.join(', ')}, not "${name}".${hint}`, { suggestions });
}

/** An address of one's own means a compatible server; else whoever's key is set. */
function impliedProvider({ baseUrl }: ProviderWish, keys: ProviderKeys): ProviderName {
  if (baseUrl !== undefined) return 'openai-compatible';
  if (keys.anthropic !== undefined) return 'anthropic';
  if (keys.openai !== undefined && keys.openaiBaseUrl === undefined) return 'openai';
  if (keys.google !== undefined) return 'google';
  if (keys.openaiBaseUrl !== undefined) return 'openai-compatible';
  throw new DriverError(
    'provider_key_missing',
    'No model provider: set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, or pass --base-url for a server of your own.',
    { variables: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENAI_BASE_URL'] },
  );
}
