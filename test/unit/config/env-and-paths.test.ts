import { expect, test } from 'vitest';
import { childEnv, neutralEnv, readEnv } from '../../../src/config/env.js';
import { offhandPaths } from '../../../src/config/paths.js';

test('an empty variable counts as unset', () => {
  const env = readEnv({ DISPLAY: '', NO_COLOR: '', HOME: '/home/ann', PATH: '/bin' });
  expect(env).toMatchObject({ display: undefined, noColor: false, home: '/home/ann', path: '/bin', tmpDir: '/tmp', ci: false });
  expect(readEnv({ NO_COLOR: '1', CI: 'true', FORCE_COLOR: '0' })).toMatchObject({ noColor: true, ci: true, forceColor: false });
});

test('a child gets our environment with changes, without what only Node needs', () => {
  const source = { PATH: '/bin', DISPLAY: ':0', NODE_EXTRA_CA_CERTS: '/ca.crt', NODE_OPTIONS: '--x' };
  expect(childEnv({ DISPLAY: ':7', NODE_OPTIONS: undefined }, source)).toEqual({ PATH: '/bin', DISPLAY: ':7' });
});

test('a neutral environment carries nothing of the session or its secrets', () => {
  const source = {
    PATH: '/opt/bin',
    LC_TIME: 'de_DE.UTF-8',
    DISPLAY: ':0',
    HOME: '/home/ann',
    API_KEY: 'secret',
    XAUTHORITY: '/x',
    WAYLAND_DISPLAY: 'w',
  };
  expect(neutralEnv({ HOME: '/private' }, source)).toEqual({ PATH: '/opt/bin', LANG: 'C.UTF-8', LC_TIME: 'de_DE.UTF-8', HOME: '/private' });
});

test('files follow the XDG directories', () => {
  const env = readEnv({ HOME: '/home/ann', XDG_RUNTIME_DIR: '/run/user/7', XDG_CONFIG_HOME: '/cfg' });
  expect(offhandPaths(env)).toMatchObject({
    configFile: '/cfg/offhand/config.json',
    policyFile: '/cfg/offhand/policy.toml',
    seenAppsFile: '/home/ann/.local/share/offhand/cua/seen-apps.json',
    recordingsDir: '/home/ann/.local/share/offhand/recordings',
    socketFile: '/run/user/7/offhand/daemon.sock',
  });
});

test('relative XDG directories are ignored, and a missing runtime directory is replaced by one per user', () => {
  const paths = offhandPaths(readEnv({ HOME: '/home/ann', XDG_CONFIG_HOME: 'cfg', XDG_RUNTIME_DIR: 'run', TMPDIR: '/var/tmp' }));
  expect(paths.configFile).toBe('/home/ann/.config/offhand/config.json');
  expect(paths.socketFile).toBe(`/var/tmp/offhand-${process.getuid?.()}/daemon.sock`);
});

test('with OFFHAND_HOME everything lives directly under it', () => {
  const env = readEnv({
    HOME: '/home/ann',
    OFFHAND_HOME: '/iso',
    XDG_CONFIG_HOME: '/cfg',
    XDG_DATA_HOME: '/data',
    XDG_RUNTIME_DIR: '/run/user/7',
  });
  const paths = offhandPaths(env);
  expect(paths).toMatchObject({
    configFile: '/iso/config.json',
    policyFile: '/iso/policy.toml',
    seenAppsFile: '/iso/cua/seen-apps.json',
    recordingsDir: '/iso/recordings',
    socketFile: '/iso/daemon.sock',
  });
  for (const path of Object.values(paths)) expect(path.startsWith('/iso')).toBe(true);
});
