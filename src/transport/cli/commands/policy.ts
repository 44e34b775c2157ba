import { resolve } from 'node:path';
import { z } from 'zod';
import { readEnv } from '../../../config/env.js';
import { offhandPaths } from '../../../config/paths.js';
import { exitCodeOf } from '../../../errors/catalog.js';
import { DriverError } from '../../../errors/driver-error.js';
import { AppApprovals } from '../../../policy/app-approval.js';
import { PolicyFile, type PolicyState } from '../../../policy/policy-file.js';
import { decideUnder } from '../../../policy/refusal.js';
import type { Decision, PolicyContext } from '../../../policy/request.js';
import { listWindows } from '../../../tools/observe/windows.js';
import type { Command, CommandContext } from '../command.js';
import { dryRun, type JudgedTurn, recordingFolder } from '../policy/dry-run.js';
import { requestOfCall } from '../policy/request-of-call.js';
import { paint, type Style, type Terminal } from '../terminal.js';

export const policy: Command = {
  name: 'policy',
  usage: 'policy check|show|explain|dry-run|apps',
  summary: 'Test policy.toml, see what it says to a call or a recording, and which applications are approved.',
  help: [
    'policy check [FILE]               whether the file can be used; faults with line and column',
    'policy show                       every setting in force',
    'policy explain CALL               what it says to {"tool":"type_text","input":{"text":"…"},"app":"xterm"}',
    'policy dry-run RECORDING          which turns would have been blocked or asked about',
    'policy apps list                  applications approved for good, per client',
    'policy apps forget APP|--all [--client NAME]',
  ].join('\n'),
  local: false,
  async run(context) {
    const [verb = 'show', ...words] = context.argv;
    const paths = offhandPaths(readEnv());
    const file = new PolicyFile(verb === 'check' && words[0] !== undefined ? resolve(context.terminal.cwd, words[0]) : paths.policyFile);
    const seen = new AppApprovals(paths.seenAppsFile);
    if (verb === 'check') return check(context, file);
    if (verb === 'show') return show(context, file);
    if (verb === 'explain') return explain(context, file, seen, words);
    if (verb === 'dry-run') return tryRecording(context, file, seen, words, paths.recordingsDir);
    if (verb === 'apps') return apps(context, seen, words);
    throw new DriverError('invalid_input', `policy: "${verb}" is none of check, show, explain, dry-run and apps.`);
  },
};

function check({ asJson, terminal }: CommandContext, file: PolicyFile): number {
  const state = file.current();
  if (state.status === 'broken') {
    if (asJson) terminal.stdout(`${JSON.stringify({ ok: false, path: file.path, error: state.error.toShape() }, undefined, 2)}\n`);
    else for (const line of faultLines(file.path, state)) terminal.stderr(`${paint(terminal, 'red', 'fault')} ${line}\n`);
    return exitCodeOf(state.error.code);
  }
  const { warnings } = state.policy;
  if (asJson) terminal.stdout(`${JSON.stringify({ ok: true, path: file.path, origin: state.origin, warnings }, undefined, 2)}\n`);
  else terminal.stdout(state.origin === 'file' ? `${file.path} is fine.\n` : `There is no ${file.path}; the defaults hold.\n`);
  for (const warning of asJson ? [] : warnings) terminal.stderr(`${paint(terminal, 'yellow', 'warning')} ${warning}\n`);
  return 0;
}

const faultsShape = z.object({ faults: z.array(z.object({ message: z.string(), line: z.int(), column: z.int() })) });

function faultLines(path: string, { error }: Extract<PolicyState, { status: 'broken' }>): string[] {
  const parsed = faultsShape.safeParse(error.details);
  return parsed.success ? parsed.data.faults.map(({ message, line, column }) => `${path}:${line}:${column}: ${message}`) : [error.message];
}

function usable(file: PolicyFile): Extract<PolicyState, { status: 'ok' }> {
  const state = file.current();
  if (state.status === 'broken') throw state.error;
  return state;
}

function show({ asJson, terminal }: CommandContext, file: PolicyFile): number {
  const { policy: inForce, origin } = usable(file);
  if (asJson) terminal.stdout(`${JSON.stringify({ path: file.path, origin, policy: inForce.table }, undefined, 2)}\n`);
  else {
    terminal.stdout(`${paint(terminal, 'dim', origin === 'file' ? file.path : `defaults (there is no ${file.path})`)}\n`);
    for (const [key, value] of Object.entries(inForce.table))
      terminal.stdout(`${paint(terminal, 'bold', key)} = ${JSON.stringify(value)}\n`);
  }
  return 0;
}

const callShape = z.strictObject({
  tool: z.string(),
  input: z.record(z.string(), z.unknown()).default({}),
  app: z.string().optional(),
  client: z.string().default('cli'),
  session: z.string().default('anonymous'),
  password_field: z.boolean().default(false),
  stage: z.enum(['own', 'private']).optional(),
});

