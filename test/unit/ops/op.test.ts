import { describe, expect, test } from 'vitest';
import { DriverError } from '../../../src/errors/driver-error.js';
import { approvalResumeCommand, cuaEvent, cuaEventOf, cuaPolicyDenied, policyDeniedOf } from '../../../src/ops/events.js';
import { OP_COUNT, OP_KINDS, type OpInput, op, opEnvelope, parseOp } from '../../../src/ops/op.js';
import { opIntent } from '../../../src/ops/op-intent.js';
import { requireCombo, requireKeyPress } from '../../../src/ops/require-combo.js';
import { opResult } from '../../../src/ops/result.js';

const one: Record<string, OpInput> = {
  left_click: { kind: 'left_click', x: 100, y: 200, button: 'middle', mods: { shift: true } },
  right_click: { kind: 'right_click', x: -5, y: 7 },
  double_click: { kind: 'double_click', x: 1, y: 2 },
  mouse_move: { kind: 'mouse_move', x: 1, y: 2 },
  scroll: { kind: 'scroll', x: 1, y: 2, dx: 0, dy: -3 },
  type: { kind: 'type', text: 'hunter2\n' },
  key: { kind: 'key', keys: 'cmd+shift+t' },
  screenshot: { kind: 'screenshot', region: { x: 0, y: 0, width: 10, height: 20 }, redact: true },
  ax_tree: { kind: 'ax_tree' },
  wait: { kind: 'wait', duration_ms: 1500 },
  frontmost_app: { kind: 'frontmost_app' },
};

