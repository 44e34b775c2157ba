/** Anthropic's earlier single tool, `computer_20251124` and `computer_20250124`: one call, the action inside its input. */
import { DriverError } from '../../errors/driver-error.js';
import { toDriverError } from '../../errors/to-driver-error.js';
import type { Size } from '../../model/geometry.js';
import { isRecord } from '../context/image-parts.js';
import type { AnthropicToolResult } from '../envelope/anthropic.js';
import type { ExecuteAction, ImageFrame, NativeAction, Served } from './action.js';
import { parseAnthropicAction } from './anthropic-actions.js';
import type { AnthropicTier } from './anthropic-image-size.js';
import { outcomeBlocks, toolsetType } from './anthropic-toolset.js';
import { checkServed, failureText } from './outcome.js';

export type ComputerVersion = 'computer_20251124' | 'computer_20250124';

/** What to declare first, and what to fall back to when a model answers 400; after the last, a plain function tool. */
export const anthropicGenerations = [toolsetType, 'computer_20251124', 'computer_20250124'] as const;

const betaHeaders: Readonly<Record<ComputerVersion, string>> = {
  computer_20251124: 'computer-use-2025-11-24',
  computer_20250124: 'computer-use-2025-01-24',
};

/** Goes into the `anthropic-beta` header. */
export const computerBeta = (version: ComputerVersion): string => betaHeaders[version];

export interface ComputerEntry {
  readonly type: ComputerVersion;
  readonly name: 'computer';
  readonly display_width_px: number;
  readonly display_height_px: number;
  readonly enable_zoom?: true;
}

/** The size is that of the screenshots the model will get, not of the display behind them. */
export function computerEntry(version: ComputerVersion, screenshot: Size, served: Served): ComputerEntry {
  const zoom = version === 'computer_20251124' && served.has('zoom');
  return {
    type: version,
    name: 'computer',
    display_width_px: screenshot.width,
    display_height_px: screenshot.height,
    ...(zoom ? { enable_zoom: true } : {}),
  };
}

export function parseComputerInput(version: ComputerVersion, input: unknown, frame: ImageFrame): NativeAction {
  const fields = isRecord(input) ? input : {};
  const name = typeof fields.action === 'string' ? fields.action : '';
  if (name === 'zoom' && version === 'computer_20250124')
    throw new DriverError('invalid_input', `There is no action "zoom" in ${version}.`);
  return parseAnthropicAction(name, fields, frame);
}

export interface ComputerRun {
  readonly version: ComputerVersion;
  readonly frame: ImageFrame;
  readonly served: Served;
  readonly tier: AnthropicTier;
  readonly execute: ExecuteAction;
  readonly signal?: AbortSignal;
}

export async function runComputerUse(call: { id: string; input: unknown }, run: ComputerRun): Promise<AnthropicToolResult> {
  try {
    const action = parseComputerInput(run.version, call.input, run.frame);
    checkServed(action, run.served);
    return { type: 'tool_result', tool_use_id: call.id, content: outcomeBlocks(await run.execute(action), run.tier) };
  } catch (error) {
    if (run.signal?.aborted) throw error;
    const text = failureText(toDriverError(error));
    return { type: 'tool_result', tool_use_id: call.id, content: [{ type: 'text', text }], is_error: true };
  }
}
