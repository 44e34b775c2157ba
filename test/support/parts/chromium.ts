// Starts Chromium on the web fixture, in an app window with the window manager's own frame.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Desktop } from '../desktop.js';
import type { Child } from './child.js';
import { fixturePath } from './fixture-binaries.js';

const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=Translate,MediaRouter',
  '--password-store=basic',
];

export interface WebFixture {
  desktop: Desktop;
  logFile: string;
  title: string;
  args: readonly string[];
}

export async function startWebFixture({ desktop, logFile, title, args }: WebFixture): Promise<Child> {
  const server = desktop.runApp(process.execPath, [fixturePath('apps', 'web-server.mjs'), logFile], { stdio: { stdout: 'pipe' } });
  const { stdout } = server.process;
  if (!stdout) throw new Error('no output of the web server');
  const [port] = await once(stdout, 'data');
  return startChromium(desktop, `http://127.0.0.1:${String(port).trim()}/#${encodeURIComponent(title)}`, args);
}

export function startChromium(desktop: Desktop, url: string, args: readonly string[] = []): Child {
  const profile = join(desktop.dir, `chromium-${Buffer.from(url).toString('base64url').slice(-16)}`);
  mkdirSync(join(profile, 'Default'), { recursive: true });
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify({ browser: { custom_chrome_frame: false } }));
  const place = ['--window-size=540,720', '--window-position=600,40'];
  return desktop.runApp('chromium', [...quietFlags, ...place, `--user-data-dir=${profile}`, ...args, `--app=${url}`]);
}
