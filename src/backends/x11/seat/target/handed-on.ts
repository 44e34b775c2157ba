/**
 * Tells when a browser has handed what it got on to its pages and heard back. That goes through threads of several processes, and
 * a thread that sleeps has nothing waiting for it: once each has slept after the one before it, everything is through.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { monotonicMs } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import type { Pulse } from './pulse.js';
import type { Target } from './target.js';

/** A page may ask its browser for something before it says what it wants opened. */
const ROUNDS = 3;

interface Thread {
  readonly folder: string;
  readonly name: string;
}

/** Resolves at once where the processes are out of sight, and in time whatever happens. */
export async function handedOn({ owner, traits }: Target, pulse: Pulse, timeoutMs: number, lookAgainMs = 1): Promise<void> {
  if (!traits.passesInputOn || owner === undefined) return;
  const deadline = monotonicMs() + timeoutMs;
  const left = () => Math.max(0, deadline - monotonicMs());
  const way = wayThrough(owner);
  for (let round = 0; round < ROUNDS && way.length > 0; round++) {
    for (const thread of way) await hasSlept(thread, left(), lookAgainMs);
    // The thread with the windows says itself when it is done: it also sleeps while it waits for the display.
    if (left() === 0 || !(await pulse.handled(left()))) return;
  }
}

/** From the browser to each of its pages and back. */
function wayThrough(browser: number): Thread[] {
  const pages = descendants(browser).filter((pid) => read(`/proc/${pid}/cmdline`).includes('--type=renderer'));
  const toBrowser = threadsOf(browser).filter(({ name }) => name === 'Chrome_IOThread');
  const throughPages = pages.flatMap((pid) => {
    const threads = threadsOf(pid);
    const pipes = threads.filter(({ name }) => name === 'Chrome_ChildIOT');
    return [...pipes, ...threads.filter(({ name, folder }) => name === 'Compositor' || folder.endsWith(`/${pid}`)), ...pipes];
  });
  return throughPages.length === 0 ? [] : [...toBrowser, ...throughPages, ...toBrowser];
}

function descendants(pid: number): number[] {
  const children = threadsOf(pid).flatMap(({ folder }) => read(`${folder}/children`).split(' ').filter(Boolean).map(Number));
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function threadsOf(pid: number): Thread[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((tid) => {
      const folder = `/proc/${pid}/task/${tid}`;
      return { folder, name: read(`${folder}/comm`).trim() };
    });
  } catch {
    return []; // it has ended, or runs elsewhere
  }
}

/** Resolves once it sleeps, or has slept meanwhile: a busy page sleeps too shortly to be seen. One that has ended waits for nothing either. */
async function hasSlept(thread: Thread, timeoutMs: number, intervalMs: number): Promise<void> {
  const before = sleepOf(thread);
  const isThrough = () => {
    const now = sleepOf(thread);
    return now.isAsleep || now.times !== before.times;
  };
  if (!before.isAsleep) await poll(isThrough, { timeoutMs, intervalMs });
}

function sleepOf({ folder }: Thread): { readonly isAsleep: boolean; readonly times: string | undefined } {
  const status = read(`${folder}/status`);
  return { isAsleep: /^State:\s+S/m.test(status), times: /^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
