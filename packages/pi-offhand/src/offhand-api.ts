/** The part of Offhand that is used; `index.ts` passes the real thing in. */
export interface OffhandTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly group: string;
  readonly isCore: boolean;
  readonly destructive: boolean;
}

export type Answer = 'once' | 'session' | 'always' | 'deny';

export interface Question {
  readonly reason: string;
  readonly context: { readonly preview: string; readonly verdicts: readonly Answer[] };
}

export interface Approver {
  readonly name: string;
  ask(question: Question, signal: AbortSignal): Promise<Answer | undefined>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (message: string) => void;
  readonly approver?: Approver;
}

export interface OffhandDriver {
  call(tool: string, input: unknown, options?: CallOptions): Promise<unknown>;
  close(): Promise<void>;
}

export interface Offhand {
  readonly tools: readonly OffhandTool[];
  /** Where the skill for models lies. */
  readonly skillPath: string;
  open(options: { readonly desktop: string | undefined }): Promise<OffhandDriver>;
}
