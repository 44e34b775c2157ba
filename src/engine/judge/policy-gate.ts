/** Policy at the chokepoint: judges every act and every look, asks a person where the policy says so, and keeps the audit. */
import { answerCall } from '../../approval/answer-call.js';
import type { Approvals } from '../../approval/approvals.js';
import { DriverError } from '../../errors/driver-error.js';
import { toDriverError } from '../../errors/to-driver-error.js';
import { hasState } from '../../model/element.js';
import type { Window } from '../../model/window.js';
import type { AppApprovals } from '../../policy/app-approval.js';
import type { AppIdentity } from '../../policy/app-match.js';
import { forbiddenApp } from '../../policy/decide.js';
import type { PolicyFile } from '../../policy/policy-file.js';
import { decideUnder, refusalOf } from '../../policy/refusal.js';
import type { Decision, PolicyRequest, Question } from '../../policy/request.js';
import type { Risk } from '../../policy/schema.js';
import type { AuditLog } from '../../policy/store/audit-log.js';
import { type TypedPlace, TypedTrail } from '../../policy/typed-trail.js';
import { secretNames } from '../../secrets/placeholder.js';
import type { Act } from '../act.js';
import type { Call } from '../call.js';
import type { EventBus } from '../events.js';
import type { Gate } from '../gate.js';
import { previewOf } from '../preview.js';

export interface PolicyGateOptions {
  readonly policy: PolicyFile;
  readonly approvals: Approvals;
  readonly seen: AppApprovals;
  readonly audit: AuditLog;
  readonly isPrivate: (desktop: string | undefined) => boolean;
  readonly events: EventBus;
}

interface Judged {
  readonly request: PolicyRequest;
  readonly preview: string;
  /** Where text goes; what stands there already is looked up anew for each decision. */
  readonly place?: TypedPlace | undefined;
}

export class PolicyGate implements Gate {
  /** Shared by all sessions: what one types and another goes on with is one text. */
  readonly #trail = new TypedTrail();

  constructor(private readonly options: PolicyGateOptions) {}

  requiresRedaction(): boolean {
    const state = this.options.policy.current();
    return state.status === 'ok' && state.policy.table.redact === 'force';
  }

  mayBeSeen(window: Window): boolean {
    const state = this.options.policy.current();
    return state.status === 'ok' && forbiddenApp(identityOf(window), state.policy) === undefined;
  }

  permits(call: Call, act: Act): boolean {
    const request = actRequest(call, act);
    const isAllowed = this.#decision(call, request).decision === 'allow';
    if (isAllowed) this.#note(request, 'allow', {});
    return isAllowed;
  }

  /** An act aimed at the screen must be allowed both where it lands and where the person is: the stricter answer counts. */
  async decide(call: Call, act: Act): Promise<void> {
    refuseLostSecret(act);
    const place = placeOf(call, act);
    const request = actRequest(call, act);
    const preview = previewOf(act);
    await this.#judge(call, { preview, request, place });
    const front = act.onScreen && identityOf(act.onScreen.frontmost);
    if (front && front.id !== request.app?.id) await this.#judge(call, { preview, place, request: { ...request, app: front } });
    if (!place) return;
    if (act.text !== undefined) this.#trail.typed(place, act.text);
    if (act.combos) this.#trail.pressed(place, act.combos);
    if (act.text === undefined && !act.combos) this.#trail.moved(place);
  }

  async decideRead(call: Call, window: Window | null, op?: string): Promise<void> {
    const request: PolicyRequest = { ...requestOf(call, window, undefined), op, risks: ['observe'] };
    await this.#judge(call, { preview: `look at ${window?.title ?? 'the desktop'}`, request });
  }

  async decideScreen(call: Call, frontmost: Window | undefined, op?: string): Promise<void> {
    const app = identityOf(frontmost);
    const request: PolicyRequest = { ...requestOf(call, null, undefined), op, scope: 'desktop', app, risks: ['observe'] };
    await this.#judge(call, { preview: `look at the whole screen, with ${frontmost?.title ?? 'nothing'} in front`, request });
  }

  forgetSession(session: string): void {
    this.options.approvals.endSession(session);
  }

