import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineEvent } from '../../../src/sdk/index.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
let watch: Watch;
const events: EngineEvent[] = [];

beforeAll(async () => {
  stage = await openStage();
  stage.product.engine.events.subscribe((event) => events.push(event));
  watch = await startSentinel(stage.desktop, { typing: true });
});
afterAll(async () => stage?.[Symbol.asyncDispose]());

const cua = (op: Parameters<typeof stage.product.call<'cua'>>[1]['op'], sub_agent?: string) =>
  stage.product.call('cua', { op, ...(sub_agent ? { sub_agent } : {}) });

const clicks = () => stage.app.events().filter(({ type, widget }) => type === 'clicked' && widget === 'button').length;

describe('an operation in screen pixels, while the person types elsewhere', () => {
  test('left_click presses what is there, once', async () => {
    const before = clicks();
    const from = stage.app.events().length;
    expect(await cua({ kind: 'left_click', ...(await stage.spot('button')) })).toEqual({ kind: 'ok' });
    await stage.app.waitForEvent('the click', ({ type }) => type === 'clicked', { from });
    expect(clicks()).toBe(before + 1);
  });

  test('type and key go where the agent clicked, not where the person is', async () => {
    const from = stage.app.events().length;
    await cua({ kind: 'left_click', ...(await stage.spot('entry')) });
    await cua({ kind: 'type', text: 'Grüße' });
    await stage.app.waitForEvent('the text', ({ widget, text }) => widget === 'entry' && text === 'Grüße', { from });
    await cua({ kind: 'key', keys: 'BackSpace' });
    await stage.app.waitForEvent('one character less', ({ widget, text }) => widget === 'entry' && text === 'Grüß', { from });
  });

  test('double_click, right_click and scroll arrive as such', async () => {
    const from = stage.app.events().length;
    const at = await stage.spot('canvas');
    await cua({ kind: 'double_click', ...at });
    await stage.app.waitForEvent('a double click', ({ type, widget }) => widget === 'canvas' && /double/.test(type), { from });
    await cua({ kind: 'right_click', ...at });
    await stage.app.waitForEvent('button 3', ({ type, button }) => type === 'press' && button === 3, { from });
    await cua({ kind: 'scroll', ...at, dx: 0, dy: 2 });
    await stage.app.waitForEvent('the wheel', ({ type, direction }) => type === 'scroll' && direction === 'down', { from });
  });

  test('mouse_move moves the agent’s pointer and never the person’s', async () => {
    const at = await stage.spot('canvas');
    const from = stage.app.events().length;
    await cua({ kind: 'mouse_move', ...at });
    await stage.app.waitForEvent('motion', ({ type, widget }) => type === 'motion' && widget === 'canvas', { from });
    const person = await oracleOf(stage.desktop).pointer();
    expect(Math.hypot(person.x - at.x, person.y - at.y)).toBeGreaterThan(100);
    expect((await stage.product.call('get_cursor_position', {})).agent).toEqual(at);
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await watch.stop());
  });
});

describe('looking', () => {
  test('a screenshot has the screen’s own pixels, whole or in part', async () => {
    const whole = await cua({ kind: 'screenshot' });
    expect(whole).toMatchObject({ kind: 'screenshot', format: 'png', width: 1280, height: 900, redacted: false });
    expect(
      Buffer.from(whole.data_b64 ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const part = await cua({ kind: 'screenshot', region: { x: 10, y: 20, width: 30, height: 40 } });
    expect(part).toMatchObject({ width: 30, height: 40 });
    await expect(cua({ kind: 'screenshot', region: { x: 5000, y: 0, width: 10, height: 10 } })).rejects.toMatchObject({
      code: 'point_outside',
    });
    await expect(cua({ kind: 'screenshot', region: { x: 0, y: 0, width: 0, height: 0 } })).rejects.toMatchObject({ code: 'point_outside' });
  });

  test('frontmost_app and ax_tree speak of the window in front', async () => {
    await stage.desktop.run('xdotool', 'windowactivate', '--sync', String(stage.app.windowId));
    const { app_id: front } = await cua({ kind: 'frontmost_app' });
    expect(front).toBeTruthy();
    const { tree } = await cua({ kind: 'ax_tree' });
    expect(tree).toMatchObject({ app_id: front, window_title: 'Fixture gtk3' });
    const spot = await stage.spot('button');
    const button = flat(tree?.root as unknown as Node).find(({ role, name }) => role === 'button' && name === 'Press me');
    const [x = 0, y = 0, width = 0, height = 0] = button?.bounds ?? [];
    expect(x < spot.x && spot.x < x + width && y < spot.y && spot.y < y + height).toBe(true);
  });

  test('a wait ends at once when its caller cancels', async () => {
    const stop = new AbortController();
    const waiting = stage.product.call('cua', { op: { kind: 'wait', duration_ms: Number.MAX_SAFE_INTEGER } }, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect(await cua({ kind: 'wait', duration_ms: 1 })).toEqual({ kind: 'ok' });
  });
});

describe('who acts', () => {
  test('a sub-agent has a session of its own name', async () => {
    await cua({ kind: 'wait', duration_ms: 0 }, 'scout');
    expect(stage.product.engine.sessions.find('cua-scout')).toBeDefined();
    await expect(cua({ kind: 'wait', duration_ms: 0 }, '../x')).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('events tell what was done and never what was typed', () => {
    const told = events.filter((event) => event.type === 'cua_event');
    expect(told.map(({ op }) => op)).toEqual(expect.arrayContaining(['left_click', 'type', 'key', 'screenshot', 'ax_tree', 'wait']));
    expect(told.find(({ op }) => op === 'type')).toMatchObject({ summary: 'typed 5 characters' });
    expect(told.find(({ op }) => op === 'left_click')?.coords).toHaveLength(2);
    expect(JSON.stringify(events)).not.toContain('Grüße');
  });

  test('a point beside the screen, or on nothing, is refused', async () => {
    await expect(cua({ kind: 'left_click', x: 4000, y: 10 })).rejects.toMatchObject({ code: 'point_outside' });
    await expect(cua({ kind: 'left_click', x: 1279, y: 899 })).rejects.toMatchObject({ code: 'window_not_found' });
  });

  test('a secret is never typed without an element', async () => {
    await expect(cua({ kind: 'type', text: '{{secret:PIN}}' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

interface Node {
  readonly role: string;
  readonly name: string;
  readonly bounds: readonly number[] | null;
  readonly children: readonly Node[];
}

const flat = (node: Node): Node[] => [node, ...node.children.flatMap(flat)];
