import { describe, expect, test } from 'vitest';
import type { ActionRecord, SessionRecord } from '../../../src/recording/format.js';
import type { ReadTurn, Recording } from '../../../src/recording/reader.js';
import { checkVariables, filledInput, turnsIn, whySkipped } from '../../../src/tools/recording/replay/plan.js';
import { actionOf, headerOf } from './material.js';

const turnOf = (turn: number, more: Partial<ActionRecord> = {}): ReadTurn => ({
  turn,
  folder: `/r/turn-${turn}`,
  action: actionOf(turn, more),
});
const recordingOf = (turns: Recording['turns'], header: Partial<SessionRecord> = {}): Recording => ({
  folder: '/r',
  session: headerOf(header),
  turns,
});
const typing = (turn: number, name: string, written = `⟦${name}⟧`): ReadTurn =>
  turnOf(turn, { tool: 'type_text', input: { pid: 1, text: written }, variables: [name] });
const variable = (name: string, secret = false) => ({ name, length: 5, turn: 1, label: name, secret });
const given = (values: Record<string, string>) => new Map(Object.entries(values));

describe('the turns of a replay', () => {
  const recording = recordingOf([turnOf(1), turnOf(2), { turn: 3, folder: '/r/turn-3', damage: 'cut off' }, turnOf(5)]);
  const numbers = (range: { from?: number; to?: number }) => turnsIn(recording, range).map(({ turn }) => turn);

  test('are all of them, or those from one to another', () => {
    expect(numbers({})).toEqual([1, 2, 3, 5]);
    expect(numbers({ from: 2 })).toEqual([2, 3, 5]);
    expect(numbers({ to: 2 })).toEqual([1, 2]);
    expect(numbers({ from: 3, to: 4 })).toEqual([3]);
  });

  test('are not asked for backwards or beyond the end', () => {
    expect(() => numbers({ from: 3, to: 2 })).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    expect(() => numbers({ from: 6 })).toThrow(expect.objectContaining({ message: 'The recording has 5 turns; there is no turn 6.' }));
  });

  test('leave out looks, what failed then, and what cannot be done again, and say why', () => {
    expect(whySkipped(turnOf(1))).toBeUndefined();
    expect(whySkipped(turnOf(1, { kind: 'check' }))).toBeUndefined();
    expect(whySkipped(turnOf(1, { kind: 'look' }))).toContain('changes nothing');
    expect(whySkipped(turnOf(1, { result: { ok: false, error: { code: 'stale_element', message: 'x' } } }))).toContain('stale_element');
    expect(whySkipped(turnOf(1, { not_replayable: 'it needed a person' }))).toBe('it needed a person');
  });
});

describe('typed text', () => {
  test('is what the variable says, else what the recording kept', () => {
    expect(filledInput(typing(1, 'name'), given({ name: 'Ada' }))).toEqual({ pid: 1, text: 'Ada' });
    expect(filledInput(typing(1, 'name', 'Grace'), given({}))).toEqual({ pid: 1, text: 'Grace' });
    expect(filledInput(typing(1, 'name', 'Grace'), given({ name: 'Ada' }))).toEqual({ pid: 1, text: 'Ada' });
  });

  test('stands wherever it was repeated in other arguments', () => {
    const turn = turnOf(2, { tool: 'launch_app', input: { name: 'editor', path: '/tmp/⟦name⟧.txt' } });
    expect(filledInput(turn, given({ name: 'Ada' }))).toEqual({ name: 'editor', path: '/tmp/Ada.txt' });
  });

  const recording = recordingOf([typing(1, 'name'), typing(2, 'password'), typing(3, 'city', 'Paris')], {
    variables: [variable('name'), variable('password', true), variable('city')],
  });
  const check = (values: Record<string, string>, turns = recording.turns) => checkVariables(recording, turns, given(values));

  test('that was not kept must be given before the first turn, all of it named', () => {
    expect(() => check({})).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: 'Typed text was not kept; say what to type: name=… password=….',
        details: { missing: [expect.objectContaining({ name: 'name' }), expect.objectContaining({ name: 'password', secret: true })] },
      }),
    );
    expect(() => check({ name: 'Ada', password: 'x' })).not.toThrow();
  });

  test('of turns that are not asked for is not asked for', () => {
    expect(() => check({ name: 'Ada' }, recording.turns.slice(0, 1))).not.toThrow();
    expect(() => check({}, recording.turns.slice(2))).not.toThrow();
  });

  test('for a variable that is not in the recording is refused with those that are', () => {
    expect(() => check({ name: 'Ada', password: 'x', colour: 'red' })).toThrow(
      expect.objectContaining({
        message: 'The recording has no variable "colour".',
        details: { variables: ['name', 'password', 'city'] },
      }),
    );
  });
});
