/** The part of pi's extension API that is used, as its documentation describes it. */
export type PiContent = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string };

export interface PiResult {
  content: PiContent[];
  details: unknown;
}

export interface PiDialogs {
  select(title: string, options: string[], more?: { signal?: AbortSignal }): Promise<string | undefined>;
  confirm(title: string, message: string, more?: { signal?: AbortSignal }): Promise<boolean>;
  notify(message: string, type?: 'info' | 'warning' | 'error'): void;
}

export interface PiContext {
  /** False in print and JSON mode: nobody can be asked. */
  readonly hasUI: boolean;
  readonly ui: PiDialogs;
}

export interface PiTool {
  name: string;
  label: string;
  description: string;
  promptSnippet?: string;
  promptGuidelines?: string[];
  parameters: Readonly<Record<string, unknown>>;
  executionMode: 'sequential';
  execute(
    toolCallId: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal | undefined,
    onUpdate: ((partial: PiResult) => void) | undefined,
    ctx: PiContext,
  ): Promise<PiResult>;
}

export interface PiCommand {
  description: string;
  handler(args: string, ctx: PiContext): Promise<void>;
}

export interface PiApi {
  registerTool(tool: PiTool): void;
  registerCommand(name: string, command: PiCommand): void;
  registerFlag(name: string, flag: { description: string; type: 'string' }): void;
  getFlag(name: string): boolean | string | undefined;
  on(event: 'session_start' | 'session_shutdown', handler: () => void | Promise<void>): void;
  on(event: 'resources_discover', handler: () => { skillPaths: string[] }): void;
}
