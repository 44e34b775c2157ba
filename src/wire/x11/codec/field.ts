import type { Reader, Writer } from './cursor.js';

/** What the fields of one message can see of each other. */
export interface Scope {
  readonly values: Record<string, unknown>;
  /** Element counts of the variable-length fields, by the name of the field they belong to. */
  readonly counts: Record<string, number>;
}

/** A named value on the wire. Methods are called with the key it has in its shape. */
export interface ValueField<Out, In = Out> {
  readonly kind: 'value';
  /** Bytes on the wire; undefined when it varies. */
  readonly size: number | undefined;
  encode(writer: Writer, value: In, scope: Scope, key: string): void;
  decode(reader: Reader, scope: Scope, key: string): Out;
  /** The number a `count` field carries for this value. */
  countOf?(value: In, values: Record<string, unknown>): number;
}

/** A value the sender may leave out. */
export interface OptionalField<Out, In = Out> extends ValueField<Out, In> {
  readonly optional: true;
  readonly fallback: In;
}

/** Padding, counts and constants: on the wire, but not in the value. */
export interface HiddenField {
  readonly kind: 'hidden';
  readonly size: number | undefined;
  encode(writer: Writer, scope: Scope): void;
  decode(reader: Reader, scope: Scope): void;
}

export type Field = ValueField<unknown> | HiddenField;
export type Shape = Readonly<Record<string, Field>>;

type OutOf<F> = F extends ValueField<infer Out, infer _In> ? Out : never;
type InOf<F> = F extends ValueField<infer _Out, infer In> ? In : never;
type Simplify<T> = { [K in keyof T]: T[K] };

/** What decoding a shape gives. */
export type Output<S extends Shape> = Simplify<{
  [K in keyof S as S[K] extends HiddenField ? never : K]: OutOf<S[K]>;
}>;

/** What encoding a shape takes. */
export type Input<S extends Shape> = Simplify<
  { [K in keyof S as S[K] extends HiddenField ? never : S[K] extends { optional: true } ? never : K]: InOf<S[K]> } & {
    [K in keyof S as S[K] extends { optional: true } ? K : never]?: InOf<S[K]> | undefined;
  }
>;
