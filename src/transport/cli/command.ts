import type { Driver } from '../driver.js';
import type { Terminal } from './terminal.js';

export interface CommandContext {
  readonly argv: readonly string[];
  readonly asJson: boolean;
  readonly terminal: Terminal;
  readonly session: string | undefined;
  readonly desktop: string | undefined;
  /** The daemon when one runs, else an engine of this process, made on first use. */
  driver(): Promise<Driver>;
}

/** A management command. `local` ones need the caller's own process (they serve, prompt, or start things that must outlive a call). */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly help: string;
  readonly local: boolean;
  readonly hidden?: boolean;
  run(context: CommandContext): Promise<number>;
}
