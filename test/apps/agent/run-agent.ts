// Runs `offhand agent` as people do, against a model server on loopback that plays a script.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Dialect, type ModelServer, type Reply, type RequestSeen, startModelServer } from '../../support/model-server.js';
import { until } from '../../support/until.js';

const command = fileURLToPath(new URL('../../../bin/offhand', import.meta.url));

export const dialects: readonly Dialect[] = ['anthropic', 'openai', 'google', 'openai-compatible'];

/** What the model does next, given the text of the last results. */
export type Move = Reply | ((seen: string, request: RequestSeen) => Reply);

export interface AgentRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly requests: readonly RequestSeen[];
  /** Text of all results the model was given, in order. */
  readonly results: readonly string[];
}

export interface AgentSetup {
  readonly home: string;
  readonly desktop?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const act = (...inputs: readonly Readonly<Record<string, unknown>>[]): Reply => ({
  calls: inputs.map((input) => ({ name: 'computer_use', input })),
});

/** The number of the first element whose line matches, in any of the forms a capture lists elements in. */
export function numberOf(seen: string, line: RegExp): number {
  for (const each of seen.split('\n')) {
    const [, number] = line.test(each) ? (/(?:^|\s)(?:#|\[)(\d+)\]?\s/.exec(each) ?? []) : [];
    if (number !== undefined) return Number(number);
  }
  throw new Error(`nothing matches ${line} in:\n${seen}`);
}

export function startOffhand(args: readonly string[], { home, env = {} }: AgentSetup) {
  const clean = { PATH: process.env.PATH ?? '', HOME: home, OFFHAND_HOME: home, ...env };
  return spawn(process.execPath, [command, ...args], { env: clean, stdio: ['pipe', 'pipe', 'pipe'] });
}

export async function offhand(args: readonly string[], setup: AgentSetup, stdin = ''): Promise<Omit<AgentRun, 'requests' | 'results'>> {
  const child = startOffhand(args, setup);
  child.stdin.end(stdin);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { exitCode, stdout, stderr };
}

const keys = { ANTHROPIC_API_KEY: 'key-a', OPENAI_API_KEY: 'key-o', GEMINI_API_KEY: 'key-g' };

export const providerArguments = (dialect: Dialect, url: string): readonly string[] => [
  '--provider',
  dialect,
  '--model',
  'scripted',
  '--base-url',
  url,
];

export async function runAgent(dialect: Dialect, moves: readonly Move[], args: readonly string[], setup: AgentSetup): Promise<AgentRun> {
  const results: string[] = [];
  await using server = await startModelServer((request, index) => {
    const seen = request.results.map(({ text }) => text);
    results.push(...seen);
    const move = moves[index] ?? { text: 'The script is at its end.' };
    return typeof move === 'function' ? move(seen.join('\n'), request) : move;
  });
  const place = setup.desktop === undefined ? [] : ['--desktop', setup.desktop];
  const run = await offhand(['agent', ...args, ...place, ...providerArguments(dialect, server.url)], {
    ...setup,
    env: { ...keys, ...setup.env },
  });
  return { ...run, requests: [...server.requests], results };
}

/** Starts an agent, interrupts it as soon as something is so, and gives what it said. */
export async function interrupt(
  dialect: Dialect,
  moves: readonly Move[],
  when: (server: ModelServer) => boolean,
  setup: AgentSetup,
): Promise<{ stdout: string }> {
  await using server = await startModelServer((request, index) => {
    const move = moves[index] ?? { text: 'The script is at its end.' };
    return typeof move === 'function' ? move(request.results.map(({ text }) => text).join('\n'), request) : move;
  });
  const child = startOffhand(['agent', 'wait', '--desktop', setup.desktop ?? '', ...providerArguments(dialect, server.url)], {
    ...setup,
    env: keys,
  });
  let stdout = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await until(() => when(server), { what: 'the moment to interrupt', timeoutMs: 60_000, intervalMs: 5 });
  child.kill('SIGINT');
  await ended;
  return { stdout };
}

/** A model that never answers, or a tool that takes its time. */
export const interruptWhenWaiting = (dialect: Dialect, reply: Reply, setup: AgentSetup): Promise<{ stdout: string }> =>
  interrupt(dialect, [reply], ({ requests }) => requests.length > 0, setup);
