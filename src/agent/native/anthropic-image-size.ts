/** How large a screenshot Anthropic's computer tools take; the toolset refuses a larger one instead of shrinking it. */
import { DriverError } from '../../errors/driver-error.js';
import { fitSize, highResolutionPatchBudget, type SizeLimit, standardPatchBudget } from '../../image/size-limit.js';
import type { Size } from '../../model/geometry.js';
import { imageSize } from '../envelope/image-size.js';

export type AnthropicTier = 'standard' | 'high_resolution';

const limits: Readonly<Record<AnthropicTier, SizeLimit>> = {
  standard: { patches: standardPatchBudget },
  high_resolution: { patches: highResolutionPatchBudget },
};

export const anthropicSizeLimit = (tier: AnthropicTier): SizeLimit => limits[tier];

/** The largest size of the same shape that is accepted. */
export const fitForAnthropic = (size: Size, tier: AnthropicTier): Size => fitSize(size, limits[tier]);

/** Opus from 4.7 on reads the high resolution; for any other name the smaller size is always accepted. */
export function anthropicTier(model: string): AnthropicTier {
  const version = /opus-(\d+)(?:[-.](\d{1,2}))?(?![\d])/.exec(model);
  if (!version) return 'standard';
  const major = Number(version[1]);
  const minor = Number(version[2] ?? 0);
  return major > 4 || (major === 4 && minor >= 7) ? 'high_resolution' : 'standard';
}

export function checkAnthropicImage(base64: string, tier: AnthropicTier): void {
  const size = imageSize(base64);
  if (!size) return;
  const fitting = fitForAnthropic(size, tier);
  if (fitting.width === size.width && fitting.height === size.height) return;
  throw new DriverError(
    'invalid_input',
    `The ${size.width}×${size.height} screenshot is larger than the ${tier} tier takes; ${fitting.width}×${fitting.height} fits.`,
    { size, fitting, tier },
  );
}
