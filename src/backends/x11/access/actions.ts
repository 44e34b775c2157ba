/** Action names differ by toolkit and language of its authors; ours say what they do. */
const byName: Readonly<Record<string, string>> = {
  click: 'press',
  press: 'press',
  activate: 'press',
  jump: 'press',
  dodefault: 'press',
  toggle: 'press',
  check: 'press',
  uncheck: 'press',
  select: 'press',
  push: 'press',
  follow: 'press',
  open: 'open',
  doubleclick: 'open',
  'default.activate': 'press',
  showmenu: 'show_menu',
  showcontextmenu: 'show_menu',
  menu: 'show_menu',
  'menu.popup': 'show_menu',
  'misc.popup': 'show_menu',
  popup: 'show_menu',
  expand: 'expand',
  collapse: 'collapse',
  'expand or contract': 'expand',
  'expand or collapse': 'expand',
  setfocus: 'focus',
  focus: 'focus',
  increase: 'increment',
  increment: 'increment',
  decrease: 'decrement',
  decrement: 'decrement',
  edit: 'edit',
  confirm: 'confirm',
  cancel: 'cancel',
  pick: 'pick',
};

const key = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+(?!or|con|col)/g, '');

/** Our name of a toolkit's action; unknown ones keep theirs in snake case, nameless ones are dropped. */
export function actionName(toolkitName: string): string | undefined {
  const name = toolkitName.trim();
  if (name === '') return undefined;
  const known = byName[name.toLowerCase()] ?? byName[key(name)];
  // GTK 4 lists every `group.action` a widget class installs; none is about this one element.
  if (known !== undefined || name.includes('.')) return known;
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}

/** Distinct names in the toolkit's order. A single action without a name is what a click does. */
export function actionNames(toolkitNames: readonly string[]): string[] {
  if (toolkitNames.length === 1 && toolkitNames[0]?.trim() === '') return ['press'];
  const names = toolkitNames.map(actionName).filter((name) => name !== undefined);
  return [...new Set(names)];
}

/** Which of the toolkit's actions carries out ours; -1 when none does. */
export function actionIndex(toolkitNames: readonly string[], action: string): number {
  if (toolkitNames.length === 1 && toolkitNames[0]?.trim() === '' && action === 'press') return 0;
  return toolkitNames.findIndex((name) => actionName(name) === action);
}
