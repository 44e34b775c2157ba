/** What `policy.toml` may say, under `[cua.policy]`. */
import { z } from 'zod';

const apps = z.array(z.string().trim().min(1));
const combos = z.array(z.string().trim().min(1));
const permission = z.union([z.boolean(), z.literal('ask')]);

export const RISKS = ['observe', 'act', 'manage', 'destructive', 'javascript', 'foreground', 'browser'] as const;
export type Risk = (typeof RISKS)[number];

const oneOrMore = (what: string) => z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).describe(what);

const ruleMatch = z.strictObject({
  session: oneOrMore('Session name; * matches anything.').optional(),
  client: oneOrMore('Name of the calling program; * matches anything.').optional(),
  app: oneOrMore('Application, written as in forbidden_apps.').optional(),
  tool: oneOrMore('Tool or op name; * matches anything.').optional(),
  risk: z
    .union([z.enum(RISKS), z.array(z.enum(RISKS)).min(1)])
    .describe('Risk class of the tool.')
    .optional(),
});

const rule = z.strictObject({
  match: ruleMatch.describe('All given conditions must hold.'),
  decision: z.enum(['allow', 'ask', 'deny']).describe('deny always wins; otherwise the first rule that matches decides.'),
  reason: z.string().min(1).describe('Shown to the caller and to whoever approves.').optional(),
});

export const policyTable = z.strictObject({
  forbidden_apps: apps.default([]).describe('Applications that may never be driven or seen.'),
  require_approval_for_app: apps.default([]).describe('Applications where a person approves every single call.'),
  forbidden_key_combos: combos.default([]).describe('Key combinations that may be neither pressed nor typed, in any spelling.'),
  first_time_per_app_approval: z
    .boolean()
    .optional()
    .describe('Ask before the first call to each application. Default: true on your desktop, false on private desktops.'),
  allow_protected_apps: apps.default([]).describe('Password managers and key stores to open up; * for all.'),
  allow_protected_combos: combos.default([]).describe('Protected combinations (lock screen, log out, force quit) to open up.'),
  allow_text: z
    .array(z.string().min(1))
    .default([])
    .describe('Lines that may be typed although a blocked pattern matches; * stands for one argument.'),
  allow_foreground: permission.optional().describe('Foreground delivery. Default: "ask" on your desktop, true on private desktops.'),
  allow_desktop_scope: permission.default(true).describe('Calls on the whole screen instead of one window.'),
  allow_javascript: permission.optional().describe('Running scripts in pages. Default: "ask" on your desktop, true on private desktops.'),
  attach_user_browser: permission
    .optional()
    .describe('Attaching to a browser a person started, or reading which tabs it wrote down. Default: "ask".'),
  redact: z
    .enum(['off', 'recordings', 'force'])
    .default('recordings')
    .describe('Where secrets are covered: nowhere by itself, in recordings and previews, or in every image with failure withholding it.'),
  secret_command: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Program and arguments that print the secret {name}, for secrets that are not stored here.'),
  allow_secrets_outside_password_fields: z
    .array(z.string().min(1))
    .default([])
    .describe('Names of secrets that may go into any field the call names; * for all.'),
  rule: z.array(rule).default([]).describe('Rules for certain sessions, clients, applications, tools or risks.'),
});

export const policyFile = z.strictObject({
  cua: z.strictObject({ policy: policyTable.optional() }).optional(),
});

export type PolicyTable = z.output<typeof policyTable>;
export type PolicyRule = z.output<typeof rule>;
export type Permission = z.output<typeof permission>;
