import { randomUUID } from 'node:crypto';
import { closeSync, constants, ftruncateSync, openSync, readSync, unlinkSync } from 'node:fs';
import type { X11Connection } from '../connection/connection.js';
import { ShmAttachFd, ShmDetach } from '../ext/shm.js';

const SHARED_MEMORY = '/dev/shm';

/** Memory shared with the server. It has no name, so it vanishes with the last process that holds it. */
export class ShmSegment {
  readonly id: number;
  readonly size: number;
  readonly #fd: number;
  readonly #connection: X11Connection;

  private constructor(connection: X11Connection, id: number, size: number, fd: number) {
    this.#connection = connection;
    this.id = id;
    this.size = size;
    this.#fd = fd;
  }

  static async attach(connection: X11Connection, size: number): Promise<ShmSegment> {
    const { ours, theirs } = createMemory(size);
    const segment = connection.ids.allocate();
    try {
      await connection.checkedWithFd(ShmAttachFd, { segment }, theirs);
    } catch (error) {
      closeSync(ours);
      connection.ids.release(segment);
      throw error;
    }
    return new ShmSegment(connection, segment, size, ours);
  }

  /** Copies the first bytes of the segment. */
  readInto(target: Buffer, length: number): void {
    let done = 0;
    while (done < length) {
      const count = readSync(this.#fd, target, done, length - done, done);
      if (count === 0) throw new RangeError(`shared memory ends at ${done} of ${length} bytes`);
      done += count;
    }
  }

  detach(): void {
    closeSync(this.#fd);
    this.#connection.send(ShmDetach, { segment: this.id });
    this.#connection.ids.release(this.id);
  }
}

/** Two descriptors of one unlinked file: sending a descriptor gives it away. */
function createMemory(size: number): { ours: number; theirs: number } {
  const path = `${SHARED_MEMORY}/x11-${randomUUID()}`;
  const ours = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    ftruncateSync(ours, size);
    return { ours, theirs: openSync(path, constants.O_RDWR) };
  } catch (error) {
    closeSync(ours);
    throw error;
  } finally {
    unlinkSync(path);
  }
}
