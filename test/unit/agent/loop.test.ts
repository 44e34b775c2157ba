import { describe, expect, test } from 'vitest';
import {
  type AgentEvent,
  type AgentMessage,
  type AgentOptions,
  type AgentResult,
  completeAgent,
  createModelClient,
  type ModelClient,
  type ModelTurn,
  type ProviderName,
  runAgent,
  type ToolCall,
} from '../../../src/agent/index.js';
import { DriverError } from '../../../src/errors/driver-error.js';
import { type Script, startModelServer } from '../../support/model-server.js';
import { shot } from './pictures.js';

const tools = [{ name: 'computer_use', description: 'Acts on the desktop.', parameters: { type: 'object' } }];
const call = (input: Record<string, unknown>) => ({ calls: [{ name: 'computer_use', input }] });

interface Played {
  readonly result: AgentResult;
  readonly events: readonly AgentEvent[];
  readonly stored: readonly AgentMessage[];
  readonly executed: readonly ToolCall[];
  readonly requests: number;
}

async function play(script: Script, options: Partial<AgentOptions> = {}, provider: ProviderName = 'openai-compatible'): Promise<Played> {
  await using server = await startModelServer(script);
  const client = createModelClient(provider, {
    model: 'scripted',
    apiKey: 'k',
    baseUrl: server.url,
    retry: { attempts: 2, firstDelayMs: 1 },
  });
  const events: AgentEvent[] = [];
  const stored: AgentMessage[] = [];
  const executed: ToolCall[] = [];
  const execute: AgentOptions['execute'] = async (each) => {
    executed.push(each);
    return shot(`state ${executed.length}`);
  };
  const base: AgentOptions = {
    client,
    tools,
    execute,
    system: 'You help.',
    task: 'Do it.',
    onMessage: (message) => void stored.push(message),
  };
  const result = await completeAgent({ ...base, ...options }, (event) => events.push(event));
  return { result, events, stored, executed, requests: server.requests.length };
}

describe.each(['anthropic', 'openai', 'google', 'openai-compatible'] as const)('with %s', (provider) => {
  test('works through a task and says how it went', async () => {
    const { result, events, executed } = await play(
      [
        { text: 'I look first.', ...call({ action: 'capture' }) },
        { calls: [1, 2].map((element) => ({ name: 'computer_use', input: { action: 'click', element } })) },
        { text: 'Done.' },
      ],
      {},
      provider,
    );
    expect(result).toMatchObject({ status: 'done', text: 'Done.', steps: 3, usage: { inputTokens: 300, outputTokens: 60 } });
    expect(executed.map(({ input }) => input)).toEqual([
      { action: 'capture' },
      { action: 'click', element: 1 },
      { action: 'click', element: 2 },
    ]);
    expect(events.filter(({ type }) => type !== 'delta').map(({ type }) => type)).toEqual([
      'step_started',
      'tool_started',
      'tool_finished',
      'step_finished',
      'step_started',
      'tool_started',
      'tool_finished',
      'tool_started',
      'tool_finished',
      'step_finished',
      'step_started',
      'step_finished',
      'finished',
    ]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool_started', what: 'computer_use click element=2' }));
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'step_finished',
        step: 1,
        text: 'I look first.',
        usage: expect.objectContaining({ inputTokens: 100 }),
      }),
    );
  });

  test('sends only the three newest screenshots', async () => {
    const images: number[] = [];
    await play(
      (request, index) => {
        images.push(request.images);
        return index < 6 ? call({ action: 'capture' }) : { text: 'Done.' };
      },
      {},
      provider,
    );
    expect(images).toEqual([0, 1, 2, 3, 3, 3, 3]);
  });

  test('goes on from a stored conversation, calls without an answer included', async () => {
    const stopped = new AbortController();
    const first = await play(
      [
        { text: 'I look.', ...call({ action: 'capture' }) },
        { calls: [1, 2].map((element) => ({ name: 'computer_use', input: { element } })) },
        { text: 'never' },
      ],
      {
        signal: stopped.signal,
        execute: async ({ input }) => {
          if (input.element === 1) stopped.abort();
          return shot('state');
        },
      },
      provider,
    );
    expect(first.result.status).toBe('cancelled');
    const transcript: AgentMessage[] = JSON.parse(JSON.stringify(first.stored));
    expect(JSON.stringify(transcript)).not.toContain('iVBOR');
    const resumed = await play([{ text: 'Finished.' }], { transcript, task: 'Go on.' }, provider);
    expect(resumed.result).toMatchObject({ status: 'done', text: 'Finished.' });
    const crashed = await play([{ text: 'Finished.' }], { transcript: transcript.slice(0, -2), task: 'Go on.' }, provider);
    expect(crashed.result).toMatchObject({ status: 'done' });
    expect(crashed.stored.filter(({ role }) => role === 'tool')).toHaveLength(2);
  });

  test('answers a call it cannot run with what to do, and lets the model try again', async () => {
    const errors: string[] = [];
    const { result, executed } = await play(
      (request, index) => {
        errors.push(...request.results.map(({ text }) => text));
        if (index === 0) return { calls: [{ name: 'open_door', input: {} }] };
        if (index === 1) return call({ action: 'fly' });
        return { text: 'Sorry.' };
      },
      {
        execute: async () => {
          throw new DriverError('invalid_input', 'There is no action "fly".');
        },
      },
      provider,
    );
    expect(result.status).toBe('done');
    expect(executed).toEqual([]);
    expect(errors[0]).toBe('There is no tool "open_door". Available: computer_use.');
    expect(JSON.parse(errors[1] ?? '')).toMatchObject({
      code: 'invalid_input',
      message: 'There is no action "fly".',
      remedy: expect.any(String),
    });
  });
});

