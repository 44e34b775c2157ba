/** Browsers of Offhand's own: a profile nobody else uses, and beside it the two pipes by which only we reach it. */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, existsSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DriverError } from '../../../../errors/driver-error.js';
import { ensurePrivateDir } from '../../../../kit/files.js';
import { runProcess } from '../../../../kit/process.js';
import { allPids, processInfo } from '../../../../kit/process-info.js';
import type { PipeFiles } from '../../../../wire/cdp/pipe.js';

export interface BrowserProfile {
  readonly dir: string;
  readonly pipe: PipeFiles;
}

/** A profile without a name lives as long as its browser. */
const UNNAMED = 'private-';
const NAMED = 'named-';

export const pipeOf = (folder: string): PipeFiles => ({ commands: join(folder, 'commands'), answers: join(folder, 'answers') });

export async function makeProfile(browsersDir: string, name: string | undefined): Promise<BrowserProfile> {
  if (name !== undefined && !/^[\w-]{1,40}$/.test(name)) {
    throw new DriverError('invalid_input', 'profile: letters, digits, - and _ only, at most 40.');
  }
  await ensurePrivateDir(browsersDir);
  dropUnused(browsersDir);
  const folder = join(browsersDir, name === undefined ? `${UNNAMED}${randomBytes(6).toString('hex')}` : `${NAMED}${name}`);
  await ensurePrivateDir(folder);
  const pipe = pipeOf(folder);
  for (const file of [pipe.commands, pipe.answers]) if (!existsSync(file)) await makePipe(file);
  return { dir: join(folder, 'profile'), pipe };
}

async function makePipe(path: string): Promise<void> {
  const { code, stderr } = await runProcess('mkfifo', ['-m', '600', path], { env: { PATH: '/usr/bin:/bin' }, timeoutMs: 5000 });
  if (code !== 0) throw new DriverError('home_unusable', `${path} cannot be made: ${stderr.trim()}`, { path });
}

/**
 * The browser's ends, blocking as it expects them. Both are open for both directions, so that the browser outlives
 * whoever started it.
 */
export function browserEnds({ commands, answers }: PipeFiles): { readonly fds: readonly [number, number]; close(): void } {
  const fds = [openSync(commands, constants.O_RDWR), openSync(answers, constants.O_RDWR)] as const;
  return { fds, close: () => fds.forEach(closeSync) };
}

/** The folder of the profile a process was started with, when it is one of ours. */
export function ownFolder(browsersDir: string, userDataDir: string | undefined): string | undefined {
  if (userDataDir === undefined || !userDataDir.startsWith(`${browsersDir}/`)) return undefined;
  const [name = ''] = userDataDir.slice(browsersDir.length + 1).split('/');
  return name.startsWith(UNNAMED) || name.startsWith(NAMED) ? join(browsersDir, name) : undefined;
}

/** Removes profiles without a name whose browser has ended. */
export function dropUnused(browsersDir: string): void {
  const folders = readdirSync(browsersDir).filter((name) => name.startsWith(UNNAMED));
  if (folders.length === 0) return;
  const commands = allPids().map((pid) => processInfo(pid)?.cmdline.join('\0') ?? '');
  for (const name of folders) {
    const folder = join(browsersDir, name);
    if (!commands.some((line) => line.includes(folder))) rmSync(folder, { recursive: true, force: true });
  }
}
