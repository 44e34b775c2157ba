// A fixture program that takes commands on stdin and answers with one JSON object per line on stdout.
import { createInterface } from 'node:readline';
import type { Desktop } from '../desktop.js';
import { until } from '../until.js';
import type { Child } from './child.js';

/** One line of a fixture's output. */
export interface Line {
  /** CLOCK_MONOTONIC in milliseconds, the clock of the X server's timestamps. */
  at: number;
  type: string;
  [field: string]: unknown;
}

export interface LineProcess {
  readonly child: Child;
  readonly lines: readonly Line[];
  send(command: string): void;
  /** The first line at or after index `from` that matches. */
  next(what: string, match: (line: Line) => boolean, from?: number): Promise<Line>;
  /** Sends a command and waits for the next line of this type. */
  ask(command: string, answerType: string | RegExp): Promise<Line>;
}

export function startLineProcess(desktop: Desktop, command: string, args: readonly string[]): LineProcess {
  const child = desktop.runApp(command, args, { stdio: { stdin: 'pipe', stdout: 'pipe' } });
  const { stdin, stdout } = child.process;
  if (!stdin || !stdout) throw new Error(`no pipes to ${command}`);
  const lines: Line[] = [];
  createInterface({ input: stdout }).on('line', (text) => lines.push(JSON.parse(text) as Line));
  const send = (text: string) => void stdin.write(`${text}\n`);
  const next: LineProcess['next'] = (what, match, from = 0) =>
    until(
      () => {
        const found = lines.slice(from).find(match);
        if (!found && !child.isAlive()) throw new Error(`${command} ended: ${child.log()}`);
        return found;
      },
      { what, intervalMs: 2 },
    );
  return {
    child,
    lines,
    send,
    next,
    ask(text, answerType) {
      const from = lines.length;
      const isOf = (type: string) => (typeof answerType === 'string' ? type === answerType : answerType.test(type));
      send(text);
      return next(`${answerType} from ${command.split('/').at(-1)}`, (line) => isOf(line.type), from);
    },
  };
}
