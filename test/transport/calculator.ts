// 6 × 7 in gnome-calculator through any way of calling tools; the data it gives must not depend on the way.
import { until } from '../support/until.js';
import { type StartedDesktop, textsOf } from './product.js';

export type CallTool = (tool: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>;

interface ElementRecord {
  readonly element_index: number;
  readonly element_token: string;
  readonly role: string;
  readonly label: string;
  readonly value?: string;
  readonly states: readonly string[];
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
}

interface WindowState {
  readonly pid: number;
  readonly window_id: number;
  readonly snapshot_id: string;
  readonly tree_markdown: string;
  readonly elements: readonly ElementRecord[];
}

export interface CalculatorRun {
  /** Everything the tools said, without what differs from one start of the application to the next. */
  readonly said: unknown;
  readonly oracleTexts: readonly string[];
}

const KEYS = ['6', '×', '7', '='];

export async function computeSixTimesSeven(call: CallTool, desktop: StartedDesktop): Promise<CalculatorRun> {
  const launched = await call('launch_app', { name: 'gnome-calculator' });
  const [window] = launched.windows as { window_id: number }[];
  const target = { pid: launched.pid as number, window_id: window?.window_id ?? 0 };
  try {
    const look = async () => (await call('get_window_state', { ...target, include_screenshot: false })) as unknown as WindowState;
    const first = await until(async () => steady(await look(), await look()), {
      what: 'the calculator has drawn all its buttons',
      timeoutMs: 20_000,
    });
    const clicks: unknown[] = [];
    for (const key of KEYS) {
      const button = first.elements.find(({ role, label }) => role === 'button' && label === key);
      const { route, delivery, interference } = await call('click', { ...target, element_index: button?.element_index ?? -1 });
      // How much of its effect there was to see depends on when the engine looked; the oracle tells whether it had one.
      clicks.push({ route, delivery, clean: (interference as { clean: boolean }).clean });
    }
    const last = await look();
    const oracleTexts = await textsOf(desktop, target.pid);
    return {
      said: { name: launched.name, first: comparable(first), clicks, values: valuesOf(last) },
      oracleTexts,
    };
  } finally {
    await call('kill_app', { pid: target.pid, force: true });
  }
}

/** The state once the window has stopped changing while it starts. */
function steady(before: WindowState, after: WindowState): WindowState | undefined {
  const same = JSON.stringify(comparable(before)) === JSON.stringify(comparable(after));
  return same && after.elements.some(({ label }) => label === '=') ? after : undefined;
}

/** How far down the calculator puts its keys, and whether its window manager gave it the focus, differs from start to start. */
function comparable({
  pid: _pid,
  window_id: _window,
  snapshot_id: _snapshot,
  elements,
  tree_markdown: outline,
  ...rest
}: WindowState): unknown {
  const settled = elements.map(({ element_token: _token, frame, states, ...element }) => ({
    ...element,
    states: states.filter((state) => state !== 'focused'),
    frame: frame && { ...frame, y: 0 },
  }));
  return { ...rest, outline: outline.replaceAll(' focused', ''), elements: settled };
}

const valuesOf = ({ elements }: WindowState): unknown => elements.flatMap(({ value }) => (value ? [value] : []));
