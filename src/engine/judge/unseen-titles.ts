import type { Backend } from '../../backends/port.js';
import type { Window } from '../../model/window.js';
import type { Gate } from '../gate.js';

/** One for each desktop: others remember things by it. */
const wrapped = new WeakMap<Backend, Backend>();

/** The desktop without the titles of windows that may not be seen: in lists, in errors, everywhere. */
export function withoutUnseenTitles(backend: Backend, gate: Gate): Backend {
  const known = wrapped.get(backend);
  if (known) return known;
  const { windows } = backend;
  const hide = (window: Window): Window => (gate.mayBeSeen(window) ? window : { ...window, title: '' });
  const discreet: Backend = {
    ...backend,
    windows: {
      list: async (signal) => (await windows.list(signal)).map(hide),
      find: async (windowId, signal) => {
        const found = await windows.find(windowId, signal);
        return found && hide(found);
      },
      screen: (signal) => windows.screen(signal),
      pointer: (signal) => windows.pointer(signal),
      activate: (windowId, signal) => windows.activate(windowId, signal),
    },
  };
  wrapped.set(backend, discreet);
  return discreet;
}
