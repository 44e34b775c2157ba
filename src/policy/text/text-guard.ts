/** What may never be typed, whatever the application: control characters, and commands that hand over or destroy the machine. */
import { type Danger, findShellDanger } from './shell-danger.js';

export interface TextFinding {
  readonly rule: 'control-character' | 'blocked-pattern';
  readonly reason: string;
}

const NAMES: Readonly<Record<Danger | 'fork bomb' | 'remote script', string>> = {
  'remote code': 'downloaded or decoded text handed to a shell',
  'recursive delete': 'recursive delete of protected files',
  'disk wipe': 'overwriting a disk',
  'encoded command': 'encoded or remote script command',
  'reverse shell': 'shell connected to the network',
  'fork bomb': 'fork bomb',
  'remote script': 'downloaded text executed by an interpreter',
};

export function checkText(text: string, allowed: readonly string[] = []): TextFinding | undefined {
  const control = findControlCharacter(text);
  if (control !== undefined) {
    return { rule: 'control-character', reason: `control character ${control} in type text; only line feed and tab are allowed` };
  }
  const judged = allowed.length > 0 ? withoutAllowedLines(text, allowed) : text;
  const found = findForkBomb(judged) ?? findRemoteScript(judged) ?? findShellDanger(judged) ?? findDisguised(judged);
  return found === undefined ? undefined : { rule: 'blocked-pattern', reason: `blocked pattern in type text: ${NAMES[found]}` };
}

/** Unicode category Cc apart from line feed and tab. */
export function findControlCharacter(text: string): string | undefined {
  const found = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.exec(text)?.[0];
  return found === undefined ? undefined : `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function findDisguised(text: string): Danger | undefined {
  const bare = withoutDisguise(text);
  return bare === text ? undefined : findShellDanger(bare);
}

/** PowerShell and cmd ignore their escape characters inside words; `$IFS` is a space; other spaces are spaces. */
function withoutDisguise(text: string): string {
  return text
    .replaceAll(/`\n|\^\n/g, ' ')
    .replaceAll(/[`^“”‘’\u200b-\u200d\u2060\ufeff]/g, '')
    .replaceAll(/\$\{?IFS\}?(\$\d)?/g, ' ')
    .replaceAll(/\$[@*]/g, '')
    .replaceAll(/\{([\w./:-]+),([^\s{}]+)\}/g, (_, first: string, rest: string) => `${first} ${rest.replaceAll(',', ' ')}`);
}

// A name is tried only where it starts, and gaps are bounded, so that the search stays linear.
const FORK_BOMBS = [
  /(?<![\w:.])([\w:.]{1,40})\s{0,9}\(\s{0,9}\)\s{0,9}\{\s{0,9}\1\s{0,9}\|\s{0,9}&?\s{0,9}\1\s{0,9}&/,
  /(?<![\w:.])([\w:.]{1,40})\s{0,9}\(\s{0,9}\)\s{0,9}\{\s{0,9}\1\s{0,9}&\s{0,9}\1/,
  /%0\s{0,9}\|\s{0,9}%0/,
  /\bfork\s{1,9}while\s{1,9}(?:fork|1|true)\b/i,
  /\bwhile\s{0,9}\(?\s{0,9}(?:1|true)\s{0,9}\)?\s{0,9}[:{;]?\s{0,9}(?:do\s{1,9})?(?:os\.)?fork\b/i,
];

const findForkBomb = (text: string): 'fork bomb' | undefined => (FORK_BOMBS.some((bomb) => bomb.test(text)) ? 'fork bomb' : undefined);

/** How far after `python -c` the parts of a downloaded-and-executed program may lie apart. */
const SCRIPT_REACH = 2000;
const ONE_LINER =
  /\b(?:python[\d.]{0,6}|perl|ruby|node|nodejs|deno|bun|php|lua)(?:\.exe)?\s{1,9}(?:-[\w:=/-]{1,60}\s{1,9}){0,6}?-?-\w{0,12}?(?:c|e|r|E|eval)\b/g;
const EXECUTES = /\b(?:exec|eval|compile|instance_eval|loadstring|system|Function|runInThisContext)\b/g;
const FETCHES =
  /\b(?:urlopen|urlretrieve|requests\.get|httpx\.get|LWP|HTTP::Tiny|open-uri|URI\.open|Net::HTTP|file_get_contents|curl_exec|fetch|https?\.get|https?:\/\/)/g;

function findRemoteScript(text: string): 'remote script' | undefined {
  const executes = positions(text, EXECUTES);
  const fetches = positions(text, FETCHES);
  if (executes.length === 0 || fetches.length === 0) return undefined;
  const isNear = (starts: readonly number[], from: number): boolean => {
    const next = firstAtLeast(starts, from);
    return next !== undefined && next - from < SCRIPT_REACH;
  };
  return positions(text, ONE_LINER).some((at) => isNear(executes, at) && isNear(fetches, at)) ? 'remote script' : undefined;
}

const positions = (text: string, pattern: RegExp): number[] => Array.from(text.matchAll(pattern), (match) => match.index);

function firstAtLeast(sorted: readonly number[], wanted: number): number | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low];
}

const ONE_ARGUMENT = '[^\\s;&|<>$`(){}\'"]*';

/** Drops lines the person allowed. `*` stands for one argument, never for another command. */
function withoutAllowedLines(text: string, allowed: readonly string[]): string {
  const patterns = allowed.map(
    (line) =>
      new RegExp(
        `^${squash(line)
          .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('*', () => ONE_ARGUMENT)}$`,
      ),
  );
  return text
    .split('\n')
    .filter((line) => line.length > 4096 || !patterns.some((pattern) => pattern.test(squash(line))))
    .join('\n');
}

const squash = (line: string): string => line.trim().replaceAll(/\s+/g, ' ');
