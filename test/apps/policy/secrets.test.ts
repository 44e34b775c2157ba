import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PolicyFile } from '../../../src/policy/policy-file.js';
import { secretFileIn } from '../../../src/secrets/secret-file.js';
import { dryRun } from '../../../src/transport/cli/policy/dry-run.js';
import { startProduct } from '../../harness/product.js';
import { until } from '../../support/until.js';
import { openStage, permissive, type Stage } from './stage.js';

const password = 'correct-horse-battery-77';
const visible = 'zebra-quilt-lantern-42';
const fromCommand = 'violet-anchor-meadow-19';

let stage: Stage;
const outputs: string[] = [];

beforeAll(async () => {
  stage = await openStage({
    policy: `${permissive}allow_secrets_outside_password_fields = ["VISIBLE"]\nsecret_command = ["sh", "-c", "test {name} = VAULT && echo ${fromCommand}"]\n`,
    env: { OFFHAND_SECRET_VISIBLE: visible },
  });
  await secretFileIn(stage.home).set('LOGIN', password);
  stage.product.engine.events.subscribe((event) => outputs.push(JSON.stringify(event)));
  await call('start_recording', { name: 'planted' });
});
afterAll(async () => stage?.[Symbol.asyncDispose]());

/** Keeps everything that comes out, results and errors alike. */
async function call<N extends Parameters<typeof stage.product.call>[0]>(tool: N, input: Parameters<typeof stage.product.call<N>>[1]) {
  try {
    const output = await stage.product.call(tool, input);
    outputs.push(JSON.stringify(output));
    return output;
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: unknown };
    outputs.push(JSON.stringify({ code, message, details }));
    throw error;
  }
}

async function field(label: string): Promise<number> {
  return until(
    async () => {
      const { elements = [] } = await call('get_window_state', { ...stage.product.at(stage.app), include_screenshot: false });
      return elements.find((each) => each.label === label)?.element_index;
    },
    { what: label },
  );
}

const setValue = async (label: string, value: string) =>
  call('set_value', { ...stage.product.at(stage.app), element_index: await field(label), value });

const received = (widget: string, text: string) =>
  stage.app.waitForEvent(`${widget} holds it`, (line) => line.widget === widget && line.text === text);

