/** What the tools of the agent cursor report, and the one that only looks. */
import { z } from 'zod';
import type { OwnedCursor } from '../../cursor/cursors.js';
import type { Call } from '../../engine/call.js';
import { motionOf, ownerOf } from '../../engine/presence/show-act.js';
import type { Color } from '../../image/color.js';
import { defineTool } from '../define.js';
import { toolInput } from '../fields.js';

const note = z.object({ code: z.enum(['no_session', 'switched_off', 'capability_missing']), message: z.string() });

const motion = z.object({
  start_handle: z.number(),
  end_handle: z.number(),
  arc_size: z.number(),
  arc_flow: z.number(),
  spring: z.number(),
  glide_ms: z.int(),
  idle_hide_ms: z.int(),
});

export const cursorState = z.object({
  session: z.string(),
  label: z.string().describe('What stands beside the cursor.'),
  cursor_id: z
    .string()
    .nullable()
    .describe('The cursor shared by every session that passed this cursor_id; null when it is the session’s own.'),
  enabled: z.boolean(),
  phase: z.enum(['hidden', 'gliding', 'resting', 'fading']),
  position: z.object({ x: z.int(), y: z.int() }).nullable().describe('Screen pixels; null before it was first shown.'),
  color: z.object({ name: z.string(), hex: z.string() }).nullable(),
  motion,
  note: note.optional().describe('Why no cursor is shown here.'),
});

type CursorState = z.input<typeof cursorState>;

export async function cursorStateOf(call: Call): Promise<CursorState> {
  const owned = await cursorOf(call);
  const { phase, position } = owned?.cursor.state ?? { phase: 'hidden', position: undefined };
  const why = await whyNone(call);
  const { startHandle, endHandle, arcSize, arcFlow, spring, glideMs, idleHideMs } = motionOf(call);
  return {
    session: call.session.id,
    label: call.session.cursorId ?? call.session.label,
    cursor_id: call.session.cursorId ?? null,
    enabled: call.setting('overlay') && call.setting('agent_cursor_enabled'),
    phase,
    position: position ? { x: Math.round(position.x), y: Math.round(position.y) } : null,
    color: owned ? { name: owned.color.name, hex: hex(owned.color.color) } : null,
    motion: {
      start_handle: startHandle,
      end_handle: endHandle,
      arc_size: arcSize,
      arc_flow: arcFlow,
      spring,
      glide_ms: glideMs,
      idle_hide_ms: idleHideMs,
    },
    ...(why ? { note: why } : {}),
  };
}

/** The session's cursor, made if need be; undefined for callers without a session and where nothing can be drawn. */
export async function cursorOf(call: Call): Promise<OwnedCursor | undefined> {
  if (!call.session.declared) return undefined;
  const { overlay } = await call.backend();
  return (await call.engine.cursors.screen(overlay))?.of(ownerOf(call.session));
}

async function whyNone(call: Call): Promise<z.input<typeof note> | undefined> {
  if (!call.session.declared) return { code: 'no_session', message: 'Only calls that name a session have a cursor.' };
  const { overlay } = (await call.backend()).capabilities();
  if (!overlay.available) return { code: 'capability_missing', message: `No cursor can be drawn: ${overlay.why}.` };
  if (call.engine.cursors.isOff) return { code: 'switched_off', message: 'The daemon was started with --no-overlay.' };
  if (!call.setting('overlay')) return { code: 'switched_off', message: 'The setting overlay is off.' };
  if (!call.setting('agent_cursor_enabled')) return { code: 'switched_off', message: 'The setting agent_cursor_enabled is off.' };
  return undefined;
}

const hex = ({ r, g, b }: Color): string => `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

export const getAgentCursorState = defineTool({
  name: 'get_agent_cursor_state',
  group: 'cursor',
  effect: 'manage',
  summary: 'Where the session’s visible cursor is, how it looks and moves, and why it is not shown.',
  input: toolInput({}),
  output: cursorState,
  profile: 'full',
  cli: { example: 'offhand get_agent_cursor_state --session shopping' },
})(async ({ call }) => cursorStateOf(call));
