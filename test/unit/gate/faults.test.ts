import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineEvent } from '../../../src/engine/events.js';
import { createImage } from '../../../src/image/raw.js';
import { redactImage } from '../../../src/redaction/redact.js';
import { localDriver } from '../../../src/transport/driver.js';
import { until } from '../../support/until.js';
import { type Headless, headlessEngine, waitOp } from './headless-engine.js';

let headless: Headless;
beforeAll(() => {
  headless = headlessEngine();
});
afterAll(() => headless[Symbol.asyncDispose]());

const driverOf = (session: string) => localDriver(headless.engine, { client: 'test', session });

describe('tokens', () => {
  test('that an application might show are hidden in results and errors', async () => {
    const token = `apr-${randomUUID()}`;
    const result = await driverOf(token).call('get_session_state', {});
    expect(JSON.stringify(result)).toContain('apr-[hidden]');
    expect(JSON.stringify(result)).not.toContain(token);
    await expect(driverOf('plain').call('get_session_state', { name: token })).resolves.toBeDefined();
    const other = `apr-${randomUUID()}`;
    await expect(driverOf('plain').call('get_session_state', { name: other })).rejects.toThrow(/apr-\[hidden\]/);
  });

  test('are hidden from those who may listen but not answer', async () => {
    const events: EngineEvent[] = [];
    const stop = headless.engine.events.subscribe((event) => events.push(event));
    const call = driverOf('listened').call('cua', waitOp('careful'), { approver: { name: 'test', ask: async () => 'once' } });
    await expect(call).resolves.toEqual({ kind: 'ok' });
    stop();
    expect(events.map(({ type }) => type)).toEqual(['call_started', 'approval_required', 'approval_resume', 'cua_event', 'call_finished']);
    expect(JSON.stringify(events)).not.toMatch(/apr-[0-9a-f]{8}/);
  });
});

test('a question goes with the session it is about', async () => {
  const pending = driverOf('slow').call('cua', waitOp('careful'), { approver: { name: 'asleep', ask: () => new Promise(() => {}) } });
  const refused = expect(pending).rejects.toMatchObject({ code: 'cancelled' });
  await until(() => headless.engine.approvals.list().length > 0, { what: 'a question' });
  await headless.engine.sessions.end('cua-careful');
  await refused;
});

test.each([
  [0, 0],
  [0, 40],
  [1, 1],
  [20_000, 2],
  [3, 20_000],
])('a picture of %i × %i is redacted without complaint', async (width, height) => {
  const result = await redactImage({
    image: createImage(width, height),
    texts: [{ role: 'text', text: 'jane@example.com', isPassword: false, box: { x: -5, y: -5, width: 1e6, height: 1e6 } }],
  });
  expect(result.withheld).toBe(false);
  expect(result.redaction.passes.map(({ pass, status }) => `${pass} ${status}`)).toEqual([
    'geometry done',
    'heuristic done',
    'ocr skipped',
  ]);
});

test('a megabyte of text is refused or judged, not choked on', async () => {
  const driver = driverOf('long');
  await expect(driver.call('type_text', { pid: 1, text: 'x'.repeat(1_048_577) })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(driver.call('type_text', { pid: 1, text: 'x'.repeat(1_048_576) })).rejects.toMatchObject({ code: 'display_unavailable' });
});
