import { describe, expect, test } from 'vitest';
import { batched, countImages, evictScreenshots, type ImageLoad, removedPlaceholder, retireCount } from '../../../src/agent/index.js';
import { pngOf, shot } from './pictures.js';

const toolMessage = (index: number) => ({ role: 'tool', tool_call_id: `c${index}`, name: 'computer_use', content: shot(`shot ${index}`) });
const load = (blocks: number, bytes = 0): ImageLoad => ({ blocks, bytes, sizes: [] });
const census = (carriers: readonly ImageLoad[], uploads = load(0)) => ({
  carriers: carriers.map((each) => ({ node: {}, load: each })),
  uploads,
});
const singles = (count: number, bytes = 0) => Array.from({ length: count }, () => load(1, bytes));

describe('keeping the newest screenshots', () => {
  test('five results become three with pictures and two with the placeholder, other parts kept', () => {
    const messages = [{ role: 'user', content: 'go' }, ...[0, 1, 2, 3, 4].map(toolMessage)];
    const kept = evictScreenshots(messages);
    expect(countImages(kept).carriers).toHaveLength(3);
    expect(kept[1]).toMatchObject({
      content: {
        content: [
          { type: 'text', text: 'shot 0: full list' },
          { type: 'text', text: removedPlaceholder },
        ],
        text_summary: 'shot 0: summary',
      },
    });
    expect(removedPlaceholder).toBe('[screenshot removed to save context]');
  });

  test('changes nothing, not even the array, when there is nothing to drop', () => {
    const messages = [0, 1, 2].map(toolMessage);
    expect(evictScreenshots(messages)).toBe(messages);
    expect(evictScreenshots(messages, { kind: 'none' })).toBe(messages);
  });

  test("never touches the person's own pictures", () => {
    const upload = { role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${pngOf(9, 9)}` } }] };
    const kept = evictScreenshots([upload, ...[0, 1, 2, 3].map(toolMessage)]);
    expect(kept[0]).toBe(upload);
    expect(countImages(kept)).toMatchObject({ carriers: { length: 3 }, uploads: { blocks: 1 } });
  });

  test.each([
    [
      'Anthropic tool_result blocks',
      (index: number) => ({
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: `t${index}`,
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: pngOf(8, 8) } }],
          },
        ],
      }),
      { content: [{ content: [{ type: 'text', text: removedPlaceholder }] }] },
    ],
    [
      'Responses outputs',
      (index: number) => ({
        type: 'function_call_output',
        call_id: `c${index}`,
        output: [{ type: 'input_image', image_url: `data:image/png;base64,${pngOf(8, 8)}` }],
      }),
      { output: [{ type: 'input_text', text: removedPlaceholder }] },
    ],
    [
      'Gemini function responses',
      (index: number) => ({
        role: 'user',
        parts: [
          {
            functionResponse: {
              name: `f${index}`,
              response: { output: 'ok' },
              parts: [{ inlineData: { mimeType: 'image/png', data: pngOf(8, 8) } }],
            },
          },
        ],
      }),
      { parts: [{ functionResponse: { response: { output: 'ok', screenshot: removedPlaceholder } } }] },
    ],
  ])('works on a history kept as %s', (_name, make, expected) => {
    const kept = evictScreenshots([0, 1, 2, 3].map((index): unknown => make(index)));
    expect(kept[0]).toMatchObject(expected);
    expect(countImages(kept).carriers).toHaveLength(3);
  });
});

describe('the batched policy', () => {
  test.each([
    [20, 0],
    [21, 8],
    [28, 8],
    [29, 16],
  ])('%i single screenshots retire %i', (count, retired) => {
    expect(retireCount(census(singles(count)), batched)).toBe(retired);
  });

  test('counts pictures, not results', () => {
    expect(retireCount(census([10, 10, 10, 10].map((blocks) => load(blocks))), batched)).toBe(2);
    expect(retireCount(census([load(25)]), batched)).toBe(1);
  });

  test('keeps the newest three when uploads alone are over the limit', () => {
    expect(retireCount(census(singles(9), load(21)), batched)).toBe(6);
    expect(retireCount(census(singles(2), load(21)), batched)).toBe(0);
  });

  test('also watches the bytes', () => {
    expect(retireCount(census(singles(13, 2_000_000)), batched)).toBe(8);
    expect(retireCount(census(singles(12, 2_000_000)), batched)).toBe(0);
  });

  test('allows many more when every picture is known to be small', () => {
    const lifted = { ...batched, maxSmallBlocks: 100 };
    const sized = (side: number) =>
      census(Array.from({ length: 30 }, () => ({ blocks: 1, bytes: 0, sizes: [{ width: side, height: 100 }] })));
    expect(retireCount(sized(2000), lifted)).toBe(0);
    expect(retireCount(sized(2001), lifted)).toBe(16);
    const unreadable = census(Array.from({ length: 30 }, () => ({ blocks: 1, bytes: 0, sizes: [undefined] })));
    expect(retireCount(unreadable, lifted)).toBe(16);
  });

  test('leaves the prefix alone between two batches', () => {
    const messages = Array.from({ length: 28 }, (_, index) => toolMessage(index));
    const first = evictScreenshots(messages.slice(0, 21), batched);
    const later = evictScreenshots(messages, batched);
    expect(JSON.stringify(later.slice(0, 21))).toBe(JSON.stringify(first));
  });
});
