import { describe, expect, test } from 'vitest';
import { ROLE_NAMES, roleName, roleNumber } from '../../../src/wire/atspi/tables/roles.js';
import { STATE_NAMES, StateSet } from '../../../src/wire/atspi/tables/states.js';
import { capture, type Env } from '../../support/parts/child.js';

/** Names as libatspi numbers them, without the marks that end each list. */
async function libatspiNames(enumeration: string): Promise<string[]> {
  const script = `
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi
kind = Atspi.${enumeration}
print('\\n'.join(kind(number).value_nick for number in range(kind.LAST_DEFINED.real)))
`;
  const env: Env = { PATH: process.env.PATH ?? '/usr/bin' };
  return (await capture('/usr/bin/python3', ['-c', script], env)).trim().split('\n');
}

describe('tables', () => {
  test('number roles as libatspi does', async () => {
    const theirs = (await libatspiNames('Role')).map((nick) => nick.replaceAll('-', ' '));
    expect(ROLE_NAMES.slice(0, theirs.length)).toEqual(theirs);
  });

  test('number states as libatspi does', async () => {
    const theirs = await libatspiNames('StateType');
    expect(STATE_NAMES.slice(0, theirs.length)).toEqual(theirs);
  });

  test('name what they do not know', () => {
    expect(roleName(9999)).toBe('unknown');
    expect(roleNumber('push button')).toBe(43);
  });

  test('keep states of both words', () => {
    const states = StateSet.fromWords([0xc0000000, 1 << 9]);
    expect(states.names()).toEqual(['visible', 'manages-descendants', 'checkable']);
    expect(states.with('checkable', false).with('focused', true).names()).toEqual(['focused', 'visible', 'manages-descendants']);
    expect(states.equals(new StateSet(0xc0000000, 1 << 9))).toBe(true);
  });
});
