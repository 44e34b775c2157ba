/** Compares application names the way people write them with the identifiers systems report. */
export interface AppIdentity {
  /** Desktop id, bundle id, window class or program name; empty when the application could not be found out. */
  readonly id: string;
  /** Other names of the same application: its title, program, window class. */
  readonly names?: readonly string[] | undefined;
}

/** True when `pattern` names the application: letter case, spaces, path, suffix and reverse-DNS prefix aside; `*` matches anything. */
export function matchesApp(pattern: string, app: AppIdentity): boolean {
  const wanted = spellings(pattern);
  const present = [app.id, ...(app.names ?? [])].filter((name) => name.trim() !== '').flatMap(spellings);
  return wanted.some((want) => present.some((name) => globMatches(want, name)));
}

/** What each list said about an application: the same few are compared with it at every look and every act. */
const found = new WeakMap<readonly string[], Map<string, string | undefined>>();
const MOST_KNOWN = 1000;

/** `patterns` must never change. */
export function findAppRule(patterns: readonly string[], app: AppIdentity): string | undefined {
  if (app.id === '' && !app.names?.length) return undefined;
  const known = found.get(patterns) ?? new Map<string, string | undefined>();
  const key = JSON.stringify([app.id, app.names]);
  if (!known.has(key)) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(
      key,
      patterns.find((pattern) => matchesApp(pattern, app)),
    );
    found.set(patterns, known);
  }
  return known.get(key);
}

/** "org.gnome.Terminal.desktop" → the whole id and "terminal". */
function spellings(name: string): string[] {
  const whole = name.normalize('NFKC').trim().toLowerCase();
  const file = whole.split(/[/\\]/).at(-1) ?? whole;
  const bare = file.replace(/\.(desktop|app|exe|appimage|bin)$/, '');
  const last = /^[\w-]+(\.[\w-]+)+$/.test(bare) ? (bare.split('.').at(-1) ?? bare) : bare;
  return [...new Set([whole, bare, last].map(squash))].filter((spelling) => spelling !== '');
}

const squash = (name: string): string => name.replaceAll(/[\s_-]+/g, '');

/** `*` stands for any run of characters. */
export function globMatches(glob: string, name: string): boolean {
  const [first = '', ...parts] = glob.split('*');
  const last = parts.pop();
  if (last === undefined) return glob === name;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let from = first.length;
  for (const part of parts) {
    const at = name.indexOf(part, from);
    if (at < 0 || at + part.length > name.length - last.length) return false;
    from = at + part.length;
  }
  return true;
}
