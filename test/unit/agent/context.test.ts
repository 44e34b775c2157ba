import { describe, expect, test } from 'vitest';
import {
  type AgentMessage,
  compressMessages,
  computerUseGuidance,
  estimateTokens,
  forStorage,
  ScreenshotDedup,
  toTrajectory,
  trajectoryText,
  unansweredCalls,
  withGuidance,
} from '../../../src/agent/index.js';
import { pngOf, shot } from './pictures.js';

const tool = (index: number, content: AgentMessage['content'] | ReturnType<typeof shot> = shot(`shot ${index}`)) => ({
  role: 'tool' as const,
  tool_call_id: `c${index}`,
  name: 'computer_use',
  content,
});

describe('the token estimate', () => {
  test('is a quarter of the characters, rounded up', () => {
    expect(estimateTokens('abcde')).toBe(2);
    expect(estimateTokens('')).toBe(0);
  });

  test('prices a picture flat, however large its data', () => {
    const megabyte = 'A'.repeat(1_000_000);
    for (const part of [
      { type: 'image_url', image_url: { url: `data:image/png;base64,${megabyte}` } },
      { type: 'input_image', image_url: `data:image/png;base64,${megabyte}` },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: megabyte } },
      { inlineData: { mimeType: 'image/png', data: megabyte } },
    ]) {
      expect(estimateTokens({ role: 'user', content: [part] })).toBeLessThan(5000);
      expect(estimateTokens({ role: 'user', content: [part] })).toBeGreaterThanOrEqual(1500);
    }
  });

  test('puts an envelope with one picture between 1500 and 2500', () => {
    const estimate = estimateTokens(tool(1));
    expect(estimate).toBeGreaterThanOrEqual(1500);
    expect(estimate).toBeLessThan(2500);
  });
});

describe('the compressor', () => {
  test('strips old pictures instead of skipping them, and keeps what was said', () => {
    const packed = compressMessages([0, 1, 2, 3].map((index) => tool(index)));
    expect(packed[0]).toMatchObject({ tool_call_id: 'c0', content: '[screenshot removed] shot 0: summary' });
    expect(packed.slice(1)).toEqual([1, 2, 3].map((index) => tool(index)));
  });

  test('replaces the picture parts of a bare list by a placeholder', () => {
    const bare = { role: 'tool', content: shot('x').content };
    const [first] = compressMessages([bare, ...[1, 2, 3].map((index) => tool(index))]);
    expect(first).toEqual({
      role: 'tool',
      content: [
        { type: 'text', text: 'x: full list' },
        { type: 'text', text: '[screenshot removed to save context]' },
      ],
    });
  });

  test('cuts long texts of older results and says how much is gone', () => {
    const messages = [0, 1, 2].map((index) => tool(index, 'y'.repeat(1000)));
    const packed = compressMessages(messages, { keepResults: 1, maxTextCharacters: 100 });
    expect(packed[0]).toMatchObject({ tool_call_id: 'c0', content: `${'y'.repeat(100)}\n[900 older characters cut to save context]` });
    expect(packed[2]).toBe(messages[2]);
  });

  test('returns the same array when there is nothing to prune', () => {
    const messages = [tool(0)];
    expect(compressMessages(messages)).toBe(messages);
  });
});

