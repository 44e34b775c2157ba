/** Chromium: rows with equal buttons, a second step, a form; the page tells a server every event it gets. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { poll } from '../../src/kit/poll.js';
import { indexOf, type MakeFlow, type Place } from './flow.js';

const FLAGS = [
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=Translate,MediaRouter',
  '--password-store=basic',
  '--window-size=900,760',
];
const FRUITS = ['Apples', 'Pears', 'Plums', 'Figs', 'Quinces'];
/** Which fruit is added or taken away, in turn. */
const BASKET = ['+Pears', '+Figs', '+Figs', '-Figs', '+Quinces', '+Apples', '-Apples', '+Plums', '+Plums', '-Quinces', '+Apples', '+Pears'];
const ORDER = 'order Ada Lovelace, 12 St James Square, ring twice, By bicycle, true';

export const browser: MakeFlow = async (product) => {
  let received: string[] = [];
  const page = readFileSync(join(process.cwd(), 'replay/shop.html'));
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      received.push(Buffer.concat(parts).toString('utf8'));
      response.end();
    } else response.setHeader('content-type', 'text/html').end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clicked = BASKET.map((step) => `${step.startsWith('+') ? 'Add' : 'Remove'} ${step.slice(1)}`);
  const expected = [...clicked, 'next', ORDER].join('\n');
  return {
    expected,
    isOnTheWay: (truth) => expected.startsWith(truth),
    async open() {
      received = [];
      const { pid, windows } = await product.call('launch_app', {
        name: 'chromium',
        urls: [`http://127.0.0.1:${port}/`],
        remote_debugging: true,
        timeout_ms: 60_000,
        additional_arguments: FLAGS,
      });
      const at = { pid, window_id: windows[0]?.window_id ?? 0 };
      await indexOf(product, at, 'button', 'Add');
      return at;
    },
    async act(at) {
      const press = async (label: string, ordinal = 0) =>
        product.call('click', { ...at, element_index: await indexOf(product, at, 'button', label, ordinal) });
      const write = async (role: string, label: string, value: string) =>
        product.call('set_value', { ...at, element_index: await indexOf(product, at, role, label), value });
      for (const step of BASKET) await press(step.startsWith('+') ? 'Add' : 'Remove', FRUITS.indexOf(step.slice(1)));
      await press('Go to delivery');
      await write('textfield', 'Name', 'Ada Lovelace');
      await write('textfield', 'Street', '12 St James Square');
      await product.call('click', { ...at, element_index: await indexOf(product, at, 'checkbox', 'Wrap as a gift') });
      await write('combobox', 'Delivery', 'By bicycle');
      await product.call('type_text', { ...at, element_index: await indexOf(product, at, 'textarea', 'Note'), text: 'ring' });
      await product.call('type_text', { ...at, element_index: await indexOf(product, at, 'textarea', 'Note'), text: ' twice' });
      await press('Order');
    },
    async truth(_: Place) {
      await poll(() => received.some((line) => line.startsWith('order')), { timeoutMs: 3000, intervalMs: 50 }).catch(() => false);
      return received.filter((line) => /^(Add|Remove|next|order)/.test(line)).join('\n');
    },
    dispose: () => server.close(),
  };
};
