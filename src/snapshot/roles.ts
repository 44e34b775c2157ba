/** The words every backend uses for `ElementNode.role`, and what the snapshot may assume about each. */
export interface RoleTraits {
  /** Always worth a number, whatever actions or states the toolkit reports. */
  readonly interactive: boolean;
  /** Says nothing by itself: without a name it is dropped and its children move up. */
  readonly wrapper: boolean;
  /** Structures its children; kept without a name when it holds several. */
  readonly container: boolean;
  /** Actions the role implies; listing them would only cost tokens. */
  readonly defaultActions: readonly string[];
  /** Roles its children usually have, which then need not be repeated. */
  readonly childRoles: readonly string[];
  /** Takes the text inside it as its label when it has no name of its own. */
  readonly labelledByContent: boolean;
}

const still: RoleTraits = {
  interactive: false,
  wrapper: false,
  container: false,
  defaultActions: [],
  childRoles: [],
  labelledByContent: false,
};

const widget = (...defaultActions: string[]): RoleTraits => ({ ...still, interactive: true, defaultActions });
const pressable = (...more: string[]): RoleTraits => ({ ...widget('toggle', 'select', ...more), labelledByContent: true });
const wrapper: RoleTraits = { ...still, wrapper: true };
const container = (...childRoles: string[]): RoleTraits => ({ ...still, container: true, childRoles });
/** Interactive only when the element offers an action or can be selected. */
const entry = (...childRoles: string[]): RoleTraits => ({
  ...still,
  defaultActions: ['select', 'toggle', 'edit', 'expand or contract'],
  labelledByContent: true,
  childRoles,
});

const adjustable = widget('increment', 'decrement', 'increase', 'decrease');

const table = {
  button: pressable(),
  togglebutton: pressable(),
  menubutton: pressable('open', 'showmenu', 'expand', 'collapse'),
  checkbox: pressable('check', 'uncheck'),
  radiobutton: pressable('check'),
  switch: pressable(),
  link: pressable('open', 'follow'),
  tab: pressable('switch'),
  option: pressable(),
  menuitem: { ...pressable('open', 'showmenu', 'popup'), childRoles: ['menuitem'] },
  checkmenuitem: pressable('check', 'uncheck'),
  radiomenuitem: pressable('check'),
  treeitem: pressable('expand or contract', 'expand', 'collapse'),
  textfield: widget(),
  searchfield: widget(),
  passwordfield: widget(),
  textarea: widget(),
  datefield: widget(),
  combobox: { ...widget('open', 'popup', 'showmenu', 'expand', 'collapse'), childRoles: ['option', 'menuitem', 'listitem'] },
  slider: adjustable,
  spinbutton: adjustable,
  scrollbar: adjustable,
  dial: adjustable,
  colorwell: widget('open'),
  splitter: widget(),
  terminal: widget(),

  listitem: entry(),
  row: entry('cell'),
  cell: entry(),
  columnheader: entry(),
  rowheader: entry(),

  menu: { ...container('menuitem'), interactive: true, defaultActions: ['open', 'select', 'showmenu', 'popup'], labelledByContent: true },
  menubar: container('menu', 'menuitem'),
  list: container('listitem'),
  listbox: container('option', 'listitem'),
  tablist: container('tab'),
  tree: container('treeitem'),
  table: container('row'),
  treetable: container('row'),
  toolbar: container(),
  radiogroup: container('radiobutton'),
  dialog: container(),
  window: container(),
  popover: container(),
  statusbar: container(),
  webarea: container(),
  document: container(),
  navigation: container(),
  main: container(),
  banner: container(),
  contentinfo: container(),
  complementary: container(),
  search: container(),
  alert: container(),
  notification: container(),
  infobar: container(),
  figure: container(),

  application: wrapper,
  group: wrapper,
  generic: wrapper,
  region: wrapper,
  section: wrapper,
  form: wrapper,
  article: wrapper,
  tabpanel: wrapper,
  scrollarea: wrapper,
  viewport: wrapper,
  splitpane: wrapper,
  layout: wrapper,
  rowgroup: wrapper,
  headergroup: wrapper,
  paragraph: wrapper,
  blockquote: wrapper,
  unknown: wrapper,

  text: still,
  heading: { ...still, labelledByContent: true },
  image: still,
  icon: still,
  canvas: still,
  chart: still,
  video: still,
  audio: still,
  math: still,
  code: still,
  caption: still,
  progressbar: still,
  levelbar: still,
  separator: still,
  tooltip: still,
  status: still,
  timer: still,
  log: still,
  marquee: still,
  note: still,
  term: still,
  definition: still,
  titlebar: still,
} as const satisfies Record<string, RoleTraits>;

export type Role = keyof typeof table;

export const roles: Readonly<Record<Role, RoleTraits>> = table;

const traitsByRole = new Map<string, RoleTraits>(Object.entries(table));

export const isRole = (role: string): role is Role => traitsByRole.has(role);

/** What is known about a role; a word outside the vocabulary counts as `unknown`. */
export const roleTraits = (role: string): RoleTraits => traitsByRole.get(role) ?? table.unknown;

export const checkableRoles: ReadonlySet<string> = new Set<Role>(['checkbox', 'switch', 'checkmenuitem']);
export const textEntryRoles: ReadonlySet<string> = new Set<Role>(['textfield', 'searchfield', 'passwordfield', 'textarea', 'datefield']);
export const adjustableRoles: ReadonlySet<string> = new Set<Role>(['slider', 'spinbutton', 'scrollbar', 'dial', 'progressbar', 'levelbar']);

/** The word for several siblings of one role. */
export function pluralRole(role: string): string {
  if (role === 'text') return 'text';
  if (/(?:x|ch|sh|s)$/.test(role)) return `${role}es`;
  return /[^aeiou]y$/.test(role) ? `${role.slice(0, -1)}ies` : `${role}s`;
}
