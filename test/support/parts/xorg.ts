// The server people have on their machines, with the person's devices behind input drivers, and a screen that is not there.
import { once } from 'node:events';
import { accessSync, constants, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Start } from '../desktop.js';
import type { Env } from './child.js';
import { fixtureBinary } from './fixture-binaries.js';
import type { PrivateDirs } from './private-env.js';

/** Xorg wants a console, which a container may not have, and root. */
export function canRunXorg(): boolean {
  try {
    accessSync('/dev/tty0', constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What each is to the driver. */
const devices = { mouse: 'Pointer', keys: 'Keyboard', tablet: 'PointerAbsolute', touch: 'Touch' };
const names = Object.keys(devices);
const driverOf = (dirs: PrivateDirs, device: string) => join(dirs.root, `${device}-driver`);

export async function xorgArguments(size: Size, dirs: PrivateDirs): Promise<string[]> {
  await addModule(dirs);
  const config = join(dirs.root, 'xorg.conf');
  writeFileSync(config, configuration(size, dirs));
  const console = ['-novtswitch', '-sharevts', 'vt7'];
  return ['-config', config, '-logfile', join(dirs.logs, 'xorg'), ...console];
}

/** Gives the screen power saving, which the driver of one that is not there lacks. */
const monitorPower = 'monitorpower';
const modulesOf = (dirs: PrivateDirs) => join(dirs.root, 'server-modules');

async function addModule(dirs: PrivateDirs): Promise<void> {
  const folder = join(modulesOf(dirs), 'input');
  mkdirSync(folder, { recursive: true });
  copyFileSync(await fixtureBinary('monitor-power'), join(folder, `${monitorPower}_drv.so`));
}

/** Where the person's hands reach them goes into `env`. */
export async function plugIn(start: Start, dirs: PrivateDirs, env: Env): Promise<void> {
  env.PERSON_DEVICES = dirs.root;
  const args = names.flatMap((name) => [driverOf(dirs, name), join(dirs.root, name)]);
  const plug = start('plug', await fixtureBinary('plug'), args, { stdio: { stdout: 'pipe' } });
  const { stdout } = plug.process;
  if (!stdout) throw new Error('no output of the plug');
  await once(stdout, 'data');
}

const section = (name: string, ...lines: string[]) => `Section "${name}"\n${lines.map((line) => `  ${line}\n`).join('')}EndSection\n`;
const option = (name: string, value: string) => `Option "${name}" "${value}"`;

function configuration({ width, height }: Size, dirs: PrivateDirs): string {
  const [columns, rows] = [width + 200, height + 50];
  const timing = [`${(columns * rows * 60) / 1e6}`, width, width + 50, width + 100, columns, height, height + 10, height + 20, rows].join(
    ' ',
  );
  const device = ([name, type]: [string, string]) =>
    section(
      'InputDevice',
      `Identifier "${name}"`,
      'Driver "inputtest"',
      option('DeviceType', type),
      option('SocketPath', driverOf(dirs, name)),
      option('AccelerationProfile', '-1'),
    );
  return [
    section('Device', 'Identifier "card"', 'Driver "dummy"', 'VideoRam 64000'),
    section('Monitor', 'Identifier "monitor"', 'HorizSync 5-1000', 'VertRefresh 5-200', `Modeline "size" ${timing}`),
    section(
      'Screen',
      'Identifier "screen"',
      'Device "card"',
      'Monitor "monitor"',
      'DefaultDepth 24',
      'SubSection "Display"',
      'Modes "size"',
      `Virtual ${width} ${height}`,
      'EndSubSection',
    ),
    ...Object.entries(devices).map(device),
    section('InputDevice', `Identifier "${monitorPower}"`, `Driver "${monitorPower}"`),
    section(
      'ServerLayout',
      'Identifier "desk"',
      'Screen "screen"',
      ...[...names, monitorPower].map((name) => `InputDevice "${name}" "SendCoreEvents"`),
    ),
    section('Files', `ModulePath "${modulesOf(dirs)}"`, 'ModulePath "/usr/lib/xorg/modules"'),
    section('ServerFlags', option('AutoAddDevices', 'false'), option('AutoEnableDevices', 'true')),
  ].join('');
}
