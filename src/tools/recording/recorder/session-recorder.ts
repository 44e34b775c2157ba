/** Recordings of all sessions, and the ears they have in the pipeline: around each call, and at the gate. */
import { join } from 'node:path';
import type { Call, Engine } from '../../../engine/call.js';
import type { Gate } from '../../../engine/gate.js';
import type { Recorder, RecordingRequest, RecordingState, Turn } from '../../../engine/recorder.js';
import { everySecret } from '../../../engine/redact.js';
import { DriverError } from '../../../errors/driver-error.js';
import { toDriverError } from '../../../errors/to-driver-error.js';
import { nowMs } from '../../../kit/clock.js';
import type { ChildEnvironment } from '../../../kit/process.js';
import { which } from '../../../kit/which.js';
import { FORMAT, FORMAT_VERSION, type SessionRecord, videoFile } from '../../../recording/format.js';
import { checkedName, defaultName, recordingFolder } from '../../../recording/names.js';
import { frameSize } from '../../../recording/video/canvas.js';
import { VideoEncoder } from '../../../recording/video/encoder.js';
import { RecordingWriter } from '../../../recording/writer.js';
import { ActiveRecording } from './active-recording.js';
import type { Arguments } from './arguments.js';

/** Longest wait for pictures when a recording is stopped, and when the process must end. */
const FINISH_MS = 120_000;
const HURRIED_MS = 5000;

export interface RecorderPrograms {
  /** Where programs are looked for, as in PATH. */
  readonly path: string;
  readonly env: ChildEnvironment;
}

export class SessionRecorder implements Recorder {
  readonly #active = new Map<string, ActiveRecording>();
  readonly #ended = new Map<string, RecordingState>();

  constructor(
    readonly folder: string,
    private readonly programs: RecorderPrograms,
  ) {}

  isRecording(session: string): boolean {
    return this.#active.get(session)?.hasFailed === false;
  }

  async start(call: Call, request: RecordingRequest): Promise<RecordingState> {
    const session = call.session.id;
    if (this.isRecording(session)) {
      const { name } = this.#active.get(session)?.writer.session ?? {};
      throw new DriverError('invalid_input', `Session "${session}" is being recorded already, as "${name}". Stop that first.`, { name });
    }
    await this.stop(session);
    const name = request.name === undefined ? defaultName(session, new Date(nowMs())) : checkedName(request.name);
    const folder = request.folder ?? recordingFolder(this.folder, name);
    const writer = await RecordingWriter.create(folder, header(call, name, request));
    const { engine } = call;
    const encoder = request.video ? await this.#encoder(writer, engine) : undefined;
    const recording = new ActiveRecording(writer, {
      rules: () => rulesOf(engine),
      mask: (text) => engine.secrets.mask.maskText(text),
      encoder,
    });
    this.#active.set(session, recording);
    this.#ended.delete(session);
    return recording.state(true);
  }

  /** Why there is no video is a note of the recording, not a failure. */
  async #encoder(writer: RecordingWriter, { gate }: Engine): Promise<VideoEncoder | undefined> {
    const ffmpeg = which('ffmpeg', this.programs.path);
    const video = { file: videoFile, offset_ms: 0, ...frameSize };
    const without = async (note: string) => {
      await writer.updateSession({ video: { ...video, state: 'unavailable', note } });
      return undefined;
    };
    if (ffmpeg === undefined) return without('There is no video: ffmpeg is not installed (apt-get install ffmpeg).');
    if (gate.requiresRedaction())
      return without('There is no video: policy requires every picture to be redacted whole, which moving pictures cannot be.');
    try {
      const encoder = await VideoEncoder.start({ ffmpeg, file: join(writer.folder, videoFile), size: frameSize, env: this.programs.env });
      await writer.updateSession({ video: { ...video, state: 'recording' } });
      return encoder;
    } catch (error) {
      return without(`There is no video: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }

  async stop(session: string, limitMs = FINISH_MS): Promise<RecordingState | undefined> {
    const recording = this.#active.get(session);
    if (!recording) return undefined;
    this.#active.delete(session);
    await recording.stop(limitMs);
    const state = recording.state(false);
    this.#ended.set(session, state);
    return state;
  }

  state(session: string): RecordingState | undefined {
    return this.#active.get(session)?.state(true) ?? this.#ended.get(session);
  }

  /** Ends what is still being recorded. */
  async close(): Promise<void> {
    await Promise.all([...this.#active.keys()].map((session) => this.stop(session, HURRIED_MS)));
  }

  async before(call: Call, input: Arguments): Promise<void> {
    if (isRecorded(call)) await this.#active.get(call.session.id)?.begin(call, input);
  }

  async after(turn: Turn): Promise<void> {
    if (isRecorded(turn.call)) this.#active.get(turn.call.session.id)?.finish(turn);
  }

  /** The same gate, with what it decides told to the recording. */
  listening(gate: Gate): Gate {
    return {
      requiresRedaction: () => gate.requiresRedaction(),
      mayBeSeen: (window) => gate.mayBeSeen(window),
      permits: (call, act) => gate.permits(call, act),
      decide: async (call, act) => {
        const { recording, open } = this.#hearing(call);
        if (open) open.act = act; // also told when it is refused
        await this.#judged(call, (heard) => gate.decide(heard, act));
        if (recording && open) await recording.decided(open, act);
      },
      decideRead: async (call, window, op) => {
        await this.#judged(call, (heard) => gate.decideRead(heard, window, op));
        const { recording, open } = this.#hearing(call);
        if (recording && open) recording.looked(open, window);
      },
      decideScreen: (call, frontmost, op) => this.#judged(call, (heard) => gate.decideScreen(heard, frontmost, op)),
    };
  }

  #hearing(call: Call) {
    const recording = this.#active.get(call.session.id);
    return { recording, open: recording?.openTurn(call) };
  }

  async #judged(call: Call, judge: (heard: Call) => Promise<void>): Promise<void> {
    const { open } = this.#hearing(call);
    if (!open) return judge(call);
    // While it decides, the gate tells the caller something only when a person is being asked.
    let asked: string | undefined;
    const progress: Call['progress'] = (message, fraction) => {
      asked = message;
      call.progress(message, fraction);
    };
    try {
      await judge({ ...call, progress });
      open.allowed(asked);
    } catch (error) {
      open.denied(toDriverError(error));
      throw error;
    }
  }
}

/** Managing Offhand is not part of what was done on the desktop; nor is replaying, whose turns are calls of their own. */
const isRecorded = ({ tool }: Call): boolean => tool.effect !== 'manage' && tool.group !== 'recording';

const rulesOf = (engine: Engine) => ({ ocr: engine.ocr, required: engine.gate.requiresRedaction(), detector: everySecret(engine) });

const header = (call: Call, name: string, request: RecordingRequest): SessionRecord => ({
  format: FORMAT,
  version: FORMAT_VERSION,
  name,
  session: call.session.id,
  client: call.client,
  offhand: call.engine.version,
  pid: process.pid,
  started_at: new Date(nowMs()).toISOString(),
  ended_at: null,
  state: 'recording',
  turns: 0,
  options: { typed_text: request.typedText, looks: request.looks, pictures: request.pictures, video: request.video },
  variables: [],
  notes: [],
});
