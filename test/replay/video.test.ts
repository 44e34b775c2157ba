import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../src/bin/create-engine.js';
import { readRecording } from '../../src/recording/reader.js';
import { localDriver } from '../../src/transport/driver.js';
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { until } from '../support/until.js';
import { elementIn } from './flow.js';

let desktop: Desktop;
let product: Product;
let app: Fixture;
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

beforeAll(async () => {
  desktop = await openDesktop();
  product = startProduct(desktop);
  app = await startFixture(desktop, 'gtk3');
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

const start = (name: string) => product.call('start_recording', { name, record_video: true });
const videoOf = (name: string): string => join(product.home, 'recordings', name, 'recording.mp4');
const press = async () =>
  product.call('click', { ...product.at(app), element_index: await elementIn(product, product.at(app), /^button$/, /^Press me$/) });

/** The encoder of a recording, found from outside. */
const encoderOf = (name: string): number =>
  Number(
    execFileSync('pgrep', ['-f', `ffmpeg.*${name}/recording.mp4`], { encoding: 'utf8' })
      .trim()
      .split('\n')[0],
  );

describe.runIf(hasFfmpeg)('a recording with video', () => {
  test('plays, shows the window in motion, and belongs to the recording', async () => {
    expect(await start('film')).toMatchObject({ video_active: true, last_video_path: videoOf('film') });
    await press();
    await until(() => statSync(videoOf('film')).size > 2000, { what: 'the first fragment is on disk', timeoutMs: 30_000 });
    const at = product.at(app);
    await product.call('set_value', { ...at, element_index: await elementIn(product, at, /^slider$/, /^Volume$/), value: 75 });
    const before = statSync(videoOf('film')).size;
    await until(() => statSync(videoOf('film')).size > before, { what: 'the change is filmed', timeoutMs: 30_000 });
    expect(await product.call('stop_recording', {})).toMatchObject({ video_active: false, notes: [] });
    const facts = JSON.parse(
      execFileSync('ffprobe', ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', videoOf('film')], { encoding: 'utf8' }),
    ) as { streams: { width: number; height: number; nb_read_frames: string; codec_name: string }[] };
    expect(facts.streams[0]).toMatchObject({ width: 960, height: 640, codec_name: 'h264' });
    expect(Number(facts.streams[0]?.nb_read_frames)).toBeGreaterThan(1);
    expect((await readRecording(join(product.home, 'recordings', 'film'))).session.video).toMatchObject({ state: 'complete' });
  });

  test('whose ffmpeg is killed goes on, and says so', async () => {
    await start('killed');
    await press();
    process.kill(encoderOf('killed'), 'SIGKILL');
    await press();
    const state = await product.call('stop_recording', {});
    expect(state).toMatchObject({ last_error: null, notes: [expect.stringContaining('ffmpeg ended by itself')] });
    expect(state.turns).toBeGreaterThanOrEqual(4);
  });

  test('whose ffmpeg hangs goes on, and ends it', async () => {
    await start('hung');
    const pid = encoderOf('hung');
    process.kill(pid, 'SIGSTOP');
    await press();
    const state = await product.call('stop_recording', {});
    expect(state).toMatchObject({ last_error: null, notes: [expect.stringContaining('did not finish')] });
    await until(() => spawnSync('ps', ['-p', String(pid)]).status !== 0, { what: 'ffmpeg is gone' });
  });
});

test('without ffmpeg there is a note and no video', async () => {
  const home = join(desktop.dir, 'no-ffmpeg');
  mkdirSync(home);
  writeFileSync(join(home, 'policy.toml'), '[cua.policy]\nfirst_time_per_app_approval = false\n');
  await using engine = createEngine({ ...desktop.env, OFFHAND_HOME: home, PATH: '/nowhere' });
  const driver = localDriver(engine, { client: 'test', session: 'bare' });
  const state = await driver.call('start_recording', { name: 'bare', record_video: true });
  expect(state).toMatchObject({
    enabled: true,
    video_active: false,
    last_video_path: null,
    notes: [expect.stringContaining('ffmpeg is not installed')],
  });
  await driver.call('list_windows', {});
  expect(await driver.call('stop_recording', {})).toMatchObject({ turns: 1, last_error: null });
  expect(readFileSync(join(home, 'recordings', 'bare', 'session.json'), 'utf8')).toContain('"unavailable"');
});
