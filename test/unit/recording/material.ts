// Small recordings for tests that need no desktop.
import {
  type ActionRecord,
  FORMAT,
  FORMAT_VERSION,
  type SessionRecord,
  type Signature,
  type WindowFacts,
} from '../../../src/recording/format.js';

export const headerOf = (more: Partial<SessionRecord> = {}): SessionRecord => ({
  format: FORMAT,
  version: FORMAT_VERSION,
  name: 'a',
  session: 'test',
  client: 'test',
  offhand: '0.0.0',
  pid: 1,
  started_at: '2026-01-01T00:00:00.000Z',
  ended_at: null,
  state: 'recording',
  turns: 0,
  options: { typed_text: false, looks: true, pictures: true, video: false },
  variables: [],
  notes: [],
  ...more,
});

export const signatureOf = (role: string, label: string): Signature => ({
  role,
  label,
  ancestors: [],
  near: { before: null, after: null },
  position: { ordinal: 0, count: 1, at: { x: 0.5, y: 0.5 } },
});

export const windowOf = (more: Partial<WindowFacts> = {}): WindowFacts => ({
  ref: 'w1',
  app_id: 'calculator',
  app_name: 'Calculator',
  title: 'Calculator',
  is_dialog: false,
  width: 400,
  height: 300,
  window_id: 7,
  pid: 42,
  ...more,
});

export const actionOf = (turn: number, more: Partial<ActionRecord> = {}): ActionRecord => ({
  version: FORMAT_VERSION,
  turn,
  kind: 'act',
  tool: 'click',
  group: 'pointer',
  summary: 'click button “7” in “Calculator”',
  started_at: '2026-01-01T00:00:01.000Z',
  offset_ms: turn * 1000,
  duration_ms: 42,
  input: { pid: 42, window_id: 7, element_index: 3 },
  variables: [],
  window: windowOf(),
  targets: [
    { field: 'element_index', signature: signatureOf('button', '7'), frame: { x: 10, y: 20, width: 30, height: 40 }, password: false },
  ],
  points: [],
  result: { ok: true, effect: 'confirmed', route: 'accessibility', evidence: [{ kind: 'tree_change', detail: 'it changed' }] },
  policy: { decision: 'allowed' },
  opened: [],
  closed: [],
  expect: [],
  ...more,
});
