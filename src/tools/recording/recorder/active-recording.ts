/** One running recording: follows each call of its session and writes what became of it, after the caller has its result. */
import { join } from 'node:path';
import type { Act } from '../../../engine/act.js';
import type { Call } from '../../../engine/call.js';
import type { RecordingState, Turn } from '../../../engine/recorder.js';
import type { DriverError } from '../../../errors/driver-error.js';
import { after, monotonicMs, nowMs, type Timer } from '../../../kit/clock.js';
import { logger } from '../../../kit/log.js';
import type { Window } from '../../../model/window.js';
import type { PictureRules } from '../../../recording/picture.js';
import { storageError } from '../../../recording/storage-error.js';
import { TypedText } from '../../../recording/typed-text.js';
import type { VideoEncoder } from '../../../recording/video/encoder.js';
import { WindowRefs } from '../../../recording/window-facts.js';
import type { RecordingWriter } from '../../../recording/writer.js';
import { type Arguments, pointsOf, targetsOf, typedFields } from './arguments.js';
import { lookAt, type Moment } from './moment.js';
import { OpenTurn } from './open-turn.js';
import { PictureQueue } from './picture-queue.js';
import { marksOf, pictureSource } from './picture-source.js';
import { describeTurn } from './turn-record.js';
import { type Scene, VideoTrack } from './video-track.js';

/** Applications paint a moment after they acted; the next call ends the wait. */
const SETTLE_MS = 150;
/** What was just looked at after one turn is what the next one starts from. */
const STILL_FRESH_MS = 150;
/** Pictures are worked on when nobody has called for so long. */
const QUIET_MS = 250;

const log = logger('recording');

export interface RecordingParts {
  readonly rules: () => PictureRules;
  /** Takes the values of stored secrets out of a text. */
  readonly mask: (text: string) => string;
  /** Without one there is no video. */
  readonly encoder?: VideoEncoder | undefined;
}

interface Unsettled {
  readonly timer: Timer;
  readonly open: OpenTurn;
  readonly finished: Turn;
}

export class ActiveRecording {
  readonly #startedMs = monotonicMs();
  readonly #startedAtMs = nowMs();
  readonly #typed: TypedText;
  readonly #refs = new WindowRefs();
  readonly #open = new Map<string, OpenTurn>();
  readonly #seenWindows = new Set<number>();
  readonly #pictures: PictureQueue;
  #turns = 0;
  #unsettled: Unsettled | undefined;
  #settling: Promise<void> = Promise.resolve();
  #writes: Promise<void> = Promise.resolve();
  #last: Moment | undefined;
  #lastCallMs = 0;
  #problem: DriverError | undefined;
  readonly #video: VideoTrack | undefined;
  #lastScene: Scene | undefined;
  /** Calls that type, until what they typed is known and can be covered. */
  readonly #unlearned = new Set<string>();

  constructor(
    readonly writer: RecordingWriter,
    { rules, mask, encoder }: RecordingParts,
  ) {
    this.#typed = new TypedText(writer.session.options.typed_text, mask);
    this.#pictures = new PictureQueue({ writer, rules, isQuiet: () => this.#isQuiet(), onFailure: (error) => this.#fail(error) });
    if (encoder) this.#video = new VideoTrack(encoder, { scene: () => this.#scene(), typed: this.#typed });
  }

  get hasFailed(): boolean {
    return this.#problem !== undefined;
  }

  openTurn(call: Call): OpenTurn | undefined {
    return this.#problem ? undefined : this.#open.get(call.id);
  }

