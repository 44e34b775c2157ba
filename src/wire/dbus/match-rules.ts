import type { DBusValue } from './marshal/values.js';

export interface MatchRule {
  readonly sender?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly path?: string;
  readonly pathNamespace?: string;
  readonly arg0?: string;
}

export interface DBusSignal {
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  readonly body: readonly DBusValue[];
}

export type SignalHandler = (signal: DBusSignal) => void;

/** The rule as AddMatch wants it. */
export function matchRuleText(rule: MatchRule): string {
  const parts = ["type='signal'"];
  if (rule.sender) parts.push(`sender='${rule.sender}'`);
  if (rule.interface) parts.push(`interface='${rule.interface}'`);
  if (rule.member) parts.push(`member='${rule.member}'`);
  if (rule.path) parts.push(`path='${rule.path}'`);
  if (rule.pathNamespace) parts.push(`path_namespace='${rule.pathNamespace}'`);
  // An apostrophe inside a quoted value is written outside the quotes, escaped.
  if (rule.arg0 !== undefined) parts.push(`arg0='${rule.arg0.replaceAll("'", "'\\''")}'`);
  return parts.join(',');
}

export interface SignalOrigin {
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
}

/** Everything but arg0, which needs the body decoded; `owner` resolves a well-known sender name. */
export function headerMatches(rule: MatchRule, signal: SignalOrigin, owner: (name: string) => string | undefined): boolean {
  if (rule.member !== undefined && rule.member !== signal.member) return false;
  if (rule.interface !== undefined && rule.interface !== signal.interface) return false;
  if (rule.path !== undefined && rule.path !== signal.path) return false;
  if (rule.pathNamespace !== undefined && !isWithin(signal.path, rule.pathNamespace)) return false;
  if (rule.sender === undefined || rule.sender === signal.sender) return true;
  return owner(rule.sender) === signal.sender;
}

function isWithin(path: string, namespace: string): boolean {
  return namespace === '/' || path === namespace || path.startsWith(`${namespace}/`);
}
