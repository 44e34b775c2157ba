/** What single commands are: downloaders, decoders, shells, and the prefixes that may stand before them. */
import { type Command, HOLE } from './shell-lexer.js';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

const DOWNLOADERS = list(`curl wget fetch aria2c axel curlie http https xh lwp-request lwp-download lynx w3m nc ncat netcat socat ftp
  iwr irm invoke-webrequest invoke-restmethod start-bitstransfer`);
const SHELLS = list(`sh bash zsh dash ksh mksh pdksh lksh csh tcsh fish ash rbash rksh yash osh xonsh elvish nu pwsh powershell cmd
  iex invoke-expression tclsh su $shell \${shell} $bash`);
const INTERPRETERS = list('python python2 python3 perl ruby node nodejs deno bun php lua rscript osascript jshell groovy');
const EVALUATORS = list('eval source . iex invoke-expression');
const ELEVATORS = list('sudo doas pkexec su run0 gsudo');
const REMOTE = list('ssh docker podman kubectl chroot nsenter lxc incus machinectl wsl runuser flatpak-spawn');
const DECODERS = list('base64 base32 gbase64 openssl xxd uudecode rev certutil');

/** Prefixes that run what follows, with the flags that take a value. */
const PREFIXES = new Map<string, readonly string[]>([
  ['sudo', '-u -g -p -h -c -r -t -T -U -D -R --user --group --prompt --host --chdir'.split(' ')],
  ['doas', ['-u', '-C']],
  ['pkexec', ['--user']],
  ['run0', ['-u', '--user']],
  ['env', '-u -C -S --unset --chdir'.split(' ')],
  ['xargs', '-I -i -n -P -L -d -s -a -E'.split(' ')],
  ['nice', ['-n', '--adjustment']],
  ['ionice', ['-c', '-n', '-p']],
  ['timeout', '-s -k --signal --kill-after'.split(' ')],
  ['stdbuf', ['-i', '-o', '-e']],
  ['exec', ['-a']],
  ...'nohup time command builtin setsid unbuffer busybox toybox then do else ! & $ # % ❯'.split(' ').map((name) => [name, []] as const),
]);

const isAssignment = (word: string): boolean => /^\w+=|^\$env:/i.test(word);

/** Where the program itself stands: after assignments, `sudo -u x`, `env`, `nohup` and their like. */
export function programIndex({ words, names }: Command): number {
  let i = 0;
  for (let limit = 12; limit > 0 && i < words.length; limit--) {
    const valued = PREFIXES.get(names[i] ?? '');
    if (isAssignment(words[i] ?? '')) i++;
    else if (valued === undefined) break;
    else i = skipFlags(words, i + 1, valued);
  }
  return i;
}

function skipFlags(words: readonly string[], from: number, valued: readonly string[]): number {
  let i = from;
  while (i < words.length) {
    const word = words[i] ?? '';
    if (isAssignment(word) || /^\d+(\.\d+)?[smhd]?$/.test(word)) i++;
    else if (word.startsWith('-')) i += valued.includes(word) ? 2 : 1;
    else break;
  }
  return i;
}

export const isShell = (name: string): boolean => SHELLS.has(name);
export const isElevator = (name: string): boolean => ELEVATORS.has(name);
const isEvaluator = (name: string): boolean => EVALUATORS.has(name) || name.includes('[scriptblock]::create');

/** Fetches something from the network: a downloader with at least one argument, wherever in the sentence it stands. */
export function isDownload({ words, names }: Command): boolean {
  let windowsTool = false;
  return names.some((name, i) => {
    windowsTool ||= name === 'certutil' || name === 'bitsadmin';
    if (windowsTool && /^[-/](urlcache|transfer)/i.test(words[i] ?? '')) return true;
    return (DOWNLOADERS.has(name) && i + 1 < names.length) || /\.(downloadstring|downloaddata|openread)/.test(name);
  });
}

/** Turns unreadable text into a program: `base64 -d`, `xxd -r`, `openssl … -d`, `rev`. */
export function isDecode({ words, names }: Command): boolean {
  let decoder: string | undefined;
  return names.some((name, i) => {
    if (DECODERS.has(name)) decoder = name;
    if (decoder === undefined) return false;
    const word = words[i] ?? '';
    if (decoder === 'rev' || decoder === 'uudecode') return true;
    if (decoder === 'xxd') return /^-\w*r/.test(word);
    if (decoder === 'certutil') return /^[-/]decode/i.test(word);
    return /^-\w*d$/i.test(word) || word === '--decode';
  });
}

const STANDARD_INPUT = list('- /dev/stdin /dev/fd/0 /proc/self/fd/0');

/** Would run whatever arrives on its standard input. */
export function runsInput(command: Command): boolean {
  const { words, names } = command;
  const at = programIndex(command);
  const program = names[at] ?? '';
  if (at >= words.length) return names.some(isElevator) && words.some((word) => /^-\w*[si]$/.test(word));
  if (SHELLS.has(program)) return true;
  if (REMOTE.has(program) || names[0] === 'xargs') return names.some((name, i) => i > at && SHELLS.has(name));
  const rest = words.slice(at + 1);
  const [first] = rest;
  if (EVALUATORS.has(program)) return STANDARD_INPUT.has(first ?? '');
  if (!INTERPRETERS.has(program)) return false;
  if (first === undefined || STANDARD_INPUT.has(first) || rest.some((word) => /\b(exec|eval|system)\b/.test(word))) return true;
  return rest.every((word) => word.startsWith('-')) && !rest.some((word) => /^-\w*[cemnprE]/.test(word));
}

/**
 * For each place among the words: whether a substitution standing there would be run as a program,
 * because it follows `eval`, or is what a shell or interpreter before it was given to run.
 */
export function runningPlaces({ words, names }: Command): boolean[] {
  let runner: 'none' | 'shell' | 'interpreter' | 'code' | 'evaluator' = 'none';
  const isRedirect = (word: string | undefined): boolean => word !== undefined && /^\d?<+$/.test(word);
  const places = words.map((word, i) => {
    const name = names[i] ?? '';
    const here = runner !== 'none' && (runner !== 'interpreter' || word === HOLE);
    if (isEvaluator(name)) runner = 'evaluator';
    else if (runner === 'evaluator') return true;
    else if (SHELLS.has(name)) runner = 'shell';
    else if (INTERPRETERS.has(name)) runner = 'interpreter';
    else if (runner === 'interpreter' && /^-\w*[cerE]$/.test(word)) runner = 'code';
    else if (!word.startsWith('-') && !isRedirect(word)) runner = 'none';
    return here || (isRedirect(words[i - 1]) && SHELLS.has(names[0] ?? ''));
  });
  return [...places, runner !== 'none'];
}
