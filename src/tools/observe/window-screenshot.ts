import { defineTool } from '../define.js';
import { exactWindowFields, toolInput } from '../fields.js';
import { screenshot } from './capture.js';
import { imageFields } from './picture.js';

const { name, group, effect, output, profile, cli } = screenshot;

/** `screenshot` for hosts that take its latest picture for the place they point at: always one window, never the screen. */
export const windowScreenshot = defineTool({
  name,
  group,
  effect,
  output,
  profile,
  cli: { example: cli.example },
  summary: 'Picture of one window (also covered). Its pixels, from the window’s top left, are the x, y other tools take for this window.',
  input: toolInput({ ...exactWindowFields, ...imageFields }),
})(({ input, call }) => screenshot.invoke(input, call));