  async #judge(call: Call, judged: Judged): Promise<void> {
    const { request, place } = judged;
    for (;;) {
      const decision = this.#decision(call, place ? { ...request, ...this.#textAt(place) } : request);
      if (decision.decision === 'deny') {
        this.#note(request, 'deny', { rule: decision.rule });
        const app = request.app?.id;
        const op = request.op ?? request.tool;
        this.options.events.emit({
          type: 'cua_policy_denied',
          msg_id: call.messageId,
          op,
          ...(app ? { app } : {}),
          reason: decision.reason,
        });
        throw refusalOf(decision);
      }
      if (decision.decision === 'allow') {
        if (!request.risks.includes('observe')) this.#note(request, 'allow', {});
        return;
      }
      await this.#ask(call, judged, decision);
      call.granted.add(decision.grant);
    }
  }

  #textAt(place: TypedPlace): Pick<PolicyRequest, 'previousText' | 'followingText'> {
    return { previousText: this.#trail.recall(place), followingText: this.#trail.recallBehind(place) };
  }

  #decision(call: Call, request: PolicyRequest): Decision {
    const { grants } = this.options.approvals;
    return decideUnder(this.options.policy.current(), request, {
      stage: this.options.isPrivate(call.desktop) ? 'private' : 'own',
      platform: 'linux',
      hasSeen: (client, app) => this.options.seen.hasSeen(client, app),
      isGranted: (grant) => {
        if (call.granted.has(grant)) return true;
        if (!grants.has(call.session.id, grant)) return false;
        // A single yes given beforehand is used up by the first call it lets through.
        if (grants.consume(call.session.id, grant)) call.granted.add(grant);
        return true;
      },
    });
  }

  async #ask(call: Call, { request, preview }: Judged, question: Question): Promise<void> {
    this.#note(request, 'ask', { rule: question.rule });
    call.progress(`waiting for a person: ${question.reason}`);
    const { approvals } = this.options;
    const stopAsking = call.approver ? answerCall(approvals, call.id, call.approver) : () => {};
    try {
      const { verdict, approver } = await approvals.ask(
        {
          callId: call.id,
          session: call.session.id,
          owner: call.owner,
          client: call.client,
          tool: request.tool,
          op: request.op,
          app: request.app?.id ?? '',
          rule: question.rule,
          reason: question.reason,
          grant: question.grant,
          verdicts: question.verdicts,
          preview,
        },
        call.signal,
      );
      this.#note(request, 'approved', { rule: question.rule, approver, verdict });
    } catch (error) {
      const code = toDriverError(error).code;
      this.#note(request, code === 'approval_expired' ? 'expired' : code === 'cancelled' ? 'cancelled' : 'refused', {
        rule: question.rule,
      });
      throw error;
    } finally {
      stopAsking();
    }
  }

  #note(
    request: PolicyRequest,
    decision: Parameters<AuditLog['append']>[0]['decision'],
    more: { rule?: string; approver?: string; verdict?: 'once' | 'session' | 'always' },
  ): void {
    const { session, client, tool, op } = request;
    this.options.audit.append({ session, client, tool, op, app: request.app?.id ?? '', decision, ...more });
  }
}

function risksOf(call: Call, act: Act): Risk[] {
  const risks: Risk[] = [call.tool.effect];
  if (call.tool.destructive) risks.push('destructive');
  if (act.delivery === 'foreground') risks.push('foreground');
  return [...risks, ...(act.risks ?? [])];
}

const actRequest = (call: Call, act: Act): PolicyRequest => ({
  ...requestOf(call, act.window, act.app),
  ...(act.onScreen ? { scope: 'desktop' } : {}),
  op: act.verb,
  risks: risksOf(call, act),
  text: act.text,
  combos: act.combos,
  held: [...call.session.heldKeys, ...(act.modifiers ?? [])],
  ...(act.secrets ? { secrets: { names: act.secrets, intoPassword: isPasswordField(act) } } : {}),
});

function requestOf(call: Call, window: Window | null, app: string | undefined): Omit<PolicyRequest, 'risks'> {
  const id = app ?? window?.appId;
  return {
    tool: call.tool.name,
    ...(id === undefined ? {} : { app: { id, names: window ? [window.appName] : [] } }),
    scope: call.setting('capture_scope') === 'desktop' && window === null ? 'desktop' : 'window',
    session: call.session.id,
    client: call.client,
  };
}

/** An empty id says that the application could not be found out. */
const identityOf = (window: Window | undefined): AppIdentity => ({ id: window?.appId ?? '', names: window ? [window.appName] : [] });

const isPasswordField = ({ element, hidesText }: Act): boolean =>
  hidesText ?? (element !== undefined && (element.role === 'passwordfield' || hasState(element, 'password')));

/** As addresses write it. */
const unescaped = (text: string): string => text.replaceAll(/%7b/gi, '{').replaceAll(/%7d/gi, '}').replaceAll(/%3a/gi, ':');

/** A placeholder nobody fills in would be typed, pasted or run as it stands. */
function refuseLostSecret({ verb, text, script, secrets }: Act): void {
  if (secrets || secretNames(unescaped(`${text ?? ''}\n${script ?? ''}`)).length === 0) return;
  throw new DriverError(
    'invalid_input',
    `${verb} cannot take {{secret:NAME}}: a secret goes into one field only, by type_text or set_value with the element it is for.`,
  );
}

/** Undefined where no text can go. */
function placeOf(call: Call, { window, element }: Act): TypedPlace | undefined {
  if (window) return { window: `${call.desktop ?? ''} ${window.id}`, field: element?.key };
  return call.tool.group === 'clipboard' ? {} : undefined;
}
