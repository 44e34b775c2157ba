/** Frames into an MP4 through ffmpeg: fragmented, so that what was written plays even when everything is killed. */

import { writeFile } from 'node:fs/promises';
import { TimeoutError, withTimeout } from '../../kit/clock.js';
import { type ChildEnvironment, type ProcessHandle, spawnProcess } from '../../kit/process.js';
import type { Size } from '../../model/geometry.js';
import type { RawImage } from '../../model/image.js';

export interface EncoderOptions {
  readonly ffmpeg: string;
  readonly file: string;
  readonly size: Size;
  readonly env: ChildEnvironment;
}

export interface EncoderEnd {
  readonly state: 'complete' | 'ended_early';
  readonly note?: string;
}

const FINISH_MS = 5000;
const LONGEST_COMPLAINT = 400;
/** Seconds between fragments: what a crash may cost. */
const FRAGMENT_S = 2;

export class VideoEncoder {
  #complaint = '';
  #exited = false;

  private constructor(
    private readonly process: ProcessHandle,
    readonly size: Size,
  ) {
    process.stderr?.on('data', (chunk: Buffer) => {
      this.#complaint = `${this.#complaint}${chunk.toString('utf8')}`.slice(0, LONGEST_COMPLAINT);
    });
    process.stdin?.on('error', () => {}); // it ended; `exited` tells
    void process.exited.then(() => {
      this.#exited = true;
    });
  }

  static async start({ ffmpeg, file, size, env }: EncoderOptions): Promise<VideoEncoder> {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
    const args = ['-loglevel', 'error', '-use_wallclock_as_timestamps', '1', ...input(size), ...output(), file];
    return new VideoEncoder(await spawnProcess(ffmpeg, args, { env, stdio: ['pipe', 'ignore', 'pipe'], detached: true }), size);
  }

  get pid(): number {
    return this.process.pid;
  }

  get hasEnded(): boolean {
    return this.#exited;
  }

  /** False when the frame was left out: the encoder is behind, or gone. Nothing is ever queued. */
  write({ data }: RawImage): boolean {
    const { stdin } = this.process;
    if (this.#exited || !stdin || stdin.writableLength > 0) return false;
    stdin.write(data);
    return true;
  }

  async end(): Promise<EncoderEnd> {
    if (this.#exited) return { state: 'ended_early', note: `ffmpeg ended by itself${this.#why()}; the video stops there.` };
    this.process.stdin?.end();
    try {
      const { code } = await withTimeout(this.process.exited, FINISH_MS, 'ffmpeg');
      return code === 0 ? { state: 'complete' } : { state: 'ended_early', note: `ffmpeg failed${this.#why()}.` };
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      this.process.kill('SIGKILL');
      return {
        state: 'ended_early',
        note: `ffmpeg did not finish within ${FINISH_MS / 1000} s and was ended; the video lacks its last seconds.`,
      };
    }
  }

  #why(): string {
    const line = this.#complaint.trim().split('\n')[0];
    return line ? ` (${line})` : '';
  }
}

const input = ({ width, height }: Size): string[] => [
  '-f',
  'rawvideo',
  '-pixel_format',
  'bgr0',
  '-video_size',
  `${width}x${height}`,
  '-i',
  'pipe:0',
];

/** One thread and no look-ahead: little work, and every frame is out as soon as it came in. */
const output = (): string[] => [
  ...[
    '-an',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-tune',
    'zerolatency',
    '-crf',
    '27',
    '-threads',
    '1',
    '-pix_fmt',
    'yuv420p',
    '-vsync',
    'vfr',
  ],
  ...[
    '-force_key_frames',
    `expr:gte(t,n_forced*${FRAGMENT_S})`,
    '-movflags',
    '+frag_keyframe+empty_moov+default_base_moof',
    '-flush_packets',
    '1',
    '-f',
    'mp4',
    '-y',
  ],
];
