// What agents have changed on a display and not undone yet, by the journals they keep for whoever has to do it for them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Change, readJournal } from '../../src/backends/x11/seat/journal/change.js';

export function changesInForce(folder: string): Change[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+-\d+-.*\.jsonl$/.test(name)) : [];
  return names.flatMap((name) => readJournal(readFileSync(join(folder, name), 'utf8'))?.inForce ?? []);
}
