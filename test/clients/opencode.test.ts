import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, isInstalled, openHost, startPressingModel } from './host.js';

describe.skipIf(!isInstalled('opencode'))('OpenCode', () => {
  let host: Host;

  beforeAll(async () => {
    host = await openHost('For OpenCode');
    mkdirSync(join(host.home, '.config/opencode'), { recursive: true });
    writeFileSync(join(host.home, '.config/opencode/opencode.json'), await host.setup('opencode', 'paste'));
  });
  afterAll(() => host?.[Symbol.asyncDispose]());

  test('reads the settings that mcp-config prints, and connects', async () => {
    const { stdout, stderr } = await host.run('opencode', ['mcp', 'list']);
    expect(stdout + stderr).toMatch(/offhand .*connected/);
  });

  test('lets its model press a button in the background', async () => {
    await using model = await startPressingModel(host.form);
    const before = host.clicks();
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      name: 'loopback',
      options: { baseURL: `${model.url}/v1`, apiKey: 'key-o' },
      models: { scripted: { name: 'scripted', attachment: true, modalities: { input: ['text', 'image'], output: ['text'] } } },
    };
    const env = { OPENCODE_CONFIG_CONTENT: JSON.stringify({ provider: { loopback: provider } }) };
    const { stdout, stderr } = await host.run('opencode', ['run', '--model', 'loopback/scripted', 'press it'], env);
    expect({ stdout, stderr, results: model.results }).toMatchObject({ stdout: expect.stringContaining('I pressed it.') });
    expect(host.clicks()).toBe(before + 1);
    expect(model.asked.at(-1)?.images).toBeGreaterThan(0);
  });
});
