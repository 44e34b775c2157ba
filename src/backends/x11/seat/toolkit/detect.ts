/** Names the toolkit of a process by the libraries it has mapped, or by its window class when the kernel does not tell. */
import { readFileSync } from 'node:fs';
import type { ToolkitName } from './traits.js';

/** First match wins: browsers and office suites load other toolkits as well. */
const LIBRARIES: readonly (readonly [RegExp, ToolkitName])[] = [
  // Windows programs bring browsers and toolkits of their own, but only Wine speaks to the display.
  [/\/winex11(?:\.drv)?\.so$/m, 'wine'],
  [/\/(?:chrome|chromium|chromium-browser|electron|brave|msedge|opera|vivaldi-bin|code|libcef\.so)$/m, 'chromium'],
  // Electron programs have names of their own, but all map these.
  [/\/chrome_\d+_percent\.pak$/m, 'chromium'],
  [/\/libxul\.so$/m, 'firefox'],
  [/\/libawt_xawt\.so/, 'swing'],
  [/\/libvclplug_gtk3lo\.so/, 'libreoffice_gtk3'],
  [/\/libvclplug_(?:qt5|kf5)lo\.so/, 'qt5'],
  [/\/libvclplug_genlo\.so/, 'libreoffice'],
  [/\/libQt6Gui\.so/, 'qt6'],
  [/\/libQt5Gui\.so/, 'qt5'],
  [/\/libgtk-4\.so/, 'gtk4'],
  [/\/libgtk-3\.so/, 'gtk3'],
  [/\/libgtk-x11-2\.0\.so/, 'gtk2'],
  [/\/libtk8?\.?\d[^/]*\.so/, 'tk'],
  // A terminal of this toolkit that looks keys up by itself.
  [/\/xterm$/m, 'plain'],
  [/\/libXaw\w*\.so/, 'athena'],
  [/\/libSDL[23]-/, 'sdl'],
  [/\/libglfw\.so/, 'glfw'],
];

const CLASSES: readonly (readonly [RegExp, ToolkitName])[] = [
  [/^(?:chromium|google-chrome|chrome|brave-browser|microsoft-edge|electron|code)/i, 'chromium'],
  [/^sun-awt|^java/i, 'swing'],
  [/^(?:libreoffice|soffice)/i, 'libreoffice_gtk3'],
  [/^(?:gnome-|org\.gnome\.|gedit|gimp|mousepad|thunar)/i, 'gtk3'],
  [/^firefox/i, 'firefox'],
  [/^(?:k(?:ate|write|calc|onsole)|dolphin|org\.kde\.)/i, 'qt5'],
  [/\.exe$/i, 'wine'],
  [/^tk$|^toplevel$/i, 'tk'],
];

export function toolkitOfMaps(maps: string): ToolkitName | undefined {
  return LIBRARIES.find(([pattern]) => pattern.test(maps))?.[1];
}

export function toolkitOfClass(instance: string, className: string): ToolkitName {
  return CLASSES.find(([pattern]) => pattern.test(className) || pattern.test(instance))?.[1] ?? 'plain';
}

/** `pids` in the order of trust: who is connected to the display, and who the window says it belongs to. */
export function detectToolkit(pids: readonly (number | undefined)[], instance: string, className: string): ToolkitName {
  for (const pid of pids) {
    const maps = pid === undefined ? undefined : readMaps(pid);
    const found = maps === undefined ? undefined : toolkitOfMaps(maps);
    if (found) return found;
  }
  return toolkitOfClass(instance, className);
}

function readMaps(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8');
  } catch {
    return undefined; // another user's, in another container, or gone
  }
}
