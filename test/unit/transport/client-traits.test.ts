import { expect, test } from 'vitest';
import { wantsStructured } from '../../../src/transport/mcp/client-traits.js';

// Their names as they introduce themselves; test/clients shows what each does with structured content.
test.each(['claude-code', 'codex-mcp-client', 'Visual Studio Code'])(
  '%s would hide text and pictures behind structured content',
  (name) => {
    expect(wantsStructured('auto', name)).toBe(false);
    expect(wantsStructured('always', name)).toBe(true);
  },
);

test.each(['opencode', 'gemini-cli-mcp-client', undefined])('%s gets both', (name) => {
  expect(wantsStructured('auto', name)).toBe(true);
  expect(wantsStructured('never', name)).toBe(false);
});
