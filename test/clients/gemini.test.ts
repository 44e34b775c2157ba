import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, isInstalled, openHost, startPressingModel } from './host.js';

describe.skipIf(!isInstalled('gemini'))('Gemini CLI', () => {
  let host: Host;

  beforeAll(async () => {
    host = await openHost('For Gemini');
  });
  afterAll(() => host?.[Symbol.asyncDispose]());

  const trusted = { GEMINI_CLI_TRUST_WORKSPACE: 'true' };

  test('takes the command that mcp-config prints, and connects', async () => {
    const added = await host.run('sh', ['-c', await host.setup('gemini', 'run')]);
    expect(added.stdout + added.stderr).toContain('MCP server "offhand" added to user settings');
    const { stdout, stderr } = await host.run('gemini', ['mcp', 'list'], trusted);
    expect(stdout + stderr).toMatch(/offhand: .* mcp \(stdio\) - Connected/);
  });

  test('lets its model press a button in the background', async () => {
    await using model = await startPressingModel(host.form);
    const before = host.clicks();
    const settings = join(host.home, '.gemini/settings.json');
    const auth = { security: { auth: { selectedType: 'gemini-api-key' } } };
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(readFileSync(settings, 'utf8')), ...auth }));
    const env = { ...trusted, GEMINI_API_KEY: 'key-g', GOOGLE_GEMINI_BASE_URL: model.url };
    const { stdout, stderr } = await host.run('gemini', ['--yolo', '--model', 'gemini-2.5-pro', '-p', 'press it'], env);
    expect({ stdout, stderr, results: model.results }).toMatchObject({ stdout: expect.stringContaining('I pressed it.') });
    expect(host.clicks()).toBe(before + 1);
    expect(model.asked.at(-1)?.images).toBeGreaterThan(0);
  });
});
