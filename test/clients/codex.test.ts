import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, isInstalled, openHost, startPressingModel } from './host.js';

describe.skipIf(!isInstalled('codex'))('Codex', () => {
  let host: Host;

  beforeAll(async () => {
    host = await openHost('For Codex');
  });
  afterAll(() => host?.[Symbol.asyncDispose]());

  test('takes the command that mcp-config prints, and writes what mcp-config says to paste', async () => {
    const added = await host.run('sh', ['-c', await host.setup('codex', 'run')]);
    expect(added.stdout).toContain("Added global MCP server 'offhand'");
    expect((await host.run('codex', ['mcp', 'list'])).stdout).toMatch(/^offhand .* mcp .*enabled/m);
    const known = JSON.parse((await host.run('codex', ['mcp', 'get', 'offhand', '--json'])).stdout);
    expect(known).toMatchObject({ enabled: true, transport: { type: 'stdio', args: [expect.stringContaining('offhand'), 'mcp'] } });
    const squeezed = (text: string) => text.replaceAll(/\s+/g, '');
    expect(squeezed(readFileSync(join(host.home, '.codex/config.toml'), 'utf8'))).toBe(squeezed(await host.setup('codex', 'paste')));
  });

  test('lets its model press a button in the background, though it starts servers with a bare environment', async () => {
    await using model = await startPressingModel(host.form);
    const before = host.clicks();
    const provider = `{name="loopback",base_url="${model.url}/v1",env_key="LOOPBACK_KEY",wire_api="responses"}`;
    const settings = [
      '-c',
      'model_provider="loopback"',
      '-c',
      `model_providers.loopback=${provider}`,
      '-c',
      'model="scripted"',
      '-c',
      'mcp_servers.offhand.required=true',
    ];
    const { stdout, stderr } = await host.run(
      'codex',
      ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', ...settings, 'press it'],
      {
        LOOPBACK_KEY: 'key-o',
      },
    );
    expect({ stdout, stderr, results: model.results }).toMatchObject({ stdout: expect.stringContaining('I pressed it.') });
    expect(host.clicks()).toBe(before + 1);
    expect(model.results[0]).toContain('window "For Codex"');
    expect(model.asked.at(-1)?.images).toBeGreaterThan(0);
  });
});
