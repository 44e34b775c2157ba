import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppNames } from '../../../src/backends/x11/apps/app-names.js';
import { readDesktopEntries } from '../../../src/backends/x11/apps/desktop-entries.js';

test('a window has the name of its application, not of the settings that the same program shows', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'offhand-entries-'));
  mkdirSync(join(dataDir, 'applications'));
  const install = (id: string, lines: string) =>
    writeFileSync(join(dataDir, 'applications', `${id}.desktop`), `[Desktop Entry]\nType=Application\n${lines}`);
  install('a.settings', 'Name=Editor Settings\nExec=editor --preferences\n');
  install('b.editor', 'Name=Editor\nExec=editor %U\n');
  install('a-viewer', 'Name=Viewer in secret\nExec=viewer %F\nNoDisplay=true\n');
  install('b-viewer', 'Name=Viewer\nExec=viewer %F\n');
  const entries = await readDesktopEntries([dataDir]);
  const names = new AppNames();
  names.learn(entries);
  expect(names.nameFor({ className: 'Editor', instance: 'editor' })).toBe('Editor');
  expect(names.nameFor({ className: 'Viewer', instance: 'viewer' })).toBe('Viewer');
  expect(names.nameFor({ className: 'a.settings', instance: '' })).toBe('Editor Settings');
  expect(names.nameFor({ className: 'Unknown', instance: '' })).toBe('Unknown');
});
