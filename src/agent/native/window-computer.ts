/** Carries a provider's own computer actions out in one window, with the driver's tools; its picture is the model's whole screen. */
import { z } from 'zod';
import { DriverError } from '../../errors/driver-error.js';
import { delay } from '../../kit/clock.js';
import type { KeyCombo } from '../../model/key-combo.js';
import type { ActionOutcome, ExecuteAction, ImageFrame, NativeAction, NativeKind, NativePoint, Served } from './action.js';
import { resolvePoint, resolveRegion, resolveScroll } from './resolve.js';

export interface WindowComputerOptions {
  /** A driver's call, always in the same session. */
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly pid: number;
  readonly windowId: number;
  /** Longest side of the pictures; a provider may take less than the driver's own setting. */
  readonly maxImageDimension?: number;
  readonly signal?: AbortSignal;
}

type Input = Readonly<Record<string, unknown>>;
type Of<K extends NativeKind> = Extract<NativeAction, { readonly kind: K }>;

const kinds = [
  'screenshot',
  'zoom',
  'click',
  'drag',
  'move',
  'mouse_down',
  'mouse_up',
  'cursor_position',
  'scroll',
  'type',
  'key',
  'hold_key',
  'key_down',
  'key_up',
  'wait',
] as const satisfies readonly NativeKind[];

const picture = z.looseObject({
  screenshot_width: z.int(),
  screenshot_height: z.int(),
  image: z.object({ base64: z.string(), mime_type: z.string() }),
});
const outcome = z.looseObject({ effect: z.string() });

export class WindowComputer {
  readonly served: Served = new Set<NativeKind>(kinds);
  #frame: ImageFrame = { space: 'image', width: 1, height: 1 };
  #pointer: NativePoint | undefined;

  private constructor(private readonly options: WindowComputerOptions) {}

  /** Takes the first picture, so that there is a frame before the model speaks. */
  static async open(options: WindowComputerOptions): Promise<WindowComputer> {
    const computer = new WindowComputer(options);
    await computer.screenshot();
    return computer;
  }

  /** Of the latest picture: what the model's next coordinates are read from. */
  get frame(): ImageFrame {
    return this.#frame;
  }

  readonly screenshot = async (): Promise<ActionOutcome> => {
    const { width, height, image } = await this.#look('screenshot', {});
    this.#frame = { space: 'image', width, height };
    return { image };
  };

  readonly execute: ExecuteAction = async (action) => {
    switch (action.kind) {
      case 'screenshot':
        return this.screenshot();
      case 'zoom':
        return this.#zoom(action);
      case 'click':
        return this.#act('click', { ...this.#place(action.at), button: action.button, count: action.count, modifier: action.modifiers });
      case 'drag':
        return this.#drag(action);
      case 'move':
        return this.#act('move_cursor', this.#place(action.at));
      case 'mouse_down':
        return this.#act('mouse_button_down', this.#place(action.at));
      case 'mouse_up':
        return this.#act('mouse_button_up', this.#place(action.at));
      case 'cursor_position':
        return { cursor: this.#place(undefined) };
      case 'scroll':
        return this.#scroll(action);
      case 'type':
        return this.#act('type_text', { text: action.text });
      case 'key':
        return this.#press(action.combo, { repeat: action.repeat });
      case 'hold_key':
        return this.#press(action.combo, { hold_ms: action.seconds * 1000 });
      case 'key_down':
        return this.#press(action.combo, { hold: 'down' });
      case 'key_up':
        return this.#press(action.combo, { hold: 'up' });
      case 'wait':
        await delay(action.seconds * 1000, this.options.signal);
        return {};
      default:
        throw new DriverError('capability_missing', `"${action.kind}" is not available in a window.`, { kind: action.kind });
    }
  };

  async #zoom({ region }: Of<'zoom'>): Promise<ActionOutcome> {
    const { x, y, width, height } = resolveRegion(region, this.#frame);
    const { image } = await this.#look('zoom', { x1: x, y1: y, x2: x + width, y2: y + height });
    return { image };
  }

  #drag({ path, modifiers }: Of<'drag'>): Promise<ActionOutcome> {
    const points = path.map((point) => this.#place(point));
    return this.#act('drag', { path: points.map(({ x, y }) => [x, y]), modifier: modifiers });
  }

  async #scroll({ at, amount, modifiers }: Of<'scroll'>): Promise<ActionOutcome> {
    const { dx, dy } = resolveScroll(amount, this.#frame);
    const where = at || this.#pointer ? this.#place(at) : {};
    const steps = [
      { direction: dy < 0 ? 'up' : 'down', amount: Math.abs(dy) },
      { direction: dx < 0 ? 'left' : 'right', amount: Math.abs(dx) },
    ].filter((step) => step.amount > 0);
    let last: ActionOutcome = {};
    for (const step of steps) last = await this.#act('scroll', { ...where, ...step, modifier: modifiers });
    return last;
  }

  #press({ key, mods }: KeyCombo, how: Input): Promise<ActionOutcome> {
    return this.#act('press_key', { key, modifiers: mods, ...how });
  }

  /** The point in the latest picture; without one, where the pointer was left. */
  #place(at: NativePoint | undefined): { x: number; y: number } {
    const point = at ?? this.#pointer;
    if (!point) throw new DriverError('invalid_input', 'The pointer has not been anywhere yet; give a coordinate.');
    this.#pointer = point;
    return resolvePoint(point, this.#frame);
  }

  /** Confirmed needs no words; anything else is worth another look. */
  async #act(tool: string, input: Input): Promise<ActionOutcome> {
    const done = outcome.safeParse(await this.#call(tool, input));
    return done.success && done.data.effect !== 'confirmed' ? { text: `OK (${done.data.effect}: look before going on)` } : {};
  }

  async #look(tool: 'screenshot' | 'zoom', input: Input) {
    const { maxImageDimension: side } = this.options;
    const output = await this.#call(tool, { ...input, ...(side === undefined ? {} : { max_image_dimension: side }) });
    const { image, screenshot_width: width, screenshot_height: height } = picture.parse(output);
    return { width, height, image: { mimeType: image.mime_type, data: image.base64 } };
  }

  #call(tool: string, input: Input): Promise<unknown> {
    const { call, pid, windowId } = this.options;
    return call(tool, { pid, window_id: windowId, ...input });
  }
}
