import { describe, expect, test } from 'vitest';
import {
  type AgentMessage,
  type ClientOptions,
  createChatClient,
  createModelClient,
  type Delta,
  imageOmittedNote,
  type ModelRequest,
  type ModelTurn,
  type ProviderName,
} from '../../../src/agent/index.js';
import { type Reply, startModelServer } from '../../support/model-server.js';
import { shot } from './pictures.js';

const providers: readonly ProviderName[] = ['anthropic', 'openai', 'google', 'openai-compatible'];
const tools = [
  { name: 'computer_use', description: 'Acts on the desktop.', parameters: { type: 'object', properties: { action: { type: 'string' } } } },
];
const ask: ModelRequest = { system: 'You help.', messages: [{ role: 'user', content: 'Open the file.' }], tools };
const quick = { attempts: 3, firstDelayMs: 1, maxDelayMs: 50 };

interface Played {
  readonly turn: ModelTurn;
  readonly deltas: readonly Delta[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly requests: number;
}

async function play(
  provider: ProviderName,
  script: readonly Reply[],
  request = ask,
  options: Partial<ClientOptions> = {},
): Promise<Played> {
  await using server = await startModelServer(script);
  const deltas: Delta[] = [];
  const client = createModelClient(provider, { model: 'scripted-1', apiKey: 'sk-test', baseUrl: server.url, retry: quick, ...options });
  const turn = await client.turn(request, new AbortController().signal, (delta) => deltas.push(delta));
  return { turn, deltas, body: server.requests.at(-1)?.body ?? {}, requests: server.requests.length };
}

describe.each(providers)('%s', (provider) => {
  test('streams text, thinking and tool calls, and counts tokens', async () => {
    const call = { name: 'computer_use', input: { action: 'click', element: 7, note: 'grün ✓ 漢字' }, id: 'c_1' };
    const { turn, deltas } = await play(provider, [
      { thinking: 'First look.', text: 'I click — “OK” 🙂.', calls: [call], usage: { input: 120, output: 30, cached: 100 } },
    ]);
    expect(turn).toMatchObject({
      text: 'I click — “OK” 🙂.',
      stop: 'tools',
      toolCalls: [{ id: 'c_1', name: 'computer_use', input: call.input }],
      usage: { inputTokens: 120, outputTokens: 30, cachedInputTokens: 100 },
    });
    const said = deltas.flatMap((delta) => (delta.type === 'text' ? [delta.text] : []));
    expect(said.join('')).toBe(turn.text);
    expect(said.length).toBeGreaterThan(1);
    expect(deltas).toContainEqual({ type: 'tool_call', name: 'computer_use' });
    expect(deltas.flatMap((delta) => (delta.type === 'thinking' ? [delta.text] : [])).join('')).toBe('First look.');
  });

  test('gives calls of their own ids when the server sends several', async () => {
    const calls = [1, 2].map((element) => ({ name: 'computer_use', input: { action: 'click', element } }));
    const { turn } = await play(provider, [{ calls }]);
    expect(turn.toolCalls.map(({ input }) => input.element)).toEqual([1, 2]);
    expect(new Set(turn.toolCalls.map(({ id }) => id)).size).toBe(2);
  });

  test('tells a plain answer, one cut off and one refused apart', async () => {
    expect((await play(provider, [{ text: 'Done.' }])).turn.stop).toBe('end');
    expect((await play(provider, [{ text: 'Do', stop: 'length' }])).turn.stop).toBe('length');
    expect((await play(provider, [{ text: 'I cannot help.', stop: 'refusal' }])).turn.stop).toBe('refusal');
  });

  test('sends a whole round trip the service accepts, its own words unchanged', async () => {
    const first = await play(provider, [
      { thinking: 'hm', text: 'Two things.', calls: [1, 2].map((element) => ({ name: 'computer_use', input: { element } })) },
    ]);
    const [a, b] = first.turn.toolCalls;
    if (!a || !b || !first.turn.replay === (provider !== 'openai-compatible')) throw new Error('the first turn is not what was scripted');
    const messages: AgentMessage[] = [
      ...ask.messages,
      {
        role: 'assistant',
        content: first.turn.text,
        tool_calls: first.turn.toolCalls,
        ...(first.turn.replay ? { replay: first.turn.replay } : {}),
      },
      { role: 'tool', tool_call_id: a.id, name: a.name, content: shot('Editor') },
      { role: 'tool', tool_call_id: b.id, name: b.name, content: 'no such element', is_error: true },
    ];
    await using server = await startModelServer([{ text: 'Done.' }, { text: 'Done.' }]);
    const options = { apiKey: 'k', baseUrl: server.url, retry: quick };
    const turn = await createModelClient(provider, { model: 'scripted-1', ...options }).turn(
      { ...ask, messages },
      AbortSignal.timeout(5000),
      () => {},
    );
    expect(turn.text).toBe('Done.');
    const seen = server.requests[0];
    expect(seen?.results.map(({ text }) => text)).toEqual([expect.stringContaining('Editor: full list'), 'no such element']);
    expect(seen?.images).toBe(1);
    if (first.turn.replay) expect(JSON.stringify(seen?.body)).toContain(JSON.stringify(first.turn.replay.items.at(-1)));
    // Another model gets the same conversation without the first one's private notes.
    await createModelClient(provider, { model: 'scripted-2', ...options }).turn({ ...ask, messages }, AbortSignal.timeout(5000), () => {});
    expect(JSON.stringify(server.requests[1]?.body)).not.toMatch(/sig\d+==|enc\d+|c2ln\d+/);
    expect(JSON.stringify(server.requests[1]?.body)).toContain('Two things.');
  });

  test('degrades to text for a model without pictures', async () => {
    const messages: AgentMessage[] = [
      ...ask.messages,
      { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: 'computer_use', input: {} }] },
      { role: 'tool', tool_call_id: 'c1', name: 'computer_use', content: shot('Editor') },
    ];
    const { body } = await play(provider, [{ text: 'ok' }], { ...ask, messages }, { vision: false });
    const sent = JSON.stringify(body);
    expect(sent).not.toContain('iVBOR');
    expect(sent).toContain('Editor: summary');
    expect(sent).toContain(JSON.stringify(imageOmittedNote).slice(1, -1));
  });

