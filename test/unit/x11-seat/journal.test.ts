import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatSeatName, parseSeatName } from '../../../src/backends/x11/seat/device/seat-name.js';
import { readJournal } from '../../../src/backends/x11/seat/journal/change.js';
import { Journal } from '../../../src/backends/x11/seat/journal/journal.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const owner = { display: ':7', pid: 12, starttime: 34 };
const contents = (journal: Journal) => readJournal(readFileSync(journal.path, 'utf8'));

test('a change is on disk before it is made and gone once it is undone', () => {
  const journal = Journal.open(folder, owner);
  const shape = { kind: 'shape', window: 5, saved: 'default' } as const;
  const undone = journal.record(shape);
  journal.record({ kind: 'focus_in', window: 6 });
  expect(contents(journal)).toEqual({ owner, inForce: [shape, { kind: 'focus_in', window: 6 }] });
  undone();
  undone();
  expect(contents(journal)?.inForce).toEqual([{ kind: 'focus_in', window: 6 }]);
});

test('only its owner reads it, and nothing is left when it is closed', () => {
  const journal = Journal.open(folder, owner);
  expect(statSync(journal.path).mode & 0o777).toBe(0o600);
  journal.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('it does not grow without end', () => {
  const journal = Journal.open(folder, owner);
  for (let act = 0; act < 5000; act++) journal.record({ kind: 'client_pointer', window: act })();
  expect(statSync(journal.path).size).toBeLessThan(100_000);
  expect(contents(journal)).toEqual({ owner, inForce: [] });
});

test('a line cut short by a crash counts as not written', () => {
  const journal = Journal.open(folder, owner);
  journal.record({ kind: 'focus_in', window: 6 });
  const text = readFileSync(journal.path, 'utf8');
  expect(readJournal(`${text}{"id":1,"change":{"kind":"focus_`)?.inForce).toHaveLength(1);
  expect(readJournal('something else\n')).toBeUndefined();
  expect(readJournal('')).toBeUndefined();
});

test('the name of a seat says whose it is', () => {
  const name = { pid: 12, starttime: 345, number: 2, role: 'hand' } as const;
  expect(parseSeatName(formatSeatName(name))).toEqual(name);
  for (const role of ['shield', 'sitter'] as const) expect(parseSeatName(formatSeatName({ ...name, role }))).toEqual({ ...name, role });
  expect(parseSeatName('Virtual core')).toBeUndefined();
});
