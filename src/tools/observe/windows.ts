import { z } from 'zod';
import { isOnScreen, type Window } from '../../model/window.js';
import { defineTool } from '../define.js';
import { pid, rect, toolInput } from '../fields.js';

export const windowRecord = z.object({
  window_id: z.int(),
  pid: z.int().nullable(),
  app_id: z.string(),
  app_name: z.string(),
  title: z.string(),
  bounds: rect,
  z_index: z.int(),
  state: z.enum(['normal', 'minimized', 'shaded', 'other_workspace']),
  is_on_screen: z.boolean(),
  on_current_space: z.boolean(),
  is_active: z.boolean(),
});

export const toWindowRecord = (window: Window): z.input<typeof windowRecord> => ({
  window_id: window.id,
  pid: window.pid,
  app_id: window.appId,
  app_name: window.appName,
  title: window.title,
  bounds: window.bounds,
  z_index: window.zIndex,
  state: window.state,
  is_on_screen: isOnScreen(window),
  on_current_space: window.state !== 'other_workspace',
  is_active: window.isActive,
});

export const listWindows = defineTool({
  name: 'list_windows',
  group: 'windows',
  effect: 'observe',
  summary: 'List windows with id, pid, title, place and state, front to back.',
  input: toolInput({
    pid: pid.optional(),
    on_screen_only: z.boolean().optional().describe('Leave out minimised windows and other workspaces.'),
  }),
  output: z.object({ windows: z.array(windowRecord) }),
  profile: 'core',
  cli: { example: 'offhand list_windows --pid 844' },
})(async ({ input, call }) => {
  await call.engine.gate.decideRead(call, null);
  const backend = await call.backend();
  const windows = await backend.windows.list(call.signal);
  call.session.keepWindows(new Set(windows.map(({ id }) => id)));
  const wanted = windows.filter(
    (window) => (input.pid === undefined || window.pid === input.pid) && (!input.on_screen_only || isOnScreen(window)),
  );
  return { windows: wanted.map(toWindowRecord) };
});

export const getScreenSize = defineTool({
  name: 'get_screen_size',
  group: 'windows',
  effect: 'observe',
  summary: 'Size, scale and monitors of the screen.',
  input: toolInput({}),
  output: z.object({
    width: z.int(),
    height: z.int(),
    scale_factor: z.number(),
    monitors: z.array(z.object({ name: z.string(), primary: z.boolean(), bounds: rect })),
  }),
  profile: 'full',
  cli: { example: 'offhand get_screen_size' },
})(async ({ call }) => {
  const { width, height, scaleFactor, monitors } = await (await call.backend()).windows.screen(call.signal);
  return { width, height, scale_factor: scaleFactor, monitors: [...monitors] };
});

export const getCursorPosition = defineTool({
  name: 'get_cursor_position',
  group: 'windows',
  effect: 'observe',
  summary: 'Where the pointer of the person is, and the agent’s own if it has one.',
  input: toolInput({}),
  output: z.object({ x: z.int(), y: z.int(), agent: z.object({ x: z.int(), y: z.int() }).nullable() }),
  profile: 'full',
  cli: { example: 'offhand get_cursor_position' },
})(async ({ call }) => {
  const backend = await call.backend();
  const { x, y } = await backend.windows.pointer(call.signal);
  const agent = backend.seats.position(call.session.id);
  return { x, y, agent: agent ? { x: agent.x, y: agent.y } : null };
});
