import type { Approver } from '../../approval/approval.js';

/** What a command line may know of and do to its caller: in the caller's own process, or relayed by the daemon. */
export interface Terminal {
  readonly isTty: boolean;
  readonly columns: number;
  readonly color: boolean;
  readonly cwd: string;
  stdout(text: string): void;
  stderr(text: string): void;
  /** Everything piped in; empty when stdin is a terminal. */
  stdin(): Promise<string>;
  readonly signal: AbortSignal;
  /** The person at it, when someone is. */
  readonly approver?: Approver | undefined;
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const;

export type Style = keyof typeof codes;

export const paint = (terminal: Pick<Terminal, 'color'>, style: Style, text: string): string =>
  terminal.color ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;

/** Titles and labels are an application's words: they must not steer the terminal or rewrite what stands around them. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