describe('identical screenshots', () => {
  const apply = (dedup: ScreenshotDedup, content: ReturnType<typeof shot>, target = 'files', session: string | undefined = 's') =>
    dedup.apply(content, { session, target });

  test('are left out at most twice in a row', () => {
    const dedup = new ScreenshotDedup();
    const sent = Array.from({ length: 7 }, () => JSON.stringify(apply(dedup, shot('same'))).includes('image_url'));
    expect(sent).toEqual([true, false, false, true, false, false, true]);
  });

  test('are marked as unchanged, text included', () => {
    const dedup = new ScreenshotDedup();
    apply(dedup, shot('same'));
    const second = apply(dedup, shot('same'));
    expect(second).toMatchObject({
      meta: { mode: 'som', screen_unchanged: true },
      text_summary: expect.stringContaining('screen_unchanged'),
    });
  });

  test('are told apart by content, window and session', () => {
    const dedup = new ScreenshotDedup();
    apply(dedup, shot('same'));
    for (const [content, target, session] of [
      [shot('other'), 'files', 's'],
      [shot('same'), 'editor', 's'],
      [shot('same'), 'files', 's2'],
    ] as const) {
      expect(JSON.stringify(apply(dedup, content, target, session))).toContain('image_url');
    }
  });

  test('are sent again after a reset, and always without a session', () => {
    const dedup = new ScreenshotDedup();
    apply(dedup, shot('same'));
    dedup.reset('s');
    expect(JSON.stringify(apply(dedup, shot('same')))).toContain('image_url');
    const content = shot('same');
    expect(dedup.apply(content, { session: undefined, target: 'files' })).toBe(content);
    expect(dedup.apply(content, { session: undefined, target: 'files' })).toBe(content);
  });
});

describe('the session store', () => {
  const secret = pngOf(100, 100, 'x'.repeat(600));

  test('never holds the bytes of a picture, in any dialect', () => {
    const messages: unknown[] = [
      tool(0, shot('kept words', secret)),
      { role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${secret}` } }] },
      { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: secret } }] },
      { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', image_url: `data:image/png;base64,${secret}` } },
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: secret } }] },
      { role: 'tool', content: `{"image":"data:image/png;base64,${secret}"}` },
    ];
    const stored = JSON.stringify(forStorage(messages));
    expect(stored).not.toContain(secret.slice(0, 60));
    expect(stored).toContain('kept words: summary');
    expect(stored).toContain('[screenshot]');
  });

  test('keeps everything else as it was', () => {
    const message = {
      role: 'assistant',
      content: 'a',
      replay: { provider: 'anthropic', model: 'm', items: [{ type: 'thinking', thinking: 't', signature: 's==' }] },
    };
    expect(forStorage([message])[0]).toBe(message);
  });
});

describe('trajectories', () => {
  const messages: AgentMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'look' }, ...shot('mine').content.slice(1)] },
    { role: 'assistant', content: 'I capture.', tool_calls: [{ id: 'c1', name: 'computer_use', input: { action: 'capture' } }] },
    tool(1),
    { role: 'tool', tool_call_id: 'c2', name: 'computer_use', content: 'no such element', is_error: true },
  ];

  test('are text only', () => {
    expect(toTrajectory(messages)).toEqual([
      { role: 'user', text: 'look\n[screenshot]' },
      { role: 'assistant', text: 'I capture.\n→ computer_use {"action":"capture"} (c1)' },
      { role: 'tool', text: 'computer_use (c1): shot 1: summary' },
      { role: 'tool', text: 'computer_use failed (c2): no such element' },
    ]);
    expect(trajectoryText(messages)).not.toContain('base64');
  });

  test('a turn without all its answers is found out', () => {
    expect(unansweredCalls(messages.slice(0, 2)).map(({ id }) => id)).toEqual(['c1']);
    expect(unansweredCalls(messages)).toEqual([]);
  });
});

describe('the guidance block', () => {
  test('is there only when the tool is', () => {
    expect(computerUseGuidance(['bash'])).toBe('');
    expect(withGuidance('You help.', ['bash'])).toBe('You help.');
    expect(withGuidance('You help.', ['computer_use'])).toMatch(/^You help\.\n\n# Desktop control/);
  });

  test('stays short and says what matters', () => {
    const block = computerUseGuidance(['computer_use']);
    expect(estimateTokens(block)).toBeLessThan(450);
    for (const word of ['background', 'element', 'password', 'capture_after']) expect(block).toContain(word);
  });
});
