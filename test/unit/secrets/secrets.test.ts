import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childEnv, readEnv } from '../../../src/config/env.js';
import { fillPlaceholders, placeholderOf, secretNames } from '../../../src/secrets/placeholder.js';
import { SecretFile } from '../../../src/secrets/secret-file.js';
import { SecretMask } from '../../../src/secrets/secret-mask.js';
import { Secrets } from '../../../src/secrets/secrets.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'offhand-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('placeholders', () => {
  test('are found once each, with room for spaces', () => {
    expect(secretNames('a {{secret:ONE}} b {{ secret: two.2 }} {{secret:ONE}}')).toEqual(['ONE', 'two.2']);
    expect(secretNames('nothing {{here}} {secret:X}')).toEqual([]);
  });

  test.each(['{{secret:}}', '{{secret:a b}}', '{{secret:X}', '{{secret', '{{SECRET:x}}', 'ok {{secret:A}} and {{secret:1}}'])(
    'one that cannot be read is an error, not text: %s',
    (text) => {
      expect(() => secretNames(text)).toThrow(/\{\{secret:NAME\}\}/);
    },
  );

  test('are filled without reading values as patterns', () => {
    expect(fillPlaceholders('<{{secret:A}}>', () => '$& {{secret:B}}')).toBe('<$& {{secret:B}}>');
  });
});

describe('keys of model providers', () => {
  test('are never typed, wherever they are kept', async () => {
    const file = new SecretFile(join(folder, 'keys', 'secrets.json'));
    await file.set('OPENAI_API_KEY', 'sk-stored');
    await file.set('PASSWORD', 'hunter2');
    const secrets = new Secrets({ file, environment: { GEMINI_API_KEY: 'k' }, command: () => ['echo', 'x'], commandEnv: {} });
    const fill = (name: string) => secrets.fill(`{{secret:${name}}}`, 1, new AbortController().signal);
    for (const name of ['OPENAI_API_KEY', 'GEMINI_API_KEY']) await expect(fill(name)).rejects.toMatchObject({ code: 'secret_not_found' });
    expect(await fill('PASSWORD')).toBe('hunter2');
  });
});

describe('the file', () => {
  test('keeps values for nobody else, whatever is in them', async () => {
    const file = new SecretFile(join(folder, 'deep', 'secrets.json'));
    await file.set('A', 'ünï "quoted"\n2nd line');
    await file.set('B', 'b');
    expect(file.get('A')).toBe('ünï "quoted"\n2nd line');
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(file.names()).toEqual(['A', 'B']);
    expect(await file.remove('A')).toBe(true);
    expect(await file.remove('A')).toBe(false);
    expect(file.names()).toEqual(['B']);
  });

  test('is not trusted when others can read it, and not quoted when it is damaged', () => {
    const path = join(folder, 'open.json');
    writeFileSync(path, '{"A":"hunter2"}');
    chmodSync(path, 0o644);
    expect(() => new SecretFile(path).get('A')).toThrow(/chmod 600/);
    chmodSync(path, 0o600);
    writeFileSync(path, '{"A":"hunter2');
    expect(() => new SecretFile(path).get('A')).toThrow(/is not JSON/);
    expect(() => new SecretFile(path).get('A')).not.toThrow(/hunter2/);
  });

  test('takes no name that could not be written in a placeholder', async () => {
    await expect(new SecretFile(join(folder, 'x.json')).set('two words', 'v')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('masking', () => {
  test('finds a value inside, escaped, on one line, cut off, and line by line', () => {
    const mask = new SecretMask();
    mask.remember('KEY', 'one "two"\nthree-four-five');
    expect(mask.maskText('x one "two"\nthree-four-five y')).toBe('x {{secret:KEY}} y');
    expect(mask.maskText('"one \\"two\\" three-four-five"')).toBe('"{{secret:KEY}}"');
    expect(mask.maskText('one "two" three-fo…')).toBe('{{secret:KEY}}…');
    expect(mask.maskText('only three-four-five')).toBe('only {{secret:KEY}}');
  });

  test('leaves other text alone, and short values except where they stand alone', () => {
    const mask = new SecretMask();
    mask.remember('PIN', '123');
    expect(mask.maskText('call 1234')).toBe('call 1234');
    expect(mask.maskText(' 123 ')).toBe('{{secret:PIN}}');
    expect(mask.isIn('')).toBe(false);
  });

  test('no value survives in any JSON it is put into', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, maxLength: 40 }), fc.jsonValue(), fc.string(), (value, other, around) => {
        fc.pre(value.trim().length >= 4 && !placeholderOf('X').includes(value.trim()));
        const mask = new SecretMask();
        mask.remember('X', value);
        const masked = mask.maskSecrets({ [`k${value}`]: [other, around + value + around], deep: { value } });
        expect(strings(masked).every((text) => !text.includes(value))).toBe(true);
      }),
    );
  });

  test('gives back the very same object when there is nothing to mask', () => {
    const mask = new SecretMask();
    mask.remember('X', 'needle-in-hay');
    const value = { a: ['b', { c: 'd' }] };
    expect(mask.maskSecrets(value)).toBe(value);
  });
});

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...strings(each)]);
}

describe('values', () => {
  const signal = new AbortController().signal;
  const secretsWith = (command: readonly string[] | undefined) =>
    new Secrets({
      file: new SecretFile(join(folder, 'values.json')),
      environment: { FROM_ENV: 'env-value' },
      command: () => command,
      commandEnv: { PATH: '/usr/bin:/bin' },
    });

  test('come from the environment before the file, and from the command last', async () => {
    const secrets = secretsWith(['sh', '-c', 'echo command-{name}']);
    await new SecretFile(join(folder, 'values.json')).set('FROM_FILE', 'file-value');
    const text = await secrets.fill('{{secret:FROM_ENV}} {{secret:FROM_FILE}} {{secret:OTHER}}', 7, signal);
    expect(text).toBe('env-value file-value command-OTHER');
    expect(secrets.mask.maskText(text)).toBe('{{secret:FROM_ENV}} {{secret:FROM_FILE}} {{secret:OTHER}}');
    expect(secrets.usedIn.has(7)).toBe(true);
  });

  test.each([[['false']], [['sh', '-c', 'exit 0']], [['/no/such/program']]])(
    'a command that gives none is a named error without its output: %j',
    async (command) => {
      await expect(secretsWith(command).fill('{{secret:OTHER}}', 1, signal)).rejects.toMatchObject({ code: 'secret_not_found' });
    },
  );

  test('a name nobody knows is refused before anyone is asked', () => {
    expect(() => secretsWith(undefined).expect(['FROM_ENV'])).not.toThrow();
    expect(() => secretsWith(undefined).expect(['NOBODY'])).toThrow(/NOBODY/);
  });

  test('the environment’s secrets are for us, not for the applications we start', () => {
    const source = { OFFHAND_SECRET_A: 'hunter2', OFFHAND_SECRET_EMPTY: '', PATH: '/bin' };
    expect(readEnv(source).secrets).toEqual({ A: 'hunter2' });
    expect(childEnv({}, source)).toEqual({ PATH: '/bin' });
  });
});

test('nothing of this test was written in the open', () => {
  expect(readFileSync(join(folder, 'values.json'), 'utf8')).toContain('file-value');
  expect(statSync(join(folder, 'values.json')).mode & 0o077).toBe(0);
});