describe('a turn with several calls', () => {
  test('stops at the first that fails; the rest are answered, not run', async () => {
    const ran: unknown[] = [];
    const { result } = await play(
      [{ calls: [1, 2, 3].map((element) => ({ name: 'computer_use', input: { element } })) }, { text: 'I see.' }],
      {
        execute: async ({ input }) => {
          ran.push(input.element);
          return { content: 'stale', isError: input.element === 2 };
        },
      },
    );
    expect(ran).toEqual([1, 2]);
    const answers = result.transcript.filter((message) => message.role === 'tool');
    expect(answers.map((message) => message.is_error)).toEqual([undefined, true, true]);
    expect(answers[2]?.content).toMatch(/^Not executed: an earlier action in this turn failed\./);
  });

  test('unreadable arguments come back to the model as text', async () => {
    const { result, executed } = await play([{ calls: [{ name: 'computer_use', input: '{"action":' }] }, { text: 'ok' }]);
    expect(executed).toEqual([]);
    expect(result.transcript).toContainEqual(
      expect.objectContaining({ role: 'tool', content: expect.stringContaining('not a JSON object: {"action":'), is_error: true }),
    );
  });
});

describe('limits', () => {
  test('stops after the allowed steps', async () => {
    const { result, requests } = await play(() => call({ action: 'wait' }), { maxSteps: 3 });
    expect(result).toMatchObject({ status: 'max_steps', steps: 3 });
    expect(requests).toBe(3);
  });

  test('stops before the turn that would start over the budget', async () => {
    const { result, requests } = await play(() => call({ action: 'wait' }), { tokenBudget: 200 });
    expect(result).toMatchObject({ status: 'budget', steps: 2 });
    expect(requests).toBe(2);
  });

  test('estimates when the server does not count', async () => {
    const silent: ModelTurn = { text: 'Done.', toolCalls: [], stop: 'end' };
    const client: ModelClient = { provider: 'own', model: 'm', turn: async () => silent };
    const { result } = await play([], { client });
    expect(result.usage.inputTokens).toBeGreaterThan(10);
    expect(result.usage.outputTokens).toBe(2);
  });

  test('prunes old results above the context limit and goes on', async () => {
    const sizes: number[] = [];
    await play(
      (request, index) => {
        sizes.push(JSON.stringify(request.body).length);
        return index < 8 ? call({ action: 'capture' }) : { text: 'Done.' };
      },
      { execute: async () => 'x'.repeat(8000), compress: { aboveTokens: 6000, keepResults: 1, maxTextCharacters: 200 } },
    );
    expect(Math.max(...sizes)).toBeLessThan(40_000);
  });

  test('nudges a model that was cut off, and once one that said nothing', async () => {
    const cutOff = await play([{ text: 'Half a', stop: 'length' }, { text: 'Done.' }]);
    expect(cutOff.result).toMatchObject({ status: 'done', text: 'Done.', steps: 2 });
    const silent = await play([{ text: '' }, { text: '' }]);
    expect(silent.result).toMatchObject({ status: 'done', text: '', steps: 2 });
  });

  test("ends when the provider's safety system says no", async () => {
    const { result } = await play([{ text: 'I cannot.', stop: 'refusal' }]);
    expect(result.status).toBe('refused');
  });
});

