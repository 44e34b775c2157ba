import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretFileIn } from '../../../src/secrets/secret-file.js';
import { openSite, type Site } from '../../fixtures/site/server.js';
import { type Product, startProduct } from '../../harness/product.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { type BrowserWindow, endBrowser, launchBrowser, loaded } from '../web/browser.js';

const value = 'velvet-harbour-quartz-58';
let desktop: Desktop;
let product: Product;
let site: Site;
let window: BrowserWindow;

beforeAll(async () => {
  [desktop, site] = await Promise.all([openDesktop(), openSite()]);
  product = startProduct(desktop);
  await secretFileIn(product.home).set('WEB', value);
  const [first] = await launchBrowser(product, [site.url('/controls.html')]);
  if (!first) throw new Error('no window');
  window = await loaded(first, 'Controls');
});
afterAll(async () => {
  await endBrowser(product, window);
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
  await site?.[Symbol.asyncDispose]();
});

const script = async (javascript: string) => (await window.page({ action: 'execute_javascript', javascript })).result;
const lengthOf = (id: string) => script(`document.getElementById('${id}').value.length`);

describe('a secret for a page', () => {
  test.each(['type_text', 'set_value'] as const)(
    'goes into the password field that %s names, and nothing tells how long it is',
    async (action) => {
      await script("document.getElementById('secret').value = ''; 0");
      const { outcome } = await window.page({ action, css_selector: '#secret', text: '{{secret:WEB}}' });
      expect(outcome).toMatchObject({
        effect: 'confirmed',
        delivery: { mode: 'background' },
        evidence: [{ detail: 'the secret arrived whole' }],
      });
      expect(outcome?.delivery).not.toHaveProperty('delivered_count');
      expect(await lengthOf('secret')).toBe(value.length);
    },
  );

  test('what a script reads of it is masked', async () => {
    expect(await script("document.getElementById('secret').value")).toBe('{{secret:WEB}}');
  });

  test('is refused for a field that would show it', async () => {
    await expect(window.page({ action: 'type_text', css_selector: '#name', text: '{{secret:WEB}}' })).rejects.toMatchObject({
      code: 'policy_denied',
      details: { rule: 'allow_secrets_outside_password_fields' },
    });
    expect(await lengthOf('name')).toBe(0);
  });

  test.each([
    { action: 'execute_javascript', javascript: "document.getElementById('name').value = '{{secret:WEB}}'" },
    { action: 'navigate', url: 'http://127.0.0.1/?q={{secret:WEB}}' },
    { action: 'select_option', css_selector: '#colour', text: '{{secret:WEB}}' },
    { action: 'type_text', css_selector: '#secret', text: '{{secret: not a name}}' },
  ] as const)('is refused, and no placeholder left behind, by $action', async (input) => {
    await expect(window.page(input)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(
      await script('location.pathname + document.body.outerHTML.includes("{" + "{secret") + document.getElementById("name").value'),
    ).toBe('/controls.htmlfalse');
  });
});

describe('what a page paints of it', () => {
  test('is covered in pictures, although no tree has it', async () => {
    await script(`const canvas = document.getElementById('canvas');
      canvas.width = 420; canvas.style.width = '420px'; canvas.scrollIntoView();
      const pen = canvas.getContext('2d'); pen.font = '20px sans-serif'; pen.fillText('seen ' + document.getElementById('secret').value, 4, 30); 0`);
    const { image, redaction } = await product.call('screenshot', window.at);
    expect(await textIn(Buffer.from(image?.base64 ?? '', 'base64'))).not.toMatch(/velvet|harbour|quartz/i);
    expect(redaction).toMatchObject({ regions: [{ reason: 'stored_secret', source: 'ocr' }] });
    const raw = join(desktop.dir, 'raw.png');
    await desktop.run('import', '-window', String(window.at.window_id), raw);
    expect(await textIn(raw)).toMatch(/velvet|harbour|quartz/i);
  });
});

/** What tesseract reads in a picture, enlarged as it likes it; none of our code is involved. */
async function textIn(picture: Buffer | string): Promise<string> {
  const file = typeof picture === 'string' ? picture : join(desktop.dir, 'shown.png');
  if (typeof picture !== 'string') writeFileSync(file, picture);
  const read = `convert '${file}' -colorspace gray -resize 150% png:- | OMP_THREAD_LIMIT=1 tesseract - - --psm 11 2>/dev/null`;
  return desktop.run('sh', '-c', read);
}
