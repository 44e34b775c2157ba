/** A policy ready for decisions: the file's table with its combinations compiled. */
import { DriverError } from '../errors/driver-error.js';
import { type ComboRule, compileComboRule } from './keys/combo-rule.js';
import { type Permission, type PolicyTable, policyTable } from './schema.js';

export interface Policy {
  readonly table: PolicyTable;
  readonly forbiddenCombos: readonly ComboRule[];
  readonly allowedCombos: readonly ComboRule[];
  /** Things that are legal but probably not what was meant. */
  readonly warnings: readonly string[];
}

/** The person's own desktop, or one that Offhand started and that holds nothing of theirs. */
export type Stage = 'own' | 'private';

export interface Permissions {
  readonly firstTimeApproval: boolean;
  readonly foreground: Permission;
  readonly desktopScope: Permission;
  readonly javascript: Permission;
  readonly userBrowser: Permission;
}

export function makePolicy(table: PolicyTable): Policy {
  const warnings: string[] = [];
  const compile = (key: 'forbidden_key_combos' | 'allow_protected_combos'): ComboRule[] =>
    table[key].map((text) => {
      const rule = compileComboRule(text);
      if (rule === undefined) throw new DriverError('policy_invalid', `${key}: "${text}" is not a key combination`, { key, value: text });
      if (rule.unknownWords.length > 0) {
        warnings.push(`${key}: "${text}" names no key "${rule.unknownWords.join('", "')}", so only calls that spell it are caught`);
      }
      return rule;
    });
  return { table, forbiddenCombos: compile('forbidden_key_combos'), allowedCombos: compile('allow_protected_combos'), warnings };
}

export const defaultPolicy = (): Policy => makePolicy(policyTable.parse({}));

export function permissionsOn(stage: Stage, table: PolicyTable): Permissions {
  const unset: Permission = stage === 'own' ? 'ask' : true;
  return {
    firstTimeApproval: table.first_time_per_app_approval ?? stage === 'own',
    foreground: table.allow_foreground ?? unset,
    desktopScope: table.allow_desktop_scope,
    javascript: table.allow_javascript ?? unset,
    userBrowser: table.attach_user_browser ?? 'ask',
  };
}
