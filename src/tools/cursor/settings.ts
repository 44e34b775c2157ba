/** Settings of the agent cursor: for this session when the caller has one, else for everyone on disk. */
import { z } from 'zod';
import type { Call } from '../../engine/call.js';
import { defineTool } from '../define.js';
import { toolInput } from '../fields.js';
import { cursorOf, cursorState, cursorStateOf } from './state.js';

const output = cursorState.extend({ stored: z.enum(['session', 'disk']) });

export const setAgentCursorEnabled = defineTool({
  name: 'set_agent_cursor_enabled',
  group: 'cursor',
  effect: 'manage',
  summary: 'Show or hide the session’s visible cursor. It is on by default.',
  input: toolInput({ enabled: z.boolean().describe('False hides it at once.') }),
  output,
  profile: 'full',
  cli: { positional: ['enabled'], example: 'offhand set_agent_cursor_enabled false --session shopping' },
})(async ({ input, call }) => {
  const stored = await change(call, { agent_cursor_enabled: input.enabled });
  if (!input.enabled) (await cursorOf(call))?.cursor.hide();
  return { ...(await cursorStateOf(call)), stored };
});

const share = (min: number, what: string) => z.number().min(min).max(1).optional().describe(what);

export const setAgentCursorMotion = defineTool({
  name: 'set_agent_cursor_motion',
  group: 'cursor',
  effect: 'manage',
  summary: 'Tune how the visible cursor glides; any subset of the knobs.',
  input: toolInput({
    start_handle: share(0, 'How far it leaves along its first direction, 0 to 1.'),
    end_handle: share(0, 'How far it arrives along its last direction, 0 to 1.'),
    arc_size: share(0, 'How much it bends; 0 is a straight line.'),
    arc_flow: share(-1, 'Where the bend lies: -1 near the start, 1 near the end.'),
    spring: share(0.3, 'How it settles: 1 stops dead, less overshoots a little.'),
    glide_ms: z.int().min(0).max(5000).optional().describe('Duration of a glide; 0 jumps.'),
    idle_hide_ms: z.int().min(0).max(600_000).optional().describe('Hides after this long without an act; 0 never.'),
  }),
  output,
  profile: 'full',
  cli: { example: 'offhand set_agent_cursor_motion --arc-size 0.4 --spring 0.6 --session shopping' },
})(async ({ input, call }) => {
  const { session: _session, desktop: _desktop, ...knobs } = input;
  const given = Object.entries(knobs).filter(([, value]) => value !== undefined);
  const stored = await change(call, Object.fromEntries(given.map(([knob, value]) => [`agent_cursor_${knob}`, value])));
  return { ...(await cursorStateOf(call)), stored };
});

async function change(call: Call, changes: Readonly<Record<string, unknown>>): Promise<'session' | 'disk'> {
  const { session, engine } = call;
  await (session.declared ? session.overrides : engine.config).set(changes);
  return session.declared ? 'session' : 'disk';
}
