/**
 * Names and values come from whatever application is on the screen. Here they become one harmless line:
 * nothing in them can start another line, close its own quotes, or hide from a reader.
 */
const plain = /^(?! )(?:[\x21-\x7e]| (?! |$))*$/;
const breaks = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
// Bidi controls, zero-width characters, fillers, tag characters, and the anchors of embedded objects.
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]/gu;
// Emoji joiners and presentation, joiners in scripts that need them, direction marks, soft hyphens and object anchors are ordinary.
const ordinary =
  /(?<=\P{ASCII})[\u200c\u200d]|[\ufe0e\ufe0f\u00ad\u061c\u200e\u200f\ufeff\ufffc]|(?<=\u{1f3f4}[\u{e0061}-\u{e007a}]*)[\u{e0061}-\u{e007f}]/gu;
const loneSurrogate = /\p{Surrogate}/gu;
const longestKept = 4000;

const instructionLike =
  /\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|all|any|your)\b.{0,30}\b(?:instruction|prompt|rule|direction|guideline)s?\b|\b(?:system prompt|you are now an?|as an ai (?:agent|assistant|model)|attention,? (?:ai|llm|assistant|agent))\b/i;

export interface CleanText {
  readonly text: string;
  /** Something in it was invisible or reads like orders to a model. */
  readonly suspicious: boolean;
}

/** One line of visible characters, with a flag when the original tried to be more than that. */
export function cleanText(raw: string): CleanText {
  if (raw.length < 24 && plain.test(raw)) return { text: raw, suspicious: false };
  const cut = raw.length > longestKept ? raw.slice(0, longestKept) : raw;
  if (plain.test(cut)) return { text: cut, suspicious: instructionLike.test(cut) };
  const visible = cut.replace(ordinary, '');
  const shown = visible.replace(invisible, '');
  const text = shown.replace(breaks, ' ').replace(loneSurrogate, '\ufffd').trim();
  return { text, suspicious: shown !== visible || instructionLike.test(text) };
}

export const oneLine = (raw: string): string => cleanText(raw).text;

/** In double quotes, with quotes and backslashes escaped; past `limit` the rest becomes an ellipsis and the full length. */
export function quoted(text: string, limit = Number.POSITIVE_INFINITY): string {
  if (text.length <= limit) return `"${escapeQuotes(text)}"`;
  const cut = text.slice(0, Math.max(1, limit)).replace(/[\ud800-\udbff]$/, '');
  return `"${escapeQuotes(cut)}…"(${text.length})`;
}

function escapeQuotes(text: string): string {
  return text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text;
}

/** For comparing labels as a reader would: no case, no trailing colon or ellipsis. */
export const comparable = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s:：…]+$|\.{3}$/u, '')
    .trim();
