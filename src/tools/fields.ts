/** Arguments and result parts that tools share, described once. */
import { z } from 'zod';

const MAX_ID = 4_294_967_295;

const callerFields = {
  session: z.string().min(1).max(64).optional().describe('Session to use; default: the one of this connection.'),
  desktop: z.string().min(1).max(64).optional().describe('Private desktop to use; default: the session’s.'),
};

/** Every tool takes these two besides its own arguments; anything else is refused by name. */
export const toolInput = <const S extends z.ZodRawShape>(shape: S) => z.strictObject({ ...shape, ...callerFields });

export const pid = z.int().min(1).max(MAX_ID).describe('Process id of the application.');
export const windowId = z.int().min(1).max(MAX_ID).describe('Window id from list_windows or launch_app.');

export const windowFields = { pid: pid.optional(), window_id: windowId.optional() };
export const exactWindowFields = { pid, window_id: windowId };

export const elementFields = {
  element_index: z.int().min(0).max(MAX_ID).optional().describe('Number of an element in the latest get_window_state of this window.'),
  element_token: z.string().max(80).optional().describe('Token of an element; like element_index, bound to its snapshot.'),
  snapshot_id: z.string().max(80).optional().describe('Snapshot the element_index is from.'),
};

export const pointFields = {
  x: z.number().min(-100_000).max(100_000).optional().describe('Pixel in the window’s latest screenshot.'),
  y: z.number().min(-100_000).max(100_000).optional().describe('Pixel in the window’s latest screenshot.'),
};

export const modifiers = z.array(z.string().max(16)).max(4).optional().describe('Keys held meanwhile: ctrl, shift, alt, meta.');

export const deliveryMode = z
  .enum(['background', 'foreground'])
  .optional()
  .describe('background (default) never disturbs the person; foreground activates the window and needs permission.');

export const captureAfter = z.boolean().optional().describe('Also return what changed in the window.');

export const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** An encoded picture inside a result; transports turn it into an image block or a file. */
export const image = z.object({
  mime_type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  width: z.int(),
  height: z.int(),
  base64: z.string(),
});

export const errorShape = z.object({
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

export const interference = z.object({
  focus: z.string(),
  active_window: z.string(),
  stacking: z.string(),
  pointer: z.string(),
  selections: z.string(),
  screen: z.string(),
  leaked_events: z.string(),
  clean: z.boolean(),
});

const evidence = z.object({ kind: z.string(), detail: z.string() });

/** What every act reports: `confirmed` only with evidence read back, and what it did to the person. */
export const actionShape = {
  effect: z.enum(['confirmed', 'partial', 'unverifiable', 'suspected_noop']),
  route: z.enum(['accessibility', 'synthetic_events', 'global_input', 'system_api', 'dom', 'trusted_input']),
  delivery: z.object({ mode: z.enum(['background', 'foreground']), delivered_count: z.int().optional() }),
  evidence: z.array(evidence),
  escalation: z.object({ target: z.string(), reason: z.string() }).optional(),
  fell_back_from: z.array(z.object({ route: z.string(), reason: z.string() })).optional(),
  notes: z.array(z.string()).optional(),
  interference,
  state: z.object({ snapshot_id: z.string(), changes: z.string() }).optional(),
};

export const actionResult = z.object(actionShape);
