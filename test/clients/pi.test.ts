// pi itself, with our extension, driven by a scripted model. pi wants a newer Node than we do, so one is installed beside it.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fixture } from '../support/apps.js';
import { list, record } from '../support/model/request.js';
import { type ModelServer, type Reply, type RequestSeen, startModelServer } from '../support/model-server.js';
import { type Host, isInstalled, openHost, root } from './host.js';

describe.skipIf(!isInstalled('pi'))('pi with our extension', () => {
  let host: Host;
  let form: Fixture;
  let extension: string;

  beforeAll(async () => {
    host = await openHost('For pi');
    form = host.form;
    const packages = join(host.home, 'node_modules');
    mkdirSync(packages);
    symlinkSync(root, join(packages, 'offhand'));
    cpSync(join(root, 'packages/pi-offhand'), join(packages, 'pi-offhand'), { recursive: true });
    extension = join(packages, 'pi-offhand');
  });
  afterAll(() => host?.[Symbol.asyncDispose]());

  function start(server: ModelServer, args: readonly string[]) {
    const agentDir = join(host.home, 'pi-agent');
    mkdirSync(agentDir, { recursive: true });
    const model = { id: 'scripted', input: ['text', 'image'], contextWindow: 200_000, maxTokens: 4096 };
    const provider = { baseUrl: `${server.url}/v1`, api: 'openai-completions', apiKey: 'none', models: [model] };
    writeFileSync(join(agentDir, 'models.json'), JSON.stringify({ providers: { loopback: provider } }));
    const env = { ...host.env, PI_CODING_AGENT_DIR: agentDir, PI_OFFLINE: '1' };
    const words = ['--no-session', '--provider', 'loopback', '--model', 'scripted', '-e', extension, ...args];
    return spawn('pi', words, { env, cwd: host.home, stdio: ['pipe', 'pipe', 'pipe'] });
  }

  const call = (name: string, input: Record<string, unknown>) => ({ name: `offhand_${name}`, input });
  const at = () => ({ pid: form.pid, window_id: form.windowId });
  const offered = (request: RequestSeen | undefined) => list(request?.body.tools).map((tool) => String(record(tool.function).name));

  async function print(moves: readonly ((seen: string) => Reply)[]): Promise<{ output: string; requests: readonly RequestSeen[] }> {
    await using server = await startModelServer(
      (request, index) => moves[index]?.(request.results.map(({ text }) => text).join('\n')) ?? { text: 'End.' },
    );
    const child = start(server, ['-p', 'press the button']);
    child.stdin.end();
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    await new Promise((resolve) => child.once('close', resolve));
    return { output, requests: [...server.requests] };
  }

  test('offers the core tools, runs them in order, and shows pictures to the model', async () => {
    const from = form.events().length;
    const { output, requests } = await print([
      () => ({ calls: [call('get_window_state', at())] }),
      (seen) => {
        const element_index = Number(/\[(\d+)\] (?:button )?"Press me"/.exec(seen)?.[1]);
        return { calls: [call('click', { ...at(), element_index }), call('click', { ...at(), element_index })] };
      },
      () => ({ text: 'Pressed twice.' }),
    ]);
    expect(output).toContain('Pressed twice.');
    expect(offered(requests[0])).toEqual(expect.arrayContaining(['offhand_get_window_state', 'offhand_click', 'offhand_tools', 'bash']));
    expect(offered(requests[0])).not.toContain('offhand_kill_app');
    expect(requests[1]?.images).toBe(1);
    expect(
      form
        .events()
        .slice(from)
        .filter(({ type }) => type === 'clicked'),
    ).toHaveLength(2);
  });

  test('adds a group of tools when the model asks, and tells it refusals', async () => {
    const { requests } = await print([
      () => ({ calls: [call('tools', { group: 'clipboard' })] }),
      () => ({ calls: [call('click', { ...at(), element_index: 90_210 })] }),
    ]);
    expect(offered(requests[1])).toContain('offhand_clipboard_read');
    expect(JSON.stringify(requests[2]?.body)).toContain('no_cached_state');
  });

  test('knows the skill', async () => {
    const { requests } = await print([]);
    expect(JSON.stringify(requests[0]?.body)).toMatch(/skills\/offhand\/SKILL\.md/);
  });

  test('asks in a dialog of pi before something is ended', async () => {
    await using server = await startModelServer((request, index): Reply => {
      if (index === 0) return { calls: [call('tools', { group: 'apps' })] };
      if (index === 1) return { calls: [call('kill_app', { pid: form.pid })] };
      return { text: `The answer was: ${request.results.map(({ text }) => text).join()}` };
    });
    const child = start(server, ['--mode', 'rpc']);
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stdin.write(`${JSON.stringify({ type: 'prompt', message: 'end it' })}\n`);
    const asked: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const event = record(JSON.parse(line));
      if (event.type === 'extension_ui_request' && event.method === 'confirm') {
        asked.push(String(event.title));
        child.stdin.write(`${JSON.stringify({ type: 'extension_ui_response', id: event.id, confirmed: false })}\n`);
      }
      if (event.type === 'agent_end') break;
    }
    child.stdin.end();
    child.kill();
    await ended;
    expect(asked).toEqual(['Offhand kill_app']);
    expect(form.child.isAlive()).toBe(true);
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('did not agree');
  });
});
