// A Wayland session in a test: headless sway with Xwayland, its own bus and home, seen through its X display as any other desktop.
import { chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Desktop, desktopOn, type Start, startBus } from './desktop.js';
import { capture } from './parts/child.js';
import { makePrivateDirs, type PrivateDirs, privateEnv } from './parts/private-env.js';
import { until } from './until.js';

export interface SwayDesktop extends Desktop {
  /** The title of the window the session's keyboard belongs to, as sway says. */
  focusedTitle(): Promise<string | undefined>;
  swaymsg(...args: string[]): Promise<string>;
}

const nobody = 65534;
const runsAsRoot = process.getuid?.() === 0;
/** sway refuses to run as root, and Xwayland then lets nobody else in unless told. */
const asSomebody = runsAsRoot ? ['setpriv', '--reuid', String(nobody), '--regid', String(nobody), '--clear-groups'] : [];
const headless = { WLR_BACKENDS: 'headless', WLR_LIBINPUT_NO_DEVICES: '1', WLR_RENDERER: 'pixman', XDG_CURRENT_DESKTOP: 'sway' };

const configOf = (ready: string, { width, height }: { width: number; height: number }) => `xwayland force
output HEADLESS-1 resolution ${width}x${height} position 0 0
default_border none
focus_follows_mouse no
exec sh -c 'xhost +local: >/dev/null && echo "$DISPLAY $WAYLAND_DISPLAY $SWAYSOCK" > ${ready}'
`;

export async function openSway(): Promise<SwayDesktop> {
  const size = { width: 1280, height: 900 };
  const dirs = makePrivateDirs();
  const env = { ...privateEnv(dirs), ...headless, XDG_SESSION_TYPE: 'wayland' };
  const ready = join(dirs.root, 'ready');
  writeFileSync(join(dirs.home, 'sway-config'), configOf(ready, size));
  if (runsAsRoot) giveAway(dirs);
  const desktop = await desktopOn({ dirs, env, size, wm: 'i3', endsFirst: true }, async (start: Start) => {
    const [command = 'sway', ...before] = [...asSomebody, 'sway'];
    const sway = start('sway', command, [...before, '-c', join(dirs.home, 'sway-config')], { deathSignal: 'TERM' });
    const isReady = () => {
      if (!sway.isAlive()) throw new Error(`sway ended: ${sway.log()}`);
      return existsSync(ready) && readFileSync(ready, 'utf8').trim().split(' ').length === 3;
    };
    await until(isReady, { what: 'sway is ready', timeoutMs: 60_000, intervalMs: 30 });
    const [display = '', wayland = '', socket = ''] = readFileSync(ready, 'utf8').trim().split(' ');
    Object.assign(env, { DISPLAY: display, WAYLAND_DISPLAY: wayland, SWAYSOCK: socket });
    await startBus(start, env, dirs, true);
    return { xserver: sway, wmProcess: sway };
  });
  const swaymsg = (...args: string[]) => capture('swaymsg', args, env);
  return Object.assign(desktop, {
    swaymsg,
    focusedTitle: async () => focusedIn(JSON.parse(await swaymsg('-t', 'get_tree', '-r')) as TreeNode),
  });
}

function giveAway({ root, home, runtime, logs }: PrivateDirs): void {
  for (const dir of [root, home, runtime, logs, ...readdirSync(home).map((name) => join(home, name))]) chownSync(dir, nobody, nobody);
}

interface TreeNode {
  focused: boolean;
  name: string | null;
  nodes: TreeNode[];
  floating_nodes: TreeNode[];
}

function focusedIn(node: TreeNode): string | undefined {
  if (node.focused) return node.name ?? undefined;
  for (const child of [...node.nodes, ...node.floating_nodes]) {
    const found = focusedIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
