/** Keys and text of a request against everything that may not be pressed or typed. */
import { formatCombo, type KeyCombo } from '../model/key-combo.js';
import { findKey } from '../model/key-names.js';
import { catches, pressesOf, typedPresses } from './keys/combo-rule.js';
import { findComboInText } from './keys/combo-text.js';
import type { Policy } from './policy.js';
import { type Platform, protectedCombos } from './protected.js';
import type { Denial, PolicyRequest } from './request.js';
import { checkText, findControlCharacter } from './text/text-guard.js';

export function judgeInput(request: PolicyRequest, policy: Policy, platform: Platform): Denial | undefined {
  return judgeKeys(request, policy, platform) ?? judgeText(request, policy);
}

function judgeKeys({ combos = [], held = [], text = '' }: PolicyRequest, policy: Policy, platform: Platform): Denial | undefined {
  const presses = [...pressesOf(combos, held), ...typedPresses(text, held)];
  if (presses.length === 0) return undefined;
  const spelled = combos.length > 0 ? combos.map((combo) => formatCombo(combo)).join(' ') : 'typed with keys held';
  for (const rule of policy.forbiddenCombos) {
    if (presses.some((pressed) => catches(rule, pressed))) {
      return deny('forbidden_key_combos', `blocked key combo ${spelled}: forbidden by policy ("${rule.text}")`);
    }
  }
  const guarded = protectedCombos(platform, policy.allowedCombos).find(({ rule }) => presses.some((pressed) => catches(rule, pressed)));
  return guarded && deny('protected_combos', `blocked key combo ${spelled}: it ${guarded.effect} (built-in protected list)`);
}

function judgeText(request: PolicyRequest, policy: Policy): Denial | undefined {
  const text = request.text ?? textOfKeys(request.combos ?? []);
  if (text === '') return undefined;
  const control = findControlCharacter(text);
  if (control !== undefined)
    return deny(
      'control_character',
      `control character ${control} in type text is forbidden by policy; only line feed and tab are allowed`,
    );
  const isClean = (part: string): boolean => findForbiddenText(part, policy) === undefined;
  const before = printable(request.previousText);
  const after = printable(request.followingText);
  const tail = tailsOf(before).find(isClean) ?? '';
  const head = headsOf(after).find(isClean) ?? '';
  const [start, end] = [text.slice(0, LONGEST_JOINT), text.slice(-LONGEST_JOINT)];
  // Where exactly the caret stands is a guess, so it is judged alone, and with each side of it.
  const wholes = [text];
  if (tail !== '') wholes.push(`${tail}${start}`);
  if (head !== '') wholes.push(`${end}${head}`);
  if (tail !== '' && head !== '' && text.length <= LONGEST_JOINT && isClean(`${tail}${head}`)) wholes.push(`${tail}${text}${head}`);
  for (const whole of wholes) {
    const found = findForbiddenText(whole, policy);
    if (found) return found;
  }
  return undefined;
}

/** How much of the surrounding text is judged together with what is typed. */
const CONTEXT = 4096;
const LINES = 12;

/** All of it, then ever fewer lines: as much as is no offence by itself. */
function tailsOf(text: string): string[] {
  const all = text.slice(-CONTEXT);
  const lines = all.split('\n').slice(-LINES);
  return [all, ...lines.map((_, i) => lines.slice(i).join('\n'))];
}

function headsOf(text: string): string[] {
  const all = text.slice(0, CONTEXT);
  const lines = all.split('\n').slice(0, LINES);
  return [all, ...lines.map((_, i) => lines.slice(0, lines.length - i).join('\n'))];
}

/** How far into a text something that began before it may reach. */
const LONGEST_JOINT = 4096;

function findForbiddenText(text: string, policy: Policy): Denial | undefined {
  const spelled = findComboInText(text, policy.forbiddenCombos);
  if (spelled) return deny('forbidden_key_combos', `blocked key combo in type text: forbidden by policy ("${spelled.text}")`);
  const finding = checkText(text, policy.table.allow_text);
  return finding && deny('blocked_text', finding.reason);
}

/** What is in the field already was not typed by this call; its control characters are not this call's fault. */
const printable = (text = ''): string => text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ');

/** Keys pressed one by one type text too. */
function textOfKeys(combos: readonly KeyCombo[]): string {
  return combos
    .map((combo) => {
      const typed = combo.mods.every((modifier) => modifier === 'shift') ? (findKey(combo.key)?.text ?? '') : '';
      return combo.mods.includes('shift') ? typed.toUpperCase() : typed;
    })
    .join('');
}

const deny = (rule: string, reason: string): Denial => ({ decision: 'deny', rule, reason });
