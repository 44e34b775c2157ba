/** Which window an action is for. A miss disarms the sticky target, so that a later click cannot land in another application. */
import type { Call } from '../../engine/call.js';
import { resolveWindow } from '../../engine/target.js';
import { DriverError } from '../../errors/driver-error.js';
import type { Window } from '../../model/window.js';
import { frontmost, matchApp } from './match-app.js';
import { type Memory, memoryOf, type Target } from './memory.js';
import type { ComputerUseArguments } from './schema.js';

type TargetArguments = Pick<ComputerUseArguments, 'app' | 'pid' | 'window_id'>;

/** The window to look at: the one named, else the sticky one, else the frontmost. Becomes the sticky target. */
export async function windowToLookAt(call: Call, args: TargetArguments): Promise<Window> {
  const memory = memoryOf(call.session);
  const window = (await namedWindow(call, args, memory)) ?? (await stickyOrSibling(call, memory)) ?? (await frontWindow(call));
  arm(memory, window);
  return window;
}

/** The window to act in: numbers and coordinates only ever mean the window they were read from. */
export async function windowToActIn(call: Call, args: TargetArguments & { readonly usesCapture: boolean }): Promise<Window> {
  const memory = memoryOf(call.session);
  const { target } = memory;
  if (args.window_id !== undefined || args.pid !== undefined) {
    const window = await namedWindow(call, { pid: args.pid, window_id: args.window_id }, memory);
    if (window) return captured(memory, window, args.usesCapture);
  }
  if (!target) return unarmedWindow(call, args, memory);
  const window = (await windows(call)).find(({ id }) => id === target.windowId);
  if (!window) {
    memory.target = undefined;
    throw new DriverError('window_not_found', `The window of ${target.app} that was captured is closed. Capture again before acting.`, {
      candidates: candidates(await windows(call)),
    });
  }
  if (args.app !== undefined) await refuseOtherApp(call, args.app, window);
  return captured(memory, window, args.usesCapture);
}

export function arm(memory: Memory, window: Window): void {
  const target: Target = { windowId: window.id, pid: window.pid, app: nameOf(window) };
  memory.target = target;
}

export const nameOf = ({ appName, appId, title }: Window): string => appName || appId || title;

export const siblings = (all: readonly Window[], window: Pick<Window, 'id' | 'pid'>): readonly Window[] =>
  all.filter((other) => other.id !== window.id && other.pid !== null && other.pid === window.pid);

export async function windows(call: Call): Promise<readonly Window[]> {
  return (await call.backend()).windows.list(call.signal);
}

async function namedWindow(call: Call, { app, pid, window_id: windowId }: TargetArguments, memory: Memory): Promise<Window | undefined> {
  if (windowId !== undefined) return resolveWindow(call, { pid, window_id: windowId });
  if (pid !== undefined) {
    const own = frontmost((await windows(call)).filter((window) => window.pid === pid));
    return own ?? resolveWindow(call, { pid });
  }
  return app === undefined ? undefined : windowOfApp(call, app, memory);
}

async function windowOfApp(call: Call, app: string, memory: Memory): Promise<Window> {
  const backend = await call.backend();
  const [all, apps] = await Promise.all([backend.windows.list(call.signal), backend.apps.list(call.signal)]);
  const match = matchApp(app, all, apps);
  if (match.found) return match.found;
  memory.target = undefined;
  const why = match.why === 'ambiguous' ? `"${app}" fits more than one application` : `No running application fits "${app}"`;
  const installed = match.installed.length > 0 ? ` ${match.installed.slice(0, 3).join(', ')} is installed but does not run.` : '';
  throw new DriverError('app_not_found', `${why}.${installed} No target is set now; action "list_apps" shows what runs.`, {
    candidates: candidates(all),
    ...(match.installed.length > 0 ? { installed: match.installed.slice(0, 5) } : {}),
  });
}

/** After a dialog closed, the application's next window is the natural thing to look at. */
async function stickyOrSibling(call: Call, memory: Memory): Promise<Window | undefined> {
  const { target } = memory;
  if (!target) return undefined;
  const all = await windows(call);
  const found = all.find(({ id }) => id === target.windowId) ?? frontmost(siblings(all, { id: target.windowId, pid: target.pid }));
  if (found) return found;
  memory.target = undefined;
  throw new DriverError('window_not_found', `${target.app} has no window any more. Name another application with app.`, {
    candidates: candidates(all),
  });
}

async function frontWindow(call: Call): Promise<Window> {
  const front = frontmost(await windows(call));
  if (front) return front;
  throw new DriverError('no_window', 'There is no window on this desktop. Start an application first.');
}

async function unarmedWindow(call: Call, args: TargetArguments & { readonly usesCapture: boolean }, memory: Memory): Promise<Window> {
  const window = args.app === undefined ? undefined : await windowOfApp(call, args.app, memory);
  if (!window || args.usesCapture) {
    throw new DriverError('no_cached_state', 'No window has been captured in this session. Use action "capture" with app first.', {
      candidates: candidates(await windows(call)),
    });
  }
  arm(memory, window);
  return window;
}

async function refuseOtherApp(call: Call, app: string, target: Window): Promise<void> {
  const backend = await call.backend();
  const [all, apps] = await Promise.all([backend.windows.list(call.signal), backend.apps.list(call.signal)]);
  const match = matchApp(app, all, apps);
  const isSame =
    match.found !== undefined && (match.found.id === target.id || (match.found.pid !== null && match.found.pid === target.pid));
  if (isSame) return;
  throw new DriverError(
    'input_target_mismatch',
    `The target is ${nameOf(target)} "${target.title}", but app names "${app}". Nothing was sent. Capture or focus_app "${app}" first.`,
    { target: { app: nameOf(target), window_id: target.id, title: target.title }, requested: app },
  );
}

/** A number or coordinate for a window the model never saw cannot be right. */
function captured(memory: Memory, window: Window, usesCapture: boolean): Window {
  if (usesCapture && !memory.shown.has(window.id)) {
    throw new DriverError(
      'no_cached_state',
      `${nameOf(window)} "${window.title}" has not been captured in this session. Capture it first.`,
      {
        window_id: window.id,
        pid: window.pid,
      },
    );
  }
  arm(memory, window);
  return window;
}

const candidates = (all: readonly Window[]) =>
  all.slice(0, 8).map((window) => ({ app: nameOf(window), title: window.title, window_id: window.id, pid: window.pid }));
