import { afterEach, expect, test } from 'vitest';
import { JsonTextError, parseJsonText } from '../../../src/kit/json-text.js';
import { configureLog, logger } from '../../../src/kit/log.js';
import { editDistance, nearest } from '../../../src/kit/nearest.js';
import { which } from '../../../src/kit/which.js';

afterEach(() => configureLog(undefined));

test('the log is silent until a level is set, then shows that level and above', () => {
  const lines: string[] = [];
  configureLog(undefined, (line) => lines.push(line));
  const log = logger('stage');
  log.error('nobody hears this');
  configureLog('info');
  log.info('ready', { display: ':3', pid: 12, name: 'two words', empty: '', error: new TypeError('bad\nthing') });
  log.debug('too detailed');
  configureLog('1');
  log.debug('all\n of it');
  expect(lines).toEqual([
    'info stage ready display=:3 pid=12 name="two words" empty="" error="TypeError: bad\\nthing"\n',
    'debug stage all of it\n',
  ]);
});

test('names close to a wrong one are found, strangers are not', () => {
  const keys = ['capture_scope', 'capture_mode', 'http_port', 'overlay'];
  expect(nearest('captrue_scope', keys)).toEqual(['capture_scope']);
  expect(nearest('port', keys)).toEqual(['http_port']);
  expect(nearest('CAPTURE', keys)).toEqual(['capture_mode', 'capture_scope']);
  expect(nearest('zzzzzz', keys)).toEqual([]);
  expect(editDistance('kitten', 'sitting')).toBe(3);
  expect(editDistance('ab', 'ba')).toBe(1);
  expect(editDistance('', 'abc')).toBe(3);
});

test('finds programs the way a shell does', () => {
  expect(which('sh', '/nonexistent:/usr/bin:/bin')).toMatch(/^\/(usr\/)?bin\/sh$/);
  expect(which('/bin/sh', '')).toBe('/bin/sh');
  expect(which('offhand-no-such-program', '/usr/bin:/bin')).toBeUndefined();
  expect(which('bin', '/usr')).toBeUndefined();
  expect(which('', '/usr/bin')).toBeUndefined();
});

test.each([
  ['', 1, 1, 'a value'],
  ['{', 1, 2, 'a key in double quotes'],
  ['{"a": 1,}', 1, 9, 'a key in double quotes'],
  ['{"a" 1}', 1, 6, '":"'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '"," or "}"'],
  ['{\n  "a": tru\n}', 2, 8, 'a value'],
  ['[1, 2', 1, 6, '"," or "]"'],
  ['[1, [2, {"x": []}], oops]', 1, 21, 'a value'],
  ['{"a": "b', 1, 9, 'a string that ends with a quote and escapes control characters'],
  ['{"a": "b\tc"}', 1, 9, 'a string that ends with a quote and escapes control characters'],
  ['{} x', 1, 4, 'the end of the text'],
  ["{'a': 1}", 1, 2, 'a key in double quotes'],
  ['// hi\n{}', 1, 1, 'a value'],
])('says where %j is wrong', (text, line, column, expected) => {
  const thrown = (() => {
    try {
      return parseJsonText(text);
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toBeInstanceOf(JsonTextError);
  expect(thrown).toMatchObject({ line, column, expected });
});

test('reads what is right, with a byte order mark and at any depth', () => {
  expect(parseJsonText('\uFEFF{"a": [1, {"b": null}], "c": "é\\u00e9"}')).toEqual({ a: [1, { b: null }], c: 'éé' });
  const deep = 3000;
  expect(() => parseJsonText(`${'['.repeat(deep)}${']'.repeat(deep - 1)}`)).toThrow(/"," or "]"/);
});
