import { join } from 'node:path';
import { readEnv } from '../../../config/env.js';
import { offhandPaths } from '../../../config/paths.js';
import { DriverError } from '../../../errors/driver-error.js';
import { type AuditEntry, AuditLog } from '../../../policy/store/audit-log.js';
import type { Command, CommandContext } from '../command.js';
import { paint, type Style, type Terminal } from '../terminal.js';

const DEFAULT_COUNT = 20;

export const audit: Command = {
  name: 'audit',
  usage: 'audit tail [N] [--follow]',
  summary: 'Show the latest decisions: who wanted what, which rule spoke, who approved.',
  help: [
    'audit tail [N]            the last N decisions (20)',
    'audit tail [N] --follow   and every new one as it is made (-f)',
    '',
    'Only decisions are kept, never what was typed or seen.',
  ].join('\n'),
  local: true,
  async run({ argv, asJson, terminal }) {
    const follows = argv.includes('--follow') || argv.includes('-f');
    const [verb = 'tail', count = String(DEFAULT_COUNT), ...more] = argv.filter((word) => word !== '--follow' && word !== '-f');
    if (verb !== 'tail' || more.length > 0)
      throw new DriverError('invalid_input', `audit: "${[verb, ...more].join(' ')}" is not tail [N].`);
    if (!/^[1-9]\d{0,5}$/.test(count)) throw new DriverError('invalid_input', `audit tail: "${count}" is not a number of entries.`);
    const log = new AuditLog(join(offhandPaths(readEnv()).dataDir, 'audit.jsonl'));
    const entries = log.tail(Number(count));
    if (follows) return follow(log, entries, { asJson, terminal });
    if (asJson) terminal.stdout(`${JSON.stringify({ path: log.path, entries }, undefined, 2)}\n`);
    else if (entries.length === 0) terminal.stdout('Nothing was decided yet.\n');
    else for (const entry of entries) terminal.stdout(line(terminal, entry));
    return 0;
  },
};

/** As JSON one decision a line. */
async function follow(log: AuditLog, entries: readonly AuditEntry[], { asJson, terminal }: Pick<CommandContext, 'asJson' | 'terminal'>) {
  const show = (entry: AuditEntry): void => terminal.stdout(asJson ? `${JSON.stringify(entry)}\n` : line(terminal, entry));
  const news = log.follow(terminal.signal);
  for (const entry of entries) show(entry);
  for await (const entry of news) show(entry);
  return 0;
}

const styles: Readonly<Record<AuditEntry['decision'], Style>> = {
  allow: 'green',
  approved: 'green',
  ask: 'yellow',
  expired: 'yellow',
  cancelled: 'yellow',
  deny: 'red',
  refused: 'red',
};

function line(terminal: Terminal, { time, decision, tool, op, app, rule, client, session, approver, verdict }: AuditEntry): string {
  const what = op === undefined || op === tool ? tool : `${tool} ${op}`;
  const why = [rule, approver && `${verdict ?? ''} by ${approver}`].filter(Boolean).join(', ');
  return `${paint(terminal, 'dim', time)} ${paint(terminal, styles[decision], decision.padEnd(9))} ${what} in ${app || '—'}  ${client}/${session}${why ? `  (${why})` : ''}\n`;
}
