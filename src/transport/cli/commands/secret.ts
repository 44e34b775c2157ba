import { readEnv } from '../../../config/env.js';
import { offhandPaths } from '../../../config/paths.js';
import { DriverError } from '../../../errors/driver-error.js';
import { checkSecretName, placeholderOf } from '../../../secrets/placeholder.js';
import { isProviderKey } from '../../../secrets/provider-keys.js';
import { type SecretFile, secretFileIn } from '../../../secrets/secret-file.js';
import type { Command, CommandContext } from '../command.js';
import { readHidden } from '../read-hidden.js';

export const secret: Command = {
  name: 'secret',
  usage: 'secret set|list|remove',
  summary: 'Keep values that agents may type by name without ever seeing them.',
  help: [
    'secret set NAME      asks for the value, or reads it from stdin; never from the command line',
    'secret list          names and where each comes from',
    'secret remove NAME',
    '',
    'Agents write {{secret:NAME}} in type_text or set_value; it goes into password fields only, unless policy.toml says otherwise.',
    'Keys of model providers (ANTHROPIC_API_KEY, …) are for `offhand agent` alone: nothing types them.',
    'OFFHAND_SECRET_NAME in the environment and secret_command in policy.toml give values too.',
  ].join('\n'),
  local: true,
  async run(context) {
    const [verb = 'list', ...words] = context.argv;
    const env = readEnv();
    const file = secretFileIn(offhandPaths(env).dataDir);
    if (verb === 'set') return set(context, file, words);
    if (verb === 'remove') return remove(context, file, words);
    if (verb === 'list') return list(context, file, Object.keys(env.secrets));
    throw new DriverError('invalid_input', `secret: "${verb}" is neither set, list nor remove.`);
  },
};

const storedAs = (name: string): string =>
  isProviderKey(name) ? 'Stored for `offhand agent`.\n' : `Stored. Agents use it as ${placeholderOf(name)}.\n`;

async function set({ terminal, asJson }: CommandContext, file: SecretFile, [name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined) throw new DriverError('invalid_input', 'secret set: name the secret.');
  if (rest.length > 0) {
    throw new DriverError(
      'invalid_input',
      'secret set: the value is asked for or read from stdin; on the command line others could read it.',
    );
  }
  checkSecretName(name);
  const value = process.stdin.isTTY
    ? await readHidden(process.stdin, terminal.stderr, `Value of ${name} (not shown): `)
    : (await terminal.stdin()).replace(/\r?\n$/, '');
  if (value === '') throw new DriverError('invalid_input', 'secret set: the value is empty.');
  await file.set(name, value);
  terminal.stdout(asJson ? `${JSON.stringify({ set: name })}\n` : storedAs(name));
  return 0;
}

async function remove({ terminal, asJson }: CommandContext, file: SecretFile, [name = '']: readonly string[]): Promise<number> {
  if (!(await file.remove(name)))
    throw new DriverError('secret_not_found', `There is no stored secret "${name}".`, { candidates: file.names() });
  terminal.stdout(asJson ? `${JSON.stringify({ removed: name })}\n` : 'Removed.\n');
  return 0;
}

function list({ terminal, asJson }: CommandContext, file: SecretFile, inEnvironment: readonly string[]): number {
  const names = [...new Set([...file.names(), ...inEnvironment])].sort();
  const secrets = names.map((name) => ({ name, from: inEnvironment.includes(name) ? 'environment' : 'file' }));
  if (asJson) terminal.stdout(`${JSON.stringify({ path: file.path, secrets }, undefined, 2)}\n`);
  else if (secrets.length === 0) terminal.stdout('There are no secrets.\n');
  else for (const { name, from } of secrets) terminal.stdout(`${name}  (${from})\n`);
  return 0;
}
