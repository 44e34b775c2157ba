/** What the replay benchmark needs of an application: opened anew, driven once, and asked by other means what it received. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { poll } from '../../src/kit/poll.js';
import type { ToolInput, ToolName, ToolOutput } from '../../src/sdk/index.js';
import type { Desktop } from '../../src/stage/desktop.js';

export interface Product {
  call<N extends ToolName>(tool: N, input: ToolInput<N>): Promise<ToolOutput<N>>;
}

export type Place = { pid: number; window_id: number };

export interface Flow {
  /** Starts the application as it was before the first turn. */
  open(): Promise<Place>;
  /** Twenty acts. */
  act(at: Place): Promise<void>;
  /** What the application itself ended up with, without any of our code. */
  truth(at: Place): Promise<string> | string;
  readonly expected: string;
  /** Whether a replay that stopped early can have left this behind without having touched anything else. */
  isOnTheWay(truth: string): boolean;
  dispose?(): void;
}

export type MakeFlow = (product: Product, desktop: Desktop) => Promise<Flow>;

export async function indexOf(product: Product, at: Place, role: string, label: string, ordinal = 0): Promise<number> {
  const find = async () => {
    // An application that has just started may not have told anybody of its elements yet.
    const { elements = [] } = await product.call('get_window_state', { ...at, include_screenshot: false }).catch(() => ({ elements: [] }));
    return elements.filter((each) => each.role === role && each.label === label)[ordinal]?.element_index;
  };
  const found = await poll(find, { timeoutMs: 20_000, intervalMs: 50 });
  if (found === undefined) throw new Error(`no ${role} “${label}” number ${ordinal}`);
  return found;
}

export async function close(product: Product, pid: number): Promise<void> {
  await product.call('kill_app', { pid, force: true });
  await poll(async () => (await product.call('list_windows', { pid })).windows.length === 0, { timeoutMs: 10_000, intervalMs: 50 });
}

/** An application may not get as small as that; the window manager stops where its hints say. */
export async function halve({ env }: Desktop, windowId: number): Promise<void> {
  const size = () => {
    const told = execFileSync('xdotool', ['getwindowgeometry', '--shell', String(windowId)], { env, encoding: 'utf8' });
    const [, width = 0, height = 0] = /WIDTH=(\d+)\s+HEIGHT=(\d+)/.exec(told) ?? [];
    return { width: Number(width), height: Number(height) };
  };
  const { width, height } = size();
  execFileSync('xdotool', ['windowsize', String(windowId), String(width >> 1), String(height >> 1)], { env, timeout: 5000 });
  await poll(() => size().width < width || size().height < height, { timeoutMs: 5000, intervalMs: 50 });
}

/** What libatspi says an application shows. */
export function textsOf({ env }: Desktop, pid: number): string[] {
  const reader = join(process.cwd(), '../test/support/parts/atspi-read.py');
  const told = execFileSync('/usr/bin/python3', ['-W', 'ignore', reader, String(pid), '--role', 'text'], { env, encoding: 'utf8' });
  return (JSON.parse(told) as { text?: string }[]).map(({ text = '' }) => text);
}
