/** Covers what the accessibility tree knows to be secret, at the boxes it gives. */
import type { Rect } from '../model/geometry.js';
import { area, containsRect, inflate, isEmpty } from '../model/geometry.js';
import type { PassResult, RangeBoxes, RedactionRegion, TreeText } from './report.js';
import type { SecretSpan } from './secret-kinds.js';
import { findSecrets } from './secret-patterns.js';
import { splitSecrets } from './split-secrets.js';

/** Their names are shown by the window manager or not at all, never inside their box. */
const unpaintedRoles: ReadonlySet<string> = new Set(['application', 'window', 'dialog', 'webarea']);

/** Toolkits give boxes that end at the glyph's advance; smoothing and italics reach a little further. */
const bleed = 2;

interface Finding {
  readonly text: TreeText;
  readonly span: SecretSpan;
}

export async function coverKnownSecrets(texts: readonly TreeText[], rangeBoxes?: RangeBoxes): Promise<PassResult> {
  const shown = texts.filter(({ box }) => !isEmpty(box));
  const fields = shown.filter(({ isPassword }) => isPassword);
  const painted = shown.filter(({ isPassword, role }) => !isPassword && !unpaintedRoles.has(role));
  const findings = painted.flatMap((text) => findSecrets(text.text).map((span): Finding => ({ text, span })));
  const warnings: string[] = [];
  const regions = fields.map((field): RedactionRegion => ({ ...plain(field.box), reason: 'password_field', source: 'geometry' }));
  for (const finding of findings) {
    if (isShownByPart(finding, findings)) continue;
    for (const box of await boxesOf(finding, rangeBoxes, warnings)) {
      regions.push({ ...plain(inflate(plain(box), bleed)), reason: finding.span.kind, source: 'geometry' });
    }
  }
  for (const { box, kind } of splitSecrets(painted))
    regions.push({ ...plain(inflate(plain(box), bleed)), reason: kind, source: 'geometry' });
  return { regions, warnings };
}

const plain = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height });

/** A row repeats the text of its cells; covering the cell is enough and keeps the row readable. */
function isShownByPart({ text, span }: Finding, findings: readonly Finding[]): boolean {
  const secret = text.text.slice(span.start, span.end);
  const same = findings.filter((other) => other.text.text.slice(other.span.start, other.span.end) === secret);
  const own = same.filter((other) => other.text === text).length;
  const inParts = same.filter(({ text: part }) => part !== text && containsRect(text.box, part.box) && area(part.box) < area(text.box));
  return inParts.length >= own;
}

async function boxesOf({ text, span }: Finding, rangeBoxes: RangeBoxes | undefined, warnings: string[]): Promise<readonly Rect[]> {
  const isWhole = text.text.slice(0, span.start).trim() === '' && text.text.slice(span.end).trim() === '';
  if (isWhole || !rangeBoxes) return [text.box];
  try {
    const boxes = (await rangeBoxes(text, span.start, span.end))?.filter((box) => !isEmpty(box));
    if (boxes && boxes.length > 0 && boxes.every((box) => containsRect(inflate(plain(text.box), bleed), box))) return boxes;
  } catch (error) {
    warnings.push(
      `the place of a ${span.kind} inside its text is unknown (${error instanceof Error ? error.message : String(error)}): all of it is covered`,
    );
  }
  return [text.box];
}
