/** Gemini computer use: the tools entry, function calls in, function responses with a screenshot out. */
import { DriverError } from '../../errors/driver-error.js';
import { toDriverError } from '../../errors/to-driver-error.js';
import { isRecord, type Json } from '../context/image-parts.js';
import type { GeminiFunctionResponse } from '../envelope/gemini.js';
import type { ActionOutcome, ExecuteAction, NativeAction, Served } from './action.js';
import { type GeminiNameSet, type GeminiParseOptions, geminiNames, kindOfFunction, parseGeminiFunction } from './gemini-functions.js';
import { checkServed, failureText } from './outcome.js';

export interface GeminiComputerTool {
  readonly computerUse: {
    readonly environment: 'ENVIRONMENT_DESKTOP' | 'ENVIRONMENT_BROWSER';
    readonly excludedPredefinedFunctions?: readonly string[];
  };
}

/** The size of the screen is never declared: the model counts in thousandths. */
export function geminiComputerTool(names: GeminiNameSet, served: Served): GeminiComputerTool {
  const excluded = geminiNames[names].filter((name) => !served.has(kindOfFunction(name)));
  return {
    computerUse: {
      environment: names === 'desktop-3.5' ? 'ENVIRONMENT_DESKTOP' : 'ENVIRONMENT_BROWSER',
      ...(excluded.length > 0 ? { excludedPredefinedFunctions: excluded } : {}),
    },
  };
}

/** Names of 2.5 are emitted by the 2.5 computer-use model and by Gemini 3 Flash. */
export function geminiNameSet(model: string, environment: 'desktop' | 'browser'): GeminiNameSet {
  const usesOldNames = /gemini-2|gemini-3-flash/.test(model);
  if (usesOldNames) return 'browser-2.5';
  return environment === 'desktop' ? 'desktop-3.5' : 'browser-3.5';
}

export interface SafetyDecision {
  readonly decision: string;
  readonly explanation: string;
}

export interface GeminiCall {
  readonly id?: string;
  readonly name: string;
  readonly actions: readonly NativeAction[];
  /** Present only when a person must confirm first. */
  readonly confirm?: SafetyDecision;
}

const permitted: ReadonlySet<string> = new Set(['regular', 'allowed', 'allow']);

/** Throws for functions and arguments that mean nothing; `safety_decision` travels among the arguments. */
export function parseGeminiCall(call: unknown, options: GeminiParseOptions = {}): GeminiCall {
  const { id, name, args } = callParts(call);
  const confirm = safetyOf(args.safety_decision);
  return { ...(id === undefined ? {} : { id }), name, actions: parseGeminiFunction(name, args, options), ...(confirm ? { confirm } : {}) };
}

function callParts(call: unknown): { id: string | undefined; name: string; args: Json } {
  const source = isRecord(call) && isRecord(call.functionCall) ? call.functionCall : isRecord(call) ? call : {};
  return {
    id: typeof source.id === 'string' && source.id !== '' ? source.id : undefined,
    name: typeof source.name === 'string' ? source.name : '',
    args: isRecord(source.args) ? source.args : {},
  };
}

function safetyOf(value: unknown): SafetyDecision | undefined {
  if (!isRecord(value) || typeof value.decision !== 'string') return undefined;
  if (permitted.has(value.decision.toLowerCase())) return undefined;
  return { decision: value.decision, explanation: typeof value.explanation === 'string' ? value.explanation : '' };
}

export interface GeminiRun extends GeminiParseOptions {
  readonly served: Served;
  readonly execute: ExecuteAction;
  readonly screenshot: () => Promise<ActionOutcome>;
  readonly confirm: (decision: SafetyDecision, call: GeminiCall) => Promise<boolean>;
  /** The page's address, for the browser environment. */
  readonly url?: () => Promise<string>;
  readonly signal?: AbortSignal;
}

const notExecuted = 'Not executed: an earlier action in this turn failed.';

/** One turn's calls in order up to the first failure; each gets a response with the screen as it is then. */
export async function runGeminiCalls(calls: readonly unknown[], run: GeminiRun): Promise<readonly GeminiFunctionResponse[]> {
  const responses: GeminiFunctionResponse[] = [];
  let failed = false;
  for (const call of calls) {
    run.signal?.throwIfAborted();
    const outcome: CallOutcome = failed ? { error: notExecuted, acknowledged: false } : await runCall(call, run);
    failed ||= outcome.error !== undefined;
    responses.push(await responseTo(call, outcome, run));
  }
  return responses;
}

interface CallOutcome {
  readonly error?: string;
  readonly output?: string;
  readonly acknowledged: boolean;
}

async function runCall(raw: unknown, run: GeminiRun): Promise<CallOutcome> {
  let acknowledged = false;
  try {
    const call = parseGeminiCall(raw, run);
    for (const action of call.actions) checkServed(action, run.served);
    if (call.confirm) {
      if (!(await run.confirm(call.confirm, call)))
        throw new DriverError('approval_denied', `The person declined: ${call.confirm.explanation}`);
      acknowledged = true;
    }
    const texts: string[] = [];
    for (const action of call.actions) {
      run.signal?.throwIfAborted();
      if (action.kind !== 'screenshot') texts.push((await run.execute(action)).text ?? '');
    }
    return { output: texts.filter((text) => text !== '').join('\n') || 'OK', acknowledged };
  } catch (error) {
    if (run.signal?.aborted) throw error;
    return { error: failureText(toDriverError(error)), acknowledged };
  }
}

async function responseTo(call: unknown, { error, output, acknowledged }: CallOutcome, run: GeminiRun): Promise<GeminiFunctionResponse> {
  const { id, name } = callParts(call);
  const { image, text: note } = error === notExecuted ? {} : await picture(run);
  const response = {
    ...(error === undefined ? { output } : { error }),
    ...(note === undefined ? {} : { note }),
    ...(run.url ? { url: await run.url() } : {}),
    ...(acknowledged ? { safety_acknowledgement: 'true' } : {}),
  };
  return {
    functionResponse: {
      ...(id === undefined ? {} : { id }),
      name,
      response,
      ...(image ? { parts: [{ inlineData: { mimeType: image.mimeType, data: image.data } }] } : {}),
    },
  };
}

/** The actions were done whether or not a picture of it can be had. */
async function picture({ screenshot, signal }: GeminiRun): Promise<ActionOutcome> {
  try {
    return await screenshot();
  } catch (error) {
    if (signal?.aborted) throw error;
    return { text: `No screenshot: ${failureText(toDriverError(error))}` };
  }
}
