// The extension against the API that pi documents, on a real desktop of the person's own, where policy asks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offhandExtension } from '../../../packages/pi-offhand/src/extension.js';
import type { PiApi, PiCommand, PiContext, PiTool } from '../../../packages/pi-offhand/src/pi-api.js';
import { hostTools } from '../../../src/agent/index.js';
import { localDriver } from '../../../src/transport/driver.js';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';

let desktop: Desktop;
let product: Product;
let form: Fixture;
let opened = 0;
let closed = 0;
const tools = new Map<string, PiTool>();
const commands = new Map<string, PiCommand>();
const onShutdown: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  desktop = await openDesktop();
  product = startProduct(desktop, { session: 'pi', policy: '[cua.policy]\nfirst_time_per_app_approval = true\n' });
  form = await startFixture(desktop, 'gtk3', { title: 'Pi' });
  const host: PiApi = {
    registerTool: (tool) => void tools.set(tool.name, tool),
    registerCommand: (name, command) => void commands.set(name, command),
    registerFlag: () => {},
    getFlag: () => undefined,
    on: (event: string, handler: () => unknown) => {
      if (event === 'session_shutdown') onShutdown.push(async () => void (await handler()));
    },
  };
  offhandExtension(host, {
    tools: hostTools(),
    skillPath: 'skills',
    open: async () => {
      opened++;
      const driver = localDriver(product.engine, { client: 'pi', session: 'pi' });
      return { call: driver.call, close: async () => void closed++ };
    },
  });
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

/** A person who answers every dialog the same way, or nobody. */
function person(answer: string | undefined): PiContext & { asked: string[] } {
  const asked: string[] = [];
  const note = (title: string) => void asked.push(title);
  return {
    asked,
    hasUI: answer !== undefined,
    ui: {
      select: async (title) => {
        note(title);
        return answer;
      },
      confirm: async (title) => {
        note(title);
        return answer === 'Yes';
      },
      notify: note,
    },
  };
}

const run = (name: string, params: Record<string, unknown>, ctx: PiContext) => {
  const tool = tools.get(`offhand_${name}`);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool.execute('1', params, new AbortController().signal, () => {}, ctx);
};
const look = (ctx: PiContext) => run('get_window_state', { pid: form.pid, window_id: form.windowId }, ctx);

test('offers the core tools, one at a time, and starts nothing by itself', () => {
  expect([...tools.keys()]).toEqual(
    expect.arrayContaining(['offhand_launch_app', 'offhand_get_window_state', 'offhand_click', 'offhand_tools']),
  );
  expect([...tools.keys()]).not.toContain('offhand_kill_app');
  for (const tool of tools.values()) expect(tool).toMatchObject({ executionMode: 'sequential', parameters: { type: 'object' } });
  expect(opened).toBe(0);
});

test('refuses what nobody can be asked about', async () => {
  await expect(look(person(undefined))).rejects.toThrow(/^approval_required: /);
});

test('takes a no for a no, and a closed dialog too', async () => {
  const ctx = person('No');
  await expect(look(ctx)).rejects.toThrow(/^approval_denied: /);
  expect(ctx.asked[0]).toContain('first-time approval needed');
  await expect(look(person('something else'))).rejects.toThrow(/^approval_denied: /);
});

test('goes on after a yes for the session and is not asked again', async () => {
  const ctx = person('Yes, for this session');
  const { content } = await look(ctx);
  expect(ctx.asked).toHaveLength(1);
  expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
  expect(content[0]).toMatchObject({ text: expect.stringContaining('"Press me"') });
  await look(ctx);
  expect(ctx.asked).toHaveLength(1);
});

test('adds groups by command and by tool, and names the groups there are', async () => {
  const ctx = person('Yes');
  await commands.get('offhand')?.handler('clipboard', ctx);
  expect(tools.has('offhand_clipboard_read')).toBe(true);
  await commands.get('offhand')?.handler('nonsense', ctx);
  expect(ctx.asked.at(-1)).toMatch(/There is no group "nonsense"\. Groups: .*clipboard/);
  await run('tools', { group: 'apps' }, ctx);
  expect(tools.has('offhand_kill_app')).toBe(true);
});

test('asks each time before something is ended', async () => {
  await expect(run('kill_app', { pid: form.pid }, person('No'))).rejects.toThrow(/did not agree/);
  await expect(run('kill_app', { pid: form.pid }, person(undefined))).rejects.toThrow(/nobody can be asked/);
  expect(form.child.isAlive()).toBe(true);
});

test('closes what it opened, once', async () => {
  for (const handler of [...onShutdown, ...onShutdown]) await handler();
  expect({ opened, closed }).toEqual({ opened: 1, closed: 1 });
});
