/** Decisions under whatever state the policy file is in, and how a refusal reaches the caller. */
import type { ErrorCode } from '../errors/catalog.js';
import { DriverError } from '../errors/driver-error.js';
import { decide } from './decide.js';
import type { PolicyState } from './policy-file.js';
import type { Decision, Denial, PolicyContext, PolicyRequest } from './request.js';

/** With a broken file only calls that manage Offhand itself go on: nobody knows what else the file would have forbidden. */
export function decideUnder(state: PolicyState, request: PolicyRequest, context: PolicyContext): Decision {
  if (state.status === 'ok') return decide(request, state.policy, context);
  if (request.risks.every((risk) => risk === 'manage')) return { decision: 'allow' };
  return { decision: 'deny', rule: 'policy_invalid', reason: state.error.message };
}

const CODES = new Map<string, ErrorCode>([
  ['policy_invalid', 'policy_invalid'],
  ['allow_foreground', 'foreground_forbidden'],
]);

export const refusalOf = (denial: Denial): DriverError =>
  new DriverError(CODES.get(denial.rule) ?? 'policy_denied', denial.reason, { rule: denial.rule });
