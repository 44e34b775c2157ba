import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePng } from '../../src/image/png-decode.js';
import { type ActionRecord, picturesFile } from '../../src/recording/format.js';
import { isDamaged, readPictures, readRecording, readTree } from '../../src/recording/reader.js';
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { apiKey, elementIn, password, recordFlow, typedText } from './flow.js';

let desktop: Desktop;
let product: Product;
let app: Fixture;

beforeAll(async () => {
  desktop = await openDesktop();
  product = startProduct(desktop);
  app = await startFixture(desktop, 'gtk3');
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}

const actionsIn = async (folder: string): Promise<ActionRecord[]> =>
  (await readRecording(folder)).turns.flatMap((turn) => (isDamaged(turn) ? [] : [turn.action]));

describe('a recording of a session', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await recordFlow(product, app, 'flow');
  });

  test('holds every call: target, change, route, effect, evidence, receipt and decision', async () => {
    const { session, turns } = await readRecording(folder);
    expect(session).toMatchObject({ state: 'complete', name: 'flow', session: 'test', turns: turns.length });
    const actions = await actionsIn(folder);
    expect(new Set(actions.map(({ kind }) => kind))).toEqual(new Set(['act', 'look']));
    const acts = actions.filter(({ kind }) => kind === 'act');
    expect(acts.map(({ tool }) => tool)).toEqual(['set_value', 'set_value', 'click', 'set_value', 'click']);
    const [, , tick] = acts;
    expect(tick).toMatchObject({
      window: { title: app.title, ref: 'w1', pid: app.pid },
      targets: [{ field: 'element_index', signature: { role: 'checkbox', label: 'Enabled' }, password: false }],
      result: { ok: true, effect: 'confirmed', route: 'accessibility', interference: { clean: true } },
      policy: { decision: 'allowed' },
    });
    expect(tick?.result.evidence?.length).toBeGreaterThan(0);
    expect(tick?.expect).toContainEqual(expect.objectContaining({ kind: 'element', states: { checked: true } }));
    const tree = await readTree(join(folder, `turn-${String(tick?.turn).padStart(5, '0')}`));
    expect(tree?.changed).toContainEqual(expect.objectContaining({ role: 'checkbox', what: { states: ['', 'checked'] } }));
  });

  test('has pictures before and after each act that open in any viewer, with the target’s place', async () => {
    for (const { turn, targets } of (await actionsIn(folder)).filter(({ kind }) => kind === 'act')) {
      const path = join(folder, `turn-${String(turn).padStart(5, '0')}`);
      const pictures = await readPictures(path);
      expect(pictures?.before && pictures.after && pictures.box && pictures.marker).toBeTruthy();
      const frame = targets[0]?.frame;
      expect(pictures?.box?.width).toBe(frame?.width);
      for (const picture of [pictures?.before, pictures?.after]) {
        const image = await decodePng(readFileSync(join(path, picture?.file ?? '')));
        expect({ width: image.width, height: image.height }).toEqual({ width: picture?.width, height: picture?.height });
      }
      expect(existsSync(join(path, 'thumbnail.png'))).toBe(true);
    }
  });

  test('holds neither what was typed nor the password, in no file', async () => {
    const texts = filesIn(folder).map((file) => readFileSync(file).toString('latin1'));
    expect(texts.some((text) => text.includes('Enabled'))).toBe(true);
    for (const planted of [typedText, password, typedText.slice(0, 10), password.slice(0, 10)]) {
      expect(filesIn(folder).filter((file) => readFileSync(file).includes(planted))).toEqual([]);
    }
    const { session } = await readRecording(folder);
    expect(session.variables).toEqual([
      expect.objectContaining({ name: 'name', length: typedText.length, secret: false }),
      expect.objectContaining({ name: 'password', length: password.length, secret: true }),
    ]);
  });

  test('covers the typed text in pictures taken afterwards, and not before', async () => {
    const [first] = (await actionsIn(folder)).filter(({ kind }) => kind === 'act');
    const pictures = await readPictures(join(folder, `turn-${String(first?.turn).padStart(5, '0')}`));
    expect(pictures?.before?.redactions.filter(({ reason }) => reason === 'typed_text')).toEqual([]);
    const covered = pictures?.after?.redactions.filter(({ reason }) => reason === 'typed_text') ?? [];
    const { x, y, width, height } = app.centre('entry') && app.widget('entry');
    expect(covered.some((box) => box.x < x + width && box.x + box.width > x && box.y < y + height && box.y + box.height > y)).toBe(true);
  });

  test('stays small', async () => {
    const { turns } = await readRecording(folder);
    const bytes = filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes / turns.length).toBeLessThan(200_000);
  });
});

