import { DriverError } from '../../errors/driver-error.js';
import { nearest } from '../../kit/nearest.js';

export interface AgentArguments {
  readonly words: readonly string[];
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly app?: string | undefined;
  readonly maxSteps?: number | undefined;
  readonly budget?: number | undefined;
  readonly textOnly: boolean;
  readonly record: boolean;
}

const valued = ['--provider', '--model', '--base-url', '--app', '--max-steps', '--budget'] as const;
const switches = ['--text-only', '--record'] as const;

type Valued = (typeof valued)[number];
type Switch = (typeof switches)[number];

export function parseAgentArguments(argv: readonly string[]): AgentArguments {
  const words: string[] = [];
  const values = new Map<Valued, string>();
  const on = new Set<Switch>();
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name = '', inline] = word.startsWith('--') ? splitOnce(word) : [];
    const option = valued.find((each) => each === name);
    const flag = switches.find((each) => each === name);
    if (option) values.set(option, inline ?? needed(option, rest.shift()));
    else if (flag) on.add(flag);
    else if (word === '--') words.push(...rest.splice(0));
    else if (name !== '') throw unknown(name);
    else words.push(word);
  }
  return {
    words,
    provider: values.get('--provider'),
    model: values.get('--model'),
    baseUrl: values.get('--base-url'),
    app: values.get('--app'),
    maxSteps: positive('--max-steps', values.get('--max-steps')),
    budget: positive('--budget', values.get('--budget')),
    textOnly: on.has('--text-only'),
    record: on.has('--record'),
  };
}

function splitOnce(word: string): [string, string?] {
  const at = word.indexOf('=');
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

function needed(option: string, value: string | undefined): string {
  if (value === undefined) throw new DriverError('invalid_input', `agent: ${option} needs a value.`);
  return value;
}

function positive(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value.replaceAll(/[_,]/g, ''));
  if (Number.isInteger(number) && number > 0) return number;
  throw new DriverError('invalid_input', `agent: ${option} takes a whole number above 0, not "${value}".`);
}

function unknown(name: string): DriverError {
  const expected = [...valued, ...switches];
  const suggestions = nearest(name, expected);
  const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.join(' or ')}?` : '';
  return new DriverError('invalid_input', `agent: unknown option ${name}.${hint} Accepted: ${expected.join(' ')}.`, { suggestions });
}
