/** Every tool as a typed method, computed from the registry: `get_window_state` is `driver.getWindowState(...)`. */
import type { z } from 'zod';
import { tools } from '../tools/registry.js';
import type { CallOptions } from '../transport/driver.js';

export type AnyRegisteredTool = (typeof tools)[number];
export type ToolName = AnyRegisteredTool['name'];
type ToolOf<N extends ToolName> = Extract<AnyRegisteredTool, { name: N }>;

export type ToolInput<N extends ToolName> = z.input<ToolOf<N>['input']>;
export type ToolOutput<N extends ToolName> = z.output<ToolOf<N>['output']>;

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S;

/** Tools that need no argument may be called with none. */
type Arguments<I> = Record<never, never> extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions];

export type ToolMethod<N extends ToolName> = (...args: Arguments<ToolInput<N>>) => Promise<ToolOutput<N>>;

export type ToolMethods = { readonly [N in ToolName as CamelCase<N>]: ToolMethod<N> };

type UntypedCall = (tool: string, input: unknown, options?: CallOptions) => Promise<unknown>;

export function toolMethods(call: UntypedCall): ToolMethods {
  const methods = tools.map(({ name }) => [camelCase(name), (input: unknown = {}, options?: CallOptions) => call(name, input, options)]);
  // The keys and signatures come from the same registry the type is computed from.
  return Object.fromEntries(methods) as ToolMethods;
}

const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
