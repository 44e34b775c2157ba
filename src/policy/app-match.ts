/** Compares application names the way people write them with the identifiers systems report. */
export interface AppIdentity {
  /** Desktop id, bundle id, window class or program name; empty when the application could not be found out. */
  readonly id: string;
  /** Other names of the same application: its title, program, window class. */
  readonly names?: readonly string[] | undefined;
}

/** True when `pattern` names the application: letter case, spaces, path, suffix and reverse-DNS prefix aside; `*` matches anything. */
export function matchesApp(pattern: string, app: AppIdentity): boolean {
  return isAnyOf(pattern, spellingsOf(app));
}

export function findAppRule(patterns: readonly string[], app: AppIdentity): string | undefined {
  const present = spellingsOf(app);
  return present.length === 0 ? undefined : patterns.find((pattern) => isAnyOf(pattern, present));
}

const isAnyOf = (pattern: string, present: readonly string[]): boolean =>
  spellings(pattern).some((want) => present.some((name) => globMatches(want, name)));

const spellingsOf = ({ id, names = [] }: AppIdentity): string[] =>
  [id, ...names].filter((name) => name.trim() !== '').flatMap((name) => spellings(name));

/** The same few patterns are compared with every window of every list. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 2000;

function spellings(name: string): readonly string[] {
  const before = known.get(name);
  if (before) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const spelled = spell(name);
  known.set(name, spelled);
  return spelled;
}

/** "org.gnome.Terminal.desktop" → the whole id and "terminal". */
function spell(name: string): string[] {
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
