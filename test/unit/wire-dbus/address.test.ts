import { describe, expect, test } from 'vitest';
import { parseAddresses, socketPath } from '../../../src/wire/dbus/address.js';
import { DBusConnectError } from '../../../src/wire/dbus/errors.js';
import { headerMatches, matchRuleText } from '../../../src/wire/dbus/match-rules.js';
import { findSessionBus } from '../../../src/wire/dbus/session-bus.js';

const paths = (text: string) => parseAddresses(text).map(socketPath);
const nodeMajor = Number.parseInt(process.versions.node, 10);

describe('addresses', () => {
  test('reads paths, their escapes and several in order', () => {
    expect(paths('unix:path=/run/a%20b/bus,guid=12ab;unix:path=/c')).toEqual(['/run/a b/bus', '/c']);
  });

  test.runIf(nodeMajor < 22)('says that abstract sockets need a newer Node', () => {
    expect(() => paths('unix:abstract=/tmp/dbus-x')).toThrow(/abstract D-Bus socket '\/tmp\/dbus-x' needs Node 22/);
  });

  test.runIf(nodeMajor >= 22)('turns abstract names into abstract sockets', () => {
    expect(paths('unix:abstract=/tmp/dbus-x')).toEqual(['\0/tmp/dbus-x']);
  });

  test.each(['tcp:host=localhost,port=1', 'unix:guid=1', 'nonsense', 'unix:path', 'unix:path=%zz'])('refuses %s', (text) => {
    expect(() => paths(text)).toThrow(DBusConnectError);
  });
});

describe('finding the session bus', () => {
  test('prefers what the environment names, then the runtime directory, then the user id', () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x', XDG_RUNTIME_DIR: '/run/user/7' };
    expect(findSessionBus({ env, uid: 8 })).toEqual(['unix:path=/x', 'unix:path=/run/user/7/bus', 'unix:path=/run/user/8/bus']);
  });

  test('names each place once and escapes it', () => {
    expect(findSessionBus({ env: { XDG_RUNTIME_DIR: '/run/user/7' }, uid: 7 })).toEqual(['unix:path=/run/user/7/bus']);
    expect(findSessionBus({ env: { XDG_RUNTIME_DIR: '/a b,é' } })).toEqual(['unix:path=/a%20b%2c%c3%a9/bus']);
    expect(findSessionBus({ env: {} })).toEqual([]);
  });
});

describe('match rules', () => {
  const signal = { sender: ':1.5', path: '/a/b', interface: 'x.Y', member: 'Z' };
  const owner = (name: string) => (name === 'org.known' ? ':1.5' : undefined);

  test('are written for the bus, apostrophes escaped', () => {
    expect(matchRuleText({ sender: ':1.5', member: 'Z', arg0: "it's" })).toBe("type='signal',sender=':1.5',member='Z',arg0='it'\\''s'");
  });

  test.each([
    [{}, true],
    [{ sender: 'org.known' }, true],
    [{ sender: 'org.other' }, false],
    [{ pathNamespace: '/a' }, true],
    [{ pathNamespace: '/' }, true],
    [{ pathNamespace: '/a/bc' }, false],
    [{ path: '/a' }, false],
    [{ interface: 'x.Y', member: 'Z', path: '/a/b' }, true],
    [{ member: 'z' }, false],
  ])('%j applies: %s', (rule, applies) => {
    expect(headerMatches(rule, signal, owner)).toBe(applies);
  });
});
