import { z } from 'zod';
import { decideScreen } from '../../engine/judge/frontmost.js';
import { observeWindow } from '../../engine/observe.js';
import { redactObservation, redactScreen } from '../../engine/redact.js';
import { resolveWindow } from '../../engine/target.js';
import { DriverError } from '../../errors/driver-error.js';
import { mapZoom } from '../../image/coordinates.js';
import { cropImage } from '../../image/raw.js';
import { fitSize } from '../../image/size-limit.js';
import { imageRect } from '../../model/geometry.js';
import { defineTool } from '../define.js';
import { exactWindowFields, image, rect, toolInput, windowFields } from '../fields.js';
import { deliverImage, imageFields, placeImage, scaleAndEncode } from './picture.js';
import { toWindowRecord, windowRecord } from './windows.js';

const pictureOutput = {
  screenshot_width: z.int(),
  screenshot_height: z.int(),
  screenshot_scale_factor: z.number().optional(),
  screenshot_mime_type: z.string().optional(),
  screenshot_file_path: z.string().optional(),
  redaction: z.object({}).loose().optional(),
  image: image.optional(),
};

export const screenshot = defineTool({
  name: 'screenshot',
  group: 'capture',
  effect: 'observe',
  summary: 'Picture of a window (also covered), or of the screen when no window is named.',
  input: toolInput({ ...windowFields, ...imageFields, region: rect.optional().describe('Part of the screen, in screen pixels.') }),
  output: z.object({
    ...pictureOutput,
    coordinate_space: z.enum(['window', 'screen']).describe('Whose pixels these are; other tools take those of a window.'),
  }),
  profile: 'core',
  cli: { example: 'offhand screenshot --pid 844 --window-id 10725 --screenshot-out-file shot.png' },
})(async ({ input, call }) => {
  if (input.pid === undefined && input.window_id === undefined) {
    await decideScreen(call);
    const raw = await (await call.backend()).capture.screen(input.region ?? null, call.signal);
    const { image: shown, redaction } = await redactScreen(call, raw, input.redact, input.region);
    const size = fitSize(shown, { maxDimension: call.setting('max_image_dimension', input.max_image_dimension) });
    const encoded = await scaleAndEncode(call, shown, size);
    return {
      ...sizeOf(encoded),
      ...(redaction ? { redaction } : {}),
      screenshot_scale_factor: size.width / shown.width,
      coordinate_space: 'screen' as const,
      ...(await placeImage(encoded, input.screenshot_out_file)),
    };
  }
  const window = await resolveWindow(call, input);
  const observation = await observeWindow(call, window, {
    tree: false,
    image: true,
    maxElements: 1,
    maxDepth: 1,
    maxDimension: call.setting('max_image_dimension', input.max_image_dimension),
  });
  if (observation.imageProblem) throw DriverError.fromShape(observation.imageProblem);
  const picture = await deliverImage(call, observation, input);
  return { screenshot_width: 0, screenshot_height: 0, coordinate_space: 'window' as const, ...picture };
});

const sizeOf = ({ width, height, mimeType }: { width: number; height: number; mimeType: string }) => ({
  screenshot_width: width,
  screenshot_height: height,
  screenshot_mime_type: mimeType,
});

export const zoom = defineTool({
  name: 'zoom',
  group: 'capture',
  effect: 'observe',
  summary: 'Part of a window at full resolution; the corners are pixels of its latest screenshot.',
  input: toolInput({
    ...exactWindowFields,
    x1: z.number().min(0).max(100_000).describe('Left edge in the screenshot.'),
    y1: z.number().min(0).max(100_000).describe('Top edge in the screenshot.'),
    x2: z.number().min(0).max(100_000).describe('Right edge in the screenshot.'),
    y2: z.number().min(0).max(100_000).describe('Bottom edge in the screenshot.'),
    ...imageFields,
  }),
  output: z.object({ ...pictureOutput, region: rect.describe('The part shown, in pixels of the screenshot.') }),
  profile: 'full',
  cli: { example: 'offhand zoom --pid 844 --window-id 10725 --x1 0 --y1 0 --x2 200 --y2 100' },
})(async ({ input, call }) => {
  const window = await resolveWindow(call, input);
  const maxDimension = call.setting('max_image_dimension', input.max_image_dimension);
  const shown = call.session.knownWindow(input.pid, input.window_id)?.imageMap;
  const observation = await observeWindow(call, window, { tree: false, image: true, maxElements: 1, maxDepth: 1, maxDimension });
  if (!observation.image) throw DriverError.fromShape(observation.imageProblem ?? { code: 'internal', message: 'no image' });
  const region = {
    x: Math.min(input.x1, input.x2),
    y: Math.min(input.y1, input.y2),
    width: Math.abs(input.x2 - input.x1),
    height: Math.abs(input.y2 - input.y1),
  };
  const map = mapZoom(shown?.map ?? observation.map, imageRect(region), { maxDimension });
  if (!map) throw new DriverError('point_outside', 'The region lies outside the screenshot or is empty.', { image: observation.map.size });
  const { image: safe, redaction } = await redactObservation(call, observation, input.redact);
  const cut = cropImage(safe, { ...map.area, x: map.area.x - observation.map.area.x, y: map.area.y - observation.map.area.y });
  const encoded = await scaleAndEncode(call, cut, map.size);
  return { ...sizeOf(encoded), region, ...(redaction ? { redaction } : {}), ...(await placeImage(encoded, input.screenshot_out_file)) };
});

export const getDesktopState = defineTool({
  name: 'get_desktop_state',
  group: 'capture',
  effect: 'observe',
  summary: 'Picture of the whole screen in true screen pixels, with the windows on it.',
  input: toolInput({ screenshot_out_file: imageFields.screenshot_out_file, redact: imageFields.redact }),
  output: z.object({ ...pictureOutput, screen_width: z.int(), screen_height: z.int(), windows: z.array(windowRecord) }),
  profile: 'full',
  cli: { example: 'offhand get_desktop_state --screenshot-out-file desktop.png' },
})(async ({ input, call }) => {
  await decideScreen(call);
  const backend = await call.backend();
  const [raw, windows, screen] = await Promise.all([
    backend.capture.screen(null, call.signal),
    backend.windows.list(call.signal),
    backend.windows.screen(call.signal),
  ]);
  const { image: safe, redaction } = await redactScreen(call, raw, input.redact);
  const encoded = await scaleAndEncode(call, safe, safe);
  return {
    ...sizeOf(encoded),
    screen_width: screen.width,
    screen_height: screen.height,
    windows: windows.map(toWindowRecord),
    ...(redaction ? { redaction } : {}),
    ...(await placeImage(encoded, input.screenshot_out_file)),
  };
});
