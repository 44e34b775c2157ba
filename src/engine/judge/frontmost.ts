import type { Window } from '../../model/window.js';
import type { Call } from '../call.js';

/** The window the person works in; undefined when none has the focus or it cannot be known. */
export async function frontmostWindow(call: Call): Promise<Window | undefined> {
  const windows = await (await call.backend()).windows.list(call.signal);
  return windows.find(({ isActive }) => isActive);
}

/** Before any look at the whole screen. */
export async function decideScreen(call: Call, op?: string): Promise<void> {
  await call.engine.gate.decideScreen(call, await frontmostWindow(call), op);
}
