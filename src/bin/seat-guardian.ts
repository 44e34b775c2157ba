/** Sleeps until the process that owns agent seats is gone; unless that said that nothing is left, puts back what its journal says. */
import { NOTHING_LEFT, Undoer } from '../backends/x11/seat/journal/reap.js';

const [, , journal] = process.argv;
// Whoever ends the other processes of a session means those who still have something to do.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
const undoer = journal === undefined ? undefined : new Undoer(journal);
let said = '';
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  said += text;
});
process.stdin.on('close', () => {
  if (undoer === undefined || said === NOTHING_LEFT) process.exit();
  void undoer.undo().finally(() => process.exit());
});
