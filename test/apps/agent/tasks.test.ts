// Any provider's model drives real applications to an end that the applications themselves attest.
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, startFixture } from '../../support/apps.js';
import { oracleOf } from '../../support/oracle.js';
import { startChromium } from '../../support/parts/chromium.js';
import { until } from '../../support/until.js';
import { type AgentRun, act, dialects, type Move, numberOf, runAgent } from './run-agent.js';
import { type AgentStage, openAgentStage } from './stage.js';

let stage: AgentStage;

beforeAll(async () => {
  stage = await openAgentStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const run = (dialect: (typeof dialects)[number], moves: readonly Move[], ...args: string[]): Promise<AgentRun> =>
  runAgent(dialect, moves, ['do it', ...args], { home: stage.home, desktop: stage.name });

const capture = (app: string): Move => act({ action: 'capture', app });

function expectDone(result: AgentRun): void {
  expect(result.stderr).toBe('');
  expect(result.results.filter((text) => text.startsWith('{"code"'))).toEqual([]);
  expect(result.stdout).toContain('done after');
  expect(result.exitCode).toBe(0);
}

describe.each(dialects)('a model behind the %s format', (dialect) => {
  test('computes in a Qt calculator', async () => {
    const calculator = stage.desktop.runApp('kcalc');
    await stage.desktop.waitForWindow({ class: 'kcalc' });
    const press = (label: string) => (seen: string) => numberOf(seen, new RegExp(`AXButton '${label}' @`));
    const result = await run(dialect, [
      capture('kcalc'),
      (seen) => act(...['7', '8', '×', '6', '='].map((label) => ({ action: 'click', element: press(label)(seen) }))),
      act({ action: 'wait', seconds: 0.5 }, { action: 'capture', mode: 'ax' }),
      (seen) => ({ text: `It shows ${/group "(\d+)"/.exec(seen)?.[1]}.` }),
    ]);
    expectDone(result);
    expect(result.stdout).toContain('It shows 468.');
    const shown = await oracleOf(stage.desktop).accessibles(calculator.pid);
    expect(shown.map(({ name, text }) => text ?? name)).toContain('468');
    expect(result.requests[1]?.images).toBe(1);
    await calculator.kill();
  });

  test('fills in a GTK form', async () => {
    const form: Fixture = await startFixture(stage.desktop, 'gtk3', { title: `Form ${dialect}`, at: { x: 40, y: 40 } });
    const result = await run(dialect, [
      act({ action: 'capture', window_id: form.windowId, pid: form.pid }),
      (seen) =>
        act(
          { action: 'set_value', element: numberOf(seen, /AXTextField 'Name'/), value: 'Ada Lovelace' },
          { action: 'set_value', element: numberOf(seen, /AXIncrementor 'Amount'/), value: 42 },
          { action: 'click', element: numberOf(seen, /AXCheckBox 'Enabled'/) },
          { action: 'set_value', element: numberOf(seen, /AXComboBox 'Colour'/), value: 'Blue' },
          { action: 'type', element: numberOf(seen, /AXTextArea 'Notes'/), text: 'Grüße, 世界' },
          { action: 'click', element: numberOf(seen, /AXButton 'Press me'/), capture_after: true },
        ),
      { text: 'The form is filled in.' },
    ]);
    expectDone(result);
    const last = (type: string, widget: string) => form.events().findLast((event) => event.type === type && event.widget === widget);
    await form.waitForEvent('the button was pressed', (event) => event.type === 'clicked');
    expect(last('text', 'entry')).toMatchObject({ text: 'Ada Lovelace' });
    expect(last('value', 'amount')).toMatchObject({ value: 42 });
    expect(last('toggled', 'check')).toMatchObject({ checked: true });
    expect(last('selected', 'combo')).toMatchObject({ value: 'Blue' });
    expect(last('text', 'editor')).toMatchObject({ text: 'Grüße, 世界' });
    await form.child.kill();
  });

  test('edits a file and saves it', async () => {
    const folder = join(stage.home, `documents-${dialect}`);
    mkdirSync(folder);
    const file = join(folder, 'letter.txt');
    writeFileSync(file, 'Dear reader,\n');
    const editor = stage.desktop.runApp('mousepad', ['--disable-server', file]);
    const windowId = await stage.desktop.waitForWindow({ title: 'letter' });
    const result = await run(dialect, [
      act({ action: 'capture', window_id: windowId }),
      (seen) =>
        act(
          { action: 'click', element: numberOf(seen, /AXTextArea/) },
          { action: 'key', keys: 'ctrl+End' },
          { action: 'type', text: 'this was written in the background.' },
          { action: 'key', keys: 'ctrl+s', capture_after: true },
        ),
      { text: 'Saved.' },
    ]);
    expectDone(result);
    await until(() => readFileSync(file, 'utf8').trim() === 'Dear reader,\nthis was written in the background.', {
      what: 'the file is saved',
    });
    await editor.kill();
  });

  test('submits a web form', async () => {
    const { server, url, received } = await formServer();
    const browser = startChromium(stage.desktop, url, ['--force-renderer-accessibility']);
    const windowId = await stage.desktop.waitForWindow({ title: 'Order' });
    let looks = 0;
    const fill = (seen: string): ReturnType<typeof act> => {
      // The page's tree comes a moment after its window.
      if (!/AXButton 'Send'/.test(seen) && looks++ < 10) return act({ action: 'wait', seconds: 0.5 }, { action: 'capture' });
      return act(
        { action: 'type', element: numberOf(seen, /AXTextField 'Article'/), text: 'paper clips' },
        { action: 'click', element: numberOf(seen, /AXCheckBox 'Express'/) },
        { action: 'click', element: numberOf(seen, /AXButton 'Send'/), capture_after: true },
      );
    };
    const result = await run(dialect, [
      act({ action: 'capture', window_id: windowId }),
      ...Array.from({ length: 12 }, (): Move => (seen) => (received.length > 0 || /Thank you/.test(seen) ? { text: 'Sent.' } : fill(seen))),
    ]);
    expectDone(result);
    await until(() => received.length > 0, { what: `the server got the form after ${result.results.join('\n')}` });
    expect(received).toEqual(['article=paper+clips&express=on']);
    await browser.kill();
    server.close();
  });
});

async function formServer(): Promise<{ server: Server; url: string; received: string[] }> {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.method !== 'POST') return void response.end(orderForm);
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(body);
    response.end('<title>Order</title><h1>Thank you</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

const orderForm = `<!doctype html><title>Order</title><link rel="icon" href="data:,"><form method="post">
<label>Article <input name="article" aria-label="Article"></label>
<label><input type="checkbox" name="express"> Express</label>
<button>Send</button></form>`;
