import { resolve } from 'node:path';
import { z } from 'zod';
import type { Call } from '../../engine/call.js';
import type { RecordingState } from '../../engine/recorder.js';
import { DriverError } from '../../errors/driver-error.js';
import { defineTool } from '../define.js';
import { toolInput } from '../fields.js';

const stateOutput = z.object({
  enabled: z.boolean().describe('Whether calls of this session are being recorded.'),
  name: z.string().nullable(),
  output_dir: z.string().nullable(),
  owner: z.string().describe('The session it belongs to.'),
  turns: z.int(),
  next_turn: z.int(),
  bytes: z.int(),
  video_active: z.boolean(),
  last_video_path: z.string().nullable(),
  last_error: z.object({ code: z.string(), message: z.string() }).nullable(),
  notes: z.array(z.string()),
});

type StateOutput = z.input<typeof stateOutput>;

function toOutput(session: string, state: RecordingState | undefined): StateOutput {
  const { video } = state ?? {};
  const hasVideo = video !== undefined && video.state !== 'unavailable';
  return {
    enabled: state?.running ?? false,
    name: state?.name ?? null,
    output_dir: state?.folder ?? null,
    owner: session,
    turns: state?.turns ?? 0,
    next_turn: (state?.turns ?? 0) + 1,
    bytes: state?.bytes ?? 0,
    video_active: video?.state === 'recording',
    last_video_path: hasVideo ? video.file : null,
    last_error: state?.problem ?? null,
    notes: video?.note === undefined ? [] : [video.note],
  };
}

const startFields = {
  name: z.string().min(1).max(80).optional().describe('Name of the recording; default: the time and the session.'),
  output_dir: z.string().min(1).max(4096).optional().describe('Folder to make for it; default: a new one among the recordings.'),
  record_video: z.boolean().optional().describe('Also make a video when ffmpeg is installed; default: the setting.'),
  keep_typed_text: z.boolean().optional().describe('Keep typed text instead of its length; passwords and secrets are never kept.'),
  include_looks: z.boolean().optional().describe('Also record reads; default true.'),
  include_pictures: z.boolean().optional().describe('Keep pictures before and after each turn; default true.'),
};

type StartArguments = { [K in keyof typeof startFields]?: z.output<(typeof startFields)[K]> };

async function start(call: Call, input: StartArguments): Promise<StateOutput> {
  const state = await call.engine.recorder.start(call, {
    name: input.name,
    folder: input.output_dir === undefined ? undefined : resolve(input.output_dir),
    video: call.setting('record_video', input.record_video),
    typedText: call.setting('record_typed_text', input.keep_typed_text),
    looks: input.include_looks ?? true,
    pictures: input.include_pictures ?? true,
  });
  return toOutput(call.session.id, state);
}

export const startRecording = defineTool({
  name: 'start_recording',
  group: 'recording',
  effect: 'manage',
  summary:
    'Record what this session does: each call with its target, pictures, changes and receipt. Typed text is left out unless asked for.',
  input: toolInput(startFields),
  output: stateOutput,
  profile: 'full',
  cli: { positional: ['name'], example: 'offhand start_recording invoice-run' },
})(({ input, call }) => start(call, input));

export const stopRecording = defineTool({
  name: 'stop_recording',
  group: 'recording',
  effect: 'manage',
  summary: 'End the recording of this session and finish its files.',
  input: toolInput({}),
  output: stateOutput,
  profile: 'full',
  cli: { example: 'offhand stop_recording' },
})(async ({ call }) => stop(call));

async function stop(call: Call): Promise<StateOutput> {
  const { recorder, session } = { recorder: call.engine.recorder, session: call.session.id };
  return toOutput(session, (await recorder.stop(session)) ?? recorder.state(session));
}

export const setRecording = defineTool({
  name: 'set_recording',
  group: 'recording',
  effect: 'manage',
  summary: 'Switch the recording of this session on or off; the same as start_recording and stop_recording.',
  input: toolInput({ enabled: z.boolean().describe('true starts, false stops.'), ...startFields }),
  output: stateOutput,
  profile: 'full',
  cli: { example: 'offhand set_recording --enabled' },
})(async ({ input, call }) => {
  if (input.enabled) return start(call, input);
  const given = Object.keys(startFields).find((field) => input[field as keyof typeof startFields] !== undefined);
  if (given !== undefined) throw new DriverError('invalid_input', `set_recording: ${given} only goes with enabled: true.`);
  return stop(call);
});

export const getRecordingState = defineTool({
  name: 'get_recording_state',
  group: 'recording',
  effect: 'manage',
  summary: 'Whether this session is being recorded, where, how far it is, and what went wrong.',
  input: toolInput({}),
  output: stateOutput,
  profile: 'full',
  cli: { example: 'offhand get_recording_state' },
})(async ({ call }) => toOutput(call.session.id, call.engine.recorder.state(call.session.id)));
