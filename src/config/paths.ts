/** Where Offhand's files live: the XDG directories, or all of them under OFFHAND_HOME and nothing elsewhere. */
import { isAbsolute, join, resolve } from 'node:path';
import { type Environment, readEnv } from './env.js';

export interface OffhandPaths {
  readonly configDir: string;
  readonly configFile: string;
  readonly policyFile: string;
  readonly dataDir: string;
  readonly seenAppsFile: string;
  readonly recordingsDir: string;
  /** There while the person has taken the desktop back. */
  readonly pauseFile: string;
  /** Private (0700) directory for what lives as long as the login: socket, token, list of desktops. */
  readonly runtimeDir: string;
  readonly socketFile: string;
  readonly daemonLogFile: string;
  readonly httpTokenFile: string;
  readonly approvalTokenFile: string;
  readonly desktopsDir: string;
}

type PathSource = Pick<Environment, 'home' | 'offhandHome' | 'xdgConfigHome' | 'xdgDataHome' | 'xdgRuntimeDir' | 'tmpDir'>;

export function offhandPaths(env: PathSource = readEnv()): OffhandPaths {
  if (env.offhandHome !== undefined) {
    const home = resolve(env.offhandHome);
    return layout(home, home, home);
  }
  return layout(
    join(absolute(env.xdgConfigHome) ?? join(env.home, '.config'), 'offhand'),
    join(absolute(env.xdgDataHome) ?? join(env.home, '.local', 'share'), 'offhand'),
    runtimeDir(env),
  );
}

function layout(configDir: string, dataDir: string, runtime: string): OffhandPaths {
  return {
    configDir,
    configFile: join(configDir, 'config.json'),
    policyFile: join(configDir, 'policy.toml'),
    dataDir,
    seenAppsFile: join(dataDir, 'cua', 'seen-apps.json'),
    recordingsDir: join(dataDir, 'recordings'),
    pauseFile: join(dataDir, 'paused.json'),
    runtimeDir: runtime,
    socketFile: join(runtime, 'daemon.sock'),
    daemonLogFile: join(runtime, 'daemon.log'),
    httpTokenFile: join(runtime, 'http-token'),
    approvalTokenFile: join(runtime, 'approval-token'),
    desktopsDir: join(runtime, 'desktops'),
  };
}

/** Without a login session there is no XDG_RUNTIME_DIR; the uid keeps users of one machine apart. */
function runtimeDir(env: PathSource): string {
  const given = absolute(env.xdgRuntimeDir);
  return given === undefined ? join(env.tmpDir, `offhand-${process.getuid?.() ?? -1}`) : join(given, 'offhand');
}

/** The XDG specification says to ignore relative paths. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
