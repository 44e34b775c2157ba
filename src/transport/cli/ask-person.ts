/** Puts questions to the person at the terminal, one after another. Anything but a clear yes is a no. */
import { createInterface } from 'node:readline';
import type { Answer, ApprovalQuestion, Approver } from '../../approval/approval.js';
import { paint, printable } from './terminal.js';

export interface AskingTerminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly color: boolean;
}

const keys: Readonly<Record<Answer, string>> = { once: 'y', session: 's', always: 'a', deny: 'n' };
const words: Readonly<Record<Answer, string>> = { once: 'yes, once', session: 'for this session', always: 'always', deny: 'no (default)' };

/** Undefined when nobody sits there: a pipe, a file, a background job. */
export function terminalApprover(terminal: AskingTerminal): Approver | undefined {
  if (!terminal.input.isTTY || !terminal.output.isTTY) return undefined;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    name: 'terminal',
    ask(question, signal) {
      const answer = turn.then(() => put(terminal, question, signal));
      turn = answer;
      return answer;
    },
  };
}

function put(terminal: AskingTerminal, question: ApprovalQuestion, signal: AbortSignal): Promise<Answer | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  const { input, output } = terminal;
  return new Promise((resolve) => {
    const lines = createInterface({ input, output, terminal: true });
    const settle = (answer: Answer | undefined): void => {
      signal.removeEventListener('abort', onAbort);
      resolve(answer);
      lines.close();
    };
    const onAbort = (): void => {
      output.write('\n(no answer needed any more)\n');
      settle(undefined);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    // Ctrl-C and Ctrl-D: the person wants none of it.
    lines.on('SIGINT', () => {
      output.write('\n');
      settle('deny');
    });
    lines.on('close', () => settle('deny'));
    const prompt = (): void =>
      lines.question(choiceText(question), (line) => {
        const answer = answerOf(line, question);
        if (answer === undefined) prompt();
        else settle(answer);
      });
    output.write(questionText(terminal, question));
    prompt();
  });
}

const choicesOf = ({ context }: ApprovalQuestion): readonly Answer[] => [...context.verdicts, 'deny'];

function questionText(terminal: AskingTerminal, { reason, context }: ApprovalQuestion): string {
  return [
    `\n${paint(terminal, 'yellow', 'May this be done?')} ${printable(context.preview)}`,
    `  asked by ${printable(context.client)} (session ${printable(context.session)}), because: ${printable(reason)}`,
    '',
  ].join('\n');
}

const choiceText = (question: ApprovalQuestion): string =>
  `  ${choicesOf(question)
    .map((choice) => `[${keys[choice]}] ${words[choice]}`)
    .join('  ')}: `;

/** Undefined for what is none of the choices. */
function answerOf(line: string, question: ApprovalQuestion): Answer | undefined {
  const letter = line.trim().toLowerCase().charAt(0);
  return letter === '' ? 'deny' : choicesOf(question).find((choice) => keys[choice] === letter);
}
