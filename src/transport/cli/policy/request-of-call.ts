/** A call written down, as policy would see it: for explaining and for judging recordings without running anything. */
import { parseOp } from '../../../ops/op.js';
import { opIntent } from '../../../ops/op-intent.js';
import { requireCombo } from '../../../ops/require-combo.js';
import type { AppIdentity } from '../../../policy/app-match.js';
import type { PolicyRequest } from '../../../policy/request.js';
import type { Risk } from '../../../policy/schema.js';
import { secretNames } from '../../../secrets/placeholder.js';
import { findTool } from '../../../tools/registry.js';

export interface WrittenCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Absent when it touches no application; an empty id when nobody knows which. */
  readonly app?: AppIdentity | undefined;
  readonly session: string;
  readonly client: string;
  /** Whether the element the text goes to hides what is typed. */
  readonly intoPassword: boolean;
}

type Intent = Pick<PolicyRequest, 'op' | 'text' | 'combos' | 'held'> & { readonly risk: Risk; readonly scope: PolicyRequest['scope'] };

export function requestOfCall({ tool: name, input, app, session, client, intoPassword }: WrittenCall): PolicyRequest {
  const { effect, destructive } = findTool(name);
  const { risk, ...intent } = 'op' in input ? intentOfOp(input.op) : intentOfArguments(input, effect);
  const risks: Risk[] = [risk];
  if (destructive) risks.push('destructive');
  if (input.delivery_mode === 'foreground') risks.push('foreground');
  const secrets = secretNames(intent.text ?? '');
  return {
    tool: name,
    ...intent,
    risks,
    app,
    session,
    client,
    ...(secrets.length > 0 ? { secrets: { names: secrets, intoPassword } } : {}),
  };
}

function intentOfOp(value: unknown): Intent {
  const op = parseOp(value);
  const { coords: _coords, ...intent } = opIntent(op);
  return { ...intent, op: op.kind, scope: 'desktop' };
}

function intentOfArguments(input: Readonly<Record<string, unknown>>, risk: Risk): Intent {
  const text = textOf(input.text) ?? textOf(input.value);
  const mods = listOf(input.modifiers) ?? listOf(input.modifier);
  const keys = textOf(input.key) ?? textOf(input.keys) ?? listOf(input.keys);
  const isOnScreen = input.pid === undefined && input.window_id === undefined && typeof input.x === 'number';
  return {
    risk,
    scope: isOnScreen ? 'desktop' : 'window',
    ...(text === undefined ? {} : { text }),
    ...(keys === undefined ? {} : { combos: [requireCombo(typeof keys === 'string' ? { keys, mods } : keys)] }),
    ...(mods === undefined ? {} : { held: mods }),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const listOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : undefined;
