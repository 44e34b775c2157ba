/**
 * A process that outlives ours: it sleeps on a pipe only we hold open, and when that closes without a word, even by kill -9,
 * it undoes our journal. It is started with us and waits with everything loaded: on a busy machine starting takes longest.
 */
import { existsSync } from 'node:fs';
import { logger } from '../../../../kit/log.js';
import { spawnProcess } from '../../../../kit/process.js';
import { builtProgram } from '../../../../kit/which.js';
import { NOTHING_LEFT } from './reap.js';

const log = logger('seat');

export interface Guardian {
  /** Everything is undone: nothing is left to guard. */
  dismiss(): void;
}

const nobody: Guardian = { dismiss() {} };

/** Where the build puts the program, seen from the one file of the command and from this one. */
export const defaultProgram = (): string => builtProgram(['./seat-guardian.cjs', '../../../../bin/seat-guardian.cjs'], import.meta.url);

export async function startGuardian(journal: string, program: string): Promise<Guardian> {
  if (!existsSync(program)) {
    log.warn('no guardian: what a crash leaves behind is cleaned up by the next start only', { program });
    return nobody;
  }
  const { stdin, unref } = await spawnProcess(process.execPath, [program, journal], {
    env: {},
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  unref();
  if (!stdin) return nobody;
  stdin.on('error', () => {}); // EPIPE: somebody ended the guardian
  // A socket underneath: it must not keep us from ending.
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return { dismiss: () => void stdin.end(NOTHING_LEFT) };
}
