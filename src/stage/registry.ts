/** The desktops that run, one private JSON file each, so that any process of the user can list, use and stop them. */
import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DriverError } from '../errors/driver-error.js';
import { ensurePrivateDir, errnoOf, FileError, writeFileAtomic } from '../kit/files.js';
import { isAlive, processInfo } from '../kit/process-info.js';
import type { Desktop, ProcessRef } from './desktop.js';

/** A name is taken from the moment someone starts a desktop by it. */
interface Reservation {
  readonly startingBy: ProcessRef;
}

const UNREADABLE = Object.freeze({ unreadable: true });

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,39}$/;

export class DesktopRegistry {
  constructor(readonly directory: string) {}

  recordPath(name: string): string {
    return join(this.directory, `${name}.json`);
  }

  /** Takes the name, or the first free `desktop-N`. */
  async reserve(name: string | undefined): Promise<string> {
    if (name !== undefined && !NAME.test(name)) {
      throw new DriverError('invalid_input', `"${name}" cannot name a desktop: use letters, digits, "-" and "_", at most 40`, { name });
    }
    await this.#makeDirectory();
    if (name !== undefined) {
      if (await this.#take(name)) return name;
      throw new DriverError('invalid_input', `A desktop named "${name}" is running already; stop it or choose another name`, { name });
    }
    for (let number = 1; ; number++) {
      if (await this.#take(`desktop-${number}`)) return `desktop-${number}`;
    }
  }

  async write(desktop: Desktop): Promise<void> {
    await writeFileAtomic(this.recordPath(desktop.name), `${JSON.stringify(desktop, undefined, 2)}\n`);
  }

  async remove(name: string): Promise<void> {
    await rm(this.recordPath(name), { force: true });
  }

  async read(name: string): Promise<Desktop | undefined> {
    const record = NAME.test(name) ? await this.#load(name) : undefined;
    return record && 'display' in record ? record : undefined;
  }

  async names(): Promise<string[]> {
    try {
      const files = await readdir(this.directory);
      return files
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length))
        .sort();
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return [];
      throw new DriverError('home_unusable', `${this.directory} cannot be read`, { path: this.directory }, { cause: error });
    }
  }

  /** Drops a reservation whose process died before its desktop ran, and a file that is no record. */
  async dropIfAbandoned(name: string): Promise<void> {
    const record = await this.#load(name);
    if (record === undefined) return;
    const abandoned = 'startingBy' in record && !isAlive(record.startingBy.pid, record.startingBy.starttime);
    if (abandoned || record === UNREADABLE) await this.remove(name);
  }

  async #take(name: string): Promise<boolean> {
    await this.dropIfAbandoned(name);
    const reservation: Reservation = { startingBy: { pid: process.pid, starttime: processInfo(process.pid)?.starttime ?? 0 } };
    const draft = join(this.directory, `.${randomUUID()}.draft`);
    try {
      await writeFileAtomic(draft, JSON.stringify(reservation));
      // Fails when the name is taken, and shows the file to others only whole.
      await link(draft, this.recordPath(name));
      return true;
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return false;
      throw new DriverError('home_unusable', `${this.directory} cannot be written`, { path: this.directory }, { cause: error });
    } finally {
      await rm(draft, { force: true });
    }
  }

  async #makeDirectory(): Promise<void> {
    try {
      await ensurePrivateDir(this.directory);
    } catch (cause) {
      if (cause instanceof FileError) throw new DriverError('home_unusable', cause.message, { path: cause.path }, { cause });
      throw cause;
    }
  }

  async #load(name: string): Promise<Desktop | Reservation | typeof UNREADABLE | undefined> {
    let text: string;
    try {
      text = await readFile(this.recordPath(name), 'utf8');
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return undefined;
      throw new DriverError('home_unusable', `${this.recordPath(name)} cannot be read`, { path: this.directory }, { cause: error });
    }
    try {
      // Written by this class into a directory of ours alone.
      const record = JSON.parse(text) as Desktop | Reservation | null;
      return record && ('display' in record || 'startingBy' in record) ? record : UNREADABLE;
    } catch {
      return UNREADABLE; // not JSON: damaged from outside
    }
  }
}
