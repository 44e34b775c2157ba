/** Sleeps until the process that owns agent seats is gone; unless that said that nothing is left, puts back what its journal says. */
import { NOTHING_LEFT, undoJournal } from '../backends/x11/seat/journal/reap.js';

const [, , journal] = process.argv;
// Whoever ends the other processes of a session means those who still have something to do.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
let said = '';
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  said += text;
});
process.stdin.on('close', () => {
  if (journal === undefined || said === NOTHING_LEFT) process.exit();
  void undoJournal(journal).finally(() => process.exit());
});
