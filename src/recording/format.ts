/** The recording format, version 1: what is in `session.json` and in each turn's folder. Readers check against it, writers produce it. */
import { z } from 'zod';

export const FORMAT = 'offhand-recording';
export const FORMAT_VERSION = 1;

export const sessionFile = 'session.json';
export const actionFile = 'action.json';
export const treeFile = 'tree.json';
export const picturesFile = 'pictures.json';
export const thumbnailFile = 'thumbnail.png';
export const videoFile = 'recording.mp4';

export const turnFolder = (turn: number): string => `turn-${String(turn).padStart(5, '0')}`;

export const turnOfFolder = (name: string): number | undefined => {
  const [, digits] = /^turn-(\d{5,})$/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const share = z.object({ x: z.number(), y: z.number() });
const named = z.object({ role: z.string(), label: z.string() });
const problem = z.object({ code: z.string(), message: z.string() });

/** What an element is, in words that survive a restart. */
export const signature = z.object({
  role: z.string(),
  label: z.string(),
  ancestors: z.array(named),
  near: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
  position: z.object({ ordinal: z.int(), count: z.int(), at: share.nullable() }),
});

/** A window; `ref` stays the same for one window during a recording. */
export const windowFacts = z.object({
  ref: z.string(),
  app_id: z.string(),
  app_name: z.string(),
  title: z.string(),
  is_dialog: z.boolean(),
  width: z.number(),
  height: z.number(),
  window_id: z.int(),
  pid: z.int().nullable(),
});

/** An argument that named an element by number, and what that element was. */
const target = z.object({ field: z.string(), signature, frame: rect.nullable(), password: z.boolean() });

/** Arguments that named a pixel. `at` is its share of the window; `under` the element it lay on and where on it. */
const point = z.object({
  x: z.string(),
  y: z.string(),
  at: share,
  under: z.object({ signature, at: share }).optional(),
});

const states = z.record(z.string(), z.boolean());

/** What was so after the turn and should be so again after a replay. */
export const expectation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('element'), signature, value: z.string().optional(), states: states.optional() }),
  z.object({ kind: z.literal('gone'), role: z.string(), label: z.string() }),
  z.object({ kind: z.literal('window_opened'), window: windowFacts }),
  z.object({ kind: z.literal('window_closed'), ref: z.string() }),
]);

const result = z.object({
  ok: z.boolean(),
  error: problem.optional(),
  effect: z.string().optional(),
  route: z.string().optional(),
  delivery: z.object({ mode: z.string(), delivered_count: z.int().optional() }).optional(),
  evidence: z.array(z.object({ kind: z.string(), detail: z.string() })).optional(),
  fell_back_from: z.array(z.object({ route: z.string(), reason: z.string() })).optional(),
  notes: z.array(z.string()).optional(),
  interference: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  /** Of looks and other results: the small facts, never texts or pictures. */
  facts: z.record(z.string(), z.unknown()).optional(),
});

const policy = z.object({
  decision: z.enum(['allowed', 'approved', 'denied', 'not_asked']),
  rule: z.string().optional(),
  reason: z.string().optional(),
});

export const action = z.object({
  version: z.literal(FORMAT_VERSION),
  turn: z.int().min(1),
  kind: z.enum(['act', 'check', 'look']),
  tool: z.string(),
  group: z.string(),
  summary: z.string(),
  started_at: z.string(),
  offset_ms: z.number(),
  duration_ms: z.number(),
  input: z.record(z.string(), z.unknown()),
  /** Names of variables that stand for typed text in `input`. */
  variables: z.array(z.string()),
  window: windowFacts.optional(),
  targets: z.array(target),
  points: z.array(point),
  result,
  policy,
  opened: z.array(windowFacts),
  closed: z.array(z.string()),
  expect: z.array(expectation),
  /** Why this turn cannot be replayed, when it cannot. */
  not_replayable: z.string().optional(),
});

const treeEntry = z.object({ index: z.int().optional(), role: z.string(), label: z.string(), value: z.string().optional() });

export const tree = z.object({
  /** The whole outline, kept when the window was first seen. */
  outline: z.string().optional(),
  appeared: z.array(treeEntry),
  changed: z.array(treeEntry.extend({ what: z.record(z.string(), z.tuple([z.string(), z.string()])) })),
  vanished: z.array(treeEntry),
  moved: z.int(),
  /** Changes beyond the ones listed. */
  more: z.int(),
});

const picture = z.object({
  file: z.string(),
  width: z.int(),
  height: z.int(),
  /** Picture pixels per window pixel. */
  scale: z.number(),
  redactions: z.array(rect.extend({ reason: z.string() })),
  warnings: z.array(z.string()),
});

export const pictures = z.object({
  before: picture.optional(),
  after: picture.optional(),
  /** Where the turn acted, in pixels of `before`. */
  box: rect.optional(),
  marker: share.optional(),
  path: z.array(share).optional(),
  notes: z.array(z.string()),
});

export const variable = z.object({
  name: z.string(),
  length: z.int(),
  turn: z.int(),
  label: z.string(),
  secret: z.boolean(),
});

export const video = z.object({
  file: z.string(),
  state: z.enum(['recording', 'complete', 'ended_early', 'unavailable']),
  /** Milliseconds after the recording began at which the first frame was taken. */
  offset_ms: z.number(),
  width: z.int(),
  height: z.int(),
  note: z.string().optional(),
});

export const session = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(1),
  name: z.string(),
  session: z.string(),
  client: z.string(),
  offhand: z.string(),
  pid: z.int(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  state: z.enum(['recording', 'complete', 'ended_early']),
  problem: problem.optional(),
  turns: z.int(),
  options: z.object({ typed_text: z.boolean(), looks: z.boolean(), pictures: z.boolean(), video: z.boolean() }),
  variables: z.array(variable),
  video: video.optional(),
  notes: z.array(z.string()),
});

export type Signature = z.output<typeof signature>;
export type WindowFacts = z.output<typeof windowFacts>;
export type Expectation = z.output<typeof expectation>;
export type ActionRecord = z.output<typeof action>;
export type TargetRecord = z.output<typeof target>;
export type PointRecord = z.output<typeof point>;
export type TreeRecord = z.output<typeof tree>;
export type PictureRecord = z.output<typeof picture>;
export type PicturesRecord = z.output<typeof pictures>;
export type VariableRecord = z.output<typeof variable>;
export type VideoRecord = z.output<typeof video>;
export type SessionRecord = z.output<typeof session>;
