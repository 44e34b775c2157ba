import type { z } from 'zod';
import type { Call } from '../engine/call.js';
import { DriverError } from '../errors/driver-error.js';
import { findHalfCharacter } from './half-characters.js';
import { halfCharacter, invalidArguments } from './invalid-arguments.js';

/** Where a tool stands in lists, docs and profiles. */
export type ToolGroup =
  | 'apps'
  | 'windows'
  | 'snapshot'
  | 'capture'
  | 'pointer'
  | 'keyboard'
  | 'text'
  | 'menu'
  | 'verify'
  | 'clipboard'
  | 'session'
  | 'config'
  | 'cursor'
  | 'recording'
  | 'page'
  | 'ops'
  | 'agent'
  | 'health';

/** observe reads, act changes an application, manage changes Offhand itself. MCP hints, policy class, locks and recording follow from it. */
export type ToolEffect = 'observe' | 'act' | 'manage';

export interface ToolSpec<I extends z.ZodObject, O extends z.ZodType, N extends string = string> {
  readonly name: N;
  readonly group: ToolGroup;
  readonly effect: ToolEffect;
  /** Acts that end or lose something of the person's; shown to clients and matched by policy rules. */
  readonly destructive?: boolean;
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** The smallest list it is in: `core` is what most agents need, `computer_use` the universal tool alone; everything is in `full`. */
  readonly profile: 'computer_use' | 'core' | 'full';
  /** A session of its own for what the input names, instead of the connection's. */
  sessionFor?(input: z.output<I>): string | undefined;
  readonly cli: { readonly positional?: readonly (keyof z.input<I> & string)[]; readonly example: string };
}

export interface RunArguments<I extends z.ZodObject> {
  readonly input: z.output<I>;
  readonly call: Call;
}

/** A tool whose argument types have been forgotten, as the registry's consumers see it. */
export interface AnyTool extends ToolSpec<z.ZodObject, z.ZodType> {
  invoke(rawInput: unknown, call: Call): Promise<unknown>;
  parse(rawInput: unknown): Record<string, unknown>;
}

export interface Tool<I extends z.ZodObject, O extends z.ZodType, N extends string = string> extends ToolSpec<I, O, N> {
  invoke(rawInput: unknown, call: Call): Promise<z.output<O>>;
  parse(rawInput: unknown): z.output<I>;
}

/** Spec first, then the handler: keeps input, output and positionals exact for the SDK. */
export function defineTool<I extends z.ZodObject, O extends z.ZodType, const N extends string>(spec: ToolSpec<I, O, N>) {
  return (run: (args: RunArguments<I>) => Promise<z.input<O>>): Tool<I, O, N> => {
    const split = (rawInput: unknown): ReturnType<typeof withoutCursorId> =>
      'cursor_id' in spec.input.shape ? { input: rawInput } : withoutCursorId(rawInput);
    const parse = (rawInput: unknown): z.output<I> => parseInput(spec, split(rawInput).input);
    return {
      ...spec,
      parse,
      async invoke(rawInput, call) {
        const { cursorId } = split(rawInput);
        if (cursorId !== undefined) call.session.shareCursor(cursorId);
        return spec.output.parse(await run({ input: parse(rawInput), call }));
      },
    };
  };
}

/** Any call may say which cursor its session shares; so few do that no tool's list of arguments needs to be longer for it. */
function withoutCursorId(rawInput: unknown): { readonly input: unknown; readonly cursorId?: string } {
  if (typeof rawInput !== 'object' || rawInput === null || !('cursor_id' in rawInput)) return { input: rawInput };
  const { cursor_id: cursorId, ...input } = rawInput;
  if (typeof cursorId !== 'string') throw new DriverError('invalid_input', 'cursor_id: must be the name of a cursor.');
  return { input, cursorId };
}

function parseInput<I extends z.ZodObject, O extends z.ZodType>(spec: ToolSpec<I, O>, rawInput: unknown): z.output<I> {
  const expected = Object.keys(spec.input.shape);
  const parsed = spec.input.safeParse(rawInput ?? {});
  if (!parsed.success) throw invalidArguments(spec.name, expected, parsed.error);
  const half = findHalfCharacter(parsed.data);
  if (half) throw halfCharacter(spec.name, expected, half);
  return parsed.data;
}
