// Builds the Windows fixture and runs it in Wine, in a prefix that all of one desktop share, as a person's programs do.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Desktop } from '../desktop.js';
import { type Child, capture, type Env } from './child.js';
import { cacheDir, fixturePath } from './fixture-binaries.js';

const wine = '/usr/lib/wine/wine64';
const settings: Env = { WINEARCH: 'win64', WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=' };
const here = (): Env => ({ PATH: process.env.PATH ?? '', HOME: cacheDir, ...settings });

export async function startWineFixture(options: {
  desktop: Desktop;
  logFile: string;
  title: string;
  args: readonly string[];
}): Promise<Child> {
  const { desktop, logFile, title, args } = options;
  const [program, template] = [await wineProgram(), await templatePrefix()];
  const prefix = join(dirname(logFile), 'wine-prefix');
  if (!existsSync(prefix)) await clonePrefix(template, prefix);
  return desktop.runApp(wine, [program, logFile, title, ...args], { env: { ...settings, WINEPREFIX: prefix } });
}

/** The compiled program, compiled anew when a source is newer. */
async function wineProgram(): Promise<string> {
  const folder = fixturePath('apps', 'wine');
  const newest = Math.max(...readdirSync(folder).map((file) => statSync(join(folder, file)).mtimeMs));
  const program = join(cacheDir, 'wine', 'fixture.exe.so');
  if (existsSync(program) && statSync(program).mtimeMs >= newest) return program;
  mkdirSync(dirname(program), { recursive: true });
  const fresh = join(cacheDir, 'wine', `fixture-${process.pid}.exe`);
  const flags = ['-O1', '-Wall', '-Wextra', '-Werror', '-fshort-wchar', '-D_GNU_SOURCE'];
  const libraries = ['ole32', 'uuid', 'shell32', 'user32', 'gdi32'].map((library) => `-l${library}`);
  await capture('winegcc', [...flags, join(folder, 'wine.c'), '-o', fresh, ...libraries], here(), 60_000);
  rmSync(fresh); // a script that starts it; we start it ourselves
  renameSync(`${fresh}.so`, program);
  return program;
}

/** A fresh prefix takes Wine some seconds and 700 MB, so one is kept and its large part shared. */
async function templatePrefix(): Promise<string> {
  const template = join(cacheDir, 'wine', 'prefix');
  if (existsSync(template)) return template;
  const fresh = `${template}-${process.pid}`;
  const env = { ...here(), WINEPREFIX: fresh };
  mkdirSync(fresh, { recursive: true });
  await capture(wine, ['wineboot', '-i'], env, 120_000);
  await capture('wineserver', ['-w'], env, 60_000); // it writes the registry when it ends
  try {
    renameSync(fresh, template);
  } catch (error) {
    if (!existsSync(template)) throw error; // another worker was faster
    rmSync(fresh, { recursive: true, force: true });
  }
  return template;
}

/** A registry of its own; drive C: is that of the template. */
async function clonePrefix(template: string, prefix: string): Promise<void> {
  const devices = join(prefix, 'dosdevices');
  mkdirSync(devices, { recursive: true });
  const files = ['system.reg', 'user.reg', 'userdef.reg', '.update-timestamp'];
  await Promise.all(files.map((file) => copyFile(join(template, file), join(prefix, file))));
  symlinkSync(join(template, 'drive_c'), join(devices, 'c:'));
  symlinkSync('/', join(devices, 'z:'));
}