async function explain(context: CommandContext, file: PolicyFile, seen: AppApprovals, [text]: readonly string[]): Promise<number> {
  const { asJson, terminal, desktop } = context;
  const call = parseCall(text);
  const app = await appOf(context, call);
  const request = requestOfCall({ ...call, app, intoPassword: call.password_field });
  const stage = call.stage ?? (desktop === undefined ? 'own' : 'private');
  const decision = decideUnder(file.current(), request, { ...judging(seen, stage), isGranted: () => false });
  const judged = { app: app?.id ?? null, op: request.op ?? null, risks: request.risks, scope: request.scope, stage };
  if (asJson) terminal.stdout(`${JSON.stringify({ ...decision, judged, path: file.path }, undefined, 2)}\n`);
  else terminal.stdout(`${explained(terminal, decision)}\n${paint(terminal, 'dim', `judged as: ${JSON.stringify(judged)}`)}\n`);
  return 0;
}

function parseCall(text: string | undefined): z.output<typeof callShape> {
  try {
    return callShape.parse(JSON.parse(text ?? ''));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON';
    throw new DriverError(
      'invalid_input',
      `policy explain takes one call as JSON, such as {"tool":"click","app":"gedit"}: ${why}`,
      undefined,
      { cause },
    );
  }
}

/** The application the call names, that of its window when a desktop is there to ask, else an unknown one. */
async function appOf({ driver }: CommandContext, { app, input, tool }: z.output<typeof callShape>) {
  if (app !== undefined) return { id: app };
  if (tool === 'launch_app' && typeof input.name === 'string') return { id: input.name };
  if (input.pid === undefined && input.window_id === undefined) return 'op' in input ? { id: '' } : undefined;
  const { windows } = listWindows.output.parse(await (await driver()).call(listWindows.name, {}));
  const found = windows.find(({ window_id, pid }) => (input.window_id === undefined ? pid === input.pid : window_id === input.window_id));
  return { id: found?.app_id ?? '', names: found ? [found.app_name] : [] };
}

const judging = (seen: AppApprovals, stage: PolicyContext['stage']): Omit<PolicyContext, 'isGranted'> => ({
  stage,
  platform: 'linux',
  hasSeen: (client, app) => seen.hasSeen(client, app),
});

const styles: Readonly<Record<JudgedTurn['decision'], Style>> = { allow: 'green', ask: 'yellow', deny: 'red', skipped: 'dim' };

function explained(terminal: Terminal, decision: Decision): string {
  const word = paint(terminal, styles[decision.decision], decision.decision);
  if (decision.decision === 'allow') return word;
  const answers = decision.decision === 'ask' ? `; answers: ${decision.verdicts.join(', ')}, deny` : '';
  return `${word} by ${decision.rule}: ${decision.reason}${answers}`;
}

async function tryRecording(
  { asJson, terminal }: CommandContext,
  file: PolicyFile,
  seen: AppApprovals,
  [given]: readonly string[],
  recordingsDir: string,
): Promise<number> {
  if (given === undefined) throw new DriverError('invalid_input', 'policy dry-run: name a recording.');
  const result = await dryRun(recordingFolder(given, terminal.cwd, recordingsDir), file.current(), judging(seen, 'own'));
  const count = (decision: JudgedTurn['decision']) => result.turns.filter((turn) => turn.decision === decision).length;
  const counts = { allowed: count('allow'), asked: count('ask'), blocked: count('deny'), skipped: count('skipped') };
  if (asJson) terminal.stdout(`${JSON.stringify({ ...result, counts }, undefined, 2)}\n`);
  else {
    for (const { turn, tool, app, decision, rule, reason } of result.turns.filter((each) => each.decision !== 'allow')) {
      terminal.stdout(
        `turn ${turn} ${tool} in ${app || '—'}: ${paint(terminal, styles[decision], decision)} ${rule ?? ''} ${reason ?? ''}\n`,
      );
    }
    for (const note of result.notes) terminal.stdout(`${paint(terminal, 'dim', note)}\n`);
    terminal.stdout(
      `${Object.entries(counts)
        .map(([what, many]) => `${many} ${what}`)
        .join(', ')}\n`,
    );
  }
  return 0;
}

async function apps(
  { asJson, terminal }: CommandContext,
  seen: AppApprovals,
  [verb = 'list', ...words]: readonly string[],
): Promise<number> {
  if (verb === 'list') {
    const approved = seen.list();
    if (asJson) terminal.stdout(`${JSON.stringify({ apps: approved, warnings: seen.warnings }, undefined, 2)}\n`);
    else if (approved.length === 0) terminal.stdout('No application is approved for good.\n');
    else for (const { app, client } of approved) terminal.stdout(`${app}  (${client})\n`);
    for (const warning of asJson ? [] : seen.warnings) terminal.stderr(`${paint(terminal, 'yellow', 'warning')} ${warning}\n`);
    return 0;
  }
  if (verb !== 'forget') throw new DriverError('invalid_input', `policy apps: "${verb}" is neither list nor forget.`);
  const at = words.indexOf('--client');
  const client = at < 0 ? undefined : words[at + 1];
  const app = words.find((word, index) => !word.startsWith('--') && (at < 0 || index !== at + 1));
  if (app === undefined && !words.includes('--all'))
    throw new DriverError('invalid_input', 'policy apps forget: name an application, or pass --all.');
  const { forgotten, warning } = await seen.forget({ client, app });
  if (asJson) terminal.stdout(`${JSON.stringify({ forgotten, ...(warning ? { warning } : {}) }, undefined, 2)}\n`);
  else
    terminal.stdout(forgotten.length === 0 ? 'Nothing fits.\n' : forgotten.map((each) => `forgot ${each.app} (${each.client})\n`).join(''));
  return 0;
}
