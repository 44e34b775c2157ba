/** The files and variables of a private desktop; nothing of the person's session is in them. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { neutralEnv } from '../config/env.js';
import { DESKTOP_ID_VARIABLE } from './desktop.js';

export interface DesktopDirectories {
  readonly root: string;
  readonly home: string;
  readonly runtime: string;
  readonly temporary: string;
  readonly logs: string;
  readonly xauthority: string;
}

export const DIRECTORY_PREFIX = 'offhand-desktop-';

/** Sockets below it may have 107 bytes in all, and the toolkits append some 40. */
const LONGEST_PARENT = 40;

export async function makeDirectories(tmpDir: string): Promise<DesktopDirectories> {
  const parent = tmpDir.length <= LONGEST_PARENT ? tmpDir : '/tmp';
  const root = await mkdtemp(join(parent, DIRECTORY_PREFIX));
  const home = join(root, 'home');
  const directories = { root, home, runtime: join(root, 'run'), temporary: join(root, 'tmp'), logs: join(root, 'log') };
  const inHome = ['.config', '.cache', '.local/share', '.local/state'].map((path) => join(home, path));
  for (const path of [directories.runtime, directories.temporary, directories.logs, ...inHome])
    await mkdir(path, { recursive: true, mode: 0o700 });
  return { ...directories, xauthority: join(root, 'Xauthority') };
}

export function desktopEnvironment(id: string, directories: DesktopDirectories, path: string): Record<string, string> {
  return neutralEnv({
    PATH: path,
    [DESKTOP_ID_VARIABLE]: id,
    HOME: directories.home,
    TMPDIR: directories.temporary,
    XAUTHORITY: directories.xauthority,
    XDG_RUNTIME_DIR: directories.runtime,
    XDG_CONFIG_HOME: join(directories.home, '.config'),
    XDG_CACHE_HOME: join(directories.home, '.cache'),
    XDG_DATA_HOME: join(directories.home, '.local/share'),
    XDG_STATE_HOME: join(directories.home, '.local/state'),
    XDG_SESSION_TYPE: 'x11',
    XDG_CURRENT_DESKTOP: 'X-Generic',
    ...toolkits,
  });
}

const toolkits = {
  GDK_BACKEND: 'x11',
  QT_QPA_PLATFORM: 'xcb',
  // Accessible from the first window on, without anyone asking.
  GTK_A11Y: 'atspi',
  GNOME_ACCESSIBILITY: '1',
  QT_ACCESSIBILITY: '1',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  ACCESSIBILITY_ENABLED: '1',
  // Settings, mounts and portals would reach for services of the person's session, or wait for ones that are not here.
  GSETTINGS_BACKEND: 'memory',
  GIO_USE_VFS: 'local',
  GTK_USE_PORTAL: '0',
  // Xvfb has no GPU: GTK4 through software GL takes a second longer to show its first window.
  LIBGL_ALWAYS_SOFTWARE: '1',
  GSK_RENDERER: 'cairo',
} as const;
