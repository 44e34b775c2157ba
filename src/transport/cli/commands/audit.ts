import { join } from 'node:path';
import { readEnv } from '../../../config/env.js';
import { offhandPaths } from '../../../config/paths.js';
import { DriverError } from '../../../errors/driver-error.js';
import { type AuditEntry, AuditLog } from '../../../policy/store/audit-log.js';
import type { Command } from '../command.js';
import { paint, type Style, type Terminal } from '../terminal.js';

const DEFAULT_COUNT = 20;

export const audit: Command = {
  name: 'audit',
  usage: 'audit tail [N]',
  summary: 'Show the latest decisions: who wanted what, which rule spoke, who approved.',
  help: 'Only decisions are kept, never what was typed or seen.',
  local: false,
  async run({ argv: [verb = 'tail', count = String(DEFAULT_COUNT)], asJson, terminal }) {
    if (verb !== 'tail') throw new DriverError('invalid_input', `audit: "${verb}" is not tail.`);
    if (!/^[1-9]\d{0,5}$/.test(count)) throw new DriverError('invalid_input', `audit tail: "${count}" is not a number of entries.`);
    const log = new AuditLog(join(offhandPaths(readEnv()).dataDir, 'audit.jsonl'));
    const entries = log.tail(Number(count));
    if (asJson) terminal.stdout(`${JSON.stringify({ path: log.path, entries }, undefined, 2)}\n`);
    else if (entries.length === 0) terminal.stdout('Nothing was decided yet.\n');
    else for (const entry of entries) terminal.stdout(line(terminal, entry));
    return 0;
  },
};

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
