/** One run: a driver, a model client, the loop between them, everything written down as it happens. */
import type { ProviderChoice } from '../../agent/host/choose-provider.js';
import { functionTool } from '../../agent/host/function-tools.js';
import { longestImageSide } from '../../agent/host/image-limit.js';
import type { AgentSessions, SessionFacts } from '../../agent/host/session-store.js';
import { agentSystemPrompt } from '../../agent/host/system-prompt.js';
import { toolAnswer } from '../../agent/host/tool-answer.js';
import { type AgentMessage, type AgentResult, completeAgent, createModelClient, type ModelClient } from '../../agent/index.js';
import { exitCodeOf } from '../../errors/catalog.js';
import { toDriverError } from '../../errors/to-driver-error.js';
import { nowMs } from '../../kit/clock.js';
import { findTool } from '../../tools/registry.js';
import type { CommandContext } from '../../transport/cli/command.js';
import { openDriver } from '../open-driver.js';
import type { AgentArguments } from './options.js';
import { humanProgress, jsonProgress } from './progress.js';

export interface RunRequest {
  readonly sessions: AgentSessions;
  readonly session: SessionFacts;
  readonly choice: ProviderChoice;
  readonly client: ModelClient;
  readonly options: AgentArguments;
  readonly task: string | undefined;
  readonly transcript: readonly AgentMessage[];
}

const offered = ['computer_use', 'launch_app'] as const;

type Call = (tool: string, input: unknown, signal?: AbortSignal) => Promise<unknown>;

/** Throws when the key is missing, before anything is written or started. */
export const clientOf = ({ provider, model, apiKey, baseUrl }: ProviderChoice, { textOnly }: AgentArguments): ModelClient =>
  createModelClient(provider, { model, apiKey, baseUrl, vision: !textOnly });

export async function runSession(context: CommandContext, request: RunRequest): Promise<number> {
  const { session, sessions, choice, options } = request;
  const { terminal, asJson } = context;
  const driverSession = `agent-${session.id}`;
  await using driver = await openDriver({ daemon: 'auto', client: 'agent', session: driverSession, desktop: session.desktop });
  const call: Call = (tool, input, signal = terminal.signal) => driver.call(tool, input, { signal, approver: terminal.approver });
  try {
    if (!asJson) terminal.stdout(`session ${session.id}\n`);
    await call('start_session', {
      session: driverSession,
      config: { max_image_dimension: longestImageSide(choice.provider, choice.model) },
    });
    // Without a desktop there is nothing to do, so no token is spent on finding out.
    await call('get_screen_size', {});
    if (options.record) announceRecording(context, await call('start_recording', { name: driverSession }));
    const opening = await openApp(call, options.app);
    return exitCode(await converse(context, request, call, opening));
  } catch (error) {
    const { code, message } = toDriverError(error);
    await sessions.finish(session.id, { ...nothingDone(), status: 'failed', error: { code, message } });
    throw error;
  } finally {
    // Also after Ctrl-C: ends what the session holds and completes its recording.
    await driver.call('end_session', { session: driverSession }).catch(() => {}); // the daemon went away and took it along
  }
}

function announceRecording({ terminal, asJson }: CommandContext, started: unknown): void {
  const folder = typeof started === 'object' && started !== null && 'output_dir' in started ? started.output_dir : undefined;
  terminal.stdout(asJson ? `${JSON.stringify({ type: 'recording', output_dir: folder })}\n` : `recording to ${folder}\n`);
}

const nothingDone = () => ({ at: new Date(nowMs()).toISOString(), text: '', steps: 0, input_tokens: 0, output_tokens: 0 });

/** The application is started before the first turn, so that the model begins with something to look at. */
async function openApp(call: Call, app: string | undefined): Promise<string> {
  if (app === undefined) return '';
  await call('launch_app', { name: app });
  return `\n\nThe application to use is "${app}"; it is running. Capture it first.`;
}

async function converse({ terminal, asJson }: CommandContext, request: RunRequest, call: Call, opening: string): Promise<AgentResult> {
  const { session, sessions, client, options, task, transcript } = request;
  const progress = asJson ? jsonProgress(terminal) : humanProgress(terminal);
  const result = await completeAgent(
    {
      client,
      tools: offered.map((name) => functionTool(findTool(name))),
      execute: async ({ name, input }, signal) => toolAnswer(await call(name, input, signal)),
      system: agentSystemPrompt(offered),
      ...(task === undefined ? {} : { task: `${task}${opening}` }),
      ...(transcript.length > 0 ? { transcript } : {}),
      ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
      ...(options.budget === undefined ? {} : { tokenBudget: options.budget }),
      signal: terminal.signal,
      onMessage: (message) => sessions.addMessage(session.id, message),
    },
    (event) => progress.show(event),
  );
  await sessions.finish(session.id, {
    ...nothingDone(),
    status: result.status,
    text: result.text,
    steps: result.steps,
    input_tokens: result.usage.inputTokens,
    output_tokens: result.usage.outputTokens,
    ...(result.error ? { error: { code: result.error.code, message: result.error.message } } : {}),
  });
  return result;
}

function exitCode({ status, error }: AgentResult): number {
  if (status === 'done') return 0;
  return error ? exitCodeOf(error.code) : 1;
}
