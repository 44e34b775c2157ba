import { DriverError } from '../../../errors/driver-error.js';
import { tools } from '../../../tools/registry.js';
import type { Command } from '../command.js';
import { flagsOf } from '../flags.js';

/** Shell completion computed from the registry; made by a function because it lists its own siblings. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    usage: 'completion bash|zsh|fish',
    summary: 'Print a completion script for your shell.',
    help: 'eval "$(offhand completion bash)"',
    local: false,
    async run({ argv, terminal }) {
      const words = [...tools.map((tool) => tool.name), ...commands().map((command) => command.name)];
      const shell = argv[0] ?? 'bash';
      if (shell === 'bash') terminal.stdout(bash(words));
      else if (shell === 'zsh') terminal.stdout(`autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`);
      else if (shell === 'fish') terminal.stdout(fish(words));
      else throw new DriverError('invalid_input', `completion: "${shell}" is not bash, zsh or fish.`);
      return 0;
    },
  };
}

function bash(words: readonly string[]): string {
  const cases = tools.map(
    (tool) =>
      `    ${tool.name}) flags="${flagsOf(tool)
        .map(({ name }) => `--${name}`)
        .join(' ')} --json --help" ;;`,
  );
  return [
    '_offhand() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" flags="--json --help"',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current"))`,
    '    return',
    '  fi',
    '  case "${COMP_WORDS[1]}" in',
    ...cases,
    '  esac',
    '  COMPREPLY=($(compgen -W "$flags" -- "$current"))',
    '}',
    'complete -F _offhand offhand',
    '',
  ].join('\n');
}

function fish(words: readonly string[]): string {
  const flags = tools.flatMap((tool) =>
    flagsOf(tool).map(
      (flag) =>
        `complete -c offhand -n '__fish_seen_subcommand_from ${tool.name}' -l ${flag.name} -d '${flag.description.replaceAll("'", '')}'`,
    ),
  );
  return [`complete -c offhand -f -n '__fish_use_subcommand' -a '${words.join(' ')}'`, ...flags, ''].join('\n');
}
