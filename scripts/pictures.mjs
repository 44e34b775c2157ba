// Makes the pictures in docs/images: records a run on a private desktop, renders its report and looks at it in Chromium.
// usage: npm run build && node scripts/pictures.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const home = mkdtempSync(join(tmpdir(), 'offhand-pictures-'));
process.env.OFFHAND_HOME = home;
writeFileSync(join(home, 'policy.toml'), '[cua.policy]\nfirst_time_per_app_approval = false\nforbidden_key_combos = ["ctrl+q"]\n');
const { createDriver, startDesktop, stopDesktop } = await import('../dist/sdk/index.js');

const KEYS = ['6', '×', '7', '='];

/** True when everything was confirmed: on a busy machine a calculator may answer too late for that. */
async function record(desktop, folder) {
  const driver = await createDriver({ daemon: 'never', desktop, client: 'tour', session: 'tour' });
  const { pid, windows } = await driver.launchApp({ name: 'gnome-calculator' });
  const at = { pid, window_id: windows[0].window_id };
  await driver.waitFor({ ...at, expect: [{ element: { selector: { role: 'button', label: '=' } } }] });
  await driver.startRecording({ name: 'six-times-seven', output_dir: folder, record_video: false });
  const { elements } = await driver.getWindowState(at);
  const press = (key) =>
    driver.click({ ...at, element_index: elements.find(({ role, label }) => role === 'button' && label === key).element_index });
  const effects = [];
  for (const key of KEYS) effects.push((await press(key)).effect);
  await driver.hotkey({ ...at, keys: ['ctrl', 'q'] }).catch(({ code }) => console.log(`as it should be: ${code}`));
  await driver.verifyState({ ...at, expect: [{ element: { selector: { role: 'button', label: '=' }, enabled: true } }] });
  await driver.stopRecording();
  await driver.killApp({ pid, force: true });
  await driver.close();
  return effects.every((effect) => effect === 'confirmed');
}

async function photograph(report, folder) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
  const page = await browser.newPage({ viewport: { width: 1200, height: 860 } });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`file://${report}#turn-5`);
    await page.locator('.thumb img').first().waitFor();
    await page.screenshot({ path: join(folder, `report-${colorScheme}.png`) });
  }
  await browser.close();
}

const desktop = await startDesktop({ size: { width: 1280, height: 900 } });
let run;
try {
  for (let attempt = 1; run === undefined && attempt <= 10; attempt++) {
    const folder = join(home, `run-${attempt}`);
    if (await record(desktop.name, folder)) run = folder;
  }
} finally {
  await stopDesktop(desktop.name);
}
if (run === undefined) throw new Error('the calculator did not answer in time');
const report = join(home, 'report.html');
execFileSync(process.execPath, ['dist/bin/offhand.cjs', 'recording', 'render', run, '--out', report]);
const folder = process.argv[2] ?? 'docs/images';
mkdirSync(folder, { recursive: true });
await photograph(report, folder);
rmSync(home, { recursive: true });
