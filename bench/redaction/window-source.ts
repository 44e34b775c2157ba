/** Real applications that show a scene on demand: GTK, Qt, Chromium, xterm, each light and dark, at one and two times the size. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, createReadStream, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Desktop } from '../../test/support/desktop.js';
import { startChromium } from '../../test/support/parts/chromium.js';
import { type Row, type Scene, shownText } from './scenes.js';

export const toolkits = ['gtk', 'qt', 'chromium', 'xterm'] as const;

export interface Look {
  readonly toolkit: (typeof toolkits)[number];
  readonly dark: boolean;
  readonly scale: 1 | 2;
}

export interface WindowSource {
  /** The window's title becomes `title` once the scene is shown. */
  show(scene: Scene, title: string): Promise<void>;
  close(): Promise<void>;
}

export function openSource(desktop: Desktop, look: Look, folder: string): Promise<WindowSource> {
  if (look.toolkit === 'chromium') return openWeb(desktop, look, folder);
  return look.toolkit === 'xterm' ? openTerminal(desktop, look, folder) : openScript(desktop, look, folder);
}

async function openScript(desktop: Desktop, { toolkit, dark, scale }: Look, folder: string): Promise<WindowSource> {
  const env: Record<string, string> =
    toolkit === 'gtk'
      ? { GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita', GDK_SCALE: String(scale) }
      : { QT_SCALE_FACTOR: String(scale), QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' };
  const script = join(folder, `show-${toolkit}.py`);
  const child = desktop.runApp('/usr/bin/python3', [script, dark ? 'dark' : 'light'], { env, stdio: { stdin: 'pipe' } });
  return {
    show: async (scene, title) => {
      child.process.stdin?.write(`${JSON.stringify({ title, rows: shownRows(scene) })}\n`);
    },
    close: () => child.kill(),
  };
}

async function openWeb(desktop: Desktop, { dark, scale }: Look, folder: string): Promise<WindowSource> {
  let current = '{}';
  const server = createServer((request, response) => {
    if (request.url === '/scene') response.setHeader('content-type', 'application/json').end(current);
    else createReadStream(join(folder, 'show-web.html')).pipe(response.setHeader('content-type', 'text/html'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const flags = [`--force-device-scale-factor=${scale}`, '--force-renderer-accessibility', `--window-size=620,420`];
  const child = startChromium(desktop, `http://127.0.0.1:${port}/${dark ? '?dark' : ''}`, flags);
  return {
    show: async (scene, title) => {
      current = JSON.stringify({ title, rows: shownRows(scene) });
    },
    close: async () => {
      await child.kill();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function openTerminal(desktop: Desktop, { dark, scale }: Look, folder: string): Promise<WindowSource> {
  const pipe = join(desktop.dir, `scenes-${dark}-${scale}`);
  execFileSync('mkfifo', [pipe]);
  const script = join(desktop.dir, 'show-terminal.sh');
  copyFileSync(join(folder, 'show-terminal.sh'), script);
  chmodSync(script, 0o755);
  const colors = dark ? ['-bg', '#1e1e1e', '-fg', '#dddddd'] : ['-bg', 'white', '-fg', 'black'];
  const font = ['-fa', 'DejaVu Sans Mono', '-fs', String(11 * scale), '-geometry', '70x24'];
  const child = desktop.runApp('xterm', [...colors, ...font, '+bc', '-e', script, pipe]);
  return {
    show: async (scene, title) => {
      const file = join(desktop.dir, `scene-${title}`);
      writeFileSync(file, `${shownRows(scene).map(terminalLine).join('\r\n\r\n')}\r\n\u001b]0;${title}\u0007`);
      writeFileSync(pipe, `${file}\n`);
    },
    close: () => child.kill(),
  };
}

const shownRows = ({ rows }: Scene): Row[] => rows.map((row) => ({ ...row, text: shownText(row) }));

const terminalLine = (row: Row): string => `${row.label}: ${row.look === 'password' ? '*'.repeat(row.text.length) : row.text}`;
