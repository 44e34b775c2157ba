/** Xvfb on a free display number, open only to whoever holds the cookie. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { writeFileAtomic } from '../kit/files.js';
import { type Component, firstLine, READY_FD, startComponent } from './component.js';
import type { DesktopSize } from './desktop.js';
import type { DesktopDirectories } from './environment.js';
import { encodeXauthority } from './xauthority.js';

export interface RunningServer {
  readonly component: Component;
  readonly display: string;
}

const EXTENSIONS = ['Composite', 'DAMAGE', 'DOUBLE-BUFFER', 'MIT-SHM', 'RANDR', 'RENDER', 'SHAPE', 'XFIXES', 'XInputExtension', 'XTEST'];

export async function startServer(
  size: DesktopSize,
  directories: DesktopDirectories,
  env: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<RunningServer> {
  const cookie = randomBytes(16);
  // The server picks its number only after it has read the file, so the first version is good for any.
  await writeFileAtomic(directories.xauthority, encodeXauthority([{ family: 'any', address: '', display: '', cookie }]));
  const screen = ['-screen', '0', `${size.width}x${size.height}x24`, '-dpi', '96'];
  const access = ['-auth', directories.xauthority, '-nolisten', 'tcp'];
  const extensions = EXTENSIONS.flatMap((name) => ['+extension', name]);
  const args = ['-displayfd', String(READY_FD), ...screen, ...access, '-noreset', ...extensions];
  const component = await startComponent({ program: 'Xvfb', args, env, cwd: directories.root, logs: directories.logs, announces: true });
  const number = await firstLine(component, timeoutMs);
  if (number === undefined || !/^\d+$/.test(number)) throw await component.failure('display_unavailable', 'Xvfb did not start');
  const entries = [
    { family: 'local', address: hostname(), display: number, cookie },
    { family: 'any', address: '', display: number, cookie },
  ] as const;
  await writeFileAtomic(directories.xauthority, encodeXauthority(entries));
  return { component, display: `:${number}` };
}