describe('a secret', () => {
  test('goes into the password field it is meant for, and nothing says how long it is', async () => {
    const result = await setValue('Password', '{{secret:LOGIN}}');
    expect(result.effect).toBe('confirmed');
    expect(result.evidence).toEqual([{ kind: 'value_readback', detail: 'the secret arrived whole' }]);
    expect(result.delivery).toEqual({ mode: 'background' });
    await received('secret', password);
  });

  test('may come from a command', async () => {
    await setValue('Password', '{{ secret:VAULT }}');
    await received('secret', fromCommand);
  });

  test('is refused where it would be seen, unless the policy allows that one', async () => {
    await expect(setValue('Name', '{{secret:LOGIN}}')).rejects.toMatchObject({
      code: 'policy_denied',
      details: { rule: 'allow_secrets_outside_password_fields' },
    });
    const typed = await call('type_text', {
      ...stage.product.at(stage.app),
      element_index: await field('Notes'),
      text: 'x{{secret:VISIBLE}}',
    });
    expect(typed.effect).toBe('confirmed');
    await received('editor', `x${visible}`);
  });

  test('is refused without an element, misspelled, or unknown', async () => {
    const at = stage.product.at(stage.app);
    await expect(call('type_text', { ...at, text: '{{secret:LOGIN}}' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(setValue('Password', '{{secret:no such name}}')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(setValue('Password', '{{secret:NOWHERE}}')).rejects.toMatchObject({ code: 'secret_not_found' });
  });
});

describe('afterwards', () => {
  test('what the application shows of it is masked', async () => {
    const { elements = [], tree_markdown: outline } = await call('get_window_state', {
      ...stage.product.at(stage.app),
      include_screenshot: false,
    });
    expect(elements.find(({ label }) => label === 'Notes')?.value).toBe('x{{secret:VISIBLE}}');
    expect(outline).toContain('{{secret:VISIBLE}}');
    await call('verify_state', {
      ...stage.product.at(stage.app),
      expect: [{ element: { selector: { label: 'Notes' }, value_contains: 'nothing of the kind' } }],
      timeout_ms: 0,
      stable_samples: 1,
    });
    await call('cua', { op: { kind: 'ax_tree' } }).catch(() => {}); // nothing may be in front
  });

  test('pictures show none of it, of the window or of the screen', async () => {
    const window = await call('screenshot', stage.product.at(stage.app));
    const screen = await call('cua', { op: { kind: 'screenshot' } });
    for (const png of [window.image?.base64, screen.data_b64]) {
      const file = join(stage.desktop.dir, 'shown.png');
      writeFileSync(file, Buffer.from(png ?? '', 'base64'));
      const text = await textIn(file);
      expect(text).toMatch(/Press|Enabled|Hint/); // the reader reads
      expect(text).not.toMatch(/zebra|quilt|lantern/i);
    }
  });

  test('the same picture without masking would have shown it', async () => {
    const file = join(stage.desktop.dir, 'raw.png');
    await stage.desktop.run('import', '-window', String(stage.app.windowId), file);
    expect(await textIn(file)).toMatch(/zebra|quilt|lantern/i);
  });

  test('a terminal that prints it is covered by reading, or the result says that nobody can read', async () => {
    const script = join(stage.desktop.dir, 'print.sh');
    writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' 'the vault opens' 'key: ${visible}' 'and closes'\nsleep 600\n`, { mode: 0o755 });
    stage.desktop.runApp('xterm', ['-title', 'Printed', '-fa', 'DejaVu Sans Mono', '-fs', '12', '-geometry', '60x8', '-e', script]);
    const id = await stage.desktop.waitForWindow({ title: '^Printed$' });
    const raw = join(stage.desktop.dir, 'terminal.png');
    const isPrinted = async () => {
      await stage.desktop.run('import', '-window', String(id), raw);
      return /lantern/.test(await textIn(raw));
    };
    await until(isPrinted, { what: 'the terminal shows it', intervalMs: 200, timeoutMs: 60_000 });
    const { image, redaction } = await call('screenshot', { window_id: id });
    const shown = join(stage.desktop.dir, 'covered.png');
    writeFileSync(shown, Buffer.from(image?.base64 ?? '', 'base64'));
    expect(await textIn(shown)).toMatch(/vault opens/);
    expect(await textIn(shown)).not.toMatch(/zebra|quilt|lantern/i);
    expect(redaction).toMatchObject({ regions: [{ reason: 'stored_secret', source: 'ocr' }], warnings: [] });

    const blind = startProduct(
      { ...stage.desktop, env: { ...stage.desktop.env, PATH: '/nowhere', OFFHAND_SECRET_VISIBLE: visible } },
      {
        session: 'blind',
        policy: permissive,
      },
    );
    const said = await blind.call('screenshot', { window_id: id, redact: true });
    expect(said.redaction).toMatchObject({ warnings: [expect.stringContaining('no text recognition is available')] });
    await blind[Symbol.asyncDispose]();
  });

  test('no result, event, log, recording or audit holds a value', async () => {
    await call('stop_recording', {});
    const pictures = filesUnder(stage.home).filter((path) => /turn-\d+.*after.*\.png$/.test(path));
    expect(pictures.length).toBeGreaterThan(2);
    for (const path of pictures.sort().slice(-2)) {
      expect({ path, text: await textIn(path) }).toEqual({ path, text: expect.not.stringMatching(/zebra|quilt|lantern/i) });
    }
    const everything = [...outputs, ...filesUnder(stage.home).map((path) => readFileSync(path, 'latin1'))].join('\n');
    for (const value of [password, visible, fromCommand]) expect(everything.includes(value)).toBe(false);
    expect(everything).toContain('{{secret:LOGIN}}');
  });

  test('the recording tells what another policy would have said to it', async () => {
    const file = join(stage.desktop.dir, 'strict.toml');
    writeFileSync(
      file,
      '[cua.policy]\nfirst_time_per_app_approval = true\n[[cua.policy.rule]]\nmatch = { tool = "type_text" }\ndecision = "deny"\n',
    );
    const judging = { stage: 'own', platform: 'linux', hasSeen: () => false } as const;
    const { turns, notes } = await dryRun(join(stage.home, 'recordings', 'planted'), new PolicyFile(file).current(), judging);
    const decisions = (tool: string) => turns.filter((turn) => turn.tool === tool).map(({ decision }) => decision);
    expect(new Set(decisions('type_text'))).toEqual(new Set(['deny']));
    // The third one would have put a secret where it shows.
    expect(decisions('set_value').slice(0, 3)).toEqual(['allow', 'allow', 'deny']);
    expect(turns.filter(({ decision }) => decision === 'ask')).toMatchObject([
      { rule: 'first_time_per_app_approval' },
      { rule: 'first_time_per_app_approval', app: 'xterm' },
    ]);
    expect(notes).toHaveLength(1);
  });

  test('the file is for nobody else', () => {
    expect(statSync(join(stage.home, 'secrets.json')).mode & 0o777).toBe(0o600);
    writeFileSync(join(stage.home, 'secrets.json'), '{}', { mode: 0o600 });
  });
});

/** What tesseract reads in a picture, enlarged as it likes it; none of our code is involved. */
const textIn = (file: string): Promise<string> =>
  stage.desktop.run(
    'sh',
    '-c',
    `convert '${file}' -colorspace gray -resize 200% png:- | OMP_THREAD_LIMIT=1 tesseract - - --psm 11 2>/dev/null`,
  );

/** Everything the product wrote, save the one file that is meant to hold secrets. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name !== 'secrets.json' && entry.name !== 'policy.toml')
    .map((entry) => join(entry.parentPath, entry.name));
}
