// Compiles the fixtures written in C, once per version of their sources.
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capture } from './child.js';

/** Benchmarks are bundled into a file elsewhere and say where the tests are. */
const testDir = process.env.OFFHAND_TESTS ?? dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const fixturesDir = join(testDir, 'fixtures');
/** Where what the fixtures are built of is kept between runs. */
export const cacheDir = join(dirname(testDir), 'node_modules/.cache/offhand-fixtures');

interface Program {
  source: string;
  libraries: readonly string[];
  /** For what is not a program but loaded by one. */
  flags?: readonly string[];
}

const serverModule = ['-shared', '-fPIC', '-isystem', '/usr/include/xorg', '-isystem', '/usr/include/pixman-1'];

const programs = {
  'wm-probe': { source: 'desktop/wm-probe.c', libraries: ['X11'] },
  'window-state': { source: 'desktop/window-state.c', libraries: ['X11'] },
  'in-the-way': { source: 'desktop/in-the-way.c', libraries: ['X11'] },
  marcher: { source: 'desktop/marcher.c', libraries: ['X11'] },
  mover: { source: 'desktop/mover.c', libraries: ['X11'] },
  selector: { source: 'desktop/selector.c', libraries: ['X11'] },
  tooltip: { source: 'desktop/tooltip.c', libraries: ['X11'] },
  'pointer-lag': { source: 'desktop/pointer-lag.c', libraries: ['X11', 'Xtst'] },
  hotkey: { source: 'desktop/hotkey.c', libraries: ['X11'] },
  'monitor-power': { source: 'server/monitor-power.c', libraries: [], flags: serverModule },
  saver: { source: 'desktop/saver.c', libraries: ['X11', 'Xext', 'Xss'] },
  'keymap-listeners': { source: 'desktop/keymap-listeners.c', libraries: ['X11', 'XRes'] },
  devices: { source: 'desktop/devices.c', libraries: ['X11', 'Xi'] },
  sentinel: { source: 'sentinel/sentinel.c', libraries: ['X11', 'Xi'] },
  person: { source: 'sentinel/person.c', libraries: ['X11', 'Xtst'] },
  plug: { source: 'sentinel/plug.c', libraries: [] },
  intruder: { source: 'sentinel/intruder.c', libraries: ['X11', 'Xi', 'Xext', 'Xtst'] },
  monitor: { source: 'sentinel/monitor.c', libraries: ['xcb', 'xcb-xinput', 'xcb-shape', 'xcb-xkb', 'xcb-xfixes'] },
  xt: { source: 'apps/xt.c', libraries: ['Xaw', 'Xt', 'X11'] },
  sdl: { source: 'apps/sdl.c', libraries: ['SDL2'] },
} as const satisfies Record<string, Program>;

export type FixtureProgram = keyof typeof programs;

export function fixturePath(...parts: string[]): string {
  return join(fixturesDir, ...parts);
}

/** The path of the compiled program, compiling it first when its sources are newer. */
export async function fixtureBinary(name: FixtureProgram): Promise<string> {
  const { source, libraries, flags: ownFlags = [] }: Program = programs[name];
  const sourceFile = fixturePath(source);
  const binary = join(cacheDir, name);
  const newestSource = Math.max(newestIn(dirname(sourceFile)), newestIn(fixturesDir));
  if (existsSync(binary) && statSync(binary).mtimeMs >= newestSource) return binary;
  mkdirSync(cacheDir, { recursive: true });
  const fresh = `${binary}.${process.pid}`;
  const flags = ['-O1', '-Wall', '-Wextra', '-Werror', '-std=gnu11', '-D_GNU_SOURCE', '-I/usr/include/SDL2', ...ownFlags];
  await capture(
    'gcc',
    [...flags, sourceFile, '-o', fresh, ...libraries.map((library) => `-l${library}`)],
    { PATH: process.env.PATH ?? '' },
    60_000,
  );
  renameSync(fresh, binary); // another worker may be compiling or running it
  return binary;
}

export async function compileFixtures(): Promise<void> {
  for (const name of Object.keys(programs)) await fixtureBinary(name as FixtureProgram);
}

function newestIn(folder: string): number {
  const sources = readdirSync(folder).filter((file) => /\.[ch]$/.test(file));
  return Math.max(...sources.map((file) => statSync(join(folder, file)).mtimeMs));
}
