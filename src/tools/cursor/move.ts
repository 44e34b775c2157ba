/** Moving the agent's cursor: only what the person sees of it, or the agent's pointer itself. */
import { z } from 'zod';
import type { Call } from '../../engine/call.js';
import { motionOf, showsCursor } from '../../engine/presence/show-act.js';
import { namesElement, resolveElement, resolvePoint, resolveWindow } from '../../engine/target.js';
import { DriverError } from '../../errors/driver-error.js';
import { hover } from '../../verbs/hover.js';
import { clickPoint } from '../../verbs/routes.js';
import { desktopPoint } from '../act/desktop-scope.js';
import { actAndReport } from '../act/report.js';
import { defineTool } from '../define.js';
import { actionResult, captureAfter, elementFields, pointFields, toolInput, windowFields } from '../fields.js';
import { cursorOf, cursorState, cursorStateOf } from './state.js';

const coordinate = z.number().min(-100_000).max(100_000);

export const moveAgentCursor = defineTool({
  name: 'move_agent_cursor',
  group: 'cursor',
  effect: 'manage',
  summary: 'Let the session’s visible cursor glide somewhere; no application notices.',
  input: toolInput({
    x: coordinate.describe('Screen pixel, or pixel of the window’s screenshot when a window is named.'),
    y: coordinate.describe('As x.'),
    ...windowFields,
    wait: z.boolean().optional().describe('Answer when it has arrived. Default: at once.'),
  }),
  output: cursorState,
  profile: 'full',
  cli: { positional: ['x', 'y'], example: 'offhand move_agent_cursor 400 300 --session shopping' },
})(async ({ input, call }) => {
  const to = await screenPlace(call, input);
  const cursor = showsCursor(call) ? (await cursorOf(call))?.cursor : undefined;
  const arrived = cursor?.moveTo(to, motionOf(call));
  if (input.wait) await arrived;
  return cursorStateOf(call);
});

async function screenPlace(call: Call, input: { x: number; y: number; pid?: number | undefined; window_id?: number | undefined }) {
  if (input.pid === undefined && input.window_id === undefined) return { x: input.x, y: input.y };
  const window = await resolveWindow(call, input);
  const { x, y } = resolvePoint(call, window, input.x, input.y);
  return { x: window.bounds.x + x, y: window.bounds.y + y };
}

export const moveCursor = defineTool({
  name: 'move_cursor',
  group: 'cursor',
  effect: 'act',
  summary:
    'Rest the agent’s own pointer over an element or a pixel, so that tooltips and hover menus open; the person’s stays where it is.',
  input: toolInput({ ...windowFields, ...elementFields, ...pointFields, capture_after: captureAfter }),
  output: actionResult,
  profile: 'full',
  cli: { positional: ['x', 'y'], example: 'offhand move_cursor 120 80 --pid 844 --window-id 10725' },
})(async ({ input, call }) => {
  const { window, point } = await pointerPlace(call, input);
  return actAndReport(call, { ...(await hover(call, window, point)), verb: 'move_cursor' }, input.capture_after);
});

async function pointerPlace(call: Call, input: z.output<typeof moveCursor.input>) {
  if (input.pid === undefined && input.window_id === undefined) return desktopPoint(call, input);
  const window = await resolveWindow(call, input);
  const hasPoint = input.x !== undefined && input.y !== undefined;
  if (namesElement(input) === hasPoint) {
    throw new DriverError('invalid_input', 'Pass either element_index (or element_token) or both x and y.');
  }
  if (hasPoint) return { window, point: resolvePoint(call, window, input.x ?? 0, input.y ?? 0) };
  return { window, point: clickPoint(window, (await resolveElement(call, window, input)).detail) };
}