  async begin(call: Call, input: Arguments): Promise<void> {
    await this.settle();
    for (const outer of this.#open.values()) if (outer.call.messageId === call.messageId) outer.delegates = true;
    this.#open.set(call.id, new OpenTurn(call, input));
    if (typedFields.some((field) => field in input)) this.#unlearned.add(call.id);
  }

  /** Policy let the act pass: the last moment at which the window is as it was. */
  async decided(open: OpenTurn, act: Act): Promise<void> {
    open.window = act.window ?? undefined;
    if (act.window) this.#lastScene = { call: open.call, windowId: act.window.id };
    try {
      open.before = this.#freshMoment(act.window?.id) ?? (await lookAt(open.call, act.window?.id, this.#keepsPictures));
    } catch (error) {
      log.warn('no look before the act', { why: error }); // a desktop that cannot be read refuses the act by itself
    }
    open.targets = targetsOf(open.call, act, open.input, open.before?.snapshot);
    open.points = pointsOf(open.call, act, open.input, open.before?.snapshot);
    const { marker, path } = marksOf(open);
    const at = path?.at(-1) ?? marker;
    if (at) this.#video?.point(at);
  }

  looked(open: OpenTurn, window: Window | null): void {
    open.hasLooked = true;
    if (!open.act) open.window = window ?? open.window;
    if (window) this.#lastScene = { call: open.call, windowId: window.id };
  }

  finish(finished: Turn): void {
    const open = this.#open.get(finished.call.id);
    this.#open.delete(finished.call.id);
    this.#lastCallMs = monotonicMs();
    if (this.#problem || !open?.isWorthKeeping || (!open.isAct && !this.writer.session.options.looks)) {
      this.#unlearned.delete(finished.call.id);
      return;
    }
    void this.settle();
    this.#unsettled = { open, finished, timer: after(open.isAct ? SETTLE_MS : 0, () => void this.settle()) };
  }

  /** Looks at what the last turn led to, now. */
  settle(): Promise<void> {
    const unsettled = this.#unsettled;
    this.#unsettled = undefined;
    if (!unsettled) return this.#settling;
    unsettled.timer.cancel();
    this.#settling = this.#settling.then(() => this.#keep(unsettled)).catch((error: unknown) => this.#fail(error));
    return this.#settling;
  }

  /** Pictures that are not ready within the time are left out, and the recording says so. */
  async stop(limitMs: number): Promise<void> {
    await this.settle();
    await this.#endVideo();
    await this.#writes;
    const left = await this.#pictures.flush(limitMs);
    if (this.#problem) return;
    const notes = left === 0 ? [] : [`${left} turns have no pictures: Offhand ended before they were ready.`];
    await this.writer
      .updateSession({ state: 'complete', ended_at: new Date(nowMs()).toISOString(), notes })
      .catch((error: unknown) => this.#fail(error));
  }

  state(running: boolean): RecordingState {
    const { name, session, video } = this.writer.session;
    return {
      name,
      folder: this.writer.folder,
      session,
      running: running && !this.#problem,
      turns: this.#turns,
      bytes: this.writer.bytes,
      ...(this.#problem ? { problem: { code: this.#problem.code, message: this.#problem.message } } : {}),
      ...(video
        ? { video: { state: video.state, file: join(this.writer.folder, video.file), ...(video.note ? { note: video.note } : {}) } }
        : {}),
    };
  }

  /** Nothing is filmed while text that is not kept is on its way into a field. */
  #scene(): Scene | undefined {
    const isSafe = this.#unlearned.size === 0 || this.writer.session.options.typed_text;
    return isSafe ? this.#lastScene : undefined;
  }

  async #endVideo(): Promise<void> {
    const { video } = this.writer.session;
    if (!this.#video || video?.state !== 'recording') return;
    const { state, note } = await this.#video.end();
    const offset_ms = Math.max(0, Math.round((this.#video.firstFrameMs ?? this.#startedMs) - this.#startedMs));
    await this.writer.updateSession({ video: { ...video, state, offset_ms, ...(note ? { note } : {}) } }).catch(() => {}); // the recording's own problem is told already
  }

  get #keepsPictures(): boolean {
    return this.writer.session.options.pictures;
  }

  #isQuiet(): boolean {
    return this.#open.size === 0 && monotonicMs() - this.#lastCallMs > QUIET_MS;
  }

  #freshMoment(windowId: number | undefined): Moment | undefined {
    const last = this.#last;
    return last && last.window?.id === windowId && monotonicMs() - last.atMs < STILL_FRESH_MS ? last : undefined;
  }

  async #keep({ open, finished }: Unsettled): Promise<void> {
    const windowId = open.isAllowed ? (open.window?.id ?? namedWindow(open.input)) : undefined;
    const turn = ++this.#turns;
    const moment = open.act || windowId !== undefined ? await lookAt(open.call, windowId, this.#keepsPictures) : undefined;
    this.#last = moment;
    open.window ??= moment?.window;
    const isFirstSight = windowId !== undefined && !this.#seenWindows.has(windowId);
    if (windowId !== undefined) this.#seenWindows.add(windowId);
    const offsetMs = Math.max(0, finished.startedAtMs - this.#startedAtMs);
    this.#writes = this.#writes
      .then(() => this.#write({ turn, open, finished, after: moment, offsetMs, isFirstSight }))
      .catch((error: unknown) => this.#fail(error));
  }

  async #write(kept: {
    turn: number;
    open: OpenTurn;
    finished: Turn;
    after: Moment | undefined;
    offsetMs: number;
    isFirstSight: boolean;
  }): Promise<void> {
    if (this.#problem) return;
    const { action, tree, typedInto } = describeTurn({ ...kept, typed: this.#typed, refs: this.#refs });
    if (typedInto) kept.after?.typedInto.push(typedInto);
    this.#unlearned.delete(kept.open.call.id);
    await this.writer.writeTurn(action, tree);
    this.#pictures.add({
      turn: kept.turn,
      before: kept.open.isAct ? pictureSource(kept.open.before, this.#typed) : undefined,
      after: pictureSource(kept.after, this.#typed),
      marks: marksOf(kept.open),
      notes: [...new Set([kept.open.before?.withheld, kept.after?.withheld].filter((note) => note !== undefined))],
    });
    await this.writer.updateSession({ turns: kept.turn, variables: [...this.#typed.variables] });
  }

  /** Recording stops, the calls go on. */
  #fail(error: unknown): void {
    if (this.#problem) return;
    this.#problem = storageError(this.writer.folder, error);
    this.#pictures.close();
    void this.#endVideo();
    log.warn('recording ended early', { code: this.#problem.code, why: this.#problem.message });
    const { code, message } = this.#problem;
    // On a full disk this fails as well; the state still tells.
    void this.writer
      .updateSession({ state: 'ended_early', ended_at: new Date(nowMs()).toISOString(), problem: { code, message } })
      .catch(() => {});
  }
}

/** A call that failed before it found its window still says which one it meant. */
function namedWindow(input: Arguments): number | undefined {
  const { window_id: windowId } = input;
  return typeof windowId === 'number' ? windowId : undefined;
}
