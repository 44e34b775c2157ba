/** One function-calling schema for every provider: flat, small, no provider's own vocabulary. */
import { z } from 'zod';
import { image, pid, toolInput, windowId } from '../fields.js';
import { actions } from './actions.js';

const number = z.int().min(1).max(4_294_967_295);
const point = z.array(z.number().min(0).max(100_000)).length(2);

export const modes = ['som', 'vision', 'ax'] as const;
export type Mode = (typeof modes)[number];

export const computerUseInput = toolInput({
  action: z.enum(actions).describe('What to do.'),
  mode: z.enum(modes).optional().describe('capture: som = numbered picture and list (default), vision = plain picture, ax = text outline.'),
  app: z.string().max(200).optional().describe('Application name or id; for capture also "screen". Stays the target of later actions.'),
  pid: pid.optional().describe('Exact target, from list_windows.'),
  window_id: windowId.optional().describe('Exact target, from list_windows.'),
  element: number.optional().describe('Number of an element in the latest capture; prefer it to coordinate.'),
  coordinate: point.optional().describe('[x, y] pixel of the latest capture.'),
  from_element: number.optional().describe('drag: start.'),
  to_element: number.optional().describe('drag: end.'),
  from_coordinate: point.optional().describe('drag: start.'),
  to_coordinate: point.optional().describe('drag: end.'),
  modifiers: z.array(z.string().max(16)).max(4).optional().describe('Keys held meanwhile: ctrl, shift, alt, super.'),
  direction: z.enum(['up', 'down', 'left', 'right']).optional().describe('scroll.'),
  amount: z.int().min(1).max(50).optional().describe('scroll: wheel ticks, default 3.'),
  text: z.string().max(1_048_576).optional().describe('type: text for the element, the coordinate, or the caret.'),
  keys: z.string().max(64).optional().describe('key: e.g. "ctrl+s", "return", "escape".'),
  value: z
    .union([z.string().max(1_048_576), z.number(), z.boolean()])
    .optional()
    .describe('set_value: text of a field, number of a slider, option of a combo box, true/false of a check box.'),
  seconds: z.number().min(0).max(30).optional().describe('wait: default 1.'),
  raise_window: z.boolean().optional().describe('focus_app: also bring it to the front; only if the person asked.'),
  delivery_mode: z.enum(['background', 'foreground']).optional().describe('foreground takes the focus; only if the person asked.'),
  capture_after: z.boolean().optional().describe('Also return what the action changed.'),
  screenshot_out_file: z.string().min(1).max(4096).optional().describe('Write the picture here instead of returning it.'),
});

export type ComputerUseArguments = z.output<typeof computerUseInput>;

export const computerUseOutput = z.object({
  summary: z.string().describe('What happened and what is there, for the model.'),
  effect: z.string().optional(),
  app: z.string().optional(),
  pid: z.int().min(0).optional(),
  window_id: z.int().min(0).optional(),
  screenshot_width: z.int().min(0).optional(),
  screenshot_height: z.int().min(0).optional(),
  screenshot_file_path: z.string().optional(),
  image: image.optional(),
});

export type ComputerUseResult = z.input<typeof computerUseOutput>;
