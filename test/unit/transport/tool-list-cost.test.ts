import { expect, test } from 'vitest';
import { toolsIn } from '../../../src/tools/registry.js';
import { mcpTools } from '../../../src/transport/mcp/tool-list.js';

/** bench/tokens counts them with a real tokenizer, which finds fewer. */
const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);

test.each([
  ['computer_use', 1200],
  ['core', 5000],
] as const)('the list of the profile %s costs a model at most %i tokens', (profile, limit) => {
  for (const structured of [true, false]) expect(tokens(mcpTools({ profile, structured }))).toBeLessThanOrEqual(limit);
});

test('the profiles offer something', () => {
  expect(toolsIn('computer_use')).toHaveLength(1);
  expect(toolsIn('core').length).toBeGreaterThan(10);
});
