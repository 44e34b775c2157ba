/** Turns captured windows into files, one at a time and while nothing else is being done: calls never wait for it. */
import { delay, withTimeout } from '../../../kit/clock.js';
import type { Rect } from '../../../model/geometry.js';
import { type PictureRecord, thumbnailFile, turnFolder } from '../../../recording/format.js';
import {
  fingerprint,
  type MadePicture,
  type Marks,
  makePicture,
  makeThumbnail,
  type Picture,
  type PictureRules,
  type PictureSource,
  scaledRect,
} from '../../../recording/picture.js';
import type { RecordingWriter } from '../../../recording/writer.js';

export interface PictureJob {
  readonly turn: number;
  readonly before?: PictureSource | undefined;
  readonly after?: PictureSource | undefined;
  /** In window pixels. */
  readonly marks: Marks;
  /** Why a picture is missing. */
  readonly notes: readonly string[];
}

interface Made {
  readonly path: string;
  readonly picture: Picture;
}

interface QueueOptions {
  readonly writer: RecordingWriter;
  readonly rules: () => PictureRules;
  /** Nothing runs that this work would slow down. */
  readonly isQuiet: () => boolean;
  readonly onFailure: (error: unknown) => void;
}

const LOOK_AGAIN_MS = 40;
/** Raw pictures waiting in memory beyond this are worked on at once. */
const MOST_WAITING_BYTES = 96 * 1024 * 1024;
const REMEMBERED = 6;

export class PictureQueue {
  readonly #jobs: PictureJob[] = [];
  readonly #recent = new Map<string, Made>();
  #waitingBytes = 0;
  #work: Promise<void> | undefined;
  #isFlushing = false;
  #isClosed = false;

  constructor(private readonly options: QueueOptions) {}

  add(job: PictureJob): void {
    if (this.#isClosed || (!job.before && !job.after && job.notes.length === 0)) return;
    this.#jobs.push(job);
    this.#waitingBytes += bytesOf(job);
    this.#work ??= this.#run();
  }

  /** Waits until every picture is written, or the time is up; gives how many turns go without. */
  async flush(limitMs: number): Promise<number> {
    this.#isFlushing = true;
    const inTime =
      this.#work &&
      (await withTimeout(this.#work, limitMs, 'the pictures').then(
        () => true,
        () => false,
      ));
    const left = inTime === false ? this.#jobs.length + 1 : 0;
    if (left > 0) this.close();
    return left;
  }

  /** Drops what waits. */
  close(): void {
    this.#isClosed = true;
    this.#jobs.length = 0;
  }

  async #run(): Promise<void> {
    try {
      for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
        while (!this.#isFlushing && this.#waitingBytes < MOST_WAITING_BYTES && !this.options.isQuiet()) await delay(LOOK_AGAIN_MS);
        this.#jobs.shift();
        this.#waitingBytes -= bytesOf(job);
        if (!this.#isClosed) await this.#write(job);
      }
    } catch (error) {
      this.close();
      this.options.onFailure(error);
    } finally {
      this.#work = undefined;
    }
  }

  async #write({ turn, before, after, marks, notes: known }: PictureJob): Promise<void> {
    const notes = [...known];
    const first = before && (await this.#picture(turn, 'before.png', before, notes));
    const last = after && (await this.#picture(turn, 'after.png', after, notes));
    const shown = first ?? last;
    const placed = first && before ? placeMarks(marks, before, first.picture.facts.scale) : {};
    if (shown) await this.options.writer.addFile(turn, thumbnailFile, await makeThumbnail(shown.picture.scaled, placed));
    await this.options.writer.addPictures(turn, {
      ...(first ? { before: first.record } : {}),
      ...(last ? { after: last.record } : {}),
      ...(placed.box ? { box: placed.box } : {}),
      ...(placed.marker ? { marker: placed.marker } : {}),
      ...(placed.path ? { path: [...placed.path] } : {}),
      notes,
    });
  }

  async #picture(
    turn: number,
    file: string,
    source: PictureSource,
    notes: string[],
  ): Promise<{ picture: Picture; record: PictureRecord } | undefined> {
    const print = fingerprint(source);
    const known = this.#recent.get(print);
    const made: MadePicture = known ?? (await makePicture(source, this.options.rules()));
    if (!made.picture) {
      notes.push(made.withheld);
      return undefined;
    }
    const { picture } = made;
    await this.options.writer.addFile(turn, file, picture.bytes, known?.path);
    this.#remember(print, { path: `${turnFolder(turn)}/${file}`, picture });
    return { picture, record: { file, ...picture.facts } };
  }

  #remember(print: string, made: Made): void {
    this.#recent.delete(print);
    this.#recent.set(print, made);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > REMEMBERED && oldest !== undefined) this.#recent.delete(oldest);
  }
}

const bytesOf = ({ before, after }: PictureJob): number => (before?.image.data.length ?? 0) + (after?.image.data.length ?? 0);

function placeMarks({ box, marker, path }: Marks, { origin }: PictureSource, scale: number): Marks {
  const shifted = <P extends { x: number; y: number }>(at: P): P => ({ ...at, x: at.x - origin.x, y: at.y - origin.y });
  const point = (at: { x: number; y: number }) => {
    const { x, y } = shifted(at);
    return { x: Math.round(x * scale), y: Math.round(y * scale) };
  };
  return {
    ...(box ? { box: scaledRect(shifted<Rect>(box), scale) } : {}),
    ...(marker ? { marker: point(marker) } : {}),
    ...(path ? { path: path.map(point) } : {}),
  };
}
