// The clipboard against xclip, while the person's own selection stays as it is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../harness/product.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { type Oracle, oracleOf } from '../support/oracle.js';
import { until } from '../support/until.js';

let desktop: Desktop;
let product: Product;
let oracle: Oracle;

beforeAll(async () => {
  desktop = await openDesktop();
  product = startProduct(desktop);
  oracle = oracleOf(desktop);
  await copyByPerson('primary', 'what the person marked');
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

/** xclip goes on in the background as the owner, which asks for it only there; it ends when another takes over or with the display. */
async function copyByPerson(selection: 'primary' | 'clipboard', text: string): Promise<void> {
  const xclip = spawn('xclip', ['-selection', selection], { env: desktop.env, stdio: ['pipe', 'ignore', 'ignore'] });
  xclip.stdin.end(text);
  await once(xclip, 'exit');
  await until(async () => (await oracle.clipboard(selection).catch(() => undefined)) === text, { what: 'it is copied' });
}

test.each([
  ['a word', 'hello'],
  ['several scripts and lines', 'Grüße, мир!\n\tΚαλημέρα 世界 🖐🏽\n'],
  ['more than fits one answer of the server', 'offhand 0123456789 '.repeat(50_000)],
])('gives other programs %s, and reads it back', async (_what, text) => {
  expect(await product.call('clipboard_write', { text })).toEqual({ written: [...text].length });
  expect(await oracle.clipboard()).toBe(text);
  expect((await product.call('clipboard_read', { include_text: true })).text).toBe(text);
  expect(await oracle.clipboard('primary')).toBe('what the person marked');
});

test.each([
  ['a word', 'from elsewhere'],
  ['a long text, which comes in pieces', 'пальцы '.repeat(100_000)],
])('reads %s of another program', async (_what, text) => {
  await copyByPerson('clipboard', text);
  expect((await product.call('clipboard_read', { include_text: true })).text).toBe(text);
  expect(await oracle.clipboard()).toBe(text);
});

test('says when it is too long to read, and goes on', async () => {
  await copyByPerson('clipboard', 'x'.repeat(17 * 1024 * 1024));
  await expect(product.call('clipboard_read', { include_text: true })).rejects.toMatchObject({ code: 'action_unsupported' });
  await copyByPerson('clipboard', 'short');
  expect((await product.call('clipboard_read', { include_text: true })).text).toBe('short');
});

test('tells only the kinds of content unless the text is asked for', async () => {
  await copyByPerson('clipboard', 'private');
  expect(await product.call('clipboard_read', {})).toEqual({ types: expect.arrayContaining(['UTF8_STRING']), text: null });
});

test('lets go when another program copies', async () => {
  await product.call('clipboard_write', { text: 'ours' });
  await copyByPerson('clipboard', 'theirs');
  expect(await oracle.clipboard()).toBe('theirs');
  expect((await product.call('clipboard_read', { include_text: true })).text).toBe('theirs');
});
