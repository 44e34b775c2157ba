import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { readEnv } from '../../../../config/env.js';
import { offhandPaths } from '../../../../config/paths.js';
import { DriverError } from '../../../../errors/driver-error.js';
import { recordingFolder } from '../../../../recording/names.js';
import { readRecording } from '../../../../recording/reader.js';
import { type ReplayReport, replayReport, type TurnOutcome } from '../../../../tools/recording/replay/outcome.js';
import type { Driver } from '../../../driver.js';
import type { Command, CommandContext } from '../../command.js';
import { paint, type Style } from '../../terminal.js';
import { optionsOf } from './options.js';

const ACCEPTED = {
  values: ['from', 'to', 'delay', 'timeout'],
  flags: ['step', 'dry-run', 'skip-damaged', 'keep-going', 'no-check'],
  most: 1,
} as const;

export const replay: Command = {
  name: 'replay',
  usage: 'replay NAME|DIR [--set name=value …] [--from N] [--to N] [--step] [--dry-run]',
  summary: 'Do a recording again, by what its elements are.',
  help: [
    '--set name=value   what to type for a variable; {{secret:NAME}} names a stored secret',
    '--from N, --to N   only these turns',
    '--step             ask before each turn',
    '--dry-run          only look whether everything is there',
    '--delay MS         pause between turns',
    '--timeout MS       longest wait for a window or element (5000)',
    '--skip-damaged     go on after turns that cannot be read',
    '--keep-going       go on after a refused or failed turn',
    '--no-check         do not compare what came of each turn',
  ].join('\n'),
  local: true,
  async run(context) {
    const { settings, words } = takeSettings(context.argv);
    const options = optionsOf('replay', words, ACCEPTED);
    const [name] = options.free;
    if (name === undefined) throw new DriverError('invalid_input', 'replay: name a recording, or the folder of one.');
    const dir =
      name.includes('/') || name === '.'
        ? resolve(context.terminal.cwd, name)
        : recordingFolder(offhandPaths(readEnv()).recordingsDir, name);
    const input: ReplayInput = {
      dir,
      variables: settings,
      ...number('from', options.values.from),
      ...number('to', options.values.to),
      ...number('delay_ms', options.values.delay),
      ...number('timeout_ms', options.values.timeout),
      dry_run: options.flags.has('dry-run'),
      skip_damaged: options.flags.has('skip-damaged'),
      stop_on_error: !options.flags.has('keep-going'),
      check: !options.flags.has('no-check'),
    };
    const driver = await context.driver();
    const reports = options.flags.has('step') ? await stepwise(context, driver, input) : [await run(context, driver, input)];
    return finish(context, reports);
  },
};

interface ReplayInput {
  readonly dir: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly from?: number;
  readonly to?: number;
  readonly [option: string]: unknown;
}

function takeSettings(argv: readonly string[]): { settings: Record<string, string>; words: string[] } {
  const settings: Record<string, string> = {};
  const words: string[] = [];
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, inline] = /^--set(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (word !== '--set' && inline === undefined) {
      words.push(word);
      continue;
    }
    const setting = inline ?? rest.shift() ?? '';
    const [, name, value = ''] = /^([^=]+)=([\s\S]*)$/.exec(setting) ?? [];
    if (name === undefined) throw new DriverError('invalid_input', `replay: --set takes name=value, not "${setting.slice(0, 40)}".`);
    settings[name] = value;
  }
  return { settings, words };
}

function number(name: string, value: string | undefined): Record<string, number> {
  if (value === undefined) return {};
  if (!/^\d+$/.test(value)) throw new DriverError('invalid_input', `replay: "${value}" is not a whole number.`);
  return { [name]: Number(value) };
}

async function run({ terminal, asJson }: CommandContext, driver: Driver, input: ReplayInput): Promise<ReplayReport> {
  const output = await driver.call('replay_trajectory', input, {
    signal: terminal.signal,
    onProgress: (message) => {
      if (!asJson) terminal.stderr(`${message}\n`);
    },
  });
  return replayReport.parse(output);
}

/** One call per turn; the session remembers which window is which. */
async function stepwise(context: CommandContext, driver: Driver, input: ReplayInput): Promise<ReplayReport[]> {
  const { turns } = await readRecording(input.dir);
  const wanted = turns.map(({ turn }) => turn).filter((turn) => turn >= (input.from ?? 1) && turn <= (input.to ?? Number.MAX_SAFE_INTEGER));
  const reports: ReplayReport[] = [];
  const lines = createInterface({ input: process.stdin });
  const answers = lines[Symbol.asyncIterator]();
  try {
    for (const turn of wanted) {
      const [preview] = (await run({ ...context, asJson: true }, driver, { ...input, from: turn, to: turn, dry_run: true })).turns;
      if (preview?.status === 'skipped') continue;
      context.terminal.stderr(`turn ${turn}: ${preview?.summary ?? ''} (${preview?.status ?? ''}) – go on? [Y/s/q] `);
      const { value, done } = await answers.next();
      const answer = done ? 'q' : value.trim().toLowerCase();
      if (answer.startsWith('q')) break;
      if (!answer.startsWith('s')) reports.push(await run(context, driver, { ...input, from: turn, to: turn }));
    }
  } finally {
    lines.close();
  }
  return reports;
}

const styles: Readonly<Record<TurnOutcome['status'], Style>> = {
  done: 'green',
  ready: 'green',
  healed: 'cyan',
  differs: 'yellow',
  refused: 'red',
  failed: 'red',
  damaged: 'red',
  missing: 'yellow',
  skipped: 'dim',
};

function finish({ terminal, asJson }: CommandContext, reports: readonly ReplayReport[]): number {
  if (asJson) terminal.stdout(`${JSON.stringify(reports.length === 1 ? reports[0] : { steps: reports }, undefined, 2)}\n`);
  else {
    for (const outcome of reports.flatMap(({ turns }) => turns)) terminal.stdout(line(terminal, outcome));
    const sum = (count: (report: ReplayReport) => number): number => reports.reduce((total, report) => total + count(report), 0);
    terminal.stdout(
      `${sum(({ done }) => done)} done, ${sum(({ healed }) => healed)} healed, ${sum(({ differing }) => differing)} differing, ${sum(({ refused }) => refused)} refused, ${sum(({ skipped }) => skipped)} skipped\n`,
    );
  }
  return reports.every(({ complete, dry_run }) => complete || dry_run) ? 0 : 1;
}

function line(terminal: CommandContext['terminal'], { turn, status, summary, healed = [], differences = [], error }: TurnOutcome): string {
  const more = [...healed, ...differences, ...(error ? [error.message] : [])].map((each) => `         ${paint(terminal, 'dim', each)}\n`);
  return `${String(turn).padStart(5)}  ${paint(terminal, styles[status], status.padEnd(8))} ${summary}\n${more.join('')}`;
}
