/** How a program made of Chromium is started: each address in a window of its own, its tree on, its pages reachable by us alone. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DriverError } from '../../../../errors/driver-error.js';
import { allPids, processInfo } from '../../../../kit/process-info.js';
import { type BrowserProfile, browserEnds } from './profile.js';

const BROWSERS =
  /^(chromium|chromium-browser|google-chrome|chrome|microsoft-edge|msedge|brave-browser|brave|vivaldi|opera)(-stable|-beta|-dev|-unstable)?$/;

/** Browsers by name; applications of Electron and the like by what every one of them brings along. */
export function madeOfChromium(command: string): 'browser' | 'application' | undefined {
  if (BROWSERS.test(basename(command))) return 'browser';
  try {
    const folder = dirname(realpathSync(command));
    return existsSync(join(folder, 'icudtl.dat')) && existsSync(join(folder, 'v8_context_snapshot.bin')) ? 'application' : undefined;
  } catch {
    return undefined; // no such file: starting it will say so
  }
}

export interface BrowserStart {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly fds: readonly number[];
  /** The process that has this profile open already and will take the new window. */
  readonly runningAs: number | undefined;
  started(): void;
}

export interface BrowserStartRequest {
  readonly command: string;
  /** The profile of a browser of our own; undefined for the person's. */
  readonly profile: BrowserProfile | undefined;
  /** Where our own pipe or profile would get in the way of what the caller asks for. */
  readonly args: readonly string[];
}

/** What makes the Chromium in older Electron applications tell its tree, which take the flag alone for nothing. */
const TREE_ON = { ACCESSIBILITY_ENABLED: '1' };

export function prepareStart({ command, profile, args }: BrowserStartRequest): BrowserStart {
  const kind = madeOfChromium(command);
  if (!profile) return { args: kind ? quiet(args) : [], env: kind ? TREE_ON : {}, fds: [], runningAs: undefined, started: () => {} };
  if (!kind) throw new DriverError('action_unsupported', `${basename(command)} is no browser that can be debugged.`, { command });
  const taken = args.find((arg) => /^--(remote-debugging|user-data-dir)/.test(arg));
  if (taken !== undefined) throw new DriverError('invalid_input', `additional_arguments: ${taken} does not go with remote_debugging.`);
  const { dir, pipe } = profile;
  const runningAs = processOf(dir);
  const own = [`--user-data-dir=${dir}`, '--no-first-run', '--no-default-browser-check', ...quiet(args)];
  if (runningAs !== undefined) return { args: own, env: TREE_ON, fds: [], runningAs, started: () => {} };
  const ends = browserEnds(pipe);
  return { args: [...own, '--remote-debugging-pipe'], env: TREE_ON, fds: ends.fds, runningAs, started: ends.close };
}

/** The tree from the start, pages alive while covered; and what root needs, whom browsers otherwise refuse. */
function quiet(given: readonly string[]): string[] {
  const awake = ['--force-renderer-accessibility', '--disable-backgrounding-occluded-windows', '--disable-renderer-backgrounding'];
  const wanted = [...awake, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return wanted.filter((flag) => !given.some((arg) => arg.startsWith(flag)));
}

/** Chromium turns its command line into one string once it runs. */
function processOf(dir: string): number | undefined {
  return allPids().find((pid) => {
    const line = ` ${(processInfo(pid)?.cmdline ?? []).join(' ')} `;
    return line.includes(` --user-data-dir=${dir} `) && !line.includes(' --type=');
  });
}
