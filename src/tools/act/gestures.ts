import { z } from 'zod';
import type { Call } from '../../engine/call.js';
import { namesElement, resolveElement, resolvePoint, resolveWindow } from '../../engine/target.js';
import { DriverError } from '../../errors/driver-error.js';
import type { WindowPoint } from '../../model/geometry.js';
import type { Window } from '../../model/window.js';
import { drag as dragVerb } from '../../verbs/drag.js';
import { clickPoint } from '../../verbs/routes.js';
import { scroll as scrollVerb } from '../../verbs/scroll.js';
import { defineTool } from '../define.js';
import { actionResult, captureAfter, deliveryMode, elementFields, modifiers, pointFields, toolInput, windowFields } from '../fields.js';
import { modifierKeys } from './modifier-keys.js';
import { actAndReport } from './report.js';

const LINES_PER_PAGE = 10;

export const scroll = defineTool({
  name: 'scroll',
  group: 'pointer',
  effect: 'act',
  summary: 'Scroll at an element, a pixel, or the middle of a window; into_view brings an element into sight.',
  input: toolInput({
    direction: z.enum(['up', 'down', 'left', 'right']).optional().describe('Default down.'),
    amount: z.int().min(1).max(50).optional().describe('Default 3.'),
    by: z.enum(['line', 'page']).optional().describe('Default line.'),
    into_view: z.boolean().optional().describe('Bring the element into view instead.'),
    ...windowFields,
    ...elementFields,
    ...pointFields,
    modifier: modifiers,
    delivery_mode: deliveryMode,
    capture_after: captureAfter,
  }),
  output: actionResult,
  profile: 'core',
  cli: { positional: ['direction'], example: 'offhand scroll down --pid 844 --window-id 10725' },
})(async ({ input, call }) => {
  const window = await resolveWindow(call, input);
  const act = await scrollVerb(call, {
    window,
    direction: input.direction ?? 'down',
    ticks: (input.amount ?? 3) * (input.by === 'page' ? LINES_PER_PAGE : 1),
    modifiers: modifierKeys(input.modifier),
    intoView: input.into_view ?? false,
    delivery: input.delivery_mode ?? 'background',
    ...(namesElement(input) ? { element: (await resolveElement(call, window, input)).detail } : {}),
    ...(input.x !== undefined && input.y !== undefined ? { point: resolvePoint(call, window, input.x, input.y) } : {}),
  });
  return actAndReport(call, act, input.capture_after);
});

const pixel = z.number().min(-100_000).max(100_000).optional();

export const drag = defineTool({
  name: 'drag',
  group: 'pointer',
  effect: 'act',
  summary: 'Drag from one element or pixel to another inside a window, along a path if given.',
  input: toolInput({
    ...windowFields,
    from_x: pixel.describe('Start in the screenshot.'),
    from_y: pixel.describe('Start in the screenshot.'),
    to_x: pixel.describe('End in the screenshot.'),
    to_y: pixel.describe('End in the screenshot.'),
    from_element: z.int().min(0).optional().describe('Element to start at.'),
    to_element: z.int().min(0).optional().describe('Element to end at.'),
    path: z.array(z.array(z.number()).length(2)).min(2).max(500).optional().describe('Pixels [[x,y],…] to pass in order.'),
    button: z.enum(['left', 'right', 'middle']).optional().describe('Default left.'),
    modifier: modifiers,
    duration_ms: z.int().min(0).max(10_000).optional().describe('Default 200.'),
    steps: z.int().min(1).max(200).optional().describe('Moves on the way, default 20.'),
    delivery_mode: deliveryMode,
    capture_after: captureAfter,
  }),
  output: actionResult,
  profile: 'core',
  cli: { example: 'offhand drag --pid 844 --from-x 10 --from-y 10 --to-x 200 --to-y 80' },
})(async ({ input, call }) => {
  const window = await resolveWindow(call, input);
  const path = input.path
    ? input.path.map(([x, y]) => resolvePoint(call, window, x ?? 0, y ?? 0))
    : [
        await endOf(call, window, 'from', input.from_element, input.from_x, input.from_y),
        await endOf(call, window, 'to', input.to_element, input.to_x, input.to_y),
      ];
  const act = await dragVerb(call, {
    window,
    path,
    button: input.button ?? 'left',
    modifiers: modifierKeys(input.modifier),
    durationMs: input.duration_ms ?? 200,
    steps: input.steps ?? 20,
    delivery: input.delivery_mode ?? 'background',
  });
  return actAndReport(call, act, input.capture_after);
});

async function endOf(call: Call, window: Window, end: string, element?: number, x?: number, y?: number): Promise<WindowPoint> {
  if (element !== undefined) return clickPoint(window, (await resolveElement(call, window, { element_index: element })).detail);
  if (x !== undefined && y !== undefined) return resolvePoint(call, window, x, y);
  throw new DriverError('invalid_input', `drag: pass ${end}_element, or ${end}_x and ${end}_y, or path.`);
}
