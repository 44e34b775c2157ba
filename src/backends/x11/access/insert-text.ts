import type { AtspiBus } from '../../../wire/atspi/invoke.js';
import { insertText } from '../../../wire/atspi/objects/editable-text.js';
import { getCaretOffset, setCaretOffset } from '../../../wire/atspi/objects/text.js';
import type { AtspiRef } from '../../../wire/atspi/ref.js';

export interface Insertion {
  readonly text: string;
  readonly toolkit: string;
  /** Where nothing is asked for, only about. */
  readonly reading: AtspiBus;
}

/** Inserts as typing does: what is typed next goes behind it. GTK 4 leaves the caret of an entry where it was. */
export async function insertAtCaret(at: AtspiBus, ref: AtspiRef, { text, toolkit, reading }: Insertion): Promise<boolean> {
  const countsUtf16 = /qt/i.test(toolkit);
  const position = Math.max(0, await getCaretOffset(reading, ref));
  const accepted = await insertText(at, ref, { position, text, lengthUnit: countsUtf16 ? 'utf16' : 'bytes' });
  if (accepted && (await getCaretOffset(reading, ref)) === position)
    await setCaretOffset(reading, ref, position + (countsUtf16 ? text.length : [...text].length));
  return accepted;
}
