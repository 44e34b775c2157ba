/** A run as a person follows it: what the model says, what it does where, how long it took and what it cost. */
import type { AgentEvent, AgentResult, Usage } from '../../agent/index.js';
import { forStorage } from '../../agent/index.js';
import { paint, type Terminal } from '../../transport/cli/terminal.js';

export interface Progress {
  show(event: AgentEvent): void;
}

const longestSummary = 100;

/** One JSON object per line for programs; picture bytes never. */
export const jsonProgress = (terminal: Terminal): Progress => ({
  show(event) {
    const [line] = forStorage([event.type === 'finished' ? { type: 'finished', result: resultFacts(event.result) } : event]);
    terminal.stdout(`${JSON.stringify(line)}\n`);
  },
});

export function resultFacts({ status, text, steps, usage, error }: AgentResult) {
  return { status, text, steps, usage, ...(error ? { error: error.toShape() } : {}) };
}

export function humanProgress(terminal: Terminal): Progress {
  let isMidLine = false;
  const line = (text: string) => {
    terminal.stdout(`${isMidLine ? '\n' : ''}${text}\n`);
    isMidLine = false;
  };
  return {
    show(event) {
      switch (event.type) {
        case 'step_started':
          return line(paint(terminal, 'bold', `step ${event.step}`));
        case 'delta':
          if (event.delta.type === 'text') {
            terminal.stdout(event.delta.text);
            isMidLine = !event.delta.text.endsWith('\n');
          } else if (event.delta.type === 'retry') {
            line(paint(terminal, 'yellow', `  ${event.delta.reason}; trying again in ${seconds(event.delta.waitMs)} s`));
          }
          return;
        case 'tool_started':
          return line(`  ${paint(terminal, 'cyan', '→')} ${event.what}`);
        case 'tool_finished': {
          const verdict = event.ok ? paint(terminal, 'green', 'ok') : paint(terminal, 'red', 'failed');
          return line(`    ${verdict} ${paint(terminal, 'dim', `${seconds(event.ms)} s  ${firstLine(event.summary)}`)}`);
        }
        case 'step_finished':
          return line(paint(terminal, 'dim', `  ${seconds(event.ms)} s, ${tokens(event.usage)} (so far ${tokens(event.total)})`));
        case 'finished':
          return line(ending(terminal, event.result));
      }
    },
  };
}

function ending(terminal: Terminal, { status, steps, usage, error }: AgentResult): string {
  const words: Readonly<Record<AgentResult['status'], string>> = {
    done: paint(terminal, 'green', 'done'),
    refused: paint(terminal, 'red', 'stopped by the provider’s safety system'),
    max_steps: paint(terminal, 'yellow', 'stopped: the step limit is reached'),
    budget: paint(terminal, 'yellow', 'stopped: the token budget is used up'),
    cancelled: paint(terminal, 'yellow', 'stopped by you'),
    failed: paint(terminal, 'red', `failed: ${error?.message ?? ''}`),
  };
  return `${words[status]} after ${steps} step${steps === 1 ? '' : 's'}, ${tokens(usage)}`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const tokens = ({ inputTokens, outputTokens }: Usage): string => `${inputTokens} + ${outputTokens} tokens`;

function firstLine(text: string): string {
  const [first = ''] = text.split('\n');
  return first.length > longestSummary ? `${first.slice(0, longestSummary - 1)}…` : first;
}
