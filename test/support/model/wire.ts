/** Each provider's wire format, written from its published types: scripted turns out as server-sent events, results in. */
export type Dialect = 'anthropic' | 'openai' | 'openai-compatible' | 'google';

export interface ScriptedCall {
  readonly name: string;
  /** A string is sent as it is, to play a model that writes broken arguments. */
  readonly input: Readonly<Record<string, unknown>> | string;
  readonly id?: string;
  /** OpenAI's name for a group of tools. */
  readonly namespace?: string | undefined;
}

export interface ScriptedTurn {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly stop?: 'length' | 'refusal';
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
}

export type Json = Readonly<Record<string, unknown>>;

export interface WireEvent {
  readonly event?: string;
  readonly data: Json | string;
}

let serial = 0;
const argumentsText = ({ input }: ScriptedCall): string => (typeof input === 'string' ? input : JSON.stringify(input));
const halves = (text: string): readonly string[] =>
  [text.slice(0, Math.ceil(text.length / 2)), text.slice(Math.ceil(text.length / 2))].filter(Boolean);
const usageOf = (turn: ScriptedTurn) => ({ input: 100, output: 20, cached: 0, ...turn.usage });

export function eventsOf(dialect: Dialect, turn: ScriptedTurn): readonly WireEvent[] {
  serial++;
  return { anthropic: anthropicEvents, openai: responsesEvents, 'openai-compatible': chatEvents, google: geminiEvents }[dialect](turn);
}

