import { type ComboInput, type KeyCombo, parseCombo } from '../../../src/model/key-combo.js';
import { decide } from '../../../src/policy/decide.js';
import { makePolicy, type Policy } from '../../../src/policy/policy.js';
import type { Decision, PolicyContext, PolicyRequest } from '../../../src/policy/request.js';
import { policyTable } from '../../../src/policy/schema.js';

export const policyOf = (table: Record<string, unknown>): Policy => makePolicy(policyTable.parse(table));

export function combo(input: ComboInput): KeyCombo {
  const parsed = parseCombo(input);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.combo;
}

export const request = (given: Partial<PolicyRequest> = {}): PolicyRequest => ({
  tool: 'click',
  risks: ['act'],
  app: { id: 'gedit' },
  scope: 'window',
  session: 's1',
  client: 'tester',
  ...given,
});

export const context = (given: Partial<PolicyContext> = {}): PolicyContext => ({
  stage: 'own',
  platform: 'linux',
  hasSeen: () => true,
  isGranted: () => false,
  ...given,
});

export const judge = (table: Record<string, unknown>, asked: Partial<PolicyRequest> = {}, given: Partial<PolicyContext> = {}): Decision =>
  decide(request(asked), policyOf(table), context(given));

/** "allow", or the decision with the rule that made it. */
export const verdict = (decision: Decision): string => (decision.decision === 'allow' ? 'allow' : `${decision.decision} ${decision.rule}`);
