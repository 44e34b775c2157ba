import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../config/env.js';
import { DriverError } from '../errors/driver-error.js';
import { which } from '../kit/which.js';
import type { WindowManagerName } from './desktop.js';

interface Requirement {
  readonly program: string;
  readonly debianPackage: string;
  readonly isThere: (env: ProgramSearch) => boolean;
}

export type ProgramSearch = Pick<Environment, 'path' | 'xdgDataDirs'>;

const onPath = (program: string, debianPackage: string): Requirement => ({
  program,
  debianPackage,
  isThere: (env) => which(program, env.path) !== undefined,
});

/** The launcher lives outside PATH; what matters is that the bus can activate it. */
const accessibilityService: Requirement = {
  program: 'at-spi-bus-launcher',
  debianPackage: 'at-spi2-core',
  isThere: (env) => env.xdgDataDirs.some((directory) => existsSync(join(directory, 'dbus-1', 'services', 'org.a11y.Bus.service'))),
};

const windowManagerPackages: Readonly<Record<Exclude<WindowManagerName, 'none'>, string>> = {
  openbox: 'openbox',
  xfwm4: 'xfwm4',
  metacity: 'metacity',
  kwin_x11: 'kwin-x11',
  i3: 'i3-wm',
  fluxbox: 'fluxbox',
};

/** Throws one error that names everything missing and the one command that brings it. */
export function requirePrograms(windowManager: WindowManagerName, env: ProgramSearch): void {
  const needed = [onPath('Xvfb', 'xvfb'), onPath('dbus-daemon', 'dbus'), accessibilityService];
  if (windowManager !== 'none') needed.push(onPath(windowManager, windowManagerPackages[windowManager]));
  const missing = needed.filter(({ isThere }) => !isThere(env));
  if (missing.length === 0) return;
  const programs = missing.map(({ program }) => program);
  const install = `apt-get install -y ${missing.map(({ debianPackage }) => debianPackage).join(' ')}`;
  const message = `A private desktop needs ${programs.join(', ')}, which ${programs.length > 1 ? 'are' : 'is'} not installed. On Debian and Ubuntu: sudo ${install}`;
  throw new DriverError('dependency_missing', message, { programs, install });
}
