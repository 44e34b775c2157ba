import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OP_KINDS } from '../../../src/ops/op.js';
import { parsePolicy } from '../../../src/policy/parse-policy.js';
import { policyTable, RISKS } from '../../../src/policy/schema.js';
import { streamCommand } from '../../../src/transport/stream/protocol.js';

const page = readFileSync(new URL('../../../docs/policy.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

describe('docs/policy.md', () => {
  test.each([...Object.keys(policyTable.shape), ...RISKS, ...OP_KINDS])('tells of %s', (word) => {
    expect(page).toContain(`\`${word}\``);
  });

  test('its policy can be used as it stands', () => {
    expect(blocks('toml').map((text) => parsePolicy(text).ok)).toEqual([true]);
  });

  test('its commands of the stream are ones', () => {
    const commands = blocks('json').flatMap((text) => text.trim().split('\n'));
    expect(commands).toHaveLength(3);
    for (const line of commands) expect(streamCommand.safeParse(JSON.parse(line)).success).toBe(true);
  });
});
