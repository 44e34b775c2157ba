/** What is learned about a call while it runs. */
import type { Act } from '../../../engine/act.js';
import type { Call } from '../../../engine/call.js';
import type { DriverError } from '../../../errors/driver-error.js';
import type { Window } from '../../../model/window.js';
import type { ActionRecord, PointRecord, TargetRecord } from '../../../recording/format.js';
import type { Arguments } from './arguments.js';
import type { Moment } from './moment.js';

export class OpenTurn {
  act: Act | undefined;
  /** The window looked at or acted in. */
  window: Window | undefined;
  policy: ActionRecord['policy'] = { decision: 'not_asked' };
  before: Moment | undefined;
  targets: readonly TargetRecord[] = [];
  points: readonly PointRecord[] = [];
  /** Policy was asked for a look. */
  hasLooked = false;
  /** Another call began inside this one and does its work. */
  delegates = false;

  constructor(
    readonly call: Call,
    readonly input: Arguments,
  ) {}

  get isAct(): boolean {
    return this.act !== undefined || (this.call.tool.effect === 'act' && !this.hasLooked);
  }

  /** A call that only handed its work to others is told by what those did. */
  get isWorthKeeping(): boolean {
    return !this.delegates || this.policy.decision !== 'not_asked';
  }

  /** Policy let it pass; a window it did not let pass, or was not asked about, is not looked at. */
  get isAllowed(): boolean {
    return this.policy.decision === 'allowed' || this.policy.decision === 'approved';
  }

  allowed(asked: string | undefined): void {
    if (this.policy.decision === 'denied') return;
    this.policy =
      asked === undefined && this.policy.decision !== 'approved'
        ? { decision: 'allowed' }
        : { decision: 'approved', ...(asked ? { reason: asked } : {}) };
  }

  denied(error: DriverError): void {
    const rule = error.details?.rule;
    this.policy = { decision: 'denied', reason: error.message, ...(typeof rule === 'string' ? { rule } : {}) };
  }
}
