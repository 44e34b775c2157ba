// The directories and the environment of one test desktop; nothing of the machine's own session leaks in.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Env } from './child.js';

export interface PrivateDirs {
  readonly root: string;
  readonly home: string;
  readonly runtime: string;
  readonly logs: string;
}

export function makePrivateDirs(): PrivateDirs {
  const root = mkdtempSync(join(tmpdir(), 'oh-')); // short: socket paths below it are limited to 107 bytes
  const dirs = { root, home: join(root, 'home'), runtime: join(root, 'run'), logs: join(root, 'logs') };
  for (const dir of [dirs.home, dirs.runtime, dirs.logs]) mkdirSync(dir, { recursive: true, mode: 0o700 });
  for (const dir of ['.config', '.cache', '.local/share', '.local/state']) mkdirSync(join(dirs.home, dir), { recursive: true });
  return dirs;
}

export function privateEnv(dirs: PrivateDirs): Env {
  const { username } = userInfo();
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    USER: username,
    LOGNAME: username,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    HOME: dirs.home,
    TMPDIR: dirs.runtime,
    XDG_RUNTIME_DIR: dirs.runtime,
    XDG_CONFIG_HOME: join(dirs.home, '.config'),
    XDG_CACHE_HOME: join(dirs.home, '.cache'),
    XDG_DATA_HOME: join(dirs.home, '.local/share'),
    XDG_STATE_HOME: join(dirs.home, '.local/state'),
    XDG_SESSION_TYPE: 'x11',
    XDG_CURRENT_DESKTOP: 'X-Generic',
    GDK_BACKEND: 'x11',
    QT_QPA_PLATFORM: 'xcb',
    GSETTINGS_BACKEND: 'memory',
    GTK_USE_PORTAL: '0',
    GSK_RENDERER: 'cairo',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
}

/** Writes an authority file whose one cookie is good for any display, and returns its path. */
export function writeAuthority(dirs: PrivateDirs): string {
  const counted = (bytes: Buffer) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  const anyFamily = Buffer.from([0xff, 0xff]);
  const none = counted(Buffer.alloc(0));
  const file = join(dirs.root, 'Xauthority');
  writeFileSync(file, Buffer.concat([anyFamily, none, none, counted(Buffer.from('MIT-MAGIC-COOKIE-1')), counted(randomBytes(16))]), {
    mode: 0o600,
  });
  return file;
}
