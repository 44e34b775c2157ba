export const secretKinds = [
  'email',
  'social_security_number',
  'card_number',
  'api_key',
  'json_web_token',
  'private_key',
  'credential',
  'bearer_token',
  'stored_secret',
] as const;

export type SecretKind = (typeof secretKinds)[number];

/** `text.slice(start, end)` is what must not be shown. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
}

/** Overlapping findings become one, named after the first. */
export function mergeSpans(spans: readonly SecretSpan[]): SecretSpan[] {
  const merged: SecretSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && span.start < last.end) merged[merged.length - 1] = { ...last, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}
