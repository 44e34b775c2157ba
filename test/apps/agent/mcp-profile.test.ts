// What an MCP client gets by profile: the universal tool alone with its guidance, or the tools as a grounding host wants them.

import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, startFixture } from '../../support/apps.js';
import { numberOf, offhand } from './run-agent.js';
import { type AgentStage, openAgentStage } from './stage.js';

const command = fileURLToPath(new URL('../../../bin/offhand', import.meta.url));
let stage: AgentStage;
let form: Fixture;
let client: Client;

beforeAll(async () => {
  stage = await openAgentStage();
  form = await startFixture(stage.desktop, 'gtk3', { title: 'Profile', at: { x: 40, y: 40 } });
  client = await connect('--profile', 'computer_use');
});
afterAll(async () => {
  await client?.close();
  await stage?.[Symbol.asyncDispose]();
});

async function connect(...args: string[]): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1' });
  const env = { PATH: process.env.PATH ?? '', HOME: stage.home, OFFHAND_HOME: stage.home, OFFHAND_DESKTOP: stage.name };
  await connected.connect(new StdioClientTransport({ command: process.execPath, args: [command, 'mcp', ...args], env, stderr: 'ignore' }));
  return connected;
}

const use = async (input: Record<string, unknown>) => {
  const { content, isError } = await client.callTool({ name: 'computer_use', arguments: input });
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  return { text, images: content.filter(({ type }) => type === 'image').length, isError: isError === true };
};

describe('the universal tool', () => {
  test('is the only tool, and its guidance speaks of nothing else', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['computer_use']);
    expect(JSON.stringify(tools).length / 4).toBeLessThanOrEqual(1200);
    expect(client.getInstructions()).toContain('Capture first');
    expect(client.getInstructions()).not.toContain('get_window_state');
  });

  test('shows a picture, acts by number and tells what changed', async () => {
    const seen = await use({ action: 'capture', window_id: form.windowId });
    expect(seen).toMatchObject({ images: 1, isError: false });
    const box = numberOf(seen.text, /AXCheckBox 'Enabled'/);
    const done = await use({ action: 'click', element: box, capture_after: true });
    expect(done.text).toMatch(/^click #\d+ 'Enabled' — confirmed/);
    await form.waitForEvent('the box is ticked', (event) => event.type === 'toggled' && event.checked === true);
  });

  test('answers mistakes with what to do', async () => {
    expect(await use({ action: 'click', element: 90_210 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Use action "capture" again'),
    });
    expect(await use({ action: 'press_key' })).toMatchObject({ isError: true, text: expect.stringContaining('"key"') });
  });
});

describe('for a host that grounds itself in the tool screenshot', () => {
  const compat = '--claude-code-computer-use-compat';
  let plain: Client;
  let grounded: Client;

  beforeAll(async () => {
    [plain, grounded] = await Promise.all([connect(), connect(compat)]);
  });
  afterAll(() => Promise.all([plain?.close(), grounded?.close()]));

  const shot = (of: Client, input: Record<string, unknown>) => of.callTool({ name: 'screenshot', arguments: input });
  const at = () => ({ pid: form.pid, window_id: form.windowId });

  test('screenshot is the only tool that changes: it takes exactly one window', async () => {
    const [before, after] = await Promise.all([plain.listTools(), grounded.listTools()]);
    const changed = after.tools.filter((tool, index) => JSON.stringify(tool) !== JSON.stringify(before.tools[index]));
    expect(changed.map(({ name }) => name)).toEqual(['screenshot']);
    expect(after.tools.map(({ name }) => name)).toEqual(before.tools.map(({ name }) => name));
    expect(changed[0]?.inputSchema).toMatchObject({ required: ['pid', 'window_id'] });
    expect(changed[0]?.inputSchema.properties).not.toHaveProperty('region');
  });

  test.each([[{}], [{ pid: 1 }], [{ window_id: 1 }], [{ pid: 1, window_id: 1, region: { x: 0, y: 0, width: 9, height: 9 } }]])(
    'the screen is never its answer to %j',
    async (input) => {
      const refused = await shot(grounded, input);
      expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'invalid_input' } });
      expect(refused.content.some(({ type }) => type === 'image')).toBe(false);
    },
  );

  test('without the flag the same call shows the screen, in pixels of the screen', async () => {
    const { structuredContent } = await shot(plain, {});
    expect(structuredContent).toMatchObject({ screenshot_width: 1280, screenshot_height: 900, coordinate_space: 'screen' });
  });

  test('a pixel of its picture is where a click lands in that window', async () => {
    const { content, structuredContent } = await shot(grounded, at());
    expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
    const size = await stage.desktop.run('xdotool', 'getwindowgeometry', '--shell', String(form.windowId));
    expect(structuredContent).toMatchObject({
      coordinate_space: 'window',
      screenshot_width: Number(/WIDTH=(\d+)/.exec(size)?.[1]),
      screenshot_height: Number(/HEIGHT=(\d+)/.exec(size)?.[1]),
    });
    const from = form.events().length;
    const { x, y } = form.centre('canvas');
    await grounded.callTool({ name: 'click', arguments: { ...at(), x, y } });
    await form.waitForEvent('a press', ({ type, widget }) => type === 'press' && widget === 'canvas', { from });
  });

  test('it asks for a profile that has the tool', async () => {
    const { stderr, exitCode } = await offhand(['mcp', '--profile', 'computer_use', compat], { home: stage.home });
    expect(stderr).toContain('--profile computer_use lacks');
    expect(exitCode).toBe(2);
  });

  test('mcp-config passes it on under a name of its own', async () => {
    const { stdout } = await offhand(['mcp-config', '--client', 'claude-code', compat], { home: stage.home });
    expect(stdout).toMatch(/claude mcp add --scope user offhand-computer-use -- .* mcp --claude-code-computer-use-compat$/m);
  });
});