  test('waits and tries again after 429 and 5xx, as long as the server asks', async () => {
    const { turn, deltas, requests } = await play(provider, [
      { status: 429, headers: { 'retry-after-ms': '7' } },
      { status: 503, headers: { 'retry-after': '0' } },
      { text: 'There.' },
    ]);
    expect(turn.text).toBe('There.');
    expect(requests).toBe(3);
    expect(deltas.filter(({ type }) => type === 'retry')).toMatchObject([
      { attempt: 2, waitMs: 7, reason: expect.stringContaining('429') },
      { attempt: 3, waitMs: 0, reason: expect.stringContaining('503') },
    ]);
  });

  test('gives up after the agreed attempts, and at once when the pause asked for is too long', async () => {
    const failing: Reply = { status: 500 };
    await expect(play(provider, [failing, failing, failing, { text: 'too late' }])).rejects.toMatchObject({
      code: 'provider_error',
      details: { kind: 'overloaded', status: 500, attempts: 3 },
    });
    await expect(play(provider, [{ status: 429, headers: { 'retry-after': '3600' } }, { text: 'no' }])).rejects.toMatchObject({
      code: 'provider_error',
      details: { kind: 'rate_limited', attempts: 1, retryAfterMs: 3_600_000 },
    });
  });

  test.each([
    ['stalls before answering', { stall: 'before_headers' }, 'stalled'],
    ['stalls in the middle', { stall: 'mid_stream' }, 'stalled'],
    ['hangs up before answering', { drop: 'before_headers' }, 'unreachable'],
    ['hangs up in the middle', { drop: 'mid_stream' }, 'dropped'],
    ['ends too early', { cutShort: true }, 'dropped'],
  ] as const)('recovers from a server that %s, and says so when it does not', async (_what, reply, kind) => {
    const patience = 'stall' in reply ? { idleTimeoutMs: 150 } : {};
    const again: Reply[] = Array.from({ length: 8 }, () => ({ text: 'There.' }));
    const { turn, deltas } = await play(provider, [reply, ...again], ask, { ...patience, retry: { ...quick, attempts: 9 } });
    expect(turn.text).toBe('There.');
    expect(deltas).toContainEqual(expect.objectContaining({ type: 'retry', attempt: 2 }));
    await expect(play(provider, [reply], ask, { ...patience, retry: { attempts: 1 } })).rejects.toMatchObject({
      code: 'provider_error',
      details: { kind, provider: expect.any(String) },
    });
  });