function anthropicEvents(turn: ScriptedTurn): readonly WireEvent[] {
  const usage = usageOf(turn);
  const blocks: { start: Json; deltas: readonly Json[] }[] = [];
  if (turn.thinking !== undefined) {
    const deltas = [
      ...halves(turn.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: `sig${serial}==` },
    ];
    blocks.push({ start: { type: 'thinking', thinking: '', signature: '' }, deltas });
  }
  if (turn.text !== undefined)
    blocks.push({ start: { type: 'text', text: '' }, deltas: halves(turn.text).map((text) => ({ type: 'text_delta', text })) });
  for (const [index, call] of (turn.calls ?? []).entries()) {
    const start = { type: 'tool_use', id: call.id ?? `toolu_${serial}_${index}`, name: call.name, input: {}, caller: { type: 'direct' } };
    blocks.push({ start, deltas: halves(argumentsText(call)).map((partial_json) => ({ type: 'input_json_delta', partial_json })) });
  }
  const stop_reason =
    turn.stop === 'length' ? 'max_tokens' : turn.stop === 'refusal' ? 'refusal' : turn.calls?.length ? 'tool_use' : 'end_turn';
  const start = {
    input_tokens: usage.input - usage.cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cached,
    output_tokens: 1,
  };
  const message = {
    id: `msg_${serial}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [],
    stop_reason: null,
    usage: start,
  };
  return named([
    { type: 'message_start', message },
    { type: 'ping' },
    ...blocks.flatMap(({ start: content_block, deltas }, index) => [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: usage.output } },
    { type: 'message_stop' },
  ]);
}

const named = (events: readonly (Json & { type: string })[]): readonly WireEvent[] => events.map((data) => ({ event: data.type, data }));

function responsesEvents(turn: ScriptedTurn): readonly WireEvent[] {
  const usage = usageOf(turn);
  const items: { added: Json; deltas: readonly Json[]; done: Json }[] = [];
  if (turn.thinking !== undefined) {
    const done = {
      type: 'reasoning',
      id: `rs_${serial}`,
      summary: [{ type: 'summary_text', text: turn.thinking }],
      encrypted_content: `enc${serial}`,
    };
    items.push({
      added: { ...done, summary: [] },
      deltas: [{ type: 'response.reasoning_summary_text.delta', delta: turn.thinking }],
      done,
    });
  }
  if (turn.text !== undefined) {
    const part =
      turn.stop === 'refusal' ? { type: 'refusal', refusal: turn.text } : { type: 'output_text', text: turn.text, annotations: [] };
    const type = turn.stop === 'refusal' ? 'response.refusal.delta' : 'response.output_text.delta';
    const message = { type: 'message', id: `item_${serial}`, role: 'assistant', status: 'completed', content: [part] };
    items.push({ added: { ...message, content: [] }, deltas: halves(turn.text).map((delta) => ({ type, delta })), done: message });
  }
  for (const [index, call] of (turn.calls ?? []).entries()) {
    const text = argumentsText(call);
    const item = {
      type: 'function_call',
      id: `fc_${serial}_${index}`,
      call_id: call.id ?? `call_${serial}_${index}`,
      name: call.name,
      ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
      arguments: text,
    };
    const deltas = halves(text).map((delta) => ({ type: 'response.function_call_arguments.delta', delta, item_id: item.id }));
    items.push({ added: { ...item, arguments: '', status: 'in_progress' }, deltas, done: { ...item, status: 'completed' } });
  }
  const incomplete = turn.stop === 'length';
  const response = {
    id: `resp_${serial}`,
    status: incomplete ? 'incomplete' : 'completed',
    incomplete_details: incomplete ? { reason: 'max_output_tokens' } : null,
    output: items.map(({ done }) => done),
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
  const events: (Json & { type: string })[] = [
    { type: 'response.created', response: { ...response, output: [], status: 'in_progress', usage: null } },
  ];
  for (const [output_index, { added, deltas, done }] of items.entries()) {
    events.push({ type: 'response.output_item.added', output_index, item: added });
    for (const delta of deltas) events.push({ type: String(delta.type), output_index, ...delta });
    events.push({ type: 'response.output_item.done', output_index, item: done });
  }
  events.push({ type: incomplete ? 'response.incomplete' : 'response.completed', response });
  return named(events.map((event, sequence_number) => ({ ...event, sequence_number })));
}

function chatEvents(turn: ScriptedTurn): readonly WireEvent[] {
  const usage = usageOf(turn);
  const chunk = (delta: Json, finish_reason: string | null = null): WireEvent => ({
    data: {
      id: `chatcmpl-${serial}`,
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [{ index: 0, delta, finish_reason }],
    },
  });
  const events: WireEvent[] = [chunk({ role: 'assistant', content: '' })];
  if (turn.thinking !== undefined) events.push(chunk({ reasoning_content: turn.thinking }));
  for (const content of halves(turn.text ?? '')) events.push(chunk({ content }));
  for (const [index, call] of (turn.calls ?? []).entries()) {
    const id = call.id ?? `call_${serial}_${index}`;
    events.push(chunk({ tool_calls: [{ index, id, type: 'function', function: { name: call.name, arguments: '' } }] }));
    for (const piece of halves(argumentsText(call))) events.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  const finish =
    turn.stop === 'length' ? 'length' : turn.stop === 'refusal' ? 'content_filter' : turn.calls?.length ? 'tool_calls' : 'stop';
  events.push(chunk({}, finish));
  const counted = { prompt_tokens: usage.input, completion_tokens: usage.output, prompt_tokens_details: { cached_tokens: usage.cached } };
  events.push({
    data: { id: `chatcmpl-${serial}`, object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [], usage: counted },
  });
  return [...events, { data: '[DONE]' }];
}

function geminiEvents(turn: ScriptedTurn): readonly WireEvent[] {
  const usage = usageOf(turn);
  const parts: Json[] = [];
  if (turn.thinking !== undefined) parts.push({ text: turn.thinking, thought: true });
  for (const text of halves(turn.text ?? '')) parts.push({ text });
  for (const [index, call] of (turn.calls ?? []).entries()) {
    const functionCall = {
      ...(call.id === undefined ? {} : { id: call.id }),
      name: call.name,
      args: typeof call.input === 'string' ? {} : call.input,
    };
    parts.push({ functionCall, ...(index === 0 ? { thoughtSignature: `c2ln${serial}` } : {}) });
  }
  const finishReason = turn.stop === 'length' ? 'MAX_TOKENS' : turn.stop === 'refusal' ? 'SAFETY' : 'STOP';
  const usageMetadata = { promptTokenCount: usage.input, candidatesTokenCount: usage.output, cachedContentTokenCount: usage.cached };
  const chunk = (content: readonly Json[], last: Json = {}): WireEvent => ({
    data: { candidates: [{ content: { role: 'model', parts: content }, index: 0, ...last }], usageMetadata, modelVersion: 'scripted' },
  });
  const brokenCall = turn.calls?.some(({ input }) => typeof input === 'string');
  if (brokenCall)
    return [
      { data: { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed function call' }], usageMetadata } },
    ];
  return [...parts.slice(0, -1).map((part) => chunk([part])), chunk(parts.slice(-1), { finishReason })];
}

export const encodeEvent = ({ event, data }: WireEvent): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
