import type { Call } from './call.js';

/** One finished call, as a recording keeps it. */
export interface Turn {
  readonly call: Call;
  readonly input: Readonly<Record<string, unknown>>;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly output?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface RecordingRequest {
  readonly name?: string | undefined;
  /** Absolute; without one the recording goes where recordings are kept. */
  readonly folder?: string | undefined;
  /** Without ffmpeg there is a note instead. */
  readonly video: boolean;
  readonly typedText: boolean;
  readonly looks: boolean;
  readonly pictures: boolean;
}

export interface RecordingState {
  readonly name: string;
  readonly folder: string;
  readonly session: string;
  readonly running: boolean;
  readonly turns: number;
  readonly bytes: number;
  readonly problem?: { readonly code: string; readonly message: string };
  readonly video?: { readonly state: string; readonly file: string; readonly note?: string };
}

/** Where turns go; without a running recording this does nothing. One recording per session. */
export interface Recorder {
  isRecording(session: string): boolean;
  before(call: Call, input: Readonly<Record<string, unknown>>): Promise<void>;
  after(turn: Turn): Promise<void>;
  start(call: Call, request: RecordingRequest): Promise<RecordingState>;
  /** Undefined when nothing was being recorded; what could not be written is in the state. */
  stop(session: string): Promise<RecordingState | undefined>;
  /** The running recording of the session, else its last one. */
  state(session: string): RecordingState | undefined;
  /** Where the recordings are that a name stands for. */
  readonly folder: string;
}
