/** What crosses between two threads: calls by name, answered in any order. */

/** What a thread serves; each is given a signal last. */
export type Methods = Readonly<Record<string, (...args: never[]) => unknown>>;

export interface Question {
  readonly id: number;
  /** Undefined takes an earlier question back. */
  readonly method?: string;
  readonly args?: readonly unknown[];
}

export type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly failure: unknown };

/** Whether it could be opened is the answer to a question nobody asks. */
export const OPENED = 0;

export function run(methods: Methods, method: string, args: readonly unknown[], signal: AbortSignal): unknown {
  const found = methods[method];
  if (!found) throw new Error(`there is no method ${method}`);
  return found(...([...args, signal] as never[]));
}
