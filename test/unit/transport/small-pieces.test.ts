import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { EventListener } from '../../../src/engine/events.js';
import { EventStream } from '../../../src/sdk/event-stream.js';
import { absolutePaths } from '../../../src/transport/absolute-paths.js';
import { clientNames, clientSetup } from '../../../src/transport/cli/commands/mcp-clients.js';
import { FrameReader } from '../../../src/transport/daemon/frames.js';
import { CallQueue } from '../../../src/transport/mcp/call-queue.js';
import { StdioTransport } from '../../../src/transport/mcp/stdio-transport.js';

test('relative files are those of the caller’s folder', () => {
  const input = { screenshot_out_file: 'a.png', launch_path: 'gedit', query: './x', region: null };
  expect(absolutePaths(input, '/home/me')).toEqual({ ...input, screenshot_out_file: '/home/me/a.png' });
  expect(absolutePaths({ screenshot_out_file: '/tmp/a.png' }, '/home/me')).toEqual({ screenshot_out_file: '/tmp/a.png' });
  expect(absolutePaths({ screenshot_out_file: 5 }, '/')).toEqual({ screenshot_out_file: 5 });
  expect(absolutePaths('text', '/')).toBe('text');
});

test('files to open mean the folder of the caller; names, addresses and options stay', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'offhand-cwd-'));
  writeFileSync(join(cwd, 'notes.txt'), '');
  const urls = ['notes.txt', 'missing.txt', 'https://example.org/notes.txt', './new.txt', '/etc/hosts', '-v'];
  const opened = [join(cwd, 'notes.txt'), 'missing.txt', 'https://example.org/notes.txt', join(cwd, 'new.txt'), '/etc/hosts', '-v'];
  expect(absolutePaths({ name: 'notes.txt', urls, additional_arguments: urls, query: 'notes.txt' }, cwd)).toEqual({
    name: 'notes.txt',
    urls: opened,
    additional_arguments: opened,
    query: 'notes.txt',
  });
  expect(absolutePaths({ name: './tool' }, cwd)).toEqual({ name: join(cwd, 'tool') });
});

describe('a call queue', () => {
  const forever = new AbortController().signal;

  test('runs one call at a time, in order, whatever becomes of them', async () => {
    const queue = new CallQueue();
    const seen: string[] = [];
    const slow = queue.run(forever, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push('slow');
    });
    const failing = queue.run(forever, async () => {
      seen.push('failing');
      throw new Error('no');
    });
    const last = queue.run(forever, async () => seen.push('last'));
    await expect(failing).rejects.toThrow('no');
    await Promise.all([slow, last]);
    expect(seen).toEqual(['slow', 'failing', 'last']);
  });

  test('never starts what was cancelled while it waited', async () => {
    const queue = new CallQueue();
    const stop = new AbortController();
    let started = false;
    const cancelled = queue.run(stop.signal, async () => {
      started = true;
    });
    stop.abort();
    await expect(cancelled).rejects.toThrow();
    expect(started).toBe(false);
  });
});

describe('messages of the daemon', () => {
  test('come out whole however the bytes are cut', () => {
    const messages: unknown[] = [];
    const reader = new FrameReader((message) => messages.push(message));
    for (const byte of Buffer.from('{"a":"ä→"}\n\n{"b":2}\n')) reader.push(Buffer.from([byte]));
    expect(messages).toEqual([{ a: 'ä→' }, { b: 2 }]);
  });

  test('are bounded', () => {
    const reader = new FrameReader(() => {}, 10);
    expect(() => reader.push(Buffer.from('12345678901'))).toThrow('longer than 10');
  });
});

test('MCP lines come out whole however the bytes are cut', async () => {
  const input = new PassThrough();
  const transport = new StdioTransport(input, new PassThrough());
  const received: unknown[] = [];
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  for (const byte of Buffer.from('{"jsonrpc":"2.0","method":"a/ä"}\r\n\n{"jsonrpc":"2.0","id":1,"method":"b"}\n'))
    input.write(Buffer.from([byte]));
  input.end();
  await transport.closed;
  expect(received).toEqual([
    { jsonrpc: '2.0', method: 'a/ä' },
    { jsonrpc: '2.0', id: 1, method: 'b' },
  ]);
});

test('events come in order to a loop, which ends the listening when it is left', async () => {
  let listener: EventListener | undefined;
  const stream = new EventStream((each) => {
    listener = each;
    return () => {
      listener = undefined;
    };
  });
  for (const tool of ['one', 'two']) listener?.({ type: 'call_started', call_id: '1', session: 's', tool });
  const seen: string[] = [];
  for await (const event of stream) {
    if (event.type === 'call_started') seen.push(event.tool);
    if (seen.length === 2) break;
  }
  expect(seen).toEqual(['one', 'two']);
  expect(listener).toBeUndefined();
});

describe('set-up texts', () => {
  const server = { command: '/opt/my node', args: ['/usr/lib/off hand', 'mcp'] };

  test.each(clientNames)('for %s name the program', (client) => {
    const { run = '', paste = '' } = clientSetup(client, server);
    expect(run + paste).toContain('/opt/my node');
    expect(run + paste).toContain('/usr/lib/off hand');
  });

  test.each(['claude', 'claude-code', 'cursor', 'vscode', 'gemini', 'opencode', 'generic'] as const)('for %s are valid JSON', (client) => {
    expect(JSON.parse(clientSetup(client, server).paste ?? '')).toBeTypeOf('object');
  });

  test('quote what a shell would split', () => {
    expect(clientSetup('claude-code', server).run).toContain(`-- '/opt/my node' '/usr/lib/off hand' mcp`);
  });
});
