import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, isInstalled, openHost, startPressingModel } from './host.js';

describe.skipIf(!isInstalled('claude'))('Claude Code', () => {
  let host: Host;

  beforeAll(async () => {
    host = await openHost('For Claude Code');
  });
  afterAll(() => host?.[Symbol.asyncDispose]());

  test('takes the command that mcp-config prints, and connects', async () => {
    const added = await host.run('sh', ['-c', await host.setup('claude-code', 'run')]);
    expect(added.stdout).toContain('Added stdio MCP server offhand');
    expect((await host.run('claude', ['mcp', 'list'])).stdout).toMatch(/^offhand: .* mcp - .*Connected$/m);
    expect((await host.run('claude', ['mcp', 'get', 'offhand'])).stdout).toMatch(/Status: .*Connected/);
  });

  test('lets its model press a button in the background, with pictures', async () => {
    await using model = await startPressingModel(host.form);
    const before = host.clicks();
    const env = {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'key-a',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ENABLE_TOOL_SEARCH: 'false',
      MCP_CONNECTION_NONBLOCKING: '0',
    };
    const { stdout, stderr } = await host.run('claude', ['-p', 'press it', '--allowedTools', 'mcp__offhand'], env);
    expect({ stdout, stderr, results: model.results }).toMatchObject({ stdout: expect.stringContaining('I pressed it.') });
    expect(host.clicks()).toBe(before + 1);
    expect(model.asked.at(-1)?.images).toBeGreaterThan(0);
  });
});
