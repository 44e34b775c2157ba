// How each window manager is started in a test desktop.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from './child.js';

export const windowManagers = ['openbox', 'xfwm4', 'metacity', 'mutter', 'kwin_x11', 'i3', 'fluxbox', 'none'] as const;
export type WindowManager = (typeof windowManagers)[number];

interface Start {
  command: string;
  args: string[];
  env?: Env;
}

export interface StartOptions {
  home: string;
  compositor: boolean;
}

type Launcher = (options: StartOptions) => Start;

const launchers: Record<Exclude<WindowManager, 'none'>, Launcher> = {
  openbox: () => ({ command: 'openbox', args: ['--sm-disable'] }),
  xfwm4: ({ compositor }) => ({ command: 'xfwm4', args: [`--compositor=${compositor ? 'on' : 'off'}`, '--sm-client-disable'] }),
  metacity: ({ compositor }) => ({ command: 'metacity', args: ['--sm-disable', compositor ? '--composite' : '--no-composite'] }),
  mutter: () => ({ command: 'mutter', args: ['--x11', '--sm-disable'] }),
  kwin_x11: ({ compositor }) => ({ command: 'kwin_x11', args: [], env: { KWIN_COMPOSE: compositor ? 'O2' : 'N' } }),
  i3: ({ home }) => {
    const config = join(home, 'i3-config');
    // as in the file it comes with, which asks for a key first
    writeFileSync(config, '# i3 config file (v4)\nfont pango:DejaVu Sans 10\nbindsym Mod1+Right focus right\n');
    return { command: 'i3', args: ['-c', config] };
  },
  fluxbox: ({ home }) => {
    const folder = join(home, '.fluxbox');
    mkdirSync(folder, { recursive: true });
    const style = join(folder, 'style');
    // the default style sets a wallpaper with a helper that opens a message window when it fails
    writeFileSync(style, 'background: none\nwindow.title.height: 18\n');
    writeFileSync(join(folder, 'init'), `session.screen0.toolbar.visible: false\nsession.styleFile: ${style}\n`);
    return { command: 'fluxbox', args: [] };
  },
};

export function windowManagerStart(name: Exclude<WindowManager, 'none'>, options: StartOptions): Start {
  return launchers[name](options);
}

/** Those that composite themselves; for the others a separate compositor is started. */
export function compositesItself(name: WindowManager): boolean {
  return name === 'xfwm4' || name === 'metacity' || name === 'mutter' || name === 'kwin_x11';
}
