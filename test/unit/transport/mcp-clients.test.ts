import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientNames, clientSetup } from '../../../src/transport/cli/commands/mcp-clients.js';

const page = readFileSync(new URL('../../../docs/clients.md', import.meta.url), 'utf8');
const server = { command: 'offhand', args: ['mcp'] };

// test/clients runs these with the hosts themselves.
test.each(['claude-code', 'codex', 'gemini', 'pi'] as const)('the guide shows for %s what mcp-config prints', (client) => {
  expect(page).toContain(`\n${clientSetup(client, server).run}\n`);
});

test('the guide shows the settings of OpenCode that mcp-config prints', () => {
  const [, shown = ''] = /opencode\.json`:\n\n```json\n([\s\S]*?)```/.exec(page) ?? [];
  const { $schema, ...settings } = JSON.parse(clientSetup('opencode', server).paste ?? '');
  expect($schema).toMatch(/^https:/);
  expect(JSON.parse(shown)).toEqual(settings);
});

test.each(clientNames)('what %s is told survives odd paths', (client) => {
  const odd = { command: "/opt/it's here/node", args: ['/a b/offhand', 'mcp'] };
  const { run, paste } = clientSetup(client, odd);
  if (run?.includes('mcp add')) expect(run).toContain(`'/opt/it'\\''s here/node' '/a b/offhand' mcp`);
  if (paste?.startsWith('{')) expect(JSON.stringify(JSON.parse(paste))).toContain("/opt/it's here/node");
  expect(run ?? paste).toBeDefined();
});
