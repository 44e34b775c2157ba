import { readEnv } from '../../../config/env.js';
import { offhandPaths } from '../../../config/paths.js';
import { explainConfig } from '../../../config/precedence.js';
import { ConfigStore } from '../../../config/store.js';
import { DriverError } from '../../../errors/driver-error.js';
import type { Command, CommandContext } from '../command.js';
import { paint } from '../terminal.js';

export const config: Command = {
  name: 'config',
  usage: 'config get|set|reset',
  summary: 'Read and change settings on disk.',
  help: [
    'config get [key]          value, origin and meaning',
    'config set <key> <value>  write one setting',
    'config reset [key …]      back to the defaults',
  ].join('\n'),
  local: false,
  async run(context) {
    const [verb = 'get', ...rest] = context.argv;
    const store = new ConfigStore(offhandPaths(readEnv()).configFile);
    if (verb === 'get') return show(context, store, rest[0]);
    if (verb === 'set') {
      const [key, ...value] = rest;
      if (key === undefined || value.length === 0) throw new DriverError('invalid_input', 'config set: name a key and a value.');
      const changed = await store.set({ [key]: value.join(' ') });
      context.terminal.stdout(
        context.asJson
          ? `${JSON.stringify({ changed }, undefined, 2)}\n`
          : Object.entries(changed)
              .map(([name, each]) => `${name} = ${JSON.stringify(each)}\n`)
              .join(''),
      );
      return 0;
    }
    if (verb === 'reset') {
      await store.reset(rest.length > 0 ? rest : undefined);
      context.terminal.stdout(context.asJson ? '{"reset":true}\n' : 'Settings are back to their defaults.\n');
      return 0;
    }
    throw new DriverError('invalid_input', `config: "${verb}" is neither get, set nor reset.`);
  },
};

function show({ asJson, terminal }: CommandContext, store: ConfigStore, key: string | undefined): number {
  const { values, problems } = store.read();
  const explained = explainConfig({ disk: values }).filter((each) => key === undefined || each.key === key);
  if (explained.length === 0) throw new DriverError('unknown_config_key', `There is no configuration key "${key}".`);
  if (asJson) {
    terminal.stdout(
      `${JSON.stringify({ path: store.path, config: explained, problems: problems.map((each) => each.toShape()) }, undefined, 2)}\n`,
    );
    return 0;
  }
  for (const each of explained) {
    terminal.stdout(
      `${paint(terminal, 'bold', each.key)} = ${JSON.stringify(each.value)} ${paint(terminal, 'dim', `(${each.origin}; ${each.accepted})`)}\n    ${each.description}\n`,
    );
  }
  for (const problem of problems) terminal.stderr(`${paint(terminal, 'yellow', 'warning')}: ${problem.message}\n`);
  return 0;
}
