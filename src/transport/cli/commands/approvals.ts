import type { Answer, ListedApproval } from '../../../approval/approval.js';
import { plainYes } from '../../../approval/approval.js';
import { readEnv } from '../../../config/env.js';
import { offhandPaths } from '../../../config/paths.js';
import { DriverError } from '../../../errors/driver-error.js';
import { nowMs } from '../../../kit/clock.js';
import { DaemonClient } from '../../daemon/client.js';
import type { ApprovalList } from '../../daemon/protocol.js';
import type { Command, CommandContext } from '../command.js';
import { paint, printable } from '../terminal.js';

export const approvals: Command = {
  name: 'approvals',
  usage: 'approvals list|approve|deny',
  summary: 'See what waits for your word in the daemon, and give it.',
  help: [
    'approvals list                              what waits, and what was refused because nobody could be asked',
    'approvals approve ID [--once|--session|--always]   an unfinished ID will do when only one fits',
    'approvals deny ID',
    '',
    'Answers are taken only at a terminal: an agent that runs commands cannot approve itself by mistake.',
  ].join('\n'),
  local: true,
  async run(context) {
    const [verb = 'list', ...words] = context.argv;
    const client = await DaemonClient.open(offhandPaths(readEnv()).socketFile);
    try {
      if (verb === 'list') return show(context, client ? await waiting(client) : []);
      if (verb !== 'approve' && verb !== 'deny') {
        throw new DriverError('invalid_input', `approvals: "${verb}" is neither list, approve nor deny.`);
      }
      if (!client) throw new DriverError('daemon_unavailable', 'No daemon runs, so nothing waits for an answer.');
      return await answer(context, client, verb, words);
    } finally {
      client?.close();
    }
  },
};

/** The daemon is ours; this is the shape it answers with. */
const waiting = async (client: DaemonClient): Promise<readonly ListedApproval[]> =>
  ((await client.request('approvals')) as ApprovalList).approvals;

function show({ terminal, asJson }: CommandContext, listed: readonly ListedApproval[]): number {
  if (asJson) terminal.stdout(`${JSON.stringify({ approvals: listed }, undefined, 2)}\n`);
  else if (listed.length === 0) terminal.stdout('Nothing waits for an answer.\n');
  for (const { id, state, preview, reason, client, session, expiresAtMs } of asJson ? [] : listed) {
    const how = state === 'waiting' ? 'waits' : 'was refused; a yes counts for the next try';
    const seconds = Math.max(0, Math.round((expiresAtMs - nowMs()) / 1000));
    terminal.stdout(
      `${paint(terminal, 'bold', id)}  ${printable(preview)}\n    ${printable(reason)}\n    ${paint(terminal, 'dim', `${printable(client)}/${session} ${how}, ${seconds} s left`)}\n`,
    );
  }
  return 0;
}

async function answer(
  { terminal, asJson }: CommandContext,
  client: DaemonClient,
  verb: 'approve' | 'deny',
  words: readonly string[],
): Promise<number> {
  if (!terminal.approver) throw new DriverError('approval_invalid', 'Approvals are answered by a person at a terminal, and this is none.');
  const wanted = words.find((word) => !word.startsWith('--')) ?? '';
  const question = pick(await waiting(client), wanted);
  const given = verb === 'deny' ? 'deny' : verdictOf(words, question);
  await client.request('answer_approval', { approval: question.id, answer: given, approver: 'terminal' });
  terminal.stdout(
    asJson ? `${JSON.stringify({ id: question.id, answer: given })}\n` : given === 'deny' ? 'Denied.\n' : `Approved (${given}).\n`,
  );
  return 0;
}

function pick(listed: readonly ListedApproval[], wanted: string): ListedApproval {
  const fitting = listed.filter(({ id }) => id.startsWith(wanted));
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  const why =
    fitting.length === 0 ? `No approval "${wanted.slice(0, 60)}" waits.` : `"${wanted}" fits ${fitting.length} approvals; name one.`;
  throw new DriverError('approval_invalid', why, { candidates: listed.slice(0, 8).map(({ id, preview }) => ({ id, preview })) });
}

function verdictOf(words: readonly string[], { verdicts }: ListedApproval): Answer {
  return verdicts.find((verdict) => words.includes(`--${verdict}`)) ?? plainYes(verdicts);
}
