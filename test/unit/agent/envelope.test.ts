import { describe, expect, test } from 'vitest';
import {
  hasImages,
  imageOmittedNote,
  imageSize,
  isEnvelope,
  makeEnvelope,
  parseDataUri,
  sniffMimeType,
  textOf,
  toAnthropicToolResult,
  toChatMessages,
  toGeminiParts,
  toGenericChatMessages,
  toResponsesOutput,
  toTextOnly,
} from '../../../src/agent/index.js';
import { pngOf, shot } from './pictures.js';

const data = pngOf(800, 600, 'a');
const envelope = makeEnvelope({
  text: '#1 button OK',
  images: [{ mimeType: 'image/png', data }],
  summary: 'one button',
  meta: { mode: 'som' },
});
const uri = `data:image/png;base64,${data}`;

describe('the envelope', () => {
  test('holds text, picture, summary and meta in the agreed shape', () => {
    expect(envelope).toEqual({
      _multimodal: true,
      content: [
        { type: 'text', text: '#1 button OK' },
        { type: 'image_url', image_url: { url: uri } },
      ],
      text_summary: 'one button',
      meta: { mode: 'som' },
    });
  });

  test('is told apart from anything that merely looks like it', () => {
    expect(isEnvelope(envelope)).toBe(true);
    for (const other of [null, 'text', [], { _multimodal: true }, { _multimodal: true, content: 'x' }, { _multimodal: 1, content: [] }]) {
      expect(isEnvelope(other)).toBe(false);
    }
  });

  test('falls back to its summary, else to its text parts', () => {
    expect(textOf(envelope)).toBe('one button');
    expect(textOf({ ...envelope, text_summary: '' })).toBe('#1 button OK');
    expect(textOf('plain')).toBe('plain');
  });

  test('carries the result of the action it followed', () => {
    const followed = makeEnvelope({ text: 't', images: [], actionResult: { ok: true } });
    expect(followed.action_result).toEqual({ ok: true });
    expect(hasImages(followed)).toBe(false);
  });
});

describe('pictures', () => {
  test('are read from data URIs, with the type sniffed when it is missing', () => {
    expect(parseDataUri(uri)).toEqual({ mimeType: 'image/png', data });
    expect(parseDataUri(`data:application/octet-stream;base64,/9j/4AAQ`)).toEqual({ mimeType: 'image/jpeg', data: '/9j/4AAQ' });
    expect(parseDataUri('https://example.org/a.png')).toBeUndefined();
    expect(sniffMimeType('UklGRiQ')).toBe('image/webp');
  });

  test('state their size in their own header', () => {
    expect(imageSize(pngOf(1456, 819))).toEqual({ width: 1456, height: 819 });
    const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108025803200301220002110103110', 'hex');
    expect(imageSize(jpeg.toString('base64'))).toEqual({ width: 800, height: 600 });
    const webp = Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBPVP8X', 'latin1'),
      Buffer.from('0a00000000000000', 'hex'),
      Buffer.from('1f0300570200', 'hex'),
    ]);
    expect(imageSize(webp.toString('base64'))).toEqual({ width: 800, height: 600 });
    expect(imageSize('bm90IGFuIGltYWdl')).toBeUndefined();
  });
});

describe('conversion to each provider', () => {
  test('Anthropic: a tool_result with a text and a base64 image block', () => {
    expect(toAnthropicToolResult(envelope, { toolUseId: 'toolu_1' })).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: [
        { type: 'text', text: '#1 button OK' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
      ],
    });
  });

  test('Anthropic: an error holds text only, and never nothing', () => {
    expect(toAnthropicToolResult(envelope, { toolUseId: 't', isError: true })).toMatchObject({
      content: [{ type: 'text', text: '#1 button OK' }],
      is_error: true,
    });
    expect(toAnthropicToolResult('', { toolUseId: 't' }).content).toBe('(no output)');
  });

  test('OpenAI Responses: a function_call_output with input_text and input_image', () => {
    expect(toResponsesOutput(envelope, 'call_1', 'original')).toEqual({
      type: 'function_call_output',
      call_id: 'call_1',
      output: [
        { type: 'input_text', text: '#1 button OK' },
        { type: 'input_image', image_url: uri, detail: 'original' },
      ],
    });
    expect(toResponsesOutput('done', 'call_2').output).toBe('done');
  });

  test('Chat Completions: text in the tool messages, the pictures after all of them in one user message', () => {
    const results = [
      { callId: 'a', name: 'computer_use', content: envelope },
      { callId: 'b', name: 'computer_use', content: 'plain' },
    ];
    expect(toChatMessages(results)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: '#1 button OK\n[the screenshot follows]' },
      { role: 'tool', tool_call_id: 'b', content: 'plain' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Screenshot returned by computer_use (a):' },
          { type: 'image_url', image_url: { url: uri } },
        ],
      },
    ]);
  });

  test('OpenAI-compatible servers may get the parts list itself', () => {
    expect(toGenericChatMessages([{ callId: 'a', name: 'computer_use', content: envelope }])).toEqual([
      { role: 'tool', tool_call_id: 'a', content: envelope.content },
    ]);
  });

  test('Gemini: a functionResponse with inline data, inside or beside it', () => {
    const media = { inlineData: { mimeType: 'image/png', data } };
    expect(toGeminiParts(envelope, { name: 'computer_use', id: 'f1' })).toEqual([
      { functionResponse: { id: 'f1', name: 'computer_use', response: { output: '#1 button OK' }, parts: [media] } },
    ]);
    expect(toGeminiParts(envelope, { name: 'computer_use', images: 'beside', isError: true })).toEqual([
      { functionResponse: { name: 'computer_use', response: { error: '#1 button OK' } } },
      media,
    ]);
  });

  test('models without pictures get the summary and are told why', () => {
    expect(toTextOnly(shot('Files'))).toBe(`Files: summary\n${imageOmittedNote}`);
    expect(toTextOnly('plain')).toBe('plain');
    expect(toTextOnly(envelope)).not.toContain(data);
  });
});
