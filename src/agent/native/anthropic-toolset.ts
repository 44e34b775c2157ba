/** Anthropic `computer_toolset_20260801`: the tools entry, calls in, ordered batches, results out. */
import { toDriverError } from '../../errors/to-driver-error.js';
import { isRecord, type Json } from '../context/image-parts.js';
import type { AnthropicContentBlock, AnthropicToolResult } from '../envelope/anthropic.js';
import type { ActionOutcome, ExecuteAction, ImageFrame, NativeAction, Served } from './action.js';
import { anthropicMembers, kindOfMember, parseAnthropicAction } from './anthropic-actions.js';
import { type AnthropicTier, checkAnthropicImage } from './anthropic-image-size.js';
import { checkServed, failureText } from './outcome.js';

export const toolsetType = 'computer_toolset_20260801';
export const toolsetName = 'computer';
export const notExecutedText = 'Not executed: an earlier computer action in this turn failed.';

export interface ToolsetEntry {
  readonly type: typeof toolsetType;
  readonly configs?: Readonly<Record<string, { readonly enabled: false }>>;
  readonly cache_control?: { readonly type: 'ephemeral' };
}

/** The `tools[]` entry; what the host cannot serve is switched off, so the model never sees it. */
export function toolsetEntry(served: Served, { cache = false }: { cache?: boolean } = {}): ToolsetEntry {
  const disabled = anthropicMembers.filter((member) => !served.has(kindOfMember(member)));
  return {
    type: toolsetType,
    ...(disabled.length > 0 ? { configs: Object.fromEntries(disabled.map((member) => [member, { enabled: false as const }])) } : {}),
    ...(cache ? { cache_control: { type: 'ephemeral' } } : {}),
  };
}

export interface ToolsetCall {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly toolset_name: typeof toolsetName;
  readonly input: unknown;
}

/** Only a block stamped with the family is ours: a plain tool may share a member's name. */
export function isToolsetCall(block: unknown): block is ToolsetCall {
  return isRecord(block) && block.type === 'tool_use' && block.toolset_name === toolsetName && typeof block.id === 'string';
}

export function parseToolsetCall(call: ToolsetCall, frame: ImageFrame): NativeAction {
  return parseAnthropicAction(call.name, inputOf(call.input), frame);
}

const inputOf = (input: unknown): Json => (isRecord(input) ? input : {});

export interface ToolsetRun {
  /** The screenshot the model looked at when it wrote the calls; a zoomed view does not change it. */
  readonly frame: ImageFrame;
  readonly served: Served;
  readonly tier: AnthropicTier;
  readonly execute: ExecuteAction;
  /** Taken for the last result when the batch holds no picture of its own. */
  readonly screenshot?: () => Promise<ActionOutcome>;
  readonly signal?: AbortSignal;
}

/** Runs one turn's blocks in order up to the first failure; every block gets its result, as the API demands. */
export async function runToolsetBatch(content: readonly unknown[], run: ToolsetRun): Promise<readonly AnthropicToolResult[]> {
  const calls = content.filter(isToolsetCall);
  const results: AnthropicToolResult[] = [];
  let failed = false;
  for (const call of calls) {
    run.signal?.throwIfAborted();
    const answer: AnthropicToolResult = failed ? errorResult(call.id, notExecutedText) : await runCall(call, run);
    failed ||= answer.is_error === true;
    results.push(answer);
  }
  return failed ? results : withScreenshot(results, run);
}

async function runCall(call: ToolsetCall, run: ToolsetRun): Promise<AnthropicToolResult> {
  try {
    const action = parseToolsetCall(call, run.frame);
    checkServed(action, run.served);
    const outcome = await run.execute(action);
    return { type: 'tool_result', tool_use_id: call.id, toolset_name: toolsetName, content: outcomeBlocks(outcome, run.tier) };
  } catch (error) {
    if (run.signal?.aborted) throw error;
    return errorResult(call.id, failureText(toDriverError(error)));
  }
}

const errorResult = (id: string, message: string): AnthropicToolResult => ({
  type: 'tool_result',
  tool_use_id: id,
  toolset_name: toolsetName,
  content: [{ type: 'text', text: message }],
  is_error: true,
});

/** A picture alone, a position as `X=…,Y=…`, or a short text. */
export function outcomeBlocks({ text, image, cursor }: ActionOutcome, tier: AnthropicTier): readonly AnthropicContentBlock[] {
  const said = cursor ? `X=${cursor.x},Y=${cursor.y}` : text;
  const words: AnthropicContentBlock[] = said ? [{ type: 'text', text: said }] : [];
  if (!image) return words.length > 0 ? words : [{ type: 'text', text: 'OK' }];
  checkAnthropicImage(image.data, tier);
  return [...words, { type: 'image', source: { type: 'base64', media_type: image.mimeType, data: image.data } }];
}

async function withScreenshot(results: readonly AnthropicToolResult[], run: ToolsetRun): Promise<readonly AnthropicToolResult[]> {
  const last = results.at(-1);
  if (!last || !run.screenshot || results.some(holdsImage)) return results;
  const words = typeof last.content === 'string' ? [{ type: 'text' as const, text: last.content }] : last.content;
  return [...results.slice(0, -1), { ...last, content: [...words, ...(await picture(run.screenshot, run))] }];
}

/** The actions were done whether or not a picture of it can be had. */
async function picture(screenshot: () => Promise<ActionOutcome>, { tier, signal }: ToolsetRun): Promise<readonly AnthropicContentBlock[]> {
  try {
    return outcomeBlocks(await screenshot(), tier);
  } catch (error) {
    if (signal?.aborted) throw error;
    return [{ type: 'text', text: `No screenshot: ${failureText(toDriverError(error))}` }];
  }
}

const holdsImage = ({ content }: AnthropicToolResult): boolean =>
  typeof content !== 'string' && content.some((block) => block.type === 'image');
