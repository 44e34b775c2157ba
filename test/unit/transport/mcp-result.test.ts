import { describe, expect, test } from 'vitest';
import { DriverError } from '../../../src/errors/driver-error.js';
import { wantsStructured } from '../../../src/transport/mcp/client-traits.js';
import { toCallResult, toErrorResult } from '../../../src/transport/mcp/result.js';

const image = { mime_type: 'image/png', width: 1, height: 1, base64: 'AAAA' };

describe('a result', () => {
  test('shows the outline first, then the rest on one line', () => {
    const { content, structuredContent } = toCallResult(
      { pid: 1, tree_markdown: '[1] button "OK"', elements: [{ element_index: 1 }], image },
      true,
    );
    expect(content).toEqual([
      { type: 'text', text: '[1] button "OK"\n\n{"pid":1}' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ]);
    expect(structuredContent).toEqual({ pid: 1, tree_markdown: '[1] button "OK"', elements: [{ element_index: 1 }] });
  });

  test('that is a picture as a whole becomes an image block too', () => {
    const { content, structuredContent } = toCallResult({ kind: 'screenshot', format: 'png', data_b64: 'AAAA', width: 1 }, true);
    expect(content).toEqual([
      { type: 'text', text: '{"kind":"screenshot","format":"png","width":1}' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ]);
    expect(structuredContent).toEqual({ kind: 'screenshot', format: 'png', width: 1 });
  });

  test('written for the model is shown as it is', () => {
    expect(toCallResult({ summary: 'Done.\nLook again.', pid: 1 }, false).content).toEqual([{ type: 'text', text: 'Done.\nLook again.' }]);
  });

  test('has no structured part where it is not wanted', () => {
    expect(toCallResult({ windows: [] }, false)).toEqual({ content: [{ type: 'text', text: '{"windows":[]}' }] });
  });
});

describe('a refusal', () => {
  const error = new DriverError('app_not_found', 'No application "x".', { candidates: ['xterm'] });

  test('says what happened, what to do, and what was there', () => {
    const { isError, content, structuredContent } = toErrorResult(error, true);
    expect(isError).toBe(true);
    expect(structuredContent).toEqual({
      code: 'app_not_found',
      message: error.message,
      remedy: error.remedy,
      details: { candidates: ['xterm'] },
    });
    expect(content).toEqual([
      { type: 'text', text: `${error.message} — ${error.remedy}\ncode: app_not_found\ndetails: {"candidates":["xterm"]}` },
    ]);
  });

  test('never carries endless details in its text', () => {
    const { content } = toErrorResult(new DriverError('internal', 'x', { log: 'y'.repeat(100_000) }), true);
    expect(JSON.stringify(content).length).toBeLessThan(3000);
  });

  test('of any other kind is an internal fault', () => {
    expect(toErrorResult(new TypeError('oops'), true).structuredContent).toMatchObject({
      code: 'internal',
      message: expect.stringContaining('oops'),
    });
  });
});

test.each([
  ['auto', 'claude-code', false],
  ['auto', 'Visual Studio Code', false],
  ['auto', 'claude-code-like', false],
  ['auto', 'inspector', true],
  ['auto', undefined, true],
  ['always', 'claude-code', true],
  ['never', 'inspector', false],
] as const)('structured results %s for %s: %s', (mode, client, wanted) => {
  expect(wantsStructured(mode, client)).toBe(wanted);
});
