/** OpenAI `computer` and the earlier `computer_use_preview`: the tools entry, batched calls in, one screenshot out. */
import { DriverError } from '../../errors/driver-error.js';
import { toDriverError } from '../../errors/to-driver-error.js';
import type { Size } from '../../model/geometry.js';
import { isRecord, type Json } from '../context/image-parts.js';
import type { ActionOutcome, ExecuteAction, ImageFrame, NativeAction, Served } from './action.js';
import { parseOpenaiAction } from './openai-actions.js';
import { checkServed, failureText } from './outcome.js';

export const openaiComputerTool = { type: 'computer' } as const;

export interface PreviewTool {
  readonly type: 'computer_use_preview';
  readonly display_width: number;
  readonly display_height: number;
  readonly environment: 'windows' | 'mac' | 'linux' | 'ubuntu' | 'browser';
}

export const openaiPreviewTool = (screenshot: Size, environment: PreviewTool['environment']): PreviewTool => ({
  type: 'computer_use_preview',
  display_width: screenshot.width,
  display_height: screenshot.height,
  environment,
});

export interface SafetyCheck {
  readonly id: string;
  readonly code?: string | null;
  readonly message?: string | null;
}

export interface ComputerCall {
  readonly callId: string;
  /** In order; a preview call holds exactly one. */
  readonly actions: readonly unknown[];
  readonly safetyChecks: readonly SafetyCheck[];
}

export function parseComputerCall(item: unknown): ComputerCall {
  if (!isRecord(item) || item.type !== 'computer_call' || typeof item.call_id !== 'string') {
    throw new DriverError('invalid_input', 'The item is not a computer_call with a call_id.');
  }
  const batch = Array.isArray(item.actions) ? item.actions : isRecord(item.action) ? [item.action] : [];
  const checks = Array.isArray(item.pending_safety_checks) ? item.pending_safety_checks.filter(isSafetyCheck) : [];
  return { callId: item.call_id, actions: batch, safetyChecks: checks };
}

const isSafetyCheck = (value: unknown): value is SafetyCheck & Json => isRecord(value) && typeof value.id === 'string';

export interface ComputerCallOutput {
  readonly type: 'computer_call_output';
  readonly call_id: string;
  readonly output: { readonly type: 'computer_screenshot'; readonly image_url: string };
  readonly acknowledged_safety_checks?: readonly SafetyCheck[];
}

/** An output can hold nothing but a screenshot, so a failure is told in a message after it. */
export interface FailureNote {
  readonly role: 'user';
  readonly content: readonly [{ readonly type: 'input_text'; readonly text: string }];
}

export interface ComputerCallRun {
  readonly frame: ImageFrame;
  readonly served: Served;
  readonly execute: ExecuteAction;
  readonly screenshot: () => Promise<ActionOutcome>;
  /** Shows the checks to the person; false stops the call before anything is done. */
  readonly acknowledge: (checks: readonly SafetyCheck[]) => Promise<boolean>;
  readonly signal?: AbortSignal;
}

/** Runs the batch in order up to the first failure, then takes the one screenshot the call is answered with. */
export async function runComputerCall(item: unknown, run: ComputerCallRun): Promise<readonly (ComputerCallOutput | FailureNote)[]> {
  const call = parseComputerCall(item);
  await checkSafety(call, run);
  const failure = await runActions(call, run);
  const { image } = await run.screenshot();
  if (!image) throw new DriverError('internal', 'The host gave no screenshot for a computer_call.');
  const output: ComputerCallOutput = {
    type: 'computer_call_output',
    call_id: call.callId,
    output: { type: 'computer_screenshot', image_url: `data:${image.mimeType};base64,${image.data}` },
    ...(call.safetyChecks.length > 0 ? { acknowledged_safety_checks: call.safetyChecks } : {}),
  };
  return failure === undefined ? [output] : [output, { role: 'user', content: [{ type: 'input_text', text: failure }] }];
}

async function checkSafety({ callId, safetyChecks }: ComputerCall, run: ComputerCallRun): Promise<void> {
  if (safetyChecks.length === 0 || (await run.acknowledge(safetyChecks))) return;
  const reasons = safetyChecks.map(({ code, message }) => message ?? code ?? 'unnamed check').join('; ');
  throw new DriverError('approval_denied', `The person did not accept the provider's safety check: ${reasons}`, { callId, safetyChecks });
}

/** Undefined when all went well; otherwise what to tell the model. */
async function runActions({ actions }: ComputerCall, run: ComputerCallRun): Promise<string | undefined> {
  for (const [index, raw] of actions.entries()) {
    run.signal?.throwIfAborted();
    try {
      await runAction(parseOpenaiAction(raw, run.frame), run);
    } catch (error) {
      if (run.signal?.aborted) throw error;
      const left = actions.length - index - 1;
      const rest = left === 0 ? '' : ` The ${left} after it ${left === 1 ? 'was' : 'were'} not executed.`;
      return `Action ${index + 1} of ${actions.length} failed: ${failureText(toDriverError(error))}${rest}`;
    }
  }
  return undefined;
}

/** A screenshot is taken after the batch anyway. */
async function runAction(action: NativeAction, { served, execute }: ComputerCallRun): Promise<void> {
  if (action.kind === 'screenshot') return;
  checkServed(action, served);
  await execute(action);
}
