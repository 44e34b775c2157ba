// On the person's own desktop the first contact with an application needs their word, given where the agent runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { startModelServer } from '../../support/model-server.js';
import { until } from '../../support/until.js';
import { act, numberOf, providerArguments, runAgent } from './run-agent.js';

const command = fileURLToPath(new URL('../../../bin/offhand', import.meta.url));
let desktop: Desktop;
let form: Fixture;
let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'oh-ask-'));
  desktop = await openDesktop();
  form = await startFixture(desktop, 'gtk3', { title: 'Asked' });
});
afterAll(async () => {
  await desktop?.dispose();
  rmSync(home, { recursive: true, force: true });
});

const clicks = () => form.events().filter(({ type }) => type === 'clicked').length;

/** Runs the agent in a terminal of its own and answers each question it asks. */
async function inTerminal(answers: readonly string[]): Promise<{ screen: string; results: string[] }> {
  const results: string[] = [];
  await using server = await startModelServer((request, index) => {
    const seen = request.results.map(({ text }) => text);
    results.push(...seen);
    if (index === 0) return act({ action: 'capture', window_id: form.windowId });
    if (index > 1 || !/AXButton/.test(seen.join())) return { text: 'I stop.' };
    return act({ action: 'click', element: numberOf(seen.join('\n'), /AXButton 'Press me'/) });
  });
  const words = [process.execPath, command, 'agent', 'press it', ...providerArguments('openai-compatible', server.url)];
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const terminal = desktop.runApp('script', ['-qefc', quoted, '/dev/null'], {
    env: { OFFHAND_HOME: home },
    stdio: { stdin: 'pipe', stdout: 'pipe' },
  });
  let screen = '';
  terminal.process.stdout?.on('data', (chunk) => (screen += chunk));
  const questions = () => screen.split('[n] no').length - 1;
  for (const [index, answer] of answers.entries()) {
    await until(() => questions() > index, { what: `question ${index + 1} after: ${screen}`, timeoutMs: 30_000 });
    terminal.process.stdin?.write(`${answer}\n`);
  }
  await until(() => !terminal.isAlive(), { what: `the agent ends after: ${screen}`, timeoutMs: 30_000 });
  return { screen, results };
}

test('without a terminal nobody can be asked, so the model is refused and told', async () => {
  const moves = [act({ action: 'capture', window_id: form.windowId }), { text: 'I may not.' }];
  const { results } = await runAgent('openai-compatible', moves, ['look'], { home, env: desktop.env });
  expect(results[0]).toContain('approval_required');
});

test('a no keeps the agent out', async () => {
  const before = clicks();
  const { screen, results } = await inTerminal(['n']);
  expect(screen).toContain('first-time approval needed');
  expect(results[0]).toContain('approval_denied');
  expect(clicks()).toBe(before);
});

test('an unclear answer is asked again, a yes for the run lets the agent act', async () => {
  const before = clicks();
  const { results } = await inTerminal(['perhaps', 's']);
  expect(results[1]).toContain("'Press me'");
  expect(clicks()).toBe(before + 1);
});
