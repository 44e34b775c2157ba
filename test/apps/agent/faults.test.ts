// What goes wrong is told to the model so that it can go on, or to the person so that they can.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, startFixture } from '../../support/apps.js';
import { startModelServer } from '../../support/model-server.js';
import { oracleOf } from '../../support/oracle.js';
import { agentHolds } from '../seat/held-devices.js';
import {
  type AgentRun,
  act,
  dialects,
  interrupt,
  interruptWhenWaiting,
  type Move,
  numberOf,
  offhand,
  providerArguments,
  runAgent,
  startOffhand,
} from './run-agent.js';
import { type AgentStage, openAgentStage } from './stage.js';

let stage: AgentStage;
let form: Fixture;

beforeAll(async () => {
  stage = await openAgentStage();
  form = await startFixture(stage.desktop, 'gtk3', { title: 'Faults', at: { x: 40, y: 40 } });
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const setup = () => ({ home: stage.home, desktop: stage.name });
const look = (): Move => act({ action: 'capture', window_id: form.windowId });
const play = (moves: readonly Move[], ...args: string[]): Promise<AgentRun> =>
  runAgent('openai-compatible', [...moves, { text: 'I stop here.' }], ['try it', ...args], setup());
const codeOf = (result: string | undefined): unknown => (JSON.parse(result ?? '{}') as { code?: unknown }).code;
const clicks = () => form.events().filter(({ type }) => type === 'clicked').length;

describe('a model that errs is told how to go on', () => {
  test('with a number no capture gave', async () => {
    const { results, exitCode } = await play([look(), act({ action: 'click', element: 90_210 })]);
    expect(codeOf(results[1])).toBe('stale_element');
    expect(results[1]).toContain('capture');
    expect(exitCode).toBe(0);
  });

  test('with a number before any capture', async () => {
    const { results } = await play([act({ action: 'click', element: 1 })]);
    expect(codeOf(results[0])).toBe('no_cached_state');
  });

  test('with a pixel outside the picture', async () => {
    const { results } = await play([look(), act({ action: 'click', coordinate: [5000, 10] })]);
    expect(codeOf(results[1])).toBe('point_outside');
    expect(results[1]).toMatch(/\d+×\d+ screenshot/);
  });

  test('with an action that does not exist', async () => {
    const { results } = await play([look(), act({ action: 'press_key', keys: 'Return' })]);
    expect(codeOf(results[1])).toBe('invalid_input');
    expect(results[1]).toContain('Did you mean \\"key\\"?');
  });

  test('with a key that does not exist', async () => {
    const { results } = await play([look(), act({ action: 'key', keys: 'ctrl+entre' })]);
    expect(codeOf(results[1])).toBe('unknown_key');
  });

  test('with another application than the one captured', async () => {
    const { results } = await play([look(), act({ action: 'type', text: 'x', app: 'no such application' })]);
    expect(codeOf(results[1])).toBe('input_target_mismatch');
  });

  test('with an application that does not run, and can do nothing by accident afterwards', async () => {
    const before = clicks();
    const { results } = await play([look(), act({ action: 'capture', app: 'no such application' }), act({ action: 'click', element: 1 })]);
    expect(codeOf(results[1])).toBe('app_not_found');
    expect(results[1]).toContain('Faults');
    expect(codeOf(results[2])).toBe('no_cached_state');
    expect(clicks()).toBe(before);
  });

  test('with arguments that are no JSON, and with a tool that does not exist', async () => {
    const { results } = await play([
      { calls: [{ name: 'computer_use', input: '{"action": "click", "element":' }] },
      { calls: [{ name: 'mouse', input: { x: 1 } }] },
    ]);
    expect(results[0]).toContain('not a JSON object');
    expect(results[1]).toContain('There is no tool "mouse"');
  });

  test('and what it wrote as text or objects is taken for what it means', async () => {
    const before = clicks();
    const press = (seen: string) =>
      act({ action: 'CLICK', element: String(numberOf(seen, /AXButton 'Press me'/)), pid: 0, app: '', coordinate: null });
    const { results } = await play([look(), press]);
    expect(results[1]).toMatch(/^click #\d+ 'Press me'/);
    expect(clicks()).toBe(before + 1);
  });

  test.each(dialects)('and behind %s nothing after a failed action of a turn is done', async (dialect) => {
    const before = clicks();
    const three = (seen: string) => {
      const element = numberOf(seen, /AXButton 'Press me'/);
      return act({ action: 'click', element }, { action: 'click', element: 90_210 }, { action: 'click', element });
    };
    const { results, exitCode } = await runAgent(dialect, [look(), three, { text: 'I stop.' }], ['press'], setup());
    expect(results).toHaveLength(4);
    expect(results[1]).toContain("'Press me'");
    expect(results[2]).toContain('stale_element');
    expect(results[3]).toMatch(/^Not executed/);
    expect(clicks()).toBe(before + 1);
    expect(exitCode).toBe(0);
  });
});

describe('a provider that fails', () => {
  test('with 429 is asked again', async () => {
    const { stdout, requests } = await play([{ status: 429, headers: { 'retry-after': '0' } }, look()]);
    expect(stdout).toContain('trying again');
    expect(stdout).toContain('done after 2 steps');
    expect(requests).toHaveLength(3);
  });

  test('by dropping the stream is asked again', async () => {
    const { stdout } = await play([{ drop: 'mid_stream' }, look()]);
    expect(stdout).toContain('done after 2 steps');
  });

  test('with something that is no JSON ends the run, and says what came', async () => {
    const { stdout, exitCode } = await play([{ events: [{ data: 'oops, not json' }] }]);
    expect(stdout).toMatch(/failed: .*not a JSON object: oops/);
    expect(exitCode).toBe(1);
  });

  test('for good leaves the key out of what is printed', async () => {
    const { stdout, stderr, exitCode } = await play([{ status: 401, body: { error: { message: 'wrong key key-o' } } }]);
    expect(stdout).toContain('HTTP 401');
    expect(`${stdout}${stderr}`).not.toContain('key-o');
    expect(exitCode).toBe(1);
  });
});

describe('Ctrl-C', () => {
  test('ends a run whose model is silent', async () => {
    const { stdout } = await interruptWhenWaiting('anthropic', { stall: 'before_headers' }, setup());
    expect(stdout).toContain('stopped by you');
  });

  test('ends a run in the middle of a drag, with nothing held and no device left', async () => {
    const from = form.events().length;
    const { x, y } = form.centre('canvas');
    const drag = act({ action: 'drag', from_coordinate: [x - 40, y - 20], to_coordinate: [x + 40, y + 20], modifiers: ['shift'] });
    const isCanvas = (type: string) =>
      form
        .events()
        .slice(from)
        .some((event) => event.type === type && event.widget === 'canvas');
    const { stdout } = await interrupt('google', [look(), ...Array.from({ length: 40 }, () => drag)], () => isCanvas('press'), setup());
    expect(stdout).toContain('stopped by you');
    await form.waitForEvent('the release', ({ type, widget }) => type === 'release' && widget === 'canvas', { from });
    expect(await agentHolds(stage.desktop)).toEqual([]);
    expect((await oracleOf(stage.desktop).devices()).filter((name) => name.includes('offhand'))).toEqual([]);
  });

  test('ends a run that waits in a tool', async () => {
    const { stdout } = await interruptWhenWaiting('openai', act({ action: 'wait', seconds: 30 }), setup());
    expect(stdout).toContain('stopped by you');
  });
});

describe('beside a daemon', () => {
  test('a run goes through it, so that the person can take the desktop back', async () => {
    const daemon = startOffhand(['serve'], setup());
    await new Promise((resolve) => daemon.stdout.once('data', resolve));
    try {
      const before = clicks();
      const press = (seen: string) => act({ action: 'click', element: numberOf(seen, /AXButton 'Press me'/) });
      expect((await play([look(), press])).results[1]).toContain("'Press me'");
      await offhand(['pause'], setup());
      expect(codeOf((await play([look(), press])).results[1])).toBe('paused');
      expect(clicks()).toBe(before + 1);
    } finally {
      await offhand(['stop'], setup());
    }
  });
});

describe('before a run', () => {
  const none = { home: '', env: {} };
  test.each([
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['openai', 'OPENAI_API_KEY'],
    ['google', 'GEMINI_API_KEY'],
  ])('a missing key of %s is named', async (provider, variable) => {
    const { stderr, exitCode } = await offhand(['agent', 'x', '--provider', provider, '--model', 'm'], { ...none, home: stage.home });
    expect(stderr).toContain('provider_key_missing');
    expect(stderr).toContain(variable);
    expect(exitCode).toBe(4);
  });

  test('a key may come from the secrets, and is not shown', async () => {
    const stored = await offhand(['secret', 'set', 'OPENAI_API_KEY'], { home: stage.home }, 'key-s\n');
    expect(stored.stdout).toBe('Stored for `offhand agent`.\n');
    await using server = await startModelServer([{ text: 'Done.' }]);
    const args = ['agent', 'x', '--desktop', stage.name, ...providerArguments('openai', server.url)];
    const { stdout, stderr, exitCode } = await offhand(args, { home: stage.home });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer key-s');
    expect(stdout).not.toContain('key-s');
    await offhand(['secret', 'remove', 'OPENAI_API_KEY'], { home: stage.home });
  });

  test('a missing display is told, and no model is asked', async () => {
    const { stderr, exitCode, requests } = await runAgent('anthropic', [], ['x'], { home: stage.home });
    expect(stderr).toContain('display_unavailable');
    expect(exitCode).toBe(4);
    expect(requests).toEqual([]);
  });
});

describe('a stored run', () => {
  test('stops at its limits, is listed and shown, and goes on where it stopped', async () => {
    const first = await play([look()], '--max-steps', '1');
    expect(first.stdout).toContain('the step limit is reached');
    expect(first.exitCode).toBe(1);
    const [, id = ''] = /session (\S+)/.exec(first.stdout) ?? [];
    expect((await offhand(['agent', 'list'], setup())).stdout).toContain(`${id}  max_steps`);
    const shown = await offhand(['agent', 'show', id], setup());
    expect(shown.stdout).toContain('user: try it');
    expect(shown.stdout).toContain('computer_use');
    const resumed = await runAgent('openai-compatible', [{ text: 'I remember.' }], ['resume', id], setup());
    expect(resumed.stdout).toContain('done after 1 step');
    expect(JSON.stringify(resumed.requests[0]?.body)).toContain('try it');
    expect(JSON.stringify(resumed.requests[0]?.body)).toContain('resumed');
  });

  test('stops when its budget is used up', async () => {
    const { stdout, requests } = await play([look(), look(), look()], '--budget', '200');
    expect(stdout).toContain('the token budget is used up');
    expect(requests).toHaveLength(2);
  });

  test('holds no picture and no key', async () => {
    await play([look()]);
    const folder = join(stage.home, 'agent');
    const written = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(written.length).toBeGreaterThan(0);
    for (const text of written) expect(text).not.toMatch(/iVBOR|base64|key-[aog]/);
  });

  test('of an unknown name is refused with the known ones', async () => {
    const { stderr, exitCode } = await offhand(['agent', 'resume', '../../etc/passwd', '--model', 'm'], setup());
    expect(stderr).toContain('session_not_found');
    expect(exitCode).toBe(2);
  });
});

describe('a recorded run', () => {
  test('keeps what was done as the tools that did it, and is complete when the run ends', async () => {
    const press = (seen: string) => act({ action: 'click', element: numberOf(seen, /AXButton 'Press me'/) });
    const { stdout } = await play([look(), press], '--record');
    const [, folder = ''] = /recording to (\S+)/.exec(stdout) ?? [];
    const turns = readdirSync(folder).filter((name) => name.startsWith('turn-'));
    const tools = turns.map((turn) => (JSON.parse(readFileSync(join(folder, turn, 'action.json'), 'utf8')) as { tool: string }).tool);
    expect(tools).toContain('click');
    expect(JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8'))).toMatchObject({ format: 'offhand-recording' });
  });
});
