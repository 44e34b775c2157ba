/** Films the window the session works in, through our own capture and redaction, within a bounded share of one core. */
import { createHash } from 'node:crypto';
import type { Call } from '../../../engine/call.js';
import { drawClickMarker } from '../../../image/annotate.js';
import { delay, monotonicMs } from '../../../kit/clock.js';
import { logger } from '../../../kit/log.js';
import { imagePoint } from '../../../model/geometry.js';
import type { RawImage } from '../../../model/image.js';
import { isOnScreen } from '../../../model/window.js';
import { coverKnown } from '../../../recording/picture.js';
import type { TypedText } from '../../../recording/typed-text.js';
import { onFrame } from '../../../recording/video/canvas.js';
import type { EncoderEnd, VideoEncoder } from '../../../recording/video/encoder.js';
import { ElementNumbers } from '../../../snapshot/numbering.js';
import { takeSnapshot } from '../../../snapshot/snapshot.js';
import type { Moment } from './moment.js';
import { pictureSource } from './picture-source.js';

const MOST_FRAMES_PER_SECOND = 5;
/** Our own work on frames takes at most this share of one core. */
const SHARE = 0.1;
const SHORTEST_PAUSE_MS = 60;
/** A still picture is sent again so often, so that what was filmed reaches the disk. */
const REPEAT_MS = 2000;
const MARKER_MS = 900;

const log = logger('video');

export interface Scene {
  readonly call: Call;
  readonly windowId: number;
}

export interface Film {
  /** The window to film; undefined while there is none, or while typed text would be seen arriving. */
  readonly scene: () => Scene | undefined;
  readonly typed: TypedText;
}

export class VideoTrack {
  #marker: { readonly x: number; readonly y: number; readonly untilMs: number } | undefined;
  #last: { readonly hash: string; readonly frame: RawImage; readonly sentMs: number } | undefined;
  #firstFrameMs: number | undefined;
  #workMs = 0;
  #stopped = false;
  #blind = false;
  readonly #loop: Promise<void>;
  readonly #wake = new AbortController();
  readonly #numbers = new ElementNumbers();

  constructor(
    private readonly encoder: VideoEncoder,
    private readonly film: Film,
  ) {
    this.#loop = this.#run();
  }

  get firstFrameMs(): number | undefined {
    return this.#firstFrameMs;
  }

  /** Shows where the agent acts, in window pixels. */
  point(at: { readonly x: number; readonly y: number }): void {
    this.#marker = { x: at.x, y: at.y, untilMs: monotonicMs() + MARKER_MS };
  }

  async end(): Promise<EncoderEnd> {
    this.#stopped = true;
    this.#wake.abort();
    await this.#loop;
    if (this.#last) this.encoder.write(this.#last.frame);
    const end = await this.encoder.end();
    const blind = this.#blind ? 'Windows without a readable tree are not in the video: what they show could not be redacted.' : undefined;
    const note = [end.note, blind].filter(Boolean).join(' ');
    return { state: end.state, ...(note ? { note } : {}) };
  }

  async #run(): Promise<void> {
    while (!this.#stopped && !this.encoder.hasEnded) {
      this.#workMs = 0;
      const started = monotonicMs();
      try {
        await this.#frame();
      } catch (error) {
        log.debug('a frame was lost', { why: error }); // the window closed while it was being looked at
      }
      const pause = Math.max(1000 / MOST_FRAMES_PER_SECOND - (monotonicMs() - started), this.#workMs / SHARE, SHORTEST_PAUSE_MS);
      await delay(pause, this.#wake.signal).catch(() => {}); // woken to stop
    }
  }

  async #frame(): Promise<void> {
    const scene = this.film.scene();
    const moment = scene && (await this.#look(scene));
    const captured = moment?.captured;
    if (!captured) return this.#repeat();
    const marker = this.#marker && this.#marker.untilMs > monotonicMs() ? this.#marker : undefined;
    const hash = createHash('sha1')
      .update(captured.image.data)
      .update(marker ? 'marked' : '')
      .digest('base64');
    if (hash === this.#last?.hash) return this.#repeat();
    // Typing may have begun while the window was being captured.
    const source = this.film.scene() ? pictureSource(moment, this.film.typed) : undefined;
    if (!source) return this.#repeat();
    const started = monotonicMs();
    const { frame, place } = onFrame(await coverKnown(source));
    this.#workMs = monotonicMs() - started;
    if (marker) {
      const { x, y } = place({ x: marker.x - captured.origin.x, y: marker.y - captured.origin.y });
      drawClickMarker(frame, imagePoint(Math.round(x), Math.round(y)));
    }
    this.#send(frame, hash);
  }

  /** The window as it is, with a tree of our own: the session's numbers are not for filming. */
  async #look({ call, windowId }: Scene): Promise<Moment | undefined> {
    const { signal } = this.#wake;
    const backend = await call.backend();
    const window = await backend.windows.find(windowId, signal);
    if (!window || !isOnScreen(window)) return undefined;
    const [tree, captured] = await Promise.all([
      backend.access.read(window, { maxElements: 2000, maxDepth: 64, signal }).catch(() => undefined),
      backend.capture.window(window, signal),
    ]);
    if (!tree || tree.degraded !== undefined) {
      this.#blind = true;
      return undefined;
    }
    const snapshot = takeSnapshot(tree, {
      numbers: this.#numbers,
      snapshotId: 'video',
      pid: window.pid ?? 0,
      windowId,
      toImage: (rect) => rect,
    });
    return { atMs: monotonicMs(), windows: [], window, snapshot, captured, typedInto: [] };
  }

  #repeat(): void {
    if (this.#last && monotonicMs() - this.#last.sentMs > REPEAT_MS) this.#send(this.#last.frame, this.#last.hash);
  }

  #send(frame: RawImage, hash: string): void {
    if (!this.encoder.write(frame)) return;
    this.#firstFrameMs ??= monotonicMs();
    this.#last = { hash, frame, sentMs: monotonicMs() };
  }
}
