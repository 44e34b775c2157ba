import { join } from 'node:path';
import { chooseProvider, type ProviderChoice, type ProviderWish } from '../agent/host/choose-provider.js';
import { AgentSessions } from '../agent/host/session-store.js';
import { readEnv } from '../config/env.js';
import { offhandPaths } from '../config/paths.js';
import { DriverError } from '../errors/driver-error.js';
import { secretFileIn } from '../secrets/secret-file.js';
import type { Command, CommandContext } from '../transport/cli/command.js';
import { listSessions, showSession } from './agent/history.js';
import { type AgentArguments, parseAgentArguments } from './agent/options.js';
import { clientOf, runSession } from './agent/run.js';

export const agent: Command = {
  name: 'agent',
  usage: 'agent "TASK" | list | show ID | resume ID',
  summary: 'Let a model carry out a task on the desktop, with any provider.',
  help: [
    'agent "TASK" --model NAME       do it; progress per step, Ctrl-C stops at once',
    '  --provider anthropic|openai|google|openai-compatible   default: whose key is set',
    '  --base-url URL                a server of your own (llama.cpp, Ollama, vLLM, a gateway)',
    '  --app NAME                    start or find this application first',
    '  --desktop NAME                work on a private desktop (see `offhand desktop`)',
    '  --max-steps N                 model turns at most, default 50',
    '  --budget TOKENS               tokens read and written at most',
    '  --text-only                   for models without eyes: outlines instead of pictures',
    '  --record                      keep a recording of the run',
    'agent list                      earlier runs',
    'agent show ID                   what was said and done in one',
    'agent resume ID ["TASK"]        go on where it stopped, or with something new',
    '',
    'Keys come from ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY (or GOOGLE_API_KEY) in the environment, or from',
    '`offhand secret set ANTHROPIC_API_KEY` and so on; OPENAI_BASE_URL is honoured.',
  ].join('\n'),
  local: true,
  async run(context) {
    const options = parseAgentArguments(context.argv);
    const sessions = new AgentSessions(join(offhandPaths(readEnv()).dataDir, 'agent'));
    const [first, second, ...rest] = options.words;
    if (first === 'list' && second === undefined) return listSessions(sessions, context);
    if (first === 'show' && second !== undefined && rest.length === 0) return showSession(sessions, second, context);
    if (first === 'resume' && second !== undefined) return resume(context, sessions, { ...options, words: rest }, second);
    return start(context, sessions, options);
  },
};

async function start(context: CommandContext, sessions: AgentSessions, options: AgentArguments): Promise<number> {
  const task = options.words.join(' ').trim();
  if (task === '')
    throw new DriverError('invalid_input', 'agent: say what is to be done, e.g. offhand agent "add 2 and 3 in the calculator".');
  const choice = choose(options);
  const client = clientOf(choice, options);
  const session = await sessions.create({
    task,
    provider: choice.provider,
    model: choice.model,
    ...(choice.baseUrl === undefined ? {} : { base_url: choice.baseUrl }),
    ...(options.app === undefined ? {} : { app: options.app }),
    ...(context.desktop === undefined ? {} : { desktop: context.desktop }),
  });
  return runSession(context, { sessions, session, choice, client, options, task, transcript: [] });
}

async function resume(context: CommandContext, sessions: AgentSessions, options: AgentArguments, id: string): Promise<number> {
  const { facts, messages } = await sessions.load(id);
  const choice = choose({
    provider: options.provider ?? facts.provider,
    model: options.model ?? facts.model,
    baseUrl: options.baseUrl ?? facts.base_url,
  });
  const client = clientOf(choice, options);
  const desktop = context.desktop ?? facts.desktop;
  const session = desktop === undefined ? facts : { ...facts, desktop };
  const task = options.words.join(' ').trim() || (messages.length === 0 ? facts.task : undefined);
  return runSession(context, { sessions, session, choice, client, options, task, transcript: messages });
}

function choose(wish: ProviderWish): ProviderChoice {
  const env = readEnv();
  const stored = secretFileIn(offhandPaths(env).dataDir);
  return chooseProvider(wish, {
    anthropic: env.anthropicApiKey ?? stored.get('ANTHROPIC_API_KEY'),
    openai: env.openaiApiKey ?? stored.get('OPENAI_API_KEY'),
    google: env.geminiApiKey ?? stored.get('GEMINI_API_KEY') ?? stored.get('GOOGLE_API_KEY'),
    openaiBaseUrl: env.openaiBaseUrl,
  });
}
