import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, isInstalled, openHost } from './host.js';

describe.skipIf(!isInstalled('mcp-inspector'))('the MCP inspector', () => {
  let host: Host;
  let config: string;

  beforeAll(async () => {
    host = await openHost('For the inspector');
    config = join(host.home, 'mcp.json');
    writeFileSync(config, await host.setup('generic', 'paste'));
  });
  afterAll(() => host?.[Symbol.asyncDispose]());

  const inspect = (...args: string[]) => host.run('mcp-inspector', ['--cli', ...args], { MCP_INSPECTOR_SECRET_STORE: 'memory' });

  test('reads the settings that mcp-config prints and calls a tool, though it passes no variable on', async () => {
    const { stdout, code } = await inspect(
      '--config',
      config,
      '--server',
      'offhand',
      '--method',
      'tools/call',
      '--tool-name',
      'list_windows',
    );
    expect(JSON.parse(stdout).structuredContent.windows).toContainEqual(expect.objectContaining({ title: 'For the inspector' }));
    expect(code).toBe(0);
  });

  test.each(['computer_use', 'core', 'full'])(
    'finds nothing in the schemas of the profile %s that some model could not take',
    async (profile) => {
      const { stderr, code } = await inspect('--strict', '--method', 'tools/list', 'offhand', 'mcp', '--profile', profile);
      expect(stderr).not.toMatch(/^Error: tool/m);
      expect(stderr).not.toMatch(/Path: inputSchema/);
      expect(code).toBe(0);
    },
  );
});
