import { join } from 'node:path';
import { DriverError } from '../errors/driver-error.js';
import { writeFileAtomic } from '../kit/files.js';
import { isAlive } from '../kit/process-info.js';
import { type Component, startComponent } from './component.js';
import type { WindowManagerName } from './desktop.js';
import type { DesktopDirectories } from './environment.js';
import { type CheckedDisplay, waitForWindowManager } from './window-manager-check.js';

interface Start {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A configuration it would otherwise ask a person for; its path follows `args`. */
  readonly configuration?: string;
}

const starts: Readonly<Record<Exclude<WindowManagerName, 'none'>, Start>> = {
  openbox: { args: ['--sm-disable'] },
  xfwm4: { args: ['--compositor=off', '--sm-client-disable'] },
  metacity: { args: ['--sm-disable', '--no-composite'] },
  kwin_x11: { args: [], env: { KWIN_COMPOSE: 'N' } },
  i3: { args: ['-c'], configuration: 'font pango:DejaVu Sans 10\nfocus_follows_mouse no\n' },
  fluxbox: { args: ['-rc'], configuration: 'session.screen0.toolbar.visible: false\n' },
};

/** Starts the window manager and waits until it manages the display. */
export async function startWindowManager(
  name: Exclude<WindowManagerName, 'none'>,
  {
    directories,
    env,
    ...at
  }: CheckedDisplay & { readonly directories: DesktopDirectories; readonly env: Readonly<Record<string, string>> },
  timeoutMs: number,
): Promise<Component> {
  const { args, env: more = {}, configuration } = starts[name];
  const file = join(directories.root, `${name}.conf`);
  if (configuration !== undefined) await writeFileAtomic(file, configuration);
  const component = await startComponent({
    program: name,
    args: configuration === undefined ? args : [...args, file],
    env: { ...env, ...more },
    cwd: directories.home,
    logs: directories.logs,
  });
  const lives = () => isAlive(component.handle.pid, component.handle.starttime);
  if (await waitForWindowManager(at, lives, timeoutMs)) return component;
  if (!lives()) throw await component.failure('display_unavailable', `${name} ended at once`);
  throw new DriverError('timeout', `${name} did not manage the display within ${timeoutMs} ms`, { program: name });
}
