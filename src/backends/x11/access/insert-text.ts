import type { AtspiClient } from '../../../wire/atspi/client.js';
import { insertText } from '../../../wire/atspi/objects/editable-text.js';
import { getCaretOffset, setCaretOffset } from '../../../wire/atspi/objects/text.js';
import type { AtspiRef } from '../../../wire/atspi/ref.js';

/** Inserts as typing does: what is typed next goes behind it. GTK 4 leaves the caret of an entry where it was. */
export async function insertAtCaret(client: AtspiClient, ref: AtspiRef, text: string, toolkit: string): Promise<boolean> {
  const countsUtf16 = /qt/i.test(toolkit);
  const position = Math.max(0, await getCaretOffset(client, ref));
  const inserting = insertText(client, ref, { position, text, lengthUnit: countsUtf16 ? 'utf16' : 'bytes' });
  const [accepted, caret] = await Promise.all([inserting, getCaretOffset(client, ref)]);
  if (accepted && caret === position) await setCaretOffset(client, ref, position + (countsUtf16 ? text.length : [...text].length));
  return accepted;
}
