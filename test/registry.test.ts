import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tools, toolsIn } from '../src/tools/registry.js';
import { flagsOf, parseToolArguments } from '../src/transport/cli/flags.js';

/** The words of an example as a shell would split them. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

describe('every tool', () => {
  for (const tool of tools) {
    test(`${tool.name} is defined whole`, () => {
      expect(tool.name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(tool.summary.length).toBeGreaterThan(10);
      expect(tool.summary.length).toBeLessThanOrEqual(200);
      expect(flagsOf(tool).filter(({ description }) => description === '')).toEqual([]);
      expect(() => z.toJSONSchema(tool.output, { io: 'output' })).not.toThrow();
    });

    test(`${tool.name}’s example parses`, () => {
      const [program, name, ...words] = shellWords(tool.cli.example);
      expect([program, name]).toEqual(['offhand', tool.name]);
      expect(() => tool.parse(parseToolArguments(tool, words))).not.toThrow();
    });

    // The universal tool forgives what sloppy models write; its own tests show how.
    if (tool.profile === 'computer_use') continue;

    test(`${tool.name} refuses unknown arguments and names the known ones`, () => {
      expect(() => tool.parse({ no_such_argument: 1 })).toThrow(/unknown argument "no_such_argument".*Accepted: /s);
    });
  }
});

test('the words of a list may follow each other, or come as JSON', () => {
  const hotkey = tools.find(({ name }) => name === 'hotkey');
  if (!hotkey) throw new Error('no hotkey');
  for (const words of [
    ['ctrl', 'shift', 's', '--pid', '1'],
    ['--pid', '1', '["ctrl","shift","s"]'],
    ['--keys', 'ctrl', '--pid', '1', 'shift', 's'],
  ])
    expect(parseToolArguments(hotkey, words)).toEqual({ keys: ['ctrl', 'shift', 's'], pid: 1 });
});

test('names are unique', () => {
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
});

test('every act on something in a window can return what changed there', () => {
  const without = tools.filter(({ effect, input }) => effect === 'act' && !('capture_after' in input.shape)).map(({ name }) => name);
  // Starting and ending applications, the clipboard, and what consists of other calls.
  expect(without.sort()).toEqual(['clipboard_write', 'cua', 'kill_app', 'launch_app', 'replay_trajectory']);
});

test('the core profile stays small', () => {
  expect(toolsIn('core').length).toBeLessThanOrEqual(16);
});
