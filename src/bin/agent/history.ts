import type { AgentSessions, StoredSession } from '../../agent/host/session-store.js';
import { trajectoryText } from '../../agent/index.js';
import { paint, type Terminal } from '../../transport/cli/terminal.js';

interface Output {
  readonly terminal: Terminal;
  readonly asJson: boolean;
}

export async function listSessions(sessions: AgentSessions, { terminal, asJson }: Output): Promise<number> {
  const all = await sessions.list();
  if (asJson) terminal.stdout(`${JSON.stringify({ sessions: all.map(factsOf) }, undefined, 2)}\n`);
  else if (all.length === 0) terminal.stdout('There are no agent sessions yet.\n');
  else
    for (const each of all)
      terminal.stdout(`${paint(terminal, 'bold', each.facts.id)}  ${statusOf(each).padEnd(10)} ${oneLine(each.facts.task)}\n`);
  return 0;
}

export async function showSession(sessions: AgentSessions, id: string, { terminal, asJson }: Output): Promise<number> {
  const session = await sessions.load(id);
  if (asJson) {
    terminal.stdout(`${JSON.stringify({ ...factsOf(session), messages: session.messages }, undefined, 2)}\n`);
    return 0;
  }
  const { provider, model, created_at: createdAt, app, desktop } = session.facts;
  const about = [`${provider} ${model}`, createdAt, app && `app ${app}`, desktop && `desktop ${desktop}`, statusOf(session)].filter(
    Boolean,
  );
  terminal.stdout(`${paint(terminal, 'dim', about.join(', '))}\n\n${trajectoryText(session.messages)}\n`);
  return 0;
}

const statusOf = ({ outcome }: StoredSession): string => outcome?.status ?? 'unfinished';
const factsOf = (session: StoredSession) => ({
  ...session.facts,
  status: statusOf(session),
  ...(session.outcome ? { outcome: session.outcome } : {}),
});
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 80);
