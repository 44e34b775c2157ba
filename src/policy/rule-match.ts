/** `[[cua.policy.rule]]`: which rule of the file speaks about a request. */
import { findAppRule, globMatches } from './app-match.js';
import type { Decision, Denial, PolicyRequest, Question } from './request.js';
import type { PolicyRule } from './schema.js';

export function matchRules(request: PolicyRequest, rules: readonly PolicyRule[], which: 'deny'): Denial | undefined;
export function matchRules(
  request: PolicyRequest,
  rules: readonly PolicyRule[],
  which: 'first',
): Extract<Decision, { decision: 'allow' }> | Question | undefined;
export function matchRules(request: PolicyRequest, rules: readonly PolicyRule[], which: 'deny' | 'first'): Decision | undefined {
  const index = rules.findIndex((rule) => (rule.decision === 'deny') === (which === 'deny') && fits(request, rule.match));
  const rule = rules[index];
  if (rule === undefined) return undefined;
  if (rule.decision === 'allow') return { decision: 'allow' };
  const name = `rule ${index + 1}`;
  if (rule.decision === 'deny')
    return { decision: 'deny', rule: name, reason: rule.reason ?? `forbidden by policy (${name} of the policy file)` };
  return {
    decision: 'ask',
    rule: name,
    reason: rule.reason ?? `approval needed (${name} of the policy file)`,
    grant: `rule:${index + 1}:${request.app?.id.toLowerCase() ?? ''}`,
    verdicts: ['once', 'session'],
  };
}

function fits(request: PolicyRequest, match: PolicyRule['match']): boolean {
  const { app, risk } = match;
  if (app !== undefined && (!request.app || findAppRule(asList(app), request.app) === undefined)) return false;
  if (risk !== undefined && !asList(risk).some((wanted) => request.risks.some((given) => given === wanted))) return false;
  const names: readonly (readonly [string | readonly string[] | undefined, readonly string[]])[] = [
    [match.session, [request.session]],
    [match.client, [request.client]],
    [match.tool, request.op === undefined ? [request.tool] : [request.tool, request.op]],
  ];
  return names.every(
    ([wanted, given]) => wanted === undefined || asList(wanted).some((pattern) => given.some((name) => nameMatches(pattern, name))),
  );
}

const asList = <T>(value: T | readonly T[]): readonly T[] => (isList(value) ? value : [value]);
const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value);

const nameMatches = (pattern: string, name: string): boolean => globMatches(pattern.toLowerCase(), name.toLowerCase());
