import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderReport } from '../../src/recording/report/render.js';
import { writeSample } from '../unit/recording/sample-recording.js';

const TURNS = 500;
let dir: string;
let file: string;
let browser: Browser;
let page: Page;
const requested: string[] = [];
const faults: string[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'report-'));
  await writeSample(join(dir, 'sample'), TURNS);
  writeFileSync(join(dir, 'sample', 'turn-00042', 'action.json'), '{');
  file = (await renderReport(join(dir, 'sample'), join(dir, 'report.html'))).file;
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(`file://${file}`);
});
afterAll(async () => {
  await browser?.close();
  rmSync(dir, { recursive: true, force: true });
});

const heading = () => page.locator('.turn h2').textContent();
const shown = () => page.locator('.item:not([hidden])').count();

describe('the report of 500 turns, in a browser', () => {
  test('opens from disk, loads nothing, and holds only what the recording holds', async () => {
    expect(await page.locator('.item').count()).toBe(TURNS);
    expect(await page.locator('h1').textContent()).toBe('sample <b>run</b>');
    expect(await page.title()).toBe('sample <b>run</b> – recording');
    expect(await heading()).toContain('</script><script>');
    expect(requested.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
    expect(faults).toEqual([]);
    expect(readFileSync(file, 'utf8')).not.toMatch(/<(?:link|img|iframe|script)[^>]*\s(?:src|href)=["']?(?:https?:)?\/\//);
  });

  test('shows pictures only when they are looked at', async () => {
    const loaded = await page.locator('.thumb img').count();
    expect(loaded).toBeGreaterThan(3);
    expect(loaded).toBeLessThan(TURNS / 4);
    const complete = await page
      .locator('.shot img')
      .evaluateAll((images) => images.every((image) => (image as unknown as { naturalWidth: number }).naturalWidth === 480));
    expect(complete).toBe(true);
  });

  test('is walked with the keyboard', async () => {
    await page.keyboard.press('Home');
    expect(await page.locator('.count').first().textContent()).toContain('Turn 1 of 500');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    expect(await page.locator('.count').first().textContent()).toContain('Turn 2 of 500');
    expect(page.url()).toMatch(/#turn-2$/);
    await page.keyboard.press('End');
    expect(await heading()).toContain('“500”');
    await page.keyboard.press('?');
    expect(await page.locator('dialog#help').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('v');
    expect((await page.locator('.panes.pair').count()) + (await page.locator('.shot input[type=range]').count())).toBeLessThanOrEqual(1);
    await page.keyboard.press('v');
  });

  test('filters what failed, was refused, or disturbed the person', async () => {
    const filter = async (name: string) => {
      await page.locator(`.filter[data-filter=${name}]`).click();
      return shown();
    };
    const turns = Array.from({ length: TURNS }, (_, index) => index + 1).filter((turn) => turn !== 42);
    const refused = turns.filter((turn) => turn % 11 === 0);
    expect(await filter('refused')).toBe(refused.length);
    expect(await filter('failed')).toBe(turns.filter((turn) => turn % 7 === 0 && turn % 11 !== 0).length + 1);
    expect(await filter('disturbed')).toBe(
      turns.filter((turn) => turn % 13 === 0 && turn % 7 !== 0 && turn % 11 !== 0 && turn % 5 !== 0).length,
    );
    expect(await page.locator('.card', { hasText: 'The person' }).textContent()).toContain('moved');
    expect(await filter('all')).toBe(TURNS);
    await page.locator('#search').fill('“123”');
    expect(await shown()).toBe(1);
    expect(await heading()).toContain('“123”');
    await page.locator('#search').fill('');
  });

  test('compares before and after with a slider that also works without a mouse', async () => {
    await page.goto(`file://${file}#turn-3`);
    const slider = page.locator('.shot input[type=range]');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    expect(Number(await slider.inputValue())).toBe(51);
    expect(await page.locator('.shot .over').getAttribute('style')).toContain('51%');
    expect(await page.locator('.shot svg rect.target').count()).toBe(1);
    expect(await page.locator('.diff .add').textContent()).toContain('appeared 3');
    expect(await page.locator('.card', { hasText: 'Covered in the picture' }).textContent()).toContain('email');
  });

  test('names a damaged turn', async () => {
    await page.goto(`file://${file}#turn-42`);
    expect(await page.locator('.turn').textContent()).toContain('action.json');
  });

  test('has landmarks, names and readable colours in light and dark', async () => {
    await page.goto(`file://${file}#turn-3`);
    for (const role of ['banner', 'main', 'navigation', 'article'] as const) expect(await page.getByRole(role).count()).toBeGreaterThan(0);
    const nameless = await page.locator('button, input, img, video').evaluateAll((nodes) =>
      nodes.flatMap((node) => {
        const name = node.getAttribute('aria-label') ?? node.getAttribute('alt') ?? node.textContent ?? '';
        const labelled = node.id !== '' && node.ownerDocument.querySelector(`label[for="${node.id}"]`);
        return name.trim() !== '' || labelled || node.closest('[aria-hidden=true]') ? [] : [node.outerHTML];
      }),
    );
    expect(nameless).toEqual([]);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      expect(await page.evaluate(lowContrast), scheme).toEqual([]);
    }
  });

  test('fits a narrow screen without scrolling sideways', async () => {
    await page.setViewportSize({ width: 380, height: 780 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await page.locator('.shot').first().isVisible()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('prints every shown turn with its pictures', async () => {
    await page.goto(`file://${file}`);
    await page.locator('.filter[data-filter=refused]').click();
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await page.locator('.sheet').count()).toBe(await shown());
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.sheet').first().isVisible()).toBe(true);
    expect(await page.locator('.layout').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    // Each sheet carries pictures, so the paper has far more on it than words.
    expect(pdf.length).toBeGreaterThan(60_000);
  });
});

/** Texts whose colour is too close to what is behind them, by the WCAG formula; runs in the page. */
const lowContrast = `(() => {
  const rgb = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > 0.9) return colour;
    }
    return [255, 255, 255];
  };
  const own = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim() !== '');
  return [...document.querySelectorAll('header *, nav *, article *')].filter((node) => own(node) && node.checkVisibility() && !node.disabled).flatMap((node) => {
    const [a, b] = [light(rgb(getComputedStyle(node).color)), light(ground(node))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    return ratio < 4.5 ? [node.className + ' ' + node.textContent.slice(0, 30) + ' ' + ratio.toFixed(2)] : [];
  }).slice(0, 10);
})()`;
