/**
 * The decision on one request: a pure function, in one fixed order.
 * Forbidden applications → secrets in the open → keys and text → what the policy switches off → scoped rules → unknown application →
 * approval per call → special powers → first contact → allowed. Nothing that asks comes before anything that denies.
 */
import { type AppIdentity, findAppRule, globMatches } from './app-match.js';
import { judgeInput } from './input-guard.js';
import { type Permissions, type Policy, permissionsOn } from './policy.js';
import { PROTECTED_APPS } from './protected.js';
import type { Decision, Denial, PolicyContext, PolicyRequest, Question, Verdict } from './request.js';
import { matchRules } from './rule-match.js';
import type { Permission } from './schema.js';

export function decide(request: PolicyRequest, policy: Policy, context: PolicyContext): Decision {
  const permissions = permissionsOn(context.stage, policy.table);
  const denial =
    forbiddenApp(request.app, policy) ??
    exposedSecret(request, policy) ??
    judgeInput(request, policy, context.platform) ??
    switchedOff(request, permissions) ??
    matchRules(request, policy.table.rule, 'deny');
  if (denial) return denial;
  const ruled = matchRules(request, policy.table.rule, 'first');
  if (ruled?.decision === 'allow') return ruled;
  const questions = [ruled, ...questionsOf(request, policy, permissions, context)];
  return questions.find((question) => question !== undefined && !context.isGranted(question.grant)) ?? { decision: 'allow' };
}

/** Why the application may be neither driven nor seen, if so. */
export function forbiddenApp(app: AppIdentity | undefined, { table }: Policy): Denial | undefined {
  if (!app) return undefined;
  const forbidden = findAppRule(table.forbidden_apps, app);
  if (forbidden !== undefined)
    return deny('forbidden_apps', `application "${app.id}" is forbidden by policy (forbidden_apps: "${forbidden}")`);
  const guarded = findAppRule(PROTECTED_APPS, app);
  if (guarded === undefined || findAppRule(table.allow_protected_apps, app) !== undefined) return undefined;
  return deny('protected_apps', `application "${app.id}" is forbidden by policy: it holds passwords or keys (built-in protected list)`);
}

/** A secret belongs into a field that hides it. */
function exposedSecret({ secrets }: PolicyRequest, { table }: Policy): Denial | undefined {
  if (!secrets || secrets.intoPassword) return undefined;
  const exposed = secrets.names.find((name) => !table.allow_secrets_outside_password_fields.some((glob) => globMatches(glob, name)));
  return exposed === undefined
    ? undefined
    : deny(
        'allow_secrets_outside_password_fields',
        `secret "${exposed}" would be shown: the element is no password field (allow_secrets_outside_password_fields opens others)`,
      );
}

interface Power {
  readonly rule: string;
  readonly what: string;
  readonly permission: Permission;
}

/** The powers a request uses beyond acting on a window in the background. */
function powersOf({ risks, scope }: PolicyRequest, permissions: Permissions): Power[] {
  const powers: Power[] = [];
  if (risks.includes('foreground'))
    powers.push({ rule: 'allow_foreground', what: 'foreground delivery', permission: permissions.foreground });
  if (risks.includes('javascript'))
    powers.push({ rule: 'allow_javascript', what: 'running a script in a page', permission: permissions.javascript });
  if (risks.includes('browser'))
    powers.push({ rule: 'attach_user_browser', what: "attaching to the person's browser", permission: permissions.userBrowser });
  if (scope === 'desktop')
    powers.push({ rule: 'allow_desktop_scope', what: 'acting on the whole screen', permission: permissions.desktopScope });
  return powers;
}

function switchedOff(request: PolicyRequest, permissions: Permissions): Denial | undefined {
  const off = powersOf(request, permissions).find((power) => power.permission === false);
  return off && deny(off.rule, `${off.what} is forbidden by policy (${off.rule} = false)`);
}

function questionsOf(request: PolicyRequest, policy: Policy, permissions: Permissions, context: PolicyContext): (Question | undefined)[] {
  const { app, client } = request;
  const powers = powersOf(request, permissions).filter((power) => power.permission === 'ask');
  return [
    app?.id === '' && hasAppRules(policy, permissions, context)
      ? ask('unknown_app', unknownReason(request), 'unknown-app', ['once'])
      : undefined,
    app && needsApproval(app, policy)
      ? ask('require_approval_for_app', `application "${app.id}" requires HITL approval per op`, `approval:${key(app)}`)
      : undefined,
    ...powers.map((power) => ask(power.rule, `${power.what} needs approval (${power.rule} = "ask")`, `${power.rule}:${key(app)}`)),
    app && app.id !== '' && permissions.firstTimeApproval && !context.hasSeen(client, app.id)
      ? ask('first_time_per_app_approval', `first-time approval needed for application "${app.id}"`, firstTimeGrant(app.id), [
          'once',
          'session',
          'always',
        ])
      : undefined,
  ];
}

/** The grant of a first contact, so that "always" can be written down. */
export const firstTimeGrant = (appId: string): string => `first-time:${appId.toLowerCase()}`;

const needsApproval = (app: AppIdentity, { table }: Policy): boolean => findAppRule(table.require_approval_for_app, app) !== undefined;

/** On the person's desktop the built-in list is itself a rule about applications. */
function hasAppRules({ table }: Policy, permissions: Permissions, { stage }: PolicyContext): boolean {
  const guarded = stage === 'own' && !table.allow_protected_apps.includes('*');
  const scoped = table.rule.some((rule) => rule.match.app !== undefined && rule.decision !== 'allow');
  return guarded || scoped || permissions.firstTimeApproval || table.forbidden_apps.length > 0 || table.require_approval_for_app.length > 0;
}

const unknownReason = ({ scope }: PolicyRequest): string =>
  scope === 'desktop'
    ? 'the frontmost application could not be identified, so rules about applications cannot be checked'
    : 'the application of this window could not be identified (neither as target nor as frontmost), so rules about applications cannot be checked';

const key = (app: AppIdentity | undefined): string => app?.id.toLowerCase() ?? '';

const deny = (rule: string, reason: string): Denial => ({ decision: 'deny', rule, reason });

const ask = (rule: string, reason: string, grant: string, verdicts: readonly Verdict[] = ['once', 'session']): Question => ({
  decision: 'ask',
  rule,
  reason,
  grant,
  verdicts,
});
