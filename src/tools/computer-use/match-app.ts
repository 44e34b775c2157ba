/** Which windows a model means by an application's name: exact names first, then other names of it, then parts of them. */
import type { App } from '../../model/app.js';
import { isOnScreen, type Window } from '../../model/window.js';
import { matchesApp } from '../../policy/app-match.js';

export type AppMatch =
  | { readonly found: Window }
  | { readonly found: undefined; readonly why: 'unknown' | 'ambiguous'; readonly installed: readonly string[] };

export function matchApp(wanted: string, windows: readonly Window[], apps: readonly App[]): AppMatch {
  const name = wanted.replaceAll('*', '').trim();
  const tiers: (() => readonly Window[])[] = [
    () => windows.filter((window) => matchesApp(name, { id: window.appId, names: [window.appName] })),
    () =>
      windowsOf(
        apps.filter((app) => matchesApp(name, { id: app.id, names: [app.name] })),
        windows,
      ),
    () => windows.filter((window) => contains(window.appName, name) || contains(window.appId, name)),
    () =>
      windowsOf(
        apps.filter((app) => contains(app.name, name) || contains(app.id, name)),
        windows,
      ),
    () => windows.filter((window) => window.appName === '' && contains(window.title, name)),
  ];
  for (const [tier, search] of name === '' ? [] : tiers.entries()) {
    const found = search();
    const isPart = tier >= 2;
    if (isPart && new Set(found.map((window) => window.appId)).size > 1) return { found: undefined, why: 'ambiguous', installed: [] };
    const front = frontmost(found);
    if (front) return { found: front };
  }
  const installed = apps.filter((app) => !app.running && name !== '' && (contains(app.name, name) || contains(app.id, name)));
  return { found: undefined, why: 'unknown', installed: installed.map((app) => app.name) };
}

function windowsOf(apps: readonly App[], windows: readonly Window[]): readonly Window[] {
  return windows.filter((window) =>
    apps.some((app) => app.running && (app.windowIds.includes(window.id) || (app.pid !== null && app.pid === window.pid))),
  );
}

/** What the person would see first of them; hidden ones only when there is nothing else. */
export function frontmost(windows: readonly Window[]): Window | undefined {
  return [...windows].sort((a, b) => Number(isOnScreen(b)) - Number(isOnScreen(a)) || b.zIndex - a.zIndex)[0];
}

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '');
const contains = (text: string, part: string): boolean => fold(text).includes(fold(part));