  test('reports invalid JSON with what came instead, without trying again', async () => {
    await expect(play(provider, [{ events: [{ data: '<html>gateway</html>' }] }, { text: 'no' }])).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('<html>gateway</html>'),
      details: { kind: 'invalid_json', attempts: 1 },
    });
  });

  test('a rejected key and a bad request are told at once, and the key never', async () => {
    const rejected = play(provider, [
      { status: 401, body: { error: { message: 'Incorrect API key provided: sk-test.' } } },
      { text: 'no' },
    ]);
    await expect(rejected).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('Incorrect API key provided: ***.'),
      details: { kind: 'unauthorized', status: 401, attempts: 1 },
    });
    await expect(play(provider, [{ status: 400 }, { text: 'no' }])).rejects.toMatchObject({
      details: { kind: 'http', status: 400, attempts: 1 },
    });
  });

  test('a server that is not there is reported with its address', async () => {
    const client = createModelClient(provider, { model: 'm', apiKey: 'k', baseUrl: 'http://127.0.0.1:9', retry: { attempts: 1 } });
    await expect(client.turn(ask, new AbortController().signal, () => {})).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('http://127.0.0.1:9'),
      details: { kind: 'unreachable' },
    });
  });

  test.each(['stream', 'wait'] as const)('cancelling during the %s ends it as cancelled', async (when) => {
    await using server = await startModelServer([
      when === 'stream' ? { stall: 'mid_stream' } : { status: 429, headers: { 'retry-after': '30' } },
    ]);
    const controller = new AbortController();
    const client = createModelClient(provider, { model: 'm', apiKey: 'k', baseUrl: server.url });
    const turn = client.turn(ask, controller.signal, () => controller.abort());
    await expect(turn).rejects.toMatchObject({ code: 'cancelled' });
  });
});

test('the scripted server refuses what the real services refuse', async () => {
  await using server = await startModelServer(() => ({ text: 'ok' }));
  const bad: readonly (readonly [string, unknown])[] = [
    ['/v1/messages', { max_tokens: 1, messages: [{ role: 'user', content: [] }] }],
    ['/v1/messages', { max_tokens: 1, messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'n', input: {} }] }] }],
    ['/v1/responses', { input: [{ type: 'function_call', call_id: 'a' }] }],
    ['/v1/chat/completions', { messages: [{ role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'n', arguments: '{}' } }] }] }],
    ['/v1beta/models/m:streamGenerateContent?alt=sse', { contents: [{ role: 'model', parts: [{ functionCall: { name: 'n' } }] }] }],
  ];
  for (const [path, body] of bad) {
    const headers = { 'anthropic-version': '1', 'x-goog-api-key': 'k' };
    const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([path, response.status]).toEqual([path, 400]);
  }
});

describe('keys', () => {
  test.each([
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['openai', 'OPENAI_API_KEY'],
    ['google', 'GEMINI_API_KEY'],
    ['openai-compatible', 'OPENAI_API_KEY'],
  ] as const)('%s without one names %s', (provider, variable) => {
    expect(() => createModelClient(provider, { model: 'm', apiKey: ' ' })).toThrow(
      expect.objectContaining({ code: 'provider_key_missing', message: expect.stringContaining(variable) }),
    );
  });

  test("a server of one's own needs none", async () => {
    const { turn } = await play('openai-compatible', [{ text: 'hi' }], ask, { apiKey: undefined });
    expect(turn.text).toBe('hi');
  });

  test('travel in the header each provider wants', async () => {
    await using server = await startModelServer(() => ({ text: 'ok' }));
    for (const provider of providers) {
      await createModelClient(provider, { model: 'm', apiKey: 'sk-test', baseUrl: server.url }).turn(
        ask,
        AbortSignal.timeout(5000),
        () => {},
      );
    }
    expect(
      server.requests.map(({ dialect, headers }) => [dialect, headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization]),
    ).toEqual([
      ['anthropic', 'sk-test'],
      ['openai', 'Bearer sk-test'],
      ['google', 'sk-test'],
      ['openai-compatible', 'Bearer sk-test'],
    ]);
  });
});

