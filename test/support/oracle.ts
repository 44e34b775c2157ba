// Independent readers of a desktop's state: xprop, xwininfo, xinput, xdotool, xclip and libatspi. None of our code is involved.
import { fileURLToPath } from 'node:url';
import type { Desktop } from './desktop.js';
import { managedWindows } from './parts/windows.js';

/** What libatspi says about one accessible object. */
export interface AccessibleObject {
  role: string;
  name: string;
  states: string[];
  text?: string;
  caret?: number;
  value?: number;
  actions?: string[];
  extents?: { x: number; y: number; width: number; height: number };
}

export interface WindowFacts {
  x: number;
  y: number;
  width: number;
  height: number;
  mapState: 'IsViewable' | 'IsUnviewable' | 'IsUnMapped';
}

export interface Oracle {
  /** Every accessible object of a process with this role and name. */
  accessibles(pid: number, filter?: { role?: string; name?: string }): Promise<AccessibleObject[]>;
  /** The only accessible object with this role and name; throws when there is none or more than one. */
  accessible(pid: number, filter: { role?: string; name?: string }): Promise<AccessibleObject>;
  focusedWindow(): Promise<number>;
  activeWindow(): Promise<number>;
  pointer(): Promise<{ x: number; y: number }>;
  /** `_NET_CLIENT_LIST`. */
  windows(): Promise<number[]>;
  /** `_NET_CLIENT_LIST_STACKING`, topmost last. */
  stacking(): Promise<number[]>;
  window(id: number): Promise<WindowFacts>;
  /** Whether some client is asked before windows change, as a window manager is. */
  isManaged(): Promise<boolean>;
  /** A property as xprop prints it, or undefined when it is not set. */
  property(id: number | 'root', name: string): Promise<string | undefined>;
  /** Names of all input devices, `xinput list --name-only`. */
  devices(): Promise<string[]>;
  /** Whatever lies in the root window, shown or not. */
  rootChildren(): Promise<number[]>;
  /** Window ids of all override-redirect windows on screen: menus, popups, tooltips. */
  popups(): Promise<number[]>;
  clipboard(selection?: 'clipboard' | 'primary'): Promise<string>;
}

const reader = fileURLToPath(new URL('./parts/atspi-read.py', import.meta.url));

export function oracleOf(desktop: Desktop): Oracle {
  const ids = (text: string) => [...text.matchAll(/0x[0-9a-f]+/g)].map(([id]) => Number(id));
  const rootProperty = async (name: string) => ids(await desktop.run('xprop', '-root', name));
  const accessibles: Oracle['accessibles'] = async (pid, { role, name } = {}) => {
    const filter = [...(role === undefined ? [] : ['--role', role]), ...(name === undefined ? [] : ['--name', name])];
    return JSON.parse(await desktop.run('/usr/bin/python3', reader, String(pid), ...filter)) as AccessibleObject[];
  };
  return {
    accessibles,
    async accessible(pid, filter) {
      const [found, ...others] = await accessibles(pid, filter);
      if (found && others.length === 0) return found;
      throw new Error(`${others.length + (found ? 1 : 0)} accessible objects match ${JSON.stringify(filter)}`);
    },
    focusedWindow: async () => Number(await desktop.run('xdotool', 'getwindowfocus', '-f')),
    activeWindow: async () => (await rootProperty('_NET_ACTIVE_WINDOW'))[0] ?? 0,
    async pointer() {
      const [, x, y] = /x:(-?\d+) y:(-?\d+)/.exec(await desktop.run('xdotool', 'getmouselocation')) ?? [];
      return { x: Number(x), y: Number(y) };
    },
    windows: () => managedWindows(desktop.env),
    stacking: () => rootProperty('_NET_CLIENT_LIST_STACKING'),
    window: async (id) => parseWindowFacts(await desktop.run('xwininfo', '-id', String(id))),
    isManaged: async () => (await desktop.run('xwininfo', '-root', '-events')).includes('SubstructureRedirect'),
    async property(id, name) {
      const target = id === 'root' ? ['-root'] : ['-id', String(id)];
      const printed = (await desktop.run('xprop', ...target, name)).trim();
      return / = |: window id|:\s/.test(printed) && !/not found|no such atom/.test(printed)
        ? printed.replace(/^[^=:]*(= |: )/, '')
        : undefined;
    },
    devices: async () => (await desktop.run('xinput', 'list', '--name-only')).split('\n').filter(Boolean),
    rootChildren: () => rootChildren(desktop),
    popups: () => popupWindows(desktop),
    clipboard: (selection = 'clipboard') => desktop.run('xclip', '-selection', selection, '-o'),
  };
}

function parseWindowFacts(printed: string): WindowFacts {
  const field = (label: string) => new RegExp(`${label}:\\s+(\\S+)`).exec(printed)?.[1] ?? '';
  return {
    x: Number(field('Absolute upper-left X')),
    y: Number(field('Absolute upper-left Y')),
    width: Number(field('Width')),
    height: Number(field('Height')),
    mapState: field('Map State') as WindowFacts['mapState'],
  };
}

async function rootChildren(desktop: Desktop): Promise<number[]> {
  const tree = await desktop.run('xwininfo', '-root', '-children');
  return [...tree.matchAll(/^\s+(0x[0-9a-f]+)/gm)].map(([, id]) => Number(id));
}

async function popupWindows(desktop: Desktop): Promise<number[]> {
  const children = await rootChildren(desktop);
  const facts = await Promise.all(children.map((id) => desktop.run('xwininfo', '-id', String(id)).catch(() => '')));
  const frames = new Set(await frameWindows(desktop));
  return children.filter((id, index) => isShownPopup(facts[index] ?? '') && !frames.has(id));
}

/** Window managers keep tiny mapped windows of their own; those are nothing a person sees. */
function isShownPopup(printed: string): boolean {
  const { width, height, mapState } = parseWindowFacts(printed);
  return /Override Redirect State: yes/.test(printed) && mapState === 'IsViewable' && width > 1 && height > 1;
}

/** Frames are override-redirect too under some window managers, so they must be told apart from popups. */
async function frameWindows(desktop: Desktop): Promise<number[]> {
  const clients = desktop.wm === 'none' ? [] : await managedWindows(desktop.env);
  return Promise.all(clients.map((client) => topAncestor(desktop, client)));
}

async function topAncestor(desktop: Desktop, window: number): Promise<number> {
  const tree = await desktop.run('xwininfo', '-id', String(window), '-tree').catch(() => '');
  const [, root] = /Root window id: (0x[0-9a-f]+)/.exec(tree) ?? [];
  const [, parent] = /Parent window id: (0x[0-9a-f]+)/.exec(tree) ?? [];
  return parent === undefined || parent === root ? window : topAncestor(desktop, Number(parent));
}
