/** Started when the process that owned agent seats is gone: puts back what its journal says. */
import { undoJournal } from '../backends/x11/seat/journal/reap.js';

const [, , journal] = process.argv;
if (journal !== undefined) void undoJournal(journal);