describe('sloppy models and servers', () => {
  test.each(['anthropic', 'openai', 'openai-compatible'] as const)(
    '%s: arguments that are no JSON object are kept as text',
    async (provider) => {
      const { turn } = await play(provider, [{ calls: [{ name: 'computer_use', input: '{"action": "cli', id: 'x' }] }]);
      expect(turn.toolCalls).toEqual([{ id: 'x', name: 'computer_use', input: {}, malformed: '{"action": "cli' }]);
    },
  );

  test('google: a call the service could not read is asked for again', async () => {
    const { turn } = await play('google', [{ calls: [{ name: 'computer_use', input: 'broken' }] }, { text: 'There.' }]);
    expect(turn.text).toBe('There.');
  });

  test('arguments wrapped once more, or already parsed, are understood', async () => {
    const { turn } = await play('openai', [{ calls: [{ name: 'computer_use', input: JSON.stringify('{"action":"wait"}') }] }]);
    expect(turn.toolCalls[0]?.input).toEqual({ action: 'wait' });
  });

  test('a local server may leave out ids, indexes and usage, and send arguments parsed', async () => {
    const call = (element: number) => ({ type: 'function', function: { name: 'computer_use', arguments: { element } } });
    const events = [
      { data: { choices: [{ delta: { tool_calls: [call(1)] } }] } },
      { data: { choices: [{ delta: { tool_calls: [call(2)] }, finish_reason: 'stop' }] } },
    ];
    const { turn } = await play('openai-compatible', [{ events }]);
    expect(turn.toolCalls.map(({ input }) => input)).toEqual([{ element: 1 }, { element: 2 }]);
    expect(turn).not.toHaveProperty('usage');
    expect(turn.stop).toBe('tools');
  });

  test('a local server may ignore streaming altogether', async () => {
    const json = {
      choices: [{ message: { role: 'assistant', content: 'Whole.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 1 },
    };
    const { turn } = await play('openai-compatible', [{ json }]);
    expect(turn).toMatchObject({ text: 'Whole.', stop: 'end', usage: { inputTokens: 5, outputTokens: 1 } });
  });

  test.each([
    ['anthropic', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
    ['openai', { type: 'response.failed', response: { error: { code: 'server_error', message: 'Overloaded' } } }],
    ['openai-compatible', { error: { code: 503, message: 'Overloaded' } }],
    ['google', { error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }],
  ] as const)('%s: an error inside the stream is a failure like any other', async (provider, data) => {
    const { turn } = await play(provider, [{ events: [{ data }] }, { text: 'There.' }]);
    expect(turn.text).toBe('There.');
    await expect(play(provider, [{ events: [{ data }] }], ask, { retry: { attempts: 1 } })).rejects.toMatchObject({
      message: expect.stringContaining('Overloaded'),
      details: { kind: 'overloaded' },
    });
  });

  test("Google's own retry delay is honoured", async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.02s' }];
    const { deltas } = await play('google', [{ status: 429, body: { error: { code: 429, message: 'Quota', details } } }, { text: 'ok' }]);
    expect(deltas[0]).toMatchObject({ type: 'retry', waitMs: 20 });
  });
});

describe('base URLs', () => {
  test.each(['', '/v1', '/v1/', '/api/openai'])('"%s" after the host works for OpenAI-compatible servers', async (suffix) => {
    await using server = await startModelServer([{ text: 'ok' }]);
    const client = createChatClient({ model: 'm', baseUrl: server.url + suffix });
    expect((await client.turn(ask, AbortSignal.timeout(5000), () => {})).text).toBe('ok');
  });

  test('something else is refused before anything is sent', () => {
    for (const baseUrl of ['localhost:11434', 'ftp://x', '']) {
      expect(() => createChatClient({ model: 'm', baseUrl })).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    }
  });

  test('a redirect is not followed, since it would carry the key along', async () => {
    await using elsewhere = await startModelServer([{ text: 'stolen' }]);
    const redirect = play('anthropic', [{ status: 307, headers: { location: `${elsewhere.url}/v1/messages` } }]);
    await expect(redirect).rejects.toMatchObject({ details: { kind: 'http', status: 307 } });
    expect(elsewhere.requests).toEqual([]);
  });
});

test('screenshots may go into the tool message for servers that take them there', async () => {
  const messages: AgentMessage[] = [
    ...ask.messages,
    { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: 'computer_use', input: {} }] },
    { role: 'tool', tool_call_id: 'c1', name: 'computer_use', content: shot('Editor') },
  ];
  await using server = await startModelServer([{ text: 'a' }, { text: 'b' }]);
  for (const imagePlacement of ['user_message', 'tool_message'] as const) {
    await createChatClient({ model: 'm', baseUrl: server.url, imagePlacement }).turn(
      { ...ask, messages },
      AbortSignal.timeout(5000),
      () => {},
    );
  }
  const rolesWithPictures = server.requests.map(({ body }) =>
    (body.messages as { role: string; content: unknown }[])
      .filter(({ content }) => JSON.stringify(content)?.includes('image_url'))
      .map(({ role }) => role),
  );
  expect(rolesWithPictures).toEqual([['user'], ['tool']]);
});
