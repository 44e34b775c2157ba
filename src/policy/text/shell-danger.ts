/** Command lines that must never be typed: remote code, wiped disks, deleted systems. */
import { type Command, HOLE, type Nested, readShell } from './shell-lexer.js';
import { isDecode, isDownload, isElevator, isShell, programIndex, runningPlaces, runsInput } from './shell-words.js';

export type Danger = 'remote code' | 'recursive delete' | 'disk wipe' | 'encoded command' | 'reverse shell';

const QUOTES_WITHIN_QUOTES = 3;

export function findShellDanger(text: string): Danger | undefined {
  return inspectQuoted(text, 0) ?? (/["']/.test(text) ? inspect(readShell(text, 'blind').commands, true) : undefined);
}

function inspectQuoted(text: string, depth: number): Danger | undefined {
  const { commands, quoted } = readShell(text, 'aware');
  const found = inspect(commands, depth > 0);
  if (found !== undefined || depth === QUOTES_WITHIN_QUOTES) return found;
  for (const inner of quoted) {
    const danger = inspectQuoted(inner, depth + 1);
    if (danger !== undefined) return danger;
  }
  return undefined;
}

/** Whether downloaded or decoded text comes out of a command, each command judged once. */
class Taint {
  readonly #known = new Map<Command, boolean>();

  /** Commands are inspected in reading order, so what comes before is known already. */
  of(command: Command): boolean {
    const known = this.#known.get(command);
    if (known !== undefined) return known;
    const upstream = command.upstream !== undefined && (this.#known.get(command.upstream) ?? false);
    const tainted =
      upstream || isDownload(command) || isDecode(command) || command.nested.some((nested) => nested.kind !== 'output' && this.any(nested));
    this.#known.set(command, tainted);
    return tainted;
  }

  any(nested: Nested): boolean {
    return nested.commands.some((command) => this.of(command));
  }
}

interface Findings {
  readonly taint: Taint;
  readonly downloads: Set<string>;
  readonly isQuoted: boolean;
}

function inspect(commands: readonly Command[], isQuoted: boolean): Danger | undefined {
  return inspectAll(commands, { taint: new Taint(), downloads: new Set(), isQuoted });
}

function inspectAll(commands: readonly Command[], findings: Findings): Danger | undefined {
  for (const command of commands) {
    findings.taint.of(command);
    const danger = inspectOne(command, findings) ?? runsDownloaded(command, findings.downloads);
    if (danger !== undefined) return danger;
    for (const nested of command.nested) {
      const inner = inspectAll(nested.commands, findings);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}

function inspectOne(command: Command, { taint, isQuoted }: Findings): Danger | undefined {
  if (command.upstream && taint.of(command.upstream) && runsInput(command)) return 'remote code';
  if (command.nested.length > 0 && runsNested(command, taint, isQuoted)) return 'remote code';
  if (opensReverseShell(command)) return 'reverse shell';
  return inspectWords(command);
}

function runsNested(command: Command, taint: Taint, isQuoted: boolean): boolean {
  const places = runningPlaces(command);
  const at = programIndex(command);
  // `$(…)` in the place of the program is run; between quotes it is only an argument, and prose may begin with backticks.
  if (!isQuoted && command.words[at] === HOLE)
    places[at] = command.nested.some((nested) => nested.at === at && nested.kind === 'substitution');
  return command.nested.some((nested) => nested.kind !== 'output' && places[nested.at] && taint.any(nested));
}

/** `curl -o x URL && sh x`: remembers the files that were fetched and notices when one is run. */
function runsDownloaded(command: Command, downloads: Set<string>): Danger | undefined {
  if (downloads.size > 0 && downloads.has(fileName(ranFile(command)))) return 'remote code';
  if (!isDownload(command)) return undefined;
  command.words.forEach((word, i) => {
    const before = command.words[i - 1] ?? '';
    if (/^(-\w*[oO]|--output|--output-document|-outfile|>>?)$/i.test(before) || /^https?:\/\//i.test(word)) downloads.add(fileName(word));
  });
  return undefined;
}

function ranFile(command: Command): string {
  const at = programIndex(command);
  const name = command.names[at] ?? '';
  if (!isShell(name) && name !== 'source' && name !== '.') return command.words[at] ?? '';
  return command.words.find((word, i) => i > at && !word.startsWith('-')) ?? '';
}

/** Empty names and bare dots are nothing to run. */
function fileName(word: string): string {
  const name =
    word
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  return /^[.\s]*$/.test(name) ? HOLE : name;
}

function opensReverseShell({ words, names, upstream }: Command): boolean {
  const usesShell = (): boolean => names.some((name) => isShell(name) || name === 'exec');
  if (words.some((word) => word.includes('/dev/tcp/') || word.includes('/dev/udp/'))) return usesShell();
  if (!names.some((name) => name === 'nc' || name === 'ncat' || name === 'netcat' || name === 'socat')) return false;
  if (words.some((word) => /^(-\w*[ec]|--exec|--sh-exec)$/.test(word)) && usesShell()) return true;
  if (words.some((word) => /exec:.{0,200}sh\b/i.test(word))) return true;
  return upstream?.names.some(isShell) === true && upstream.words.includes('-i');
}

/** Programs that are dangerous by their own arguments, each looked at with what follows it. */
function inspectWords({ words, names }: Command): Danger | undefined {
  let elevated = false;
  for (const [i, name] of names.entries()) {
    elevated ||= isElevator(name);
    const word = words[i] ?? '';
    const isRedirect = word === '>' || word === '>>';
    const test = isRedirect
      ? overwrites
      : (PROGRAMS.get(name) ?? (name.startsWith('mkfs.') || name.startsWith('newfs') ? formats : undefined));
    const danger = test?.(words.slice(i + 1, i + ARGUMENTS), elevated);
    if (danger !== undefined) return danger;
  }
  return undefined;
}

/** How many words after a program are looked at. */
const ARGUMENTS = 40;

type ArgumentTest = (rest: readonly string[], elevated: boolean) => Danger | undefined;

const SYSTEM_FOLDERS = new Set(
  `bin boot dev etc home lib lib32 lib64 media mnt opt proc root run sbin srv sys usr var usr/bin usr/lib usr/sbin usr/local var/lib
  System Library Users Applications Volumes private`.split(/\s+/),
);

/** Everything, a system folder, or someone's whole home. */
function isPrecious(word: string): boolean {
  const target = word.replace(/[.,;:!?)]+$/, '').replace(/(\/(\*|\.\*|\.)?)+$/, '');
  if (target === '') return /^\//.test(word);
  if (/^(~\w*|\$HOME|\$\{HOME\}|\/(home|Users)\/[^/]+)$/.test(target)) return true;
  if (/^[a-z]:(\*|\*\.\*|windows.*|users|program files.*)?$/i.test(target.replaceAll(/[\\/]/g, ''))) return true;
  return target.startsWith('/') && SYSTEM_FOLDERS.has(target.slice(1));
}

const isRecursive = (flag: string): boolean => /^-\w*r/i.test(flag) || flag === '--recursive';
const isForced = (flag: string): boolean => /^-\w*f/i.test(flag) || flag === '--force';
const plain = (words: readonly string[]): readonly string[] => words.filter((word) => !word.startsWith('-'));

const deletesIf =
  (test: (rest: readonly string[], elevated: boolean) => boolean): ArgumentTest =>
  (rest, elevated) =>
    test(rest, elevated) ? 'recursive delete' : undefined;

const removes = deletesIf(
  (rest, elevated) =>
    (elevated && rest.some((word) => isRecursive(word) || isForced(word))) ||
    rest.includes('--no-preserve-root') ||
    (rest.some(isRecursive) && plain(rest).some(isPrecious)),
);
const removesOnWindows = deletesIf(
  (rest) => rest.some((word) => /^\/s$/i.test(word)) && rest.some((word) => !/^\/\w$/.test(word) && isPrecious(word)),
);
const changesOwner = deletesIf((rest) => rest.some((flag) => /^-\w*R/.test(flag)) && plain(rest).slice(1).some(isPrecious));

const isDisk = (word: string): boolean =>
  /^\/dev\/([shv]d[a-z*]\d*|xvd[a-z]\d*|nvme[\d*]\w*|mmcblk\d\w*|r?disk\d+(s\d+)?|mapper\/.+|md\d+|dm-\d+|disk\/by-.+)$/i.test(
    word.replace(/[.,;:!?)]+$/, ''),
  );

const wipesIf =
  (needed?: RegExp): ArgumentTest =>
  (rest) =>
    rest.some((word) => isDisk(word.replace(/^of=/, ''))) && (needed === undefined || rest.some((word) => needed.test(word)))
      ? 'disk wipe'
      : undefined;
const wipesWhenNext =
  (next: RegExp): ArgumentTest =>
  (rest) =>
    next.test(rest[0] ?? '') ? 'disk wipe' : undefined;

const formats = wipesIf();
const overwrites: ArgumentTest = (rest) => (isDisk(rest[0] ?? '') || rest[0] === '/proc/sysrq-trigger' ? 'disk wipe' : undefined);
const copies: ArgumentTest = (rest) => (isDisk(plain(rest).at(-1) ?? '') ? 'disk wipe' : undefined);
const moves: ArgumentTest = (rest, elevated) =>
  plain(rest).at(-1) === '/dev/null' && plain(rest).slice(0, -1).some(isPrecious) ? 'recursive delete' : copies(rest, elevated);
const runsEncoded: ArgumentTest = (rest) =>
  rest.some((word, i) => /^[-/]e(c|n(c(o(d(e(d(c\w*)?)?)?)?)?)?)?$/i.test(word) && /^[a-z\d+/=]{8,}$/i.test(rest[i + 1] ?? ''))
    ? 'encoded command'
    : undefined;
const runsScriptlet: ArgumentTest = (rest) =>
  rest.some((word) => /^(\/i:)?(https?|javascript|vbscript):/i.test(word)) ? 'encoded command' : undefined;

/** The arguments without which a program only looks are part of its test. */
const PROGRAMS = new Map<string, ArgumentTest>([
  ...['rm', 'remove-item', 'ri'].map((name) => [name, removes] as const),
  ...['rd', 'rmdir', 'del', 'erase'].map((name) => [name, removesOnWindows] as const),
  ...['chmod', 'chown', 'chgrp'].map((name) => [name, changesOwner] as const),
  ['find', deletesIf((rest) => isPrecious(plain(rest)[0] ?? '-') && rest.some((word) => word === '-delete' || /(^|\/)rm$/.test(word)))],
  ['mv', moves],
  ['cp', copies],
  ['dd', wipesIf(/^of=\/dev\//)],
  ...['mkfs', 'mke2fs', 'mkswap', 'mkntfs', 'mkdosfs', 'shred', 'blkdiscard', 'scrub', 'tee'].map((name) => [name, formats] as const),
  ['wipefs', wipesIf(/^(-\w*[ao]\w*|--all|--offset.*|-f|--force)$/)],
  ['badblocks', wipesIf(/^-\w*w/)],
  ['sgdisk', wipesIf(/^(-\w*[zZo]|--zap.*|--clear)$/)],
  ['sfdisk', wipesIf(/^--(delete|wipe)/)],
  ['parted', wipesIf(/^(mklabel|mktable|rm)$/)],
  ['hdparm', wipesIf(/^--(security-erase|trim)/)],
  ['nvme', wipesIf(/^(format|sanitize)$/)],
  ['cryptsetup', wipesIf(/^(luksformat|erase|lukserase|reencrypt)$/i)],
  ['diskutil', wipesWhenNext(/^(erase|zero|random|secureerase|partitiondisk|reformat)/i)],
  ['format', wipesWhenNext(/^[a-z]:[\\/]?$/i)],
  ['clear-disk', wipesWhenNext(/./)],
  ['format-volume', wipesWhenNext(/./)],
  ['powershell', runsEncoded],
  ['pwsh', runsEncoded],
  ['mshta', runsScriptlet],
  ['regsvr32', runsScriptlet],
]);
