/** Agent sessions on disk: one file of JSON lines each, written as they happen, without a single picture byte. */
import { randomBytes } from 'node:crypto';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DriverError } from '../../errors/driver-error.js';
import { nowMs } from '../../kit/clock.js';
import { ensurePrivateDir, errnoOf } from '../../kit/files.js';
import { nearest } from '../../kit/nearest.js';
import type { AgentMessage } from '../context/message.js';
import { forStorage } from '../context/store.js';

const facts = z.object({
  id: z.string(),
  created_at: z.string(),
  task: z.string(),
  provider: z.string(),
  model: z.string(),
  base_url: z.string().optional(),
  app: z.string().optional(),
  desktop: z.string().optional(),
});

const outcome = z.object({
  at: z.string(),
  status: z.string(),
  text: z.string(),
  steps: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

const line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), session: facts }),
  z.object({ type: z.literal('message'), message: z.looseObject({ role: z.enum(['user', 'assistant', 'tool']) }) }),
  z.object({ type: z.literal('outcome'), outcome }),
]);

export type SessionFacts = Readonly<z.output<typeof facts>>;
export type SessionOutcome = Readonly<z.output<typeof outcome>>;

export interface StoredSession {
  readonly facts: SessionFacts;
  readonly messages: readonly AgentMessage[];
  /** Of the last run; absent while it runs and after a crash. */
  readonly outcome?: SessionOutcome;
}

const validId = /^\d{8}-\d{6}-[0-9a-f]{4}$/;

export class AgentSessions {
  constructor(private readonly directory: string) {}

  async create(about: Omit<SessionFacts, 'id' | 'created_at'>): Promise<SessionFacts> {
    await ensurePrivateDir(this.directory);
    const createdAt = new Date(nowMs()).toISOString();
    const stamp = createdAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
    const session = { ...about, id: `${stamp}-${randomBytes(2).toString('hex')}`, created_at: createdAt };
    await this.#append(session.id, { type: 'session', session });
    return session;
  }

  /** Stripped here again: nothing may reach the disk with a picture in it. */
  async addMessage(id: string, message: AgentMessage): Promise<void> {
    const [stored] = forStorage([message]);
    await this.#append(id, { type: 'message', message: stored });
  }

  async finish(id: string, result: SessionOutcome): Promise<void> {
    await this.#append(id, { type: 'outcome', outcome: result });
  }

  async load(id: string): Promise<StoredSession> {
    const text = validId.test(id) ? await readFile(this.#file(id), 'utf8').catch(missing) : undefined;
    const stored = text === undefined ? undefined : parseSession(text);
    if (stored) return stored;
    const known = await this.#ids();
    throw new DriverError('session_not_found', `There is no agent session "${id.slice(0, 40)}".`, {
      candidates: [...nearest(id, known), ...known].slice(0, 5),
    });
  }

  /** Newest first. */
  async list(): Promise<StoredSession[]> {
    const sessions: StoredSession[] = [];
    for (const id of await this.#ids()) {
      const stored = parseSession(await readFile(this.#file(id), 'utf8'));
      if (stored) sessions.push(stored);
    }
    return sessions;
  }

  async #ids(): Promise<string[]> {
    const names = (await readdir(this.directory).catch(missing)) ?? [];
    const ids = names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -'.jsonl'.length));
    return ids
      .filter((id) => validId.test(id))
      .sort()
      .reverse();
  }

  #append(id: string, entry: Readonly<Record<string, unknown>>): Promise<void> {
    return appendFile(this.#file(id), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }

  #file(id: string): string {
    return join(this.directory, `${id}.jsonl`);
  }
}

function missing(error: unknown): undefined {
  if (errnoOf(error) !== 'ENOENT') throw error;
}

/** A line cut short by a crash is left out; a file without its first line is no session. */
function parseSession(text: string): StoredSession | undefined {
  const entries = text.split('\n').flatMap((each) => {
    const parsed = line.safeParse(parseOrUndefined(each));
    return parsed.success ? [parsed.data] : [];
  });
  const first = entries.find((entry) => entry.type === 'session');
  if (!first) return undefined;
  // We wrote them; the role was checked, the rest is what the loop gave us.
  const messages = entries.flatMap((entry) => (entry.type === 'message' ? [entry.message as unknown as AgentMessage] : []));
  const last = entries.at(-1);
  return { facts: first.session, messages, ...(last?.type === 'outcome' ? { outcome: last.outcome } : {}) };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The last line of a run that was killed.
    return undefined;
  }
}
