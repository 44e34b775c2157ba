import { type AtspiBus, invokeOne } from '../invoke.js';
import type { AtspiRef } from '../ref.js';
import type { TextRange } from './text.js';

export const setTextContents = (at: AtspiBus, ref: AtspiRef, text: string): Promise<boolean> =>
  invokeOne<boolean>(at, ref, { interface: 'EditableText', member: 'SetTextContents', signature: 's', body: [text], reply: 'b' });

export interface TextInsertion {
  readonly position: number;
  readonly text: string;
  /** GTK and Chromium take the length in UTF-8 bytes, Qt in UTF-16 units and pads or cuts to it. */
  readonly lengthUnit: 'bytes' | 'utf16';
}

export function insertText(at: AtspiBus, ref: AtspiRef, { position, text, lengthUnit }: TextInsertion): Promise<boolean> {
  const length = lengthUnit === 'bytes' ? Buffer.byteLength(text) : text.length;
  const body = [position, text, length];
  return invokeOne<boolean>(at, ref, { interface: 'EditableText', member: 'InsertText', signature: 'isi', body, reply: 'b' });
}

export const deleteText = (at: AtspiBus, ref: AtspiRef, { start, end }: TextRange): Promise<boolean> =>
  invokeOne<boolean>(at, ref, { interface: 'EditableText', member: 'DeleteText', signature: 'ii', body: [start, end], reply: 'b' });