describe('the closed set of operations', () => {
  test('has eleven members, with unique snake_case tags and no drag', () => {
    expect(OP_COUNT).toBe(11);
    expect(OP_KINDS).toHaveLength(11);
    expect(new Set(OP_KINDS).size).toBe(11);
    expect(Object.keys(one).sort()).toEqual([...OP_KINDS].sort());
    for (const kind of OP_KINDS) expect(kind).toMatch(/^(?!.*drag)[a-z]+(_[a-z]+)*$/);
  });

  test.each(OP_KINDS)('%s survives the way through JSON', (kind) => {
    const parsed = parseOp(one[kind]);
    expect(parsed.kind).toBe(kind);
    expect(parseOp(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed);
  });

  test('the published example fills in its defaults', () => {
    expect(parseOp({ kind: 'left_click', x: 100, y: 200 })).toEqual({
      kind: 'left_click',
      x: 100,
      y: 200,
      button: 'left',
      mods: { shift: false, ctrl: false, alt: false, meta: false },
    });
  });

  test.each([[{}], [{ region: null }], [{ region: 'full' }]])('a screenshot of %j is of everything', (given) => {
    expect(parseOp({ kind: 'screenshot', ...given })).toEqual({ kind: 'screenshot', region: 'full', format: 'png', redact: false });
  });

  test.each([
    [{ kind: 'left_click_drag', x: 1, y: 2 }],
    [{ kind: 'left_click', x: 1.5, y: 2 }],
    [{ kind: 'left_click', x: 1 }],
    [{ kind: 'left_click', x: 2 ** 31, y: 0 }],
    [{ kind: 'left_click', x: 1, y: 2, mods: { hyper: true } }],
    [{ kind: 'double_click', x: 1, y: 2, mods: {} }],
    [{ kind: 'scroll', x: 1, y: 2, dy: 1 }],
    [{ kind: 'wait', duration_ms: -1 }],
    [{ kind: 'ax_tree', depth: 3 }],
    [{ kind: 'screenshot', region: 'window' }],
    [{ kind: 'key', keys: '' }],
    [null],
    ['left_click'],
  ])('%j is not one of them', (given) => {
    expect(() => parseOp(given)).toThrow(/^cua: invalid op/);
  });

  test('a wait may be as long as the caller likes', () => {
    expect(parseOp({ kind: 'wait', duration_ms: 10 ** 15 })).toMatchObject({ duration_ms: 10 ** 15 });
  });

  test('the envelope takes an operation and perhaps a sub-agent', () => {
    expect(opEnvelope.safeParse({ op: one.wait }).success).toBe(true);
    expect(opEnvelope.safeParse({ op: one.wait, sub_agent: null }).success).toBe(true);
    expect(opEnvelope.safeParse({ sub_agent: 'x' }).success).toBe(false);
    expect(op.safeParse(one.wait).success).toBe(true);
  });
});

describe('what an operation means to policy', () => {
  test('separate modifiers are folded into the combination', () => {
    expect(opIntent(parseOp({ kind: 'key', keys: 'q', mods: { meta: true } })).combos).toEqual([{ mods: ['meta'], key: 'q' }]);
    expect(opIntent(parseOp({ kind: 'left_click', x: 1, y: 2, mods: { ctrl: true } }))).toMatchObject({
      risk: 'act',
      held: ['ctrl'],
      coords: [1, 2],
    });
    expect(opIntent(parseOp({ kind: 'type', text: 'x' }))).toEqual({ risk: 'act', text: 'x' });
    expect(opIntent(parseOp({ kind: 'screenshot' }))).toEqual({ risk: 'observe' });
  });

  test('an unknown key is named with its neighbours; modifiers alone cannot be pressed', () => {
    expect(() => requireCombo('ctrl+entr')).toThrow(
      expect.objectContaining({ code: 'unknown_key', details: { key: 'entr', suggestions: expect.arrayContaining(['return']) } }),
    );
    expect(() => requireCombo('ctrl+a+b')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    expect(() => requireKeyPress('ctrl')).toThrow(DriverError);
    expect(requireKeyPress('ctrl+c')).toEqual({ mods: ['ctrl'], key: 'c' });
  });
});

describe('results', () => {
  test.each([
    [{ kind: 'ok' }],
    [{ kind: 'screenshot', format: 'png', data_b64: 'iVBOR', width: 2, height: 3, redacted: false }],
    [{ kind: 'frontmost_app', app_id: null }],
    [
      {
        kind: 'ax_tree',
        tree: {
          app_id: 'gedit',
          window_title: 'x',
          root: {
            role: 'frame',
            name: 'x',
            bounds: [0, 0, 1, 1],
            children: [{ role: 'text', name: '', value: 'v', bounds: null, children: [] }],
          },
        },
      },
    ],
  ])('%j is well formed', (result) => {
    expect(opResult.parse(result)).toEqual(result);
  });
});

describe('events', () => {
  const ids = { msgId: 'm1', callId: 'c1' };

  test('typing is summed up by its length, never its text', () => {
    const event = cuaEventOf(parseOp(one.type), ids);
    expect(cuaEvent.parse(event)).toEqual({ type: 'cua_event', msg_id: 'm1', call_id: 'c1', op: 'type', summary: 'typed 8 characters' });
    expect(JSON.stringify(event)).not.toContain('hunter');
  });

  test.each(OP_KINDS)('%s has a one-line summary, and coordinates only when it has a place', (kind) => {
    const event = cuaEvent.parse(cuaEventOf(parseOp(one[kind]), ids));
    expect(event.summary).toMatch(/^[^\n]+$/);
    expect('coords' in event).toBe(['left_click', 'right_click', 'double_click', 'mouse_move', 'scroll'].includes(kind));
  });

  test('a denial leaves out an application nobody knows', () => {
    expect(cuaPolicyDenied.parse(policyDeniedOf('key', '', 'no', 'm1'))).toEqual({
      type: 'cua_policy_denied',
      msg_id: 'm1',
      op: 'key',
      reason: 'no',
    });
    expect(policyDeniedOf('key', 'vault', 'no', 'm1')).toMatchObject({ app: 'vault' });
  });

  test('the answer of a host', () => {
    expect(approvalResumeCommand.safeParse({ type: 'approval_resume', resume_token: 'apr-x', approved: true }).success).toBe(true);
    expect(
      approvalResumeCommand.safeParse({
        type: 'approval_resume',
        resume_token: 'apr-x',
        approved: true,
        modifications: { verdict: 'once' },
      }).success,
    ).toBe(true);
  });
});
