/** What counts as a secret in exact text (accessibility tree, clipboard, log line). For text read from pixels see `ocr-detector.ts`. */
import { findCardNumbers } from './card-number.js';
import { keyPattern } from './key-shapes.js';
import { mergeSpans, type SecretKind, type SecretSpan } from './secret-kinds.js';

interface Pattern {
  readonly kind: SecretKind;
  readonly expression: RegExp;
  /** The group that holds the secret itself; the whole match when absent. */
  readonly group?: number;
  readonly accept?: (secret: string) => boolean;
}

const credentialName = '(?<![\\w.-])[\\w.-]{0,64}?(?:secret|token|passw(?:or)?d|passphrase|pwd|api_?key|key(?![a-z]))[\\w.-]{0,64}';

const patterns: readonly Pattern[] = [
  {
    kind: 'private_key',
    expression: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { kind: 'json_web_token', expression: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g },
  { kind: 'api_key', expression: keyPattern },
  { kind: 'bearer_token', expression: /\bbearer\s+([\w.~+/=-]{12,})/dgiu, group: 1, accept: hasDigitOrSymbol },
  { kind: 'credential', expression: /\bauthorization["']?\s*[:=]\s*["']?basic\s+([\w+/=-]{8,})/dgiu, group: 1 },
  {
    kind: 'credential',
    expression: new RegExp(`${credentialName}\\s?=\\s?["']?([^\\s"'&;,]{8,})`, 'dgiu'),
    group: 1,
    accept: isNotPlaceholder,
  },
  {
    kind: 'credential',
    expression: new RegExp(`${credentialName}["']?\\s?:\\s?["']?([^\\s"',;]{8,})`, 'dgiu'),
    group: 1,
    accept: looksRandom,
  },
  {
    kind: 'credential',
    expression: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,64}:([^\s/@]{1,128})@/dgiu,
    group: 1,
    accept: isNotPlaceholder,
  },
  {
    kind: 'email',
    expression: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_][\p{L}\p{N}._%+'-]{0,63}@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.)+\p{L}{2,24}/gu,
  },
  { kind: 'social_security_number', expression: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g },
];

export function findSecrets(text: string): SecretSpan[] {
  const spans = patterns.flatMap(({ kind, expression, group = 0, accept }) =>
    [...text.matchAll(expression)].flatMap((match): SecretSpan[] => {
      const secret = match[group] ?? match[0];
      if (accept && !accept(secret)) return [];
      const [start, end] = match.indices?.[group] ?? [match.index, match.index + match[0].length];
      return [{ start, end, kind }];
    }),
  );
  return mergeSpans([...spans, ...findCardNumbers(text)]);
}

/** The text with every secret replaced by its kind, e.g. `[redacted:email]`. */
export function redactText(text: string): { text: string; count: number } {
  const spans = findSecrets(text);
  let out = '';
  let from = 0;
  for (const { start, end, kind } of spans) {
    out += `${text.slice(from, start)}[redacted:${kind}]`;
    from = end;
  }
  return { text: out + text.slice(from), count: spans.length };
}

/** Dots and stars already hide something; `<token>` and `${TOKEN}` stand for something that is elsewhere. */
function isNotPlaceholder(value: string): boolean {
  return !/^[*•●·.xX-]+$/u.test(value) && !/^(?:<|\$\{|\$\(|\{\{|%\w+%$|\[redacted)/u.test(value);
}

function hasDigitOrSymbol(value: string): boolean {
  return /[\d+/=_.~-]/.test(value) && isNotPlaceholder(value);
}

/** `Token: required` is a sentence, `Token: f81d4fae` is not. */
function looksRandom(value: string): boolean {
  return isNotPlaceholder(value) && /\d/.test(value) && /\p{L}/u.test(value) && !/^https?:/iu.test(value);
}