test('typed text is kept when asked for, secrets are not', async () => {
  const at = product.at(app);
  const folder = join(product.home, 'recordings', 'kept');
  await product.call('start_recording', { name: 'kept', record_video: false, keep_typed_text: true });
  await product.call('set_value', { ...at, element_index: await elementIn(product, at, /^textfield$/, /^Name$/), value: typedText });
  await product.call('set_value', { ...at, element_index: await elementIn(product, at, /^textfield$/, /^Name$/), value: `key ${apiKey}` });
  await product.call('set_value', { ...at, element_index: await elementIn(product, at, /field$/, /^Password$/), value: password });
  await product.call('stop_recording', {});
  const kept = (await actionsIn(folder)).filter(({ kind }) => kind === 'act').map(({ input }) => input.value);
  expect(kept).toEqual([typedText, 'key [redacted:api_key]', '⟦password⟧']);
  for (const planted of [password, apiKey]) expect(filesIn(folder).filter((file) => readFileSync(file).includes(planted))).toEqual([]);
});

test('a window whose tree cannot be read just now is in no picture, and the turn says so', async () => {
  const looks = async (name: string) => {
    await product.call('start_recording', { name, record_video: false });
    await product.call('screenshot', product.at(app)).catch(() => undefined); // may be refused; it is recorded all the same
    await product.call('stop_recording', {});
    const folder = join(product.home, 'recordings', name, 'turn-00001');
    return { pictures: await readPictures(folder), files: filesIn(folder) };
  };
  expect((await looks('awake')).pictures).toMatchObject({ after: { file: 'after.png' }, notes: [] });
  process.kill(app.pid, 'SIGSTOP');
  try {
    const { pictures, files } = await looks('asleep');
    expect(pictures?.notes).toEqual([expect.stringContaining('could not be read')]);
    expect(files.filter((file) => file.endsWith('.png'))).toEqual([]);
  } finally {
    process.kill(app.pid, 'SIGCONT');
  }
});

test('refused and failed calls are turns too, and the refusal is told', async () => {
  const at = product.at(app);
  await product.call('start_recording', { name: 'refused', record_video: false });
  await expect(product.call('click', { ...at, element_index: 4_000_000 })).rejects.toMatchObject({ code: 'stale_element' });
  await product.call('stop_recording', {});
  const [turn] = await actionsIn(join(product.home, 'recordings', 'refused'));
  expect(turn).toMatchObject({ kind: 'act', tool: 'click', result: { ok: false, error: { code: 'stale_element' } } });
});

