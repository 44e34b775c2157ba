import { mkdtempSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseProvider, type ProviderKeys } from '../../../src/agent/host/choose-provider.js';
import { functionTool } from '../../../src/agent/host/function-tools.js';
import { longestImageSide } from '../../../src/agent/host/image-limit.js';
import { AgentSessions } from '../../../src/agent/host/session-store.js';
import { agentSystemPrompt } from '../../../src/agent/host/system-prompt.js';
import { toolAnswer } from '../../../src/agent/host/tool-answer.js';
import { anthropicTier, fitForAnthropic, isEnvelope } from '../../../src/agent/index.js';
import { DriverError } from '../../../src/errors/driver-error.js';
import { findTool, tools } from '../../../src/tools/registry.js';

const none: ProviderKeys = { anthropic: undefined, openai: undefined, google: undefined, openaiBaseUrl: undefined };
const refusal = (act: () => unknown): DriverError => {
  try {
    act();
  } catch (error) {
    if (error instanceof DriverError) return error;
  }
  throw new Error('was accepted');
};

describe('the provider', () => {
  test.each([
    ['an Anthropic key', { ...none, anthropic: 'a' }, {}, { provider: 'anthropic', apiKey: 'a' }],
    ['an OpenAI key', { ...none, openai: 'o' }, {}, { provider: 'openai', apiKey: 'o' }],
    ['a Google key', { ...none, google: 'g' }, {}, { provider: 'google', apiKey: 'g' }],
    ['an address', none, { baseUrl: 'http://127.0.0.1:8080/v1' }, { provider: 'openai-compatible', apiKey: undefined }],
    [
      'an address in the environment',
      { ...none, openaiBaseUrl: 'http://h/v1' },
      {},
      { provider: 'openai-compatible', baseUrl: 'http://h/v1' },
    ],
    [
      'its name, whatever keys there are',
      { ...none, anthropic: 'a', google: 'g' },
      { provider: 'google' },
      { provider: 'google', apiKey: 'g' },
    ],
  ])('is chosen by %s', (_what, keys, wish, expected) => {
    expect(chooseProvider({ model: 'm', ...wish }, keys)).toMatchObject(expected);
  });

  test('that nobody named and no key implies is asked for', () => {
    expect(refusal(() => chooseProvider({ model: 'm' }, none))).toMatchObject({
      code: 'provider_key_missing',
      message: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
  });

  test.each([
    ['of an unknown name', { provider: 'antropic', model: 'm' }, 'anthropic'],
    ['without a model', { provider: 'openai' }, '--model'],
    ['without an address', { provider: 'openai-compatible', model: 'm' }, '--base-url'],
  ])('%s is refused with what helps', (_what, wish, hint) => {
    expect(refusal(() => chooseProvider(wish, none))).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(hint) });
  });
});

test('a picture of any shape within the limit is taken by Anthropic as it is', () => {
  for (const model of ['claude-sonnet-4-5', 'claude-opus-4-7']) {
    const side = longestImageSide('anthropic', model);
    for (let other = 1; other <= side; other += 13) {
      const size = { width: side, height: other };
      expect(fitForAnthropic(size, anthropicTier(model))).toEqual(size);
    }
  }
});

describe('a tool as a provider gets it', () => {
  test('leaves out what the host decides and what some providers refuse', () => {
    const { name, parameters } = functionTool(findTool('computer_use'));
    expect(name).toBe('computer_use');
    expect(Object.keys(parameters.properties as object)).not.toEqual(expect.arrayContaining(['session']));
    expect(JSON.stringify(parameters)).not.toMatch(/additionalProperties|\$schema|4294967295|screenshot_out_file/);
    expect(parameters.required).toEqual(['action']);
  });

  test('is an object schema for every tool there is', () => {
    for (const tool of tools)
      expect(functionTool(findTool(tool.name)).parameters).toMatchObject({ type: 'object', properties: expect.any(Object) });
  });
});

describe('a result as the model gets it', () => {
  test('is its summary, with the picture as a picture', () => {
    const answer = toolAnswer({
      summary: 'Three buttons.',
      pid: 3,
      image: { mime_type: 'image/png', base64: 'AAAA', width: 1, height: 1 },
    });
    expect(isEnvelope(answer) && answer).toMatchObject({
      text_summary: 'Three buttons.',
      content: [{ type: 'text' }, { type: 'image_url' }],
    });
  });

  test('is JSON for tools that only return facts', () => {
    expect(toolAnswer({ pid: 3, windows: [] })).toBe('{"pid":3,"windows":[]}');
    expect(toolAnswer(undefined)).toBe('null');
  });
});

test('guidance is in the prompt only when the tool is offered', () => {
  expect(agentSystemPrompt(['computer_use'])).toContain('Capture first');
  expect(agentSystemPrompt(['launch_app'])).not.toContain('Capture first');
});

describe('a session on disk', () => {
  const open = () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'oh-sessions-')), 'agent');
    return { folder, sessions: new AgentSessions(folder) };
  };
  const about = { task: 'count', provider: 'anthropic', model: 'm' };

  test('keeps words, not pictures, for its owner alone', async () => {
    const { folder, sessions } = open();
    const { id } = await sessions.create(about);
    const picture = toolAnswer({ summary: 'seen', image: { mime_type: 'image/png', base64: 'iVBORw0KGgo' } });
    await sessions.addMessage(id, { role: 'tool', tool_call_id: '1', name: 'computer_use', content: picture });
    const [file = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain('iVBOR');
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
    expect((await sessions.load(id)).messages).toEqual([{ role: 'tool', tool_call_id: '1', name: 'computer_use', content: 'seen' }]);
  });

  test('survives a crash in the middle of a line', async () => {
    const { folder, sessions } = open();
    const { id } = await sessions.create(about);
    await sessions.addMessage(id, { role: 'user', content: 'first' });
    await sessions.addMessage(id, { role: 'user', content: 'second' });
    const file = join(folder, `${id}.jsonl`);
    truncateSync(file, statSync(file).size - 9);
    const { facts, messages, outcome } = await sessions.load(id);
    expect(facts.task).toBe('count');
    expect(messages).toEqual([{ role: 'user', content: 'first' }]);
    expect(outcome).toBeUndefined();
  });

  test('is listed newest first, and before there is any', async () => {
    const { sessions } = open();
    expect(await sessions.list()).toEqual([]);
    await sessions.create({ ...about, task: 'one' });
    expect((await sessions.list()).map(({ facts }) => facts.task)).toEqual(['one']);
  });

  test.each([['../../../etc/passwd'], ['20250101-000000-abcd'], ['']])('"%s" is no session', async (id) => {
    await expect(open().sessions.load(id)).rejects.toMatchObject({ code: 'session_not_found' });
  });
});
