// A browser of the product's own on a test desktop, with the test site in it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolInput, ToolOutput } from '../../../src/sdk/index.js';
import type { Product } from '../../harness/product.js';
import type { Desktop } from '../../support/desktop.js';
import { changesInForce } from '../../support/in-force.js';
import { type SentinelOptions, startSentinel, type Watch } from '../../support/sentinel.js';
import { until } from '../../support/until.js';

export const quiet = [
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=Translate,MediaRouter',
  '--password-store=basic',
];

export const besideThePerson = ['--window-size=620,760', '--window-position=620,60'];

export interface BrowserWindow {
  readonly at: { readonly pid: number; readonly window_id: number };
  page(input: Omit<ToolInput<'page'>, 'pid' | 'window_id'>): Promise<ToolOutput<'page'>>;
  state(input?: Partial<ToolInput<'get_window_state'>>): Promise<ToolOutput<'get_window_state'>>;
}

export type LaunchOptions = Partial<ToolInput<'launch_app'>>;

export async function launchBrowser(product: Product, urls: readonly string[], options: LaunchOptions = {}): Promise<BrowserWindow[]> {
  const { additional_arguments = [], ...rest } = options;
  const launched = await product.call('launch_app', {
    name: 'chromium',
    urls: [...urls],
    remote_debugging: true,
    timeout_ms: 60_000,
    additional_arguments: [...quiet, ...besideThePerson, ...additional_arguments],
    ...rest,
  });
  return launched.windows.map(({ pid, window_id }) => browserWindow(product, { pid: pid ?? 0, window_id }));
}

export function browserWindow(product: Product, at: BrowserWindow['at']): BrowserWindow {
  return {
    at,
    page: (input) => product.call('page', { ...at, ...input }),
    state: (input = {}) => product.call('get_window_state', { include_screenshot: false, ...at, ...input }),
  };
}

/** Ends the browser before its files are taken away. */
export async function endBrowser(product: Product | undefined, window: BrowserWindow | undefined): Promise<void> {
  if (product && window) await product.call('kill_app', { pid: window.at.pid, force: true });
}

/** Waits until the page is there: a window comes before its page does. */
export async function loaded(window: BrowserWindow, title: string): Promise<BrowserWindow> {
  const isThere = async () => {
    const { page, loaded: done } = await window.page({ action: 'wait_for_load', timeout_ms: 5000 });
    return done && page?.title === title;
  };
  await until(isThere, { what: `"${title}" is loaded`, timeoutMs: 30_000, intervalMs: 30 });
  return window;
}

/** The person goes on working; a window manager that has just placed a window may need to be asked again. */
export async function personAtWork(desktop: Desktop, options: SentinelOptions = {}): Promise<Watch> {
  // A window the person opens while an agent is expected to open some is met by the agent's keyboard first.
  const homes = readdirSync(desktop.dir).filter((name) => name.startsWith('offhand-'));
  const changes = () => homes.flatMap((home) => changesInForce(join(desktop.dir, home)));
  await until(() => changes().every(({ kind }) => kind !== 'client_pointer'), { what: 'nothing is expected of the agent' });
  for (let attempt = 1; ; attempt++) {
    try {
      return await startSentinel(desktop, { typing: true, ...options });
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}
