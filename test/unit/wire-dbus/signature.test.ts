import { describe, expect, test } from 'vitest';
import { DBusProtocolError } from '../../../src/wire/dbus/errors.js';
import { parseSignature } from '../../../src/wire/dbus/marshal/signature.js';

describe('signatures', () => {
  test('splits into complete types', () => {
    expect(parseSignature('a{sv}(iu)ay').map(({ kind }) => kind)).toEqual(['dict', 'struct', 'array']);
    expect(parseSignature('')).toEqual([]);
  });

  test.each(['a', '(', ')', '()', 'a{}', 'a{s}', 'a{sss}', 'a{(s)s}', '{sv}', 'z', 'a{vs}', '(i', 'i'.repeat(256), `${'a'.repeat(70)}i`])(
    'refuses %s',
    (signature) => {
      expect(() => parseSignature(signature)).toThrow(DBusProtocolError);
    },
  );
});
