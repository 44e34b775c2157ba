// The universal tool as an MCP client gets it: one tool, its guidance, pictures, and refusals that teach.

import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, startFixture } from '../../support/apps.js';
import { numberOf } from './run-agent.js';
import { type AgentStage, openAgentStage } from './stage.js';

const command = fileURLToPath(new URL('../../../bin/offhand', import.meta.url));
let stage: AgentStage;
let form: Fixture;
let client: Client;

beforeAll(async () => {
  stage = await openAgentStage();
  form = await startFixture(stage.desktop, 'gtk3', { title: 'Profile', at: { x: 40, y: 40 } });
  client = new Client({ name: 'test', version: '1' });
  const env = { PATH: process.env.PATH ?? '', HOME: stage.home, OFFHAND_HOME: stage.home, OFFHAND_DESKTOP: stage.name };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [command, 'mcp', '--profile', 'computer_use'], env }));
});
afterAll(async () => {
  await client?.close();
  await stage?.[Symbol.asyncDispose]();
});

const use = async (input: Record<string, unknown>) => {
  const { content, isError } = await client.callTool({ name: 'computer_use', arguments: input });
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  return { text, images: content.filter(({ type }) => type === 'image').length, isError: isError === true };
};

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
