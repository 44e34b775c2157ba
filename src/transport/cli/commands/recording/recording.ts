import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { childEnv, readEnv } from '../../../../config/env.js';
import { offhandPaths } from '../../../../config/paths.js';
import { DriverError } from '../../../../errors/driver-error.js';
import { spawnProcess } from '../../../../kit/process.js';
import { isAlive } from '../../../../kit/process-info.js';
import { which } from '../../../../kit/which.js';
import { exportProgram } from '../../../../recording/export/export-program.js';
import type { SessionRecord } from '../../../../recording/format.js';
import { recordingFolder } from '../../../../recording/names.js';
import { readRecording, readSession } from '../../../../recording/reader.js';
import { renderReport } from '../../../../recording/report/render.js';
import { storageError } from '../../../../recording/storage-error.js';
import type { Command, CommandContext } from '../../command.js';
import { printResult } from '../../print.js';
import { paint } from '../../terminal.js';
import { optionsOf } from './options.js';

type Verb = (context: CommandContext, words: readonly string[]) => Promise<number>;

export const recording: Command = {
  name: 'recording',
  usage: 'recording start|stop|status|list|open|render|export',
  summary: 'Record what a session does; list, read and export recordings.',
  help: [
    'recording start [NAME] [--dir DIR] [--no-video] [--keep-text]   record this session (needs the daemon)',
    'recording stop                                                   end it',
    'recording status                                                 how far it is',
    'recording list                                                   every recording, newest first',
    'recording render NAME|DIR [--out FILE]                           make the report, one HTML file',
    'recording open NAME|DIR                                          make it and show it in the browser',
    'recording export NAME|DIR --ts [--out FILE]                      the same as a TypeScript program',
    '',
    'Typed text is not kept unless --keep-text is given; passwords and secrets never are.',
  ].join('\n'),
  local: true,
  run(context) {
    const [verb = '', ...words] = context.argv;
    const verbs: Readonly<Record<string, Verb>> = { start, stop, status, list, open, render, export: exportTo };
    const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (!run) throw new DriverError('invalid_input', `recording: "${verb}" is not one of ${Object.keys(verbs).join(', ')}.`);
    return run(context, words);
  },
};

const root = (): string => offhandPaths(readEnv()).recordingsDir;

const START = { values: ['dir'], flags: ['no-video', 'keep-text'], most: 1 } as const;

async function start(context: CommandContext, words: readonly string[]): Promise<number> {
  const { values, flags, free } = optionsOf('recording start', words, START);
  const driver = await context.driver();
  if (driver.kind !== 'daemon') {
    throw new DriverError(
      'daemon_unavailable',
      'Without a daemon every call is its own process, so there is nothing to record between them.',
    );
  }
  const output = await driver.call('start_recording', {
    ...(free[0] === undefined ? {} : { name: free[0] }),
    ...(values.dir === undefined ? {} : { output_dir: resolve(context.terminal.cwd, values.dir) }),
    ...(flags.has('no-video') ? { record_video: false } : {}),
    ...(flags.has('keep-text') ? { keep_typed_text: true } : {}),
  });
  await printResult(context.terminal, output, context.asJson);
  return 0;
}

async function stop(context: CommandContext): Promise<number> {
  await printResult(context.terminal, await (await context.driver()).call('stop_recording', {}), context.asJson);
  return 0;
}

async function status(context: CommandContext): Promise<number> {
  await printResult(context.terminal, await (await context.driver()).call('get_recording_state', {}), context.asJson);
  return 0;
}

interface Listed {
  readonly name: string;
  readonly folder: string;
  readonly session: SessionRecord | undefined;
}

async function list({ terminal, asJson }: CommandContext): Promise<number> {
  const names = await readdir(root()).catch(() => []); // no recording was ever made
  const all: Listed[] = await Promise.all(
    names.map(async (name) => ({
      name,
      folder: join(root(), name),
      session: await readSession(join(root(), name)).catch(() => undefined),
    })),
  );
  const found = all.sort((a, b) => (b.session?.started_at ?? '').localeCompare(a.session?.started_at ?? ''));
  if (asJson) {
    const records = found.map(({ name, folder, session }) => ({
      name,
      dir: folder,
      state: stateOf(session),
      turns: session?.turns ?? 0,
      started_at: session?.started_at ?? null,
    }));
    terminal.stdout(`${JSON.stringify({ recordings: records }, undefined, 2)}\n`);
  } else if (found.length === 0) terminal.stdout('There are no recordings. Make one with `offhand recording start`.\n');
  else
    for (const { name, session } of found)
      terminal.stdout(
        `${paint(terminal, 'bold', name)}  ${session ? `${session.turns} turns  ` : ''}${paint(terminal, 'dim', stateOf(session))}\n`,
      );
  return 0;
}

function stateOf(session: SessionRecord | undefined): string {
  if (!session) return 'unreadable';
  if (session.state === 'recording') return isAlive(session.pid) ? 'recording' : 'interrupted';
  return session.state.replace('_', ' ');
}

function folderOf(context: CommandContext, command: string, name: string | undefined): string {
  if (name === undefined) throw new DriverError('invalid_input', `${command}: name a recording, or the folder of one.`);
  const isPath = name.includes('/') || name === '.';
  return isPath ? resolve(context.terminal.cwd, name) : recordingFolder(root(), name);
}

const OUT = { values: ['out'], flags: [], most: 1 } as const;

async function rendered(context: CommandContext, command: string, words: readonly string[]) {
  const { values, free } = optionsOf(command, words, OUT);
  const folder = folderOf(context, command, free[0]);
  const file = values.out === undefined ? join(folder, 'report.html') : resolve(context.terminal.cwd, values.out);
  return renderReport(folder, file);
}

async function render(context: CommandContext, words: readonly string[]): Promise<number> {
  const report = await rendered(context, 'recording render', words);
  context.terminal.stdout(context.asJson ? `${JSON.stringify(report, undefined, 2)}\n` : `${report.file}\n`);
  return 0;
}

async function open(context: CommandContext, words: readonly string[]): Promise<number> {
  const { file } = await rendered(context, 'recording open', words);
  const { terminal } = context;
  const opener = which('xdg-open', readEnv().path);
  if (opener !== undefined && readEnv().display !== undefined) {
    const started = await spawnProcess(opener, [file], { env: childEnv(), detached: true, stdio: 'ignore' });
    started.unref();
  } else terminal.stderr('There is no desktop to show it on; open the file in a browser.\n');
  terminal.stdout(context.asJson ? `${JSON.stringify({ file }, undefined, 2)}\n` : `${file}\n`);
  return 0;
}

const EXPORT = { values: ['out'], flags: ['ts'], most: 1 } as const;

async function exportTo(context: CommandContext, words: readonly string[]): Promise<number> {
  const { values, flags, free } = optionsOf('recording export', words, EXPORT);
  if (!flags.has('ts'))
    throw new DriverError('invalid_input', 'recording export: pass --ts, the one thing a recording can be exported to.');
  const program = exportProgram(await readRecording(folderOf(context, 'recording export', free[0])));
  if (values.out === undefined) {
    context.terminal.stdout(context.asJson ? `${JSON.stringify({ program }, undefined, 2)}\n` : program);
    return 0;
  }
  const file = resolve(context.terminal.cwd, values.out);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, program);
  } catch (cause) {
    throw storageError(file, cause);
  }
  context.terminal.stdout(context.asJson ? `${JSON.stringify({ file }, undefined, 2)}\n` : `${file}\n`);
  return 0;
}
