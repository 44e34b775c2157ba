import type { Input, Output, Shape } from './field.js';

/** Byte 1 of a core request, reply or event lies outside its body; some put a field there. */
export interface Layout {
  readonly head: Shape;
  readonly body: Shape;
}

export interface Version {
  readonly major: number;
  readonly minor: number;
}

export interface ExtensionDef {
  readonly name: string;
  /** Error names in the order of their codes from the extension's first error on. */
  readonly errors: readonly string[];
  /** The version request; a server expects it before any other request of the extension. */
  negotiate?: Call<Version>;
}

interface RequestDef {
  readonly name: string;
  readonly extension: ExtensionDef | undefined;
  readonly opcode: number;
  readonly layout: Layout;
}

/** A request the server answers only when it fails. */
export interface Command<In> extends RequestDef {
  readonly kind: 'command';
  /** Never present: carries the argument type. */
  readonly takes?: (args: In) => void;
}

/** A request with a reply. */
export interface Query<In, Out> extends RequestDef {
  readonly kind: 'query';
  readonly reply: Layout;
  readonly takes?: (args: In) => void;
  readonly gives?: () => Out;
}

/** A query with its arguments. */
export interface Call<Out> {
  readonly query: Query<never, Out>;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface EventDef<Value = unknown> {
  readonly extension: ExtensionDef | undefined;
  /** Core event code, code relative to the extension's first event, or GenericEvent type. */
  readonly code: number;
  /** Distinguishes events that share a code by their byte 1 (XKB). */
  readonly subtype: number | undefined;
  readonly generic: boolean;
  readonly layout: Layout;
  readonly gives?: () => Value;
}

export type EventValue<D> = D extends EventDef<infer Value> ? Value : never;

/** Arguments may be left out when none is required. */
export type Args<In> = Record<never, never> extends In ? [args?: In] : [args: In];

type Spec<H extends Shape, B extends Shape> = { readonly head?: H; readonly body?: B };
type None = Record<never, never>;

const layoutOf = (spec: Spec<Shape, Shape>): Layout => ({ head: spec.head ?? {}, body: spec.body ?? {} });

/** Table builders for one protocol: core when `extension` is undefined. */
export function protocol(extension: ExtensionDef | undefined) {
  return {
    command: <H extends Shape = None, B extends Shape = None>(name: string, opcode: number, spec: Spec<H, B>): Command<Input<H & B>> => ({
      kind: 'command',
      name,
      extension,
      opcode,
      layout: layoutOf(spec),
    }),

    query: <H extends Shape = None, B extends Shape = None, RH extends Shape = None, RB extends Shape = None>(
      name: string,
      opcode: number,
      spec: Spec<H, B>,
      reply: Spec<RH, RB>,
    ): Query<Input<H & B>, Output<RH & RB>> => ({
      kind: 'query',
      name,
      extension,
      opcode,
      layout: layoutOf(spec),
      reply: layoutOf(reply),
    }),

    event: <H extends Shape = None, B extends Shape = None>(
      code: number,
      spec: Spec<H, B> & { readonly subtype?: number },
    ): EventDef<Output<H & B>> => ({ extension, code, subtype: spec.subtype, generic: false, layout: layoutOf(spec) }),

    genericEvent: <B extends Shape>(code: number, body: B): EventDef<Output<B>> => ({
      extension,
      code,
      subtype: undefined,
      generic: true,
      layout: { head: {}, body },
    }),
  };
}

export function extension(name: string, errors: readonly string[] = []): ExtensionDef {
  return { name, errors };
}

/** Binds a query to its arguments, for later. */
export function call<In, Out>(query: Query<In, Out>, args: In): Call<Out> {
  return { query, args: args as Readonly<Record<string, unknown>> };
}
