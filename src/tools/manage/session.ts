import { z } from 'zod';
import { DriverError } from '../../errors/driver-error.js';
import type { Session } from '../../session/session.js';
import { defineTool } from '../define.js';
import { toolInput } from '../fields.js';

const sessionRecord = z.object({
  session: z.string(),
  client: z.string(),
  desktop: z.string().nullable(),
  declared: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string(),
  calls: z.int(),
  overrides: z.object({}).loose(),
});

const toRecord = (session: Session): z.input<typeof sessionRecord> => ({
  session: session.id,
  client: session.client,
  desktop: session.desktop ?? null,
  declared: session.declared,
  created_at: new Date(session.createdAtMs).toISOString(),
  last_used_at: new Date(session.lastUsedMs).toISOString(),
  calls: session.calls,
  overrides: { ...session.overrides.values },
});

export const startSession = defineTool({
  name: 'start_session',
  group: 'session',
  effect: 'manage',
  summary: 'Open a session: its own element numbers, settings, pointer and cursor.',
  input: toolInput({
    config: z.record(z.string(), z.unknown()).optional().describe('Settings for this session only.'),
    cursor_id: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Share the visible cursor of this name with other sessions; default: one of its own.'),
  }),
  output: sessionRecord,
  profile: 'full',
  cli: { example: 'offhand start_session --session shopping' },
})(async ({ input, call }) => {
  const session = input.session === undefined ? call.engine.sessions.mint(call.client, call.desktop) : call.session;
  if (input.desktop !== undefined) session.desktop = input.desktop;
  if (input.config) await session.overrides.set(input.config);
  if (input.cursor_id !== undefined) session.shareCursor(input.cursor_id);
  return toRecord(session);
});

export const endSession = defineTool({
  name: 'end_session',
  group: 'session',
  effect: 'manage',
  summary: 'End a session and release everything it holds.',
  input: toolInput({}),
  output: z.object({ session: z.string(), ended: z.boolean().describe('False when there was no such session.') }),
  profile: 'full',
  cli: { example: 'offhand end_session --session shopping' },
})(async ({ input, call }) => {
  // Naming a session opens it: one whose first call is this one was not there to be ended.
  const wasOpen = input.session === undefined || call.session.calls > 1;
  await call.engine.sessions.end(call.session.id);
  return { session: call.session.id, ended: wasOpen };
});

export const listSessions = defineTool({
  name: 'list_sessions',
  group: 'session',
  effect: 'manage',
  summary: 'List open sessions.',
  input: toolInput({}),
  output: z.object({ sessions: z.array(sessionRecord) }),
  profile: 'full',
  cli: { example: 'offhand list_sessions' },
})(async ({ call }) => ({ sessions: call.engine.sessions.list().map(toRecord) }));

export const getSessionState = defineTool({
  name: 'get_session_state',
  group: 'session',
  effect: 'manage',
  summary: 'What one session holds and how long it has been idle.',
  input: toolInput({ name: z.string().max(64).optional().describe('Session to look at; default: the caller’s.') }),
  output: sessionRecord,
  profile: 'full',
  cli: { positional: ['name'], example: 'offhand get_session_state shopping' },
})(async ({ input, call }) => {
  const session = input.name === undefined ? call.session : call.engine.sessions.find(input.name);
  if (!session) {
    throw new DriverError('session_not_found', `There is no session "${input.name}".`, {
      candidates: call.engine.sessions
        .list()
        .map(({ id }) => id)
        .slice(0, 5),
    });
  }
  return toRecord(session);
});
