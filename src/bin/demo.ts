/** `npm start`: a private desktop, a person's window with the focus, and a calculator computed in the background. */
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnv } from '../config/env.js';
import { offhandPaths } from '../config/paths.js';
import { DriverError } from '../errors/driver-error.js';
import { toDriverError } from '../errors/to-driver-error.js';
import { drawMarks } from '../image/marks.js';
import { decodePng } from '../image/png-decode.js';
import { encodePng } from '../image/png-encode.js';
import { monotonicMs, nowMs } from '../kit/clock.js';
import { poll } from '../kit/poll.js';
import { spawnProcess } from '../kit/process.js';
import type { Rect } from '../model/geometry.js';
import { createDriver, type OffhandDriver } from '../sdk/index.js';
import type { Desktop } from '../stage/desktop.js';
import { startDesktop } from '../stage/start.js';
import { stopDesktop } from '../stage/stop.js';
import { type DemoStep, demoReport } from './demo-report.js';

const KEYS = ['6', '×', '7', '='];

async function main(): Promise<void> {
  const steps: DemoStep[] = [];
  const started = monotonicMs();
  const step = async <T>(title: string, work: () => Promise<T>, detail: (result: T) => string): Promise<T> => {
    const begun = monotonicMs();
    const result = await work();
    const ms = Math.round(monotonicMs() - begun);
    steps.push({ title, detail: detail(result), ms });
    process.stdout.write(`  ${title.padEnd(46)} ${`${ms} ms`.padStart(8)}  ${detail(result)}\n`);
    return result;
  };
  process.stdout.write('\nOffhand computes 6 × 7 in a calculator while another window keeps the focus.\n\n');
  const desktop = await step(
    'start a private desktop',
    () => startDesktop({ size: { width: 1280, height: 800 } }),
    ({ display }) => `display ${display}`,
  );
  try {
    await compute(desktop, step, steps, started);
  } finally {
    await stopDesktop(desktop.name);
  }
}

type Step = <T>(title: string, work: () => Promise<T>, detail: (result: T) => string) => Promise<T>;

async function compute(desktop: Desktop, step: Step, steps: DemoStep[], started: number): Promise<void> {
  await using driver = await createDriver({ daemon: 'never', desktop: desktop.name, client: 'demo', session: 'demo' });
  const person = await step(
    'open the person’s window and give it the focus',
    () => personWindow(desktop, driver),
    ({ title }) => `"${title}" is active`,
  );
  const launched = await step(
    'launch the calculator in the background',
    () => driver.launchApp({ name: 'gnome-calculator' }),
    ({ pid, windows }) => `pid ${pid}, window ${windows[0]?.window_id}`,
  );
  const target = { pid: launched.pid, window_id: launched.windows[0]?.window_id ?? 0 };
  await driver.waitFor({ ...target, expect: [{ element: { selector: { role: 'button', label: '=' } } }] });
  const before = await step(
    'read its accessibility tree',
    () => driver.getWindowState({ ...target, include_screenshot: false }),
    ({ element_count }) => `${element_count} elements`,
  );
  for (const key of KEYS) {
    const element = before.elements?.find(({ label, role }) => label === key && role === 'button');
    if (!element) throw new DriverError('element_not_found', `The calculator shows no button "${key}".`);
    await step(
      `press ${key}`,
      () => driver.click({ ...target, element_index: element.element_index }),
      ({ effect, route, interference }) => `${effect} by ${route}, person ${interference.clean ? 'undisturbed' : 'DISTURBED'}`,
    );
  }
  const answer = await step(
    'read the result back',
    () => readResult(driver, target),
    (text) => text,
  );
  const focus = await step(
    'check who has the focus',
    () => activeTitle(driver),
    (title) => `"${title}"`,
  );
  const { picture, report } = await save(driver, target, { steps, answer, started });
  const ok = answer === '42' && focus === person.title;
  process.stdout.write(
    `\n  6 × 7 = ${answer}   focus stayed on "${focus}"   ${Math.round(monotonicMs() - started)} ms in all\n\n  screenshot ${picture}\n  report     ${report}\n\n`,
  );
  if (!ok) process.exitCode = 1;
}

async function personWindow(desktop: Desktop, driver: OffhandDriver): Promise<{ title: string }> {
  const terminal = await spawnProcess('xterm', ['-title', 'My own work', '-geometry', '70x20+620+60', '-e', 'cat'], {
    env: desktop.env,
    detached: true,
    stdio: 'ignore',
  });
  terminal.unref();
  const active = await poll(
    async () => (await driver.listWindows({})).windows.find((window) => window.pid === terminal.pid && window.is_active),
    { timeoutMs: 10_000, intervalMs: 25 },
  );
  if (!active) throw new DriverError('timeout', 'The person’s window did not get the focus.');
  return active;
}

async function readResult(driver: OffhandDriver, target: { pid: number; window_id: number }): Promise<string> {
  const shown = async () =>
    (await driver.getWindowState({ ...target, include_screenshot: false })).elements?.map(({ value }) => value ?? '') ?? [];
  const found = await poll(async () => (await shown()).find((value) => value.trim() === '42'), { timeoutMs: 5000, intervalMs: 50 });
  return found?.trim() ?? (await shown()).filter(Boolean).join(' ');
}

async function activeTitle(driver: OffhandDriver): Promise<string> {
  return (await driver.listWindows({})).windows.find(({ is_active }) => is_active)?.title ?? 'nothing';
}

async function save(
  driver: OffhandDriver,
  target: { pid: number; window_id: number },
  { steps, answer, started }: { steps: DemoStep[]; answer: string; started: number },
) {
  const folder = join(offhandPaths(readEnv()).dataDir, 'demo');
  mkdirSync(folder, { recursive: true });
  const state = await driver.getWindowState(target);
  const image = await decodePng(Buffer.from(state.image?.base64 ?? '', 'base64'));
  const marks = (state.elements ?? []).flatMap(({ element_index: index, frame }): { index: number; rect: Rect }[] =>
    frame ? [{ index, rect: frame }] : [],
  );
  drawMarks(image, marks);
  const { bytes } = await encodePng(image);
  const picture = join(folder, 'calculator.png');
  const report = join(folder, 'report.html');
  await writeFile(picture, bytes);
  await writeFile(
    report,
    demoReport({
      steps,
      answer,
      totalMs: Math.round(monotonicMs() - started),
      picture: bytes,
      outline: state.tree_markdown ?? '',
      madeAt: new Date(nowMs()),
    }),
  );
  return { picture, report };
}

main().catch((error: unknown) => {
  const failure = toDriverError(error);
  process.stderr.write(`\nerror ${failure.code}: ${failure.message}\n  try: ${failure.remedy}\n`);
  process.exitCode = 1;
});