test('a window that policy keeps from the agent is in no file of a recording, though the refusals are', async () => {
  const secretive = await startFixture(desktop, 'tk', { title: 'Very private', at: { x: 40, y: 400 } });
  const policy = `[cua.policy]\nfirst_time_per_app_approval = false\nforbidden_apps = ["Very private", "tk", "tk_fixture.py"]\n`;
  const attempts = async (by: Product, name: string) => {
    const at = by.at(secretive);
    await by.call('start_recording', { name, record_video: false });
    const codes: string[] = [];
    const attempt = (call: Promise<unknown>) => call.catch(({ code }: { code: string }) => codes.push(code));
    await attempt(by.call('get_window_state', at));
    await attempt(by.call('click', { ...at, x: 30, y: 30 }));
    await attempt(by.call('click', { ...at, element_index: 3 }));
    await by.call('stop_recording', {});
    return { codes, folder: join(by.home, 'recordings', name) };
  };
  await using strict = startProduct(desktop, { session: 'strict', policy });
  const kept = await attempts(strict, 'kept-away');
  expect(kept.codes.slice(0, 2)).toEqual(['policy_denied', 'policy_denied']);
  const refused = await actionsIn(kept.folder);
  expect(refused.map(({ tool }) => tool)).toEqual(['get_window_state', 'click', 'click']);
  expect(filesIn(kept.folder).filter((file) => file.endsWith('.png') || file.endsWith('tree.json'))).toEqual([]);
  expect(filesIn(kept.folder).filter((file) => readFileSync(file).includes('Press me'))).toEqual([]);
  const shown = await attempts(product, 'shown');
  expect(filesIn(shown.folder).filter((file) => file.endsWith('.png')).length).toBeGreaterThan(0);
  await secretive.child.kill();
});

test('what computer_use does is recorded once, as the act it was', async () => {
  await product.call('start_recording', { name: 'universal', record_video: false });
  await product.call('computer_use', { action: 'capture', window_id: app.windowId, mode: 'ax' });
  const element = await elementIn(product, product.at(app), /^button$/, /^Press me$/);
  await product.call('computer_use', { action: 'click', element });
  await product.call('stop_recording', {});
  const actions = await actionsIn(join(product.home, 'recordings', 'universal'));
  expect(actions.filter(({ kind }) => kind === 'act').map(({ tool }) => tool)).toEqual(['click']);
});

test('one session is recorded at a time, each into its own folder, and an existing one is refused', async () => {
  await product.call('start_recording', { name: 'mine', record_video: false });
  await expect(product.call('start_recording', { name: 'other' })).rejects.toMatchObject({ code: 'invalid_input' });
  await product.call('start_recording', { name: 'theirs', record_video: false, session: 'second' });
  await product.call('list_windows', { session: 'second' });
  expect(await product.call('get_recording_state', {})).toMatchObject({ enabled: true, turns: 0, owner: 'test' });
  await product.call('end_session', { session: 'second' });
  expect((await readRecording(join(product.home, 'recordings', 'theirs'))).session).toMatchObject({ state: 'complete', turns: 1 });
  expect(await product.call('set_recording', { enabled: false })).toMatchObject({ enabled: false, last_error: null });
  await expect(product.call('start_recording', { name: 'mine' })).rejects.toMatchObject({ code: 'output_unwritable' });
  await expect(product.call('start_recording', { name: '../outside' })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(existsSync(join(product.home, 'outside'))).toBe(false);
  expect(await product.call('stop_recording', {})).toMatchObject({ enabled: false, name: 'mine' });
});

const canMount = spawnSync('mount', ['--version']).status === 0 && process.getuid?.() === 0;

test.runIf(canMount)('a full disk ends the recording, not the calls', async () => {
  const small = join(desktop.dir, 'small');
  spawnSync('mkdir', [small]);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', small]);
  if (mounted.status !== 0) return;
  try {
    const at = product.at(app);
    const index = await elementIn(product, at, /^button$/, /^Press me$/);
    await product.call('start_recording', { output_dir: join(small, 'run'), record_video: false });
    for (let turn = 0; turn < 12; turn++) {
      const from = app.events().length;
      expect((await product.call('click', { ...at, element_index: index })).interference.clean).toBe(true);
      await app.waitForEvent('the press', ({ type, widget }) => type === 'clicked' && widget === 'button', { from });
    }
    expect(await product.call('stop_recording', {})).toMatchObject({ enabled: false, last_error: { code: 'disk_full' } });
    const { turns } = await readRecording(join(small, 'run'));
    expect(turns.every((turn) => !isDamaged(turn))).toBe(true);
    expect(filesIn(small).some((file) => file.endsWith(picturesFile))).toBe(true);
  } finally {
    spawnSync('umount', [small]);
  }
});
