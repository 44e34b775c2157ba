import type { ProviderName } from '../create-client.js';
import { anthropicTier } from '../native/anthropic-image-size.js';

/**
 * The longest side with which a picture of any shape is taken as it is. A larger one would be shrunk by the provider, and
 * the coordinates the model reads from it would be wrong. Anthropic counts patches of 28 pixels: 39 × 39 and 69 × 69 fit.
 */
export function longestImageSide(provider: ProviderName, model: string): number {
  if (provider !== 'anthropic') return 1568;
  return anthropicTier(model) === 'standard' ? 39 * 28 : 1568;
}