describe('stopping', () => {
  test('a cancelled model turn ends the run as cancelled, with nothing half said', async () => {
    const controller = new AbortController();
    const { result } = await play([{ stall: 'mid_stream' }], {
      signal: controller.signal,
      onMessage: () => void setImmediate(() => controller.abort()),
    });
    expect(result).toMatchObject({ status: 'cancelled', error: { code: 'cancelled' } });
    expect(result.transcript).toEqual([{ role: 'user', content: 'Do it.' }]);
  });

  test('a tool that does not listen cannot hold the run', async () => {
    const controller = new AbortController();
    const { result } = await play([call({ action: 'wait' })], {
      signal: controller.signal,
      execute: () => {
        controller.abort();
        return new Promise(() => {});
      },
    });
    expect(result.status).toBe('cancelled');
    expect(result.transcript.at(-1)).toMatchObject({ role: 'tool', is_error: true, content: expect.stringContaining('interrupted') });
  });

  test('a tool that was cancelled in time has its answer kept', async () => {
    const controller = new AbortController();
    const { result } = await play([call({ action: 'drag' })], {
      signal: controller.signal,
      execute: (_call, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve('released everything'));
          controller.abort();
        }),
    });
    expect(result.transcript.at(-1)).toMatchObject({ role: 'tool', content: 'released everything' });
  });

  test('leaving the iteration cancels the run', async () => {
    await using server = await startModelServer(() => call({ action: 'wait' }));
    const client = createModelClient('openai-compatible', { model: 'm', baseUrl: server.url });
    let aborted: AbortSignal | undefined;
    const execute: AgentOptions['execute'] = async (_call, signal) => {
      aborted = signal;
      return 'ok';
    };
    for await (const event of runAgent({ client, tools, execute, system: '', task: 'x' })) if (event.type === 'tool_finished') break;
    expect(aborted?.aborted).toBe(true);
  });
});

describe('failures', () => {
  test('a provider that keeps failing ends the run with its error, the conversation kept', async () => {
    const { result } = await play([call({ action: 'capture' }), { status: 500 }, { status: 500 }]);
    expect(result).toMatchObject({ status: 'failed', steps: 2, error: { code: 'provider_error', details: { status: 500, attempts: 2 } } });
    expect(result.transcript.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  test('a store that fails is not ignored', async () => {
    const onMessage = () => {
      throw new DriverError('disk_full', 'No room.');
    };
    expect((await play([{ text: 'x' }], { onMessage })).result).toMatchObject({ status: 'failed', error: { code: 'disk_full' } });
  });

  test('there must be something to do', async () => {
    await using server = await startModelServer([]);
    const client = createModelClient('openai-compatible', { model: 'm', baseUrl: server.url });
    const finished: AgentMessage[] = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ];
    for (const transcript of [[], finished]) {
      const result = await completeAgent({ client, tools, execute: async () => '', system: '', transcript });
      expect(result).toMatchObject({ status: 'failed', error: { code: 'invalid_input' } });
    }
    expect(server.requests).toEqual([]);
  });
});
