import { type RoleName, roleName } from '../tables/roles.js';

/** What makes its children on demand, so that they must be counted before they are listed. */
const COUNTED: ReadonlySet<RoleName> = new Set(['list', 'list box', 'table', 'tree', 'tree table', 'directory pane', 'combo box', 'menu']);

/** Roles that never have children; elsewhere the same role may. */
const LEAVES: Readonly<Record<string, ReadonlySet<RoleName>>> = {
  // What opens a submenu is a menu there.
  gtk: new Set(['menu item', 'separator']),
  Chromium: new Set(['static', 'separator']),
};

/** Toolkits whose objects list their children as cheaply as they count them. */
const LISTS_CHEAPLY: ReadonlySet<string> = new Set(Object.keys(LEAVES));

/** What is known of an application's objects by their role alone. */
export class RoleSamples {
  readonly #interfaces = new Map<number, number>();

  constructor(private readonly toolkit: string) {}

  /** GTK 4.8 does not tell what is on screen, so nothing of it can be told from the rest. */
  static for(toolkit: string | undefined): RoleSamples | undefined {
    return toolkit === undefined || toolkit === '' || toolkit === 'GTK' ? undefined : new RoleSamples(toolkit);
  }

  interfaces(role: number): number | undefined {
    return this.#interfaces.get(role);
  }

  learn(role: number, interfaces: number): void {
    if (!this.#interfaces.has(role)) this.#interfaces.set(role, interfaces);
  }

  /** 0 for leaves, -1 where listing the children tells their number; undefined where it must be asked. */
  childCount(role: number): number | undefined {
    const name = roleName(role);
    if (LEAVES[this.toolkit]?.has(name)) return 0;
    return LISTS_CHEAPLY.has(this.toolkit) && !COUNTED.has(name) ? -1 : undefined;
  }
}
