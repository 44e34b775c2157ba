import type { Page } from '../../backends/port.js';
import type { Act } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import type { PageEndpoint } from '../../model/page.js';
import type { Window } from '../../model/window.js';
import { unverifiable } from '../verification.js';

/** The page of a window, or the named one; a browser the person started is attached to only as policy allows. */
export async function attachPage(call: Call, window: Window, pageId: string | undefined): Promise<Page> {
  const endpoint = await reachable(call, window);
  if (!endpoint) {
    throw new DriverError('page_unavailable', `${window.appName || 'The application'} (pid ${window.pid}) offers no debugging endpoint.`, {
      pid: window.pid,
    });
  }
  await consent(call, window, endpoint);
  return (await call.backend()).pages.open(window, pageId, call.signal);
}

export async function reachable(call: Call, window: Window): Promise<PageEndpoint | undefined> {
  return (await call.backend()).pages.endpoint(window);
}

export async function consent(call: Call, window: Window, { owner }: PageEndpoint): Promise<void> {
  if (owner === 'person') await call.engine.gate.decide(call, attaching(window));
}

/** Whether the person has agreed already; they are not asked here. */
export const hasConsent = (call: Call, window: Window): boolean => call.engine.gate.permits(call, attaching(window));

const attaching = (window: Window): Act => ({
  verb: 'attach_browser',
  window,
  delivery: 'background',
  risks: ['browser'],
  routes: [],
  verification: unverifiable,
  recheck: async () => {},
});
