/** Which turns a replay goes through, and what stands in for the text that was typed. */
import { DriverError } from '../../../errors/driver-error.js';
import { type DamagedTurn, isDamaged, type ReadTurn, type Recording } from '../../../recording/reader.js';
import { substitute } from '../../../recording/typed-text.js';
import { typedFields } from '../recorder/arguments.js';
import type { Variables } from './live-view.js';

export type PlannedTurn = ReadTurn | DamagedTurn;

export interface Range {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export function turnsIn(recording: Recording, { from = 1, to = Number.MAX_SAFE_INTEGER }: Range): PlannedTurn[] {
  const last = recording.turns.at(-1)?.turn ?? 0;
  if (from > to) throw new DriverError('invalid_input', `from (${from}) comes after to (${to}).`);
  if (last > 0 && from > last) throw new DriverError('invalid_input', `The recording has ${last} turns; there is no turn ${from}.`);
  return recording.turns.filter(({ turn }) => turn >= from && turn <= to);
}

/** Why a turn is left out; undefined when it is carried out. */
export function whySkipped({ action }: ReadTurn): string | undefined {
  if (action.kind === 'look') return 'a look changes nothing';
  if (!action.result.ok) return `it failed when it was recorded (${action.result.error?.code ?? 'error'})`;
  return action.not_replayable;
}

/** Typed text as it will be typed: the variable's value, else the text the recording kept. */
export function filledInput({ action }: ReadTurn, variables: Variables): Record<string, unknown> {
  const [name] = action.variables;
  const given = name === undefined ? undefined : variables.get(name);
  const entries = Object.entries(action.input).map(([field, value]): [string, unknown] => {
    if (typeof value !== 'string') return [field, value];
    const isTyped = name !== undefined && typedFields.some((typed) => typed === field);
    return [field, isTyped && given !== undefined ? given : substitute(value, variables)];
  });
  return Object.fromEntries(entries);
}

/** Every variable must be known before the first turn runs: half a replay is worse than none. */
export function checkVariables(recording: Recording, turns: readonly PlannedTurn[], variables: Variables): void {
  const known = recording.session.variables.map(({ name }) => name);
  const unknown = [...variables.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new DriverError('invalid_input', `The recording has no variable ${unknown.map((name) => `"${name}"`).join(', ')}.`, {
      variables: known,
    });
  }
  const needed = turns.filter((turn): turn is ReadTurn => !isDamaged(turn) && whySkipped(turn) === undefined);
  const missing = needed.flatMap((turn) => (isFilled(turn, variables) ? [] : turn.action.variables));
  if (missing.length === 0) return;
  const names = [...new Set(missing)];
  const facts = recording.session.variables.filter(({ name }) => names.includes(name));
  throw new DriverError('invalid_input', `Typed text was not kept; say what to type: ${names.map((name) => `${name}=…`).join(' ')}.`, {
    missing: facts.map(({ name, label, length, secret, turn }) => ({ name, label, length, secret, turn })),
  });
}

function isFilled(turn: ReadTurn, variables: Variables): boolean {
  return turn.action.variables.every((name) => variables.has(name)) || !hasGap(filledInput(turn, variables));
}

const hasGap = (input: Record<string, unknown>): boolean =>
  typedFields.some((field) => {
    const value = input[field];
    return typeof value === 'string' && /⟦[\p{L}\p{N}_]+(?::\d+)?⟧|\[redacted:/u.test(value);
  });
