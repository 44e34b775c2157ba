/** Installed applications as their desktop files describe them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface DesktopEntry {
  /** File name without `.desktop`. */
  readonly id: string;
  readonly name: string;
  readonly exec: string;
  readonly wmClass: string | undefined;
  readonly startupNotify: boolean;
  /** In no menu. */
  readonly isHidden: boolean;
}

export async function readDesktopEntries(dataDirs: readonly string[]): Promise<DesktopEntry[]> {
  const byId = new Map<string, DesktopEntry>();
  for (const dir of dataDirs) {
    const folder = join(dir, 'applications');
    for (const file of await readdir(folder).catch(() => [])) {
      if (!file.endsWith('.desktop')) continue;
      const id = file.slice(0, -'.desktop'.length);
      if (byId.has(id)) continue;
      const entry = parseEntry(id, await readFile(join(folder, file), 'utf8').catch(() => ''));
      if (entry) byId.set(id, entry);
    }
  }
  return [...byId.values()].sort((a, b) => detours(a) - detours(b));
}

/** The application itself before entries that start it with options, such as its settings, or that no menu shows. */
function detours({ exec, isHidden }: DesktopEntry): number {
  const options = splitExec(exec).slice(1);
  return options.filter((word) => !word.startsWith('%')).length + (isHidden ? 1 : 0);
}

function parseEntry(id: string, text: string): DesktopEntry | undefined {
  const fields = new Map<string, string>();
  let inEntry = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) inEntry = line.trim() === '[Desktop Entry]';
    const at = line.indexOf('=');
    if (inEntry && at > 0) fields.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  const exec = fields.get('Exec');
  if (fields.get('Type') !== 'Application' || !exec || fields.get('Hidden') === 'true') return undefined;
  return {
    id,
    name: fields.get('Name') ?? id,
    exec,
    wmClass: fields.get('StartupWMClass'),
    startupNotify: fields.get('StartupNotify') === 'true',
    isHidden: fields.get('NoDisplay') === 'true',
  };
}

/** The command of an Exec line with files or addresses put where its field codes say. */
export function execCommand(exec: string, urls: readonly string[]): string[] {
  const words = splitExec(exec);
  let placed = false;
  const command = words.flatMap((word) => {
    if (/^%[fFuU]$/.test(word)) {
      placed = true;
      return /[FU]/.test(word) ? [...urls] : urls.slice(0, 1);
    }
    if (/^%[ickdDnNvm]$/.test(word)) return [];
    return [word.replaceAll('%%', '%')];
  });
  return placed ? command : [...command, ...urls];
}

function splitExec(exec: string): string[] {
  const words: string[] = [];
  for (const match of exec.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)) words.push(match[1]?.replaceAll(/\\(.)/g, '$1') ?? match[2] ?? '');
  return words;
}
