/** Covers what the accessibility tree knows to be secret, at the boxes it gives. */
import type { Rect } from '../model/geometry.js';
import { area, containsRect, inflate, isEmpty } from '../model/geometry.js';
import { patterns } from './place/detector.js';
import { type Placing, SecretPlaces } from './place/place-secrets.js';
import type { PassResult, RedactionRegion, TreeText } from './report.js';
import type { SecretSpan } from './secret-kinds.js';
import { splitSecrets } from './split-secrets.js';

/** Their names are shown by the window manager or not at all, never inside their box. */
const unpaintedRoles: ReadonlySet<string> = new Set(['application', 'window', 'dialog', 'webarea']);

interface Finding {
  readonly text: TreeText;
  readonly span: SecretSpan;
}

/** Without a picture every text that holds a secret is covered whole. */
export async function coverKnownSecrets(texts: readonly TreeText[], placing: Placing = { detector: patterns }): Promise<PassResult> {
  const { detector } = placing;
  const shown = texts.filter(({ box }) => !isEmpty(box));
  const fields = detector.covers === 'everything' ? shown.filter(({ isPassword }) => isPassword) : [];
  const painted = shown.filter(({ isPassword, role }) => !isPassword && !unpaintedRoles.has(role));
  const findings = painted.flatMap((text) => detector.inText(text.text).map((span): Finding => ({ text, span })));
  const regions = fields.map((field): RedactionRegion => ({ ...plain(field.box), reason: 'password_field', source: 'geometry' }));
  const places = new SecretPlaces(placing);
  for (const text of painted) {
    const own = findings.filter((finding) => finding.text === text && !isShownByPart(finding, findings));
    if (own.length === 0 && !text.text.endsWith('…')) continue;
    const spans = own.map(({ span }) => span);
    for (const { box, kind } of await places.of(text, spans)) regions.push({ ...box, reason: kind, source: 'geometry' });
  }
  for (const { box, kind } of detector.covers === 'everything' ? splitSecrets(painted) : [])
    regions.push({ ...plain(inflate(plain(box), bleed)), reason: kind, source: 'geometry' });
  return { regions, warnings: [...new Set(places.warnings)] };
}

/** Smoothing reaches a little beyond a box. */
const bleed = 2;

const plain = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height });

/** A row repeats the text of its cells; covering the cell is enough and keeps the row readable. */
function isShownByPart({ text, span }: Finding, findings: readonly Finding[]): boolean {
  const secret = text.text.slice(span.start, span.end);
  const same = findings.filter((other) => other.text.text.slice(other.span.start, other.span.end) === secret);
  const own = same.filter((other) => other.text === text).length;
  const inParts = same.filter(({ text: part }) => part !== text && containsRect(text.box, part.box) && area(part.box) < area(text.box));
  return inParts.length >= own;
}
