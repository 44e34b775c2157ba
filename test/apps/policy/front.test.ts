import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Approver } from '../../../src/approval/approval.js';
import { localDriver } from '../../../src/transport/driver.js';
import { oracleOf, type WindowFacts } from '../../support/oracle.js';
import { openStage, permissive, type Stage } from './stage.js';

let stage: Stage;
let forbidden: number;
let place: WindowFacts;

beforeAll(async () => {
  stage = await openStage({ policy: `${permissive}forbidden_apps = ["xmessage"]\n` });
  stage.desktop.runApp('xmessage', ['-title', 'Vault', '-geometry', '300x200+100+500', 'swordfish swordfish swordfish']);
  forbidden = await stage.desktop.waitForWindow({ title: '^Vault$' });
  place = await oracleOf(stage.desktop).window(forbidden);
});
afterAll(async () => stage?.[Symbol.asyncDispose]());

const activate = (window: number) => stage.desktop.run('xdotool', 'windowactivate', '--sync', String(window));
const clickAt = (at: { x: number; y: number }) => stage.product.call('cua', { op: { kind: 'left_click', ...at } });

/** How many colours a part of a picture has. */
async function colours(png: string | undefined): Promise<number> {
  const file = join(stage.desktop.dir, 'screen.png');
  writeFileSync(file, Buffer.from(png ?? '', 'base64'));
  const { x, y, width, height } = place;
  return Number(await stage.desktop.run('convert', file, '-crop', `${width}x${height}+${x}+${y}`, '-format', '%k', 'info:'));
}

describe('a call that names no window', () => {
  test('is refused while a forbidden application is in front, wherever it aims', async () => {
    await activate(forbidden);
    const at = await stage.spot('button');
    const seen = await stage.noticed(async () => {
      await activate(forbidden);
      await expect(clickAt(at)).rejects.toMatchObject({ code: 'policy_denied', details: { rule: 'forbidden_apps' } });
      await expect(stage.product.call('screenshot', {})).rejects.toMatchObject({ code: 'policy_denied' });
      await expect(stage.product.call('get_desktop_state', {})).rejects.toMatchObject({ code: 'policy_denied' });
      await expect(stage.product.call('cua', { op: { kind: 'ax_tree' } })).rejects.toMatchObject({ code: 'policy_denied' });
      await expect(stage.product.call('cua', { op: { kind: 'type', text: 'x' } })).rejects.toMatchObject({ code: 'policy_denied' });
    });
    expect(seen.filter(({ type }) => type !== 'focus')).toEqual([]);
  });

  test('is refused where it would land on one, and allowed elsewhere', async () => {
    await activate(stage.app.windowId);
    await expect(clickAt({ x: place.x + 20, y: place.y + 20 })).rejects.toMatchObject({ code: 'policy_denied' });
    const seen = await stage.noticed(async () => clickAt(await stage.spot('button')));
    expect(seen.filter(({ type }) => type === 'clicked')).toHaveLength(1);
  });

  test('is held to the same under capture_scope desktop', async () => {
    await stage.product.call('set_config', { key: 'capture_scope', value: 'desktop' });
    const at = await stage.spot('button');
    await activate(forbidden);
    await expect(stage.product.call('click', at)).rejects.toMatchObject({ code: 'policy_denied' });
    await activate(stage.app.windowId);
    await expect(stage.product.call('click', at)).resolves.toBeDefined();
  });
});

test('what was decided for one application in front is not done once another came there', async () => {
  writeFileSync(join(stage.home, 'policy.toml'), `${permissive}[[cua.policy.rule]]\nmatch = { tool = "left_click" }\ndecision = "ask"\n`);
  await activate(stage.app.windowId);
  const at = await stage.spot('button');
  const driver = localDriver(stage.product.engine, { client: 'test', session: 'late' });
  const switching: Approver = {
    name: 'slow person',
    async ask() {
      await activate(forbidden);
      return 'once';
    },
  };
  const seen = await stage.noticed(async () => {
    const call = driver.call('cua', { op: { kind: 'left_click', ...at } }, { approver: switching });
    await expect(call).rejects.toMatchObject({ code: 'target_changed' });
  });
  expect(seen.filter(({ type }) => type !== 'focus')).toEqual([]);
  writeFileSync(join(stage.home, 'policy.toml'), `${permissive}forbidden_apps = ["xmessage"]\n`);
});

test('in a picture of the screen a forbidden window is one solid patch', async () => {
  await activate(stage.app.windowId);
  const raw = join(stage.desktop.dir, 'root.png');
  await stage.desktop.run('import', '-window', 'root', raw);
  const { x, y, width, height } = place;
  const crop = ['-crop', `${width}x${height}+${x}+${y}`, '-format', '%k', 'info:'];
  expect(Number(await stage.desktop.run('convert', raw, ...crop))).toBeGreaterThan(1);
  const { data_b64: operation } = await stage.product.call('cua', { op: { kind: 'screenshot' } });
  expect(await colours(operation)).toBe(1);
  const { image } = await stage.product.call('screenshot', { max_image_dimension: 0 });
  expect(await colours(image?.base64)).toBe(1);
});
