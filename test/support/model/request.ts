/** Reads a request as the provider would: refuses what the real API refuses, and shows scripts what the tools answered. */
import type { Dialect, Json } from './wire.js';

export interface ToolResultSeen {
  readonly text: string;
  readonly images: number;
  readonly isError: boolean;
}

export interface RequestSeen {
  readonly dialect: Dialect;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Json;
  /** Answers to the calls of the last turn, in order. */
  readonly results: readonly ToolResultSeen[];
  /** Pictures anywhere in the request. */
  readonly images: number;
}

export const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(record) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const isImage = (part: Json): boolean =>
  /^(?:image|image_url|input_image)$/.test(text(part.type)) || record(part.inlineData).data !== undefined;

export function countPictures(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countPictures(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  if (isImage(record(value))) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + countPictures(item), 0);
}

const partsText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((part) => text(part.text))
        .filter(Boolean)
        .join('\n');

export function resultsIn(dialect: Dialect, body: Json): readonly ToolResultSeen[] {
  switch (dialect) {
    case 'anthropic':
      // Hosts may put a word of their own after the results.
      return list(list(body.messages).findLast(({ role }) => role === 'user')?.content)
        .filter((block) => block.type === 'tool_result')
        .map((block) => ({ text: partsText(block.content), images: countPictures(block.content), isError: block.is_error === true }));
    case 'openai':
      return trailing(list(body.input), (item) => item.type === 'function_call_output').map((item) => ({
        text: partsText(item.output),
        images: countPictures(item.output),
        isError: false,
      }));
    case 'openai-compatible': {
      const messages = list(body.messages);
      const pictures = messages.at(-1)?.role === 'user' ? countPictures(messages.at(-1)?.content) : 0;
      const results = trailing(pictures > 0 ? messages.slice(0, -1) : messages, (message) => message.role === 'tool');
      return results.map((message, index) => ({
        text: partsText(message.content),
        images: countPictures(message.content) + (index === results.length - 1 ? pictures : 0),
        isError: false,
      }));
    }
    case 'google':
      return list(list(body.contents).at(-1)?.parts)
        .map((part) => record(part.functionResponse))
        .filter((answer) => answer.name !== undefined)
        .map(({ response, parts }) => ({
          text: text(record(response).output) || text(record(response).error),
          images: countPictures(parts),
          isError: record(response).error !== undefined,
        }));
  }
}

function trailing(items: readonly Json[], fits: (item: Json) => boolean): readonly Json[] {
  const from = items.findLastIndex((item) => !fits(item));
  return items.slice(from + 1);
}

/** The 400 the real service would answer, or undefined. */
export function problemWith(dialect: Dialect, body: Json, headers: RequestSeen['headers']): string | undefined {
  const check = { anthropic: anthropicProblem, openai: responsesProblem, 'openai-compatible': chatProblem, google: geminiProblem }[dialect];
  return check(body, headers);
}

function anthropicProblem(body: Json, headers: RequestSeen['headers']): string | undefined {
  if (headers['anthropic-version'] === undefined) return 'anthropic-version: header is required';
  if (typeof body.max_tokens !== 'number') return 'max_tokens: Field required';
  const messages = list(body.messages);
  for (const [index, { role, content }] of messages.entries()) {
    if (index > 0 && messages[index - 1]?.role === role) return `messages.${index}: roles must alternate`;
    const blocks = list(content);
    if (blocks.length === 0 && text(content) === '') return `messages.${index}: content must not be empty`;
    if (blocks.some((block) => block.type === 'text' && block.text === ''))
      return `messages.${index}: text content blocks must be non-empty`;
    const uses = blocks.filter((block) => block.type === 'tool_use');
    if (uses.some((use) => typeof use.input !== 'object')) return `messages.${index}: tool_use.input must be an object`;
    const answers = list(messages[index + 1]?.content).filter((block) => block.type === 'tool_result');
    const missing = uses.find((use) => !answers.some((answer) => answer.tool_use_id === use.id));
    if (missing) return `messages.${index}: tool_use ids were found without tool_result blocks immediately after: ${missing.id}`;
    if (answers.some((answer) => answer.is_error === true && countPictures(answer.content) > 0))
      return 'tool_result: only text is allowed when is_error is true';
  }
  return undefined;
}

function responsesProblem(body: Json): string | undefined {
  const items = list(body.input);
  const calls = new Set(items.filter(({ type }) => type === 'function_call').map(({ call_id }) => call_id));
  const outputs = new Set(items.filter(({ type }) => type === 'function_call_output').map(({ call_id }) => call_id));
  for (const id of calls) if (!outputs.has(id)) return `No tool output found for function call ${String(id)}.`;
  for (const id of outputs) if (!calls.has(id)) return `No tool call found for function call output with call_id ${String(id)}.`;
  return undefined;
}

function chatProblem(body: Json): string | undefined {
  const messages = list(body.messages);
  for (const [index, message] of messages.entries()) {
    const ids = list(message.tool_calls).map(({ id }) => id);
    const answers = messages.slice(index + 1, index + 1 + ids.length);
    if (ids.some((id) => !answers.some((answer) => answer.role === 'tool' && answer.tool_call_id === id))) {
      return "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";
    }
    for (const call of list(message.tool_calls)) {
      try {
        JSON.parse(text(record(call.function).arguments));
      } catch {
        return 'function.arguments must be valid JSON';
      }
    }
  }
  return undefined;
}

function geminiProblem(body: Json, headers: RequestSeen['headers']): string | undefined {
  if (headers['x-goog-api-key'] === undefined) return 'API key not valid. Please pass a valid API key.';
  const contents = list(body.contents);
  for (const [index, { parts }] of contents.entries()) {
    const calls = list(parts).filter((part) => part.functionCall !== undefined).length;
    const answers = list(contents[index + 1]?.parts).filter((part) => part.functionResponse !== undefined).length;
    if (calls > 0 && calls !== answers) {
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    }
  }
  return undefined;
}
