import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oracleOf } from '../../support/oracle.js';
import { until } from '../../support/until.js';
import { openStage, permissive, type Stage } from './stage.js';

const sentence = 'Please write to jane.doe@example.com before noon';
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  const at = stage.product.at(stage.app);
  const index = await until(
    async () => {
      const { elements = [] } = await stage.product.call('get_window_state', { ...at, include_screenshot: false });
      return elements.find(({ label }) => label === 'Notes')?.element_index;
    },
    { what: 'the notes' },
  );
  await stage.product.call('set_value', { ...at, element_index: index, value: `${sentence}\n${'and more\n'.repeat(400)}` });
});
afterAll(async () => stage?.[Symbol.asyncDispose]());

interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly reason: string;
}

/** What tesseract reads in a picture, enlarged as it likes it; none of our code is involved. */
async function textIn(png: string | undefined): Promise<string> {
  const file = join(stage.desktop.dir, 'shown.png');
  writeFileSync(file, Buffer.from(png ?? '', 'base64'));
  const read = `convert '${file}' -colorspace gray -resize 200% png:- | OMP_THREAD_LIMIT=1 tesseract - - --psm 11 2>/dev/null`;
  return stage.desktop.run('sh', '-c', read);
}

describe('redact: true', () => {
  test('covers the characters of an address in a long text and leaves the words around it', async () => {
    const at = stage.product.at(stage.app);
    const plain = await stage.product.call('screenshot', at);
    expect(await textIn(plain.image?.base64)).toMatch(/jane.doe@example/);
    const covered = await stage.product.call('screenshot', { ...at, redact: true });
    const text = await textIn(covered.image?.base64);
    expect(text).toMatch(/Please write to/);
    expect(text).not.toMatch(/jane|doe|example/i);
    const regions = (covered.redaction as { regions: Region[] }).regions.filter(({ reason }) => reason === 'email');
    expect(regions).toHaveLength(1);
    const { width } = stage.app.widget('editor');
    expect(regions[0]?.width).toBeLessThan(width * 0.7);
    expect(regions[0]?.height).toBeLessThan(40);
  });

  test('takes it out of the text beside the picture as well', async () => {
    const seen = await stage.product.call('get_window_state', { ...stage.product.at(stage.app), redact: true });
    expect(JSON.stringify({ ...seen, image: undefined })).not.toContain('jane.doe');
    expect(seen.tree_markdown).toContain('Please write to [redacted:email] before noon');
  });

  test('on the whole screen uses what the trees of its windows know', async () => {
    const { x, y, width, height } = await oracleOf(stage.desktop).window(stage.app.windowId);
    const { image, redaction } = await stage.product.call('screenshot', { redact: true, region: { x, y, width, height } });
    expect(await textIn(image?.base64)).not.toMatch(/jane|doe@/i);
    const { regions } = redaction as { regions: (Region & { source: string })[] };
    expect(regions.map(({ reason, source }) => `${reason} ${source}`)).toContain('password_field geometry');
    expect(regions.map(({ reason }) => reason)).toContain('email');
  });

  test('forced by the policy holds for calls that do not ask, in pictures and in text', async () => {
    writeFileSync(join(stage.home, 'policy.toml'), `${permissive}redact = "force"\n`);
    const seen = await stage.product.call('get_window_state', stage.product.at(stage.app));
    expect(JSON.stringify({ ...seen, image: undefined })).not.toContain('jane.doe');
    expect(await textIn(seen.image?.base64)).not.toMatch(/jane|doe@/i);
  });
});
