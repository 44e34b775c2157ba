/** Numbers that an application shows in several elements: four fields of a card form, spans of a web page. */
import type { Rect } from '../model/geometry.js';
import { bottom, right } from '../model/geometry.js';
import { isCardNumber } from './card-number.js';
import type { TreeText } from './report.js';
import type { SecretKind } from './secret-kinds.js';

export interface SplitSecret {
  readonly box: Rect;
  readonly kind: SecretKind;
}

interface Part {
  readonly digits: string;
  /** Somewhere to type; three numbers beside each other in a table are no form. */
  readonly isField: boolean;
  readonly box: Rect;
}

/** How a number is usually cut into parts. */
const shapes: readonly { readonly lengths: string; readonly kind: SecretKind }[] = [
  { lengths: '4,4,4,4', kind: 'card_number' },
  { lengths: '4,6,5', kind: 'card_number' },
  { lengths: '4,4,4,4,3', kind: 'card_number' },
  { lengths: '3,2,4', kind: 'social_security_number' },
];

export function splitSecrets(texts: readonly TreeText[]): SplitSecret[] {
  const parts = texts.flatMap(({ role, text, box }): Part[] => {
    const digits = text.replace(/[\s\u00a0\u2013-]/gu, '');
    return /^\d{2,6}$/.test(digits) ? [{ digits, box, isField: /^(?:textfield|textarea|spinbutton)$/.test(role) }] : [];
  });
  const lines = intoLines(distinct(parts));
  return lines.flatMap((line) => shapes.flatMap((shape) => matchShape(line, shape.lengths.split(',').map(Number), shape.kind)));
}

/** A field and the text inside it often give the same digits at the same place. */
function distinct(parts: readonly Part[]): Part[] {
  return parts.filter((part, i) => !parts.slice(0, i).some((other) => other.digits === part.digits && overlap(other.box, part.box)));
}

const overlap = (a: Rect, b: Rect): boolean => a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);

/** Neighbours on one line: about level, and no further apart than a few characters. */
function intoLines(parts: readonly Part[]): Part[][] {
  const lines: Part[][] = [];
  for (const part of [...parts].sort((a, b) => a.box.x - b.box.x)) {
    const line = lines.find((candidate) => follows(candidate.at(-1), part));
    if (line) line.push(part);
    else lines.push([part]);
  }
  return lines;
}

function follows(last: Part | undefined, next: Part): boolean {
  if (!last) return false;
  const level =
    Math.abs(last.box.y + last.box.height / 2 - next.box.y - next.box.height / 2) <= Math.max(last.box.height, next.box.height) / 3;
  const gap = next.box.x - right(last.box);
  return level && gap >= -2 && gap <= 2 * Math.max(last.box.height, next.box.height);
}

function matchShape(line: readonly Part[], lengths: readonly number[], kind: SecretKind): SplitSecret[] {
  for (let first = 0; first + lengths.length <= line.length; first++) {
    const parts = line.slice(first, first + lengths.length);
    if (!parts.every(({ digits }, i) => digits.length === lengths[i])) continue;
    if (kind === 'social_security_number' && !parts.every(({ isField }) => isField)) continue;
    if (kind === 'card_number' && !isCardNumber(parts.map(({ digits }) => digits).join(''))) continue;
    return parts.map(({ box }) => ({ box, kind }));
  }
  return [];
}
