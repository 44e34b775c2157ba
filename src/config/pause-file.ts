/** The person's pause as a file, so that it holds for every process of theirs and outlasts the daemon. */
import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { errnoOf } from '../kit/files.js';

export class PauseFile {
  constructor(private readonly file: string) {}

  /** Why everything is paused; undefined when it is not. A file that cannot be read pauses: the person put it there. */
  reason(): string | undefined {
    try {
      const { reason } = JSON.parse(readFileSync(this.file, 'utf8')) as { reason?: unknown };
      return typeof reason === 'string' ? reason : 'the person paused it';
    } catch (error) {
      return errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR' ? undefined : `${this.file} cannot be read`;
    }
  }

  pause(reason: string): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    writeFileSync(this.file, `${JSON.stringify({ reason })}\n`, { mode: 0o600 });
  }

  resume(): void {
    rmSync(this.file, { force: true });
  }

  /** Calls back whenever it may have changed, until the result is called. Without it a pause counts from the next act on. */
  watch(onChange: () => void): () => void {
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      const watcher = watch(dirname(this.file), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(this.file)) onChange();
      });
      watcher.on('error', () => watcher.close());
      return () => watcher.close();
    } catch {
      return () => {}; // a directory that cannot be made or watched
    }
  }
}
