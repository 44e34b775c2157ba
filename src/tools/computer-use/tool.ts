/** The universal tool: one vocabulary for any model, carried out by the same tools and the same engine as everything else. */
import type { Call } from '../../engine/call.js';
import { perform } from '../../engine/perform.js';
import { DriverError } from '../../errors/driver-error.js';
import { delay } from '../../kit/clock.js';
import { raiseWindow } from '../../verbs/raise-window.js';
import { listApps } from '../act/apps.js';
import { defineTool } from '../define.js';
import { screenshot } from '../observe/capture.js';
import { listWindows } from '../observe/windows.js';
import { acts, type InputAction, isInputAction, usesCapture, windowArguments } from './acts.js';
import { captureWindow, writtenTo } from './capture.js';
import { appLines, windowLines } from './listings.js';
import { memoryOf } from './memory.js';
import { reportOf, taught } from './report.js';
import { runTool } from './run-tool.js';
import { type ComputerUseArguments, type ComputerUseResult, computerUseInput, computerUseOutput } from './schema.js';
import { nameOf, windows, windowToActIn, windowToLookAt } from './target.js';
import { tolerate } from './tolerate.js';

const strict = defineTool({
  name: 'computer_use',
  group: 'agent',
  effect: 'act',
  summary:
    'See and operate desktop applications in the background. First capture an app, then act by element number; capture_after shows what changed. The person keeps pointer, focus and window order.',
  input: computerUseInput,
  output: computerUseOutput,
  profile: 'computer_use',
  cli: { positional: ['action'], example: 'offhand computer_use capture --app gnome-calculator' },
})(({ input, call }) => run(call, input));

export const computerUse: typeof strict = {
  ...strict,
  parse: (raw) => strict.parse(tolerate(raw)),
  invoke: (raw, call) => strict.invoke(tolerate(raw), call),
};

async function run(call: Call, args: ComputerUseArguments): Promise<ComputerUseResult> {
  const { action } = args;
  if (isInputAction(action)) return act(call, args, action);
  switch (action) {
    case 'capture':
      return capture(call, args);
    case 'wait':
      return wait(call, args);
    case 'focus_app':
      return focusApp(call, args);
    case 'list_apps':
      return { summary: appLines(await runTool(call, listApps, { query: args.app })) };
    case 'list_windows':
      return { summary: windowLines(await runTool(call, listWindows, { pid: args.pid })) };
  }
}

async function capture(call: Call, args: ComputerUseArguments): Promise<ComputerUseResult> {
  if (args.app?.toLowerCase() === 'screen') return captureScreen(call, args);
  const window = await windowToLookAt(call, args);
  return captureWindow(call, window, { mode: args.mode ?? 'som', changesOnly: false, outFile: args.screenshot_out_file });
}

/** The whole screen is for orientation only: it has no elements, so it is never a target. */
async function captureScreen(call: Call, args: ComputerUseArguments): Promise<ComputerUseResult> {
  memoryOf(call.session).target = undefined;
  const picture = computerUseOutput
    .omit({ summary: true })
    .parse(await runTool(call, screenshot, { screenshot_out_file: args.screenshot_out_file }));
  const listed = windowLines(await runTool(call, listWindows, { on_screen_only: true }));
  const summary = ['capture of the whole screen, to look at only. Capture one application to act in it.', ...writtenTo(picture), listed];
  return { summary: summary.join('\n'), ...picture };
}

async function act(call: Call, args: ComputerUseArguments, action: InputAction): Promise<ComputerUseResult> {
  const { tool, arguments: argumentsOf } = acts[action];
  const input = argumentsOf(args);
  const window = await windowToActIn(call, { ...args, usesCapture: usesCapture(args) });
  const snapshot = call.session.knownWindow(window.pid ?? 0, window.id)?.latest;
  const output = await runTool(call, tool, { ...windowArguments(window), ...input }).catch((error: unknown) => {
    throw taught(error);
  });
  const { line, effect } = reportOf(args, snapshot, output);
  return withCapture(call, args, { summary: line, effect });
}

async function wait(call: Call, args: ComputerUseArguments): Promise<ComputerUseResult> {
  const seconds = args.seconds ?? 1;
  await call.engine.gate.decideRead(call, null, 'wait');
  await delay(seconds * 1000, call.signal);
  return withCapture(call, args, { summary: `waited ${seconds} s` });
}

async function focusApp(call: Call, args: ComputerUseArguments): Promise<ComputerUseResult> {
  if (args.app === undefined && args.window_id === undefined && args.pid === undefined) {
    throw new DriverError('invalid_input', 'computer_use: focus_app needs app, or window_id.');
  }
  const window = await windowToLookAt(call, args);
  await call.engine.gate.decideRead(call, window);
  if (args.raise_window) await perform(call, await raiseWindow(call, window));
  const how = args.raise_window ? 'raised, and the' : 'not raised;';
  const summary = `${nameOf(window)} '${window.title}' window_id=${window.id} is ${how} target of what follows. Capture it before using numbers.`;
  return withCapture(call, args, { summary, app: nameOf(window), pid: window.pid ?? 0, window_id: window.id });
}

/** The look after an action: never the reason to call the action failed. */
async function withCapture(call: Call, args: ComputerUseArguments, result: ComputerUseResult): Promise<ComputerUseResult> {
  if (!args.capture_after) return result;
  const memory = memoryOf(call.session);
  try {
    const before = new Set((await windows(call)).map(({ id }) => id));
    const windowId = memory.target?.windowId;
    const isClosed = windowId !== undefined && !before.has(windowId);
    const window = await windowToLookAt(call, {});
    const mode =
      args.mode ?? memory.shown.get(window.id)?.mode ?? (windowId === undefined ? undefined : memory.shown.get(windowId)?.mode) ?? 'som';
    const look = await captureWindow(call, window, { mode, changesOnly: !isClosed, outFile: args.screenshot_out_file });
    return { ...look, ...result, summary: [result.summary, ...(isClosed ? ['Its window closed.'] : []), look.summary].join('\n') };
  } catch (error) {
    const { code, message } = taught(error);
    if (code === 'cancelled') throw error;
    return { ...result, summary: `${result.summary}\nLooking afterwards failed: ${message}` };
  }
}
