import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../fixtures/site/server.js';
import { type Product, startProduct } from '../../harness/product.js';
import type { Desktop } from '../../support/desktop.js';
import { startChromium } from '../../support/parts/chromium.js';
import type { Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { type BrowserWindow, browserWindow, launchBrowser, loaded, personAtWork } from './browser.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
let desktop: Desktop;
let product: Product;
let site: Site;
let watch: Watch;

beforeAll(async () => {
  stage = await openStage();
  ({ desktop, product, site } = stage);
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose](); // the last one, when a test took another
  await stage?.close();
});

/** The processes that draw the pages of a browser. */
async function renderersOf(pid: number): Promise<number[]> {
  const rows = (await desktop.run('ps', 'axo', 'pid=,ppid=,args=')).split('\n').map((line) => line.trim().split(/\s+/));
  const childrenOf = (parent: number): string[][] => {
    const own = rows.filter(([, ppid]) => Number(ppid) === parent);
    return own.flatMap((row) => [row, ...childrenOf(Number(row[0]))]);
  };
  return childrenOf(pid)
    .filter((row) => row.includes('--type=renderer'))
    .map(([id]) => Number(id));
}

describe('a page that gets into trouble', () => {
  let window: BrowserWindow;
  const run = (javascript: string, more: object = {}) => window.page({ action: 'execute_javascript', javascript, ...more });

  beforeAll(async () => {
    const [first] = await launchBrowser(product, [site.url('/controls.html')]);
    if (!first) throw new Error('no window');
    window = await loaded(first, 'Controls');
    watch = await personAtWork(desktop);
  });

  test('going elsewhere during a call ends the call, and the next one sees the new page', async () => {
    await expect(run(`location.href = '/second.html'; await new Promise(() => {})`)).rejects.toMatchObject({ code: 'target_changed' });
    await loaded(window, 'Second');
    expect((await window.page({ action: 'get_text' })).text).toContain('Second page');
  });

  test('an address that cannot be loaded is said to be so', async () => {
    await expect(window.page({ action: 'navigate', url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ code: 'delivery_failed' });
    expect((await window.page({ action: 'navigate', url: site.url('/controls.html') })).page?.title).toBe('Controls');
    expect((await window.page({ action: 'wait_for_load' })).loaded).toBe(true);
  });

  test('one that never finishes loading is said to be so, and can be left', async () => {
    const unfinished = site.url(`/titled?title=Unfinished&body=${encodeURIComponent('<img src="/slow">here')}`);
    const gone = await window.page({ action: 'navigate', url: unfinished, timeout_ms: 300 });
    expect(gone.outcome).toMatchObject({ effect: 'partial', evidence: [{ detail: expect.stringContaining('still loading') }] });
    expect(await window.page({ action: 'wait_for_load', timeout_ms: 200 })).toMatchObject({ loaded: false, page: { title: 'Unfinished' } });
    expect((await window.page({ action: 'get_text' })).text).toContain('here');
    await window.page({ action: 'navigate', url: site.url('/controls.html') });
    expect(await window.page({ action: 'wait_for_load' })).toMatchObject({ loaded: true, page: { title: 'Controls' } });
  });

  test('one that hangs costs a bounded wait, and the browser around it stays usable', async () => {
    await run('setTimeout(() => { for (const end = Date.now() + 8000; Date.now() < end; ); }, 0)');
    await expect(window.page({ action: 'get_text' })).rejects.toMatchObject({ code: 'app_unresponsive' });
    expect((await window.page({ action: 'list_pages' })).pages).toHaveLength(1);
    await until(() => window.page({ action: 'get_text' }).catch(() => undefined), { what: 'the page answers again', timeoutMs: 20_000 });
  });

  test('one that crashes is said to be gone, at once and to whoever comes later, and is there again once it is loaded anew', async () => {
    const from = site.events().length;
    const waiting = run(`await fetch('/log', { method: 'POST', body: '{"type":"waiting"}' }); await new Promise(() => {})`);
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'page_unavailable', message: expect.stringContaining('crashed') });
    await site.heard({ type: 'waiting' }, { from });
    for (const pid of await renderersOf(window.at.pid)) process.kill(pid, 'SIGKILL');
    await outcome;
    const later = { code: 'page_unavailable', details: { crashed: true } };
    await expect(window.page({ action: 'get_text' })).rejects.toMatchObject(later);
    await expect(run('1')).rejects.toMatchObject(later);
    await product[Symbol.asyncDispose]();
    product = startProduct(desktop);
    window = browserWindow(product, window.at);
    await expect(window.page({ action: 'get_text' }), 'to one that attaches now').rejects.toMatchObject(later);
    expect((await window.page({ action: 'navigate', url: site.url('/second.html') })).page?.title).toBe('Second');
    await window.page({ action: 'click', css_selector: '#press' });
    await site.heard({ type: 'click', page: '/second.html', id: 'press', trusted: true }, { from });
  });

  test('one is driven by one driver at a time: another is refused until the first lets go', async () => {
    const other = startProduct(desktop);
    const theirs = browserWindow(other, window.at);
    await expect(theirs.page({ action: 'get_text' })).rejects.toMatchObject({
      code: 'page_unavailable',
      details: { held_by: process.pid },
    });
    await product[Symbol.asyncDispose]();
    expect((await theirs.page({ action: 'get_text' })).text).toContain('Second page');
    product = other;
    window = theirs;
  });

  test('a browser that is gone is gone for every call', async () => {
    const waiting = run('await new Promise(() => {})', { timeout_ms: 20_000 });
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'page_unavailable' });
    await product.call('kill_app', { pid: window.at.pid, force: true });
    await outcome;
    const codeOf = () =>
      window.page({ action: 'get_text' }).then(
        () => 'none',
        ({ code }: { code: string }) => code,
      );
    await until(async () => (await codeOf()) === 'window_not_found', { what: 'the window is gone as well' });
  });

  test('the person noticed nothing of all this', async () => {
    expectUndisturbed(await watch.stop());
  });
});

describe('the browser of a person', () => {
  afterEach(async () => expectUndisturbed(await watch.stop()));

  /** A browser with an open port of its own choice, as a person may start one before they go on with their work. */
  async function personsBrowser(path: string, title: string, flags: readonly string[]): Promise<{ pid: number; window_id: number }> {
    startChromium(desktop, site.url(path), flags);
    const id = await desktop.waitForWindow({ title: `^${title}$` });
    watch = await personAtWork(desktop);
    return { pid: Number(await desktop.run('xdotool', 'getwindowpid', String(id))), window_id: id };
  }

  test('is attached to only with the consent of the person', async () => {
    const at = await personsBrowser('/controls.html', 'Controls', ['--remote-debugging-port=0']);
    await using asking = startProduct(desktop, {
      session: 'asking',
      policy: '[cua.policy]\nfirst_time_per_app_approval = false\nattach_user_browser = false\n',
    });
    await expect(browserWindow(asking, at).page({ action: 'get_text' })).rejects.toMatchObject({ code: 'policy_denied' });
    await using allowed = startProduct(desktop, {
      session: 'allowed',
      policy: '[cua.policy]\nfirst_time_per_app_approval = false\nattach_user_browser = true\nallow_javascript = true\n',
    });
    const window = browserWindow(allowed, at);
    const { text, via } = await window.page({ action: 'get_text' });
    expect(via).toBe('endpoint');
    expect(text).toContain('Controls of a page');
    const from = site.events().length;
    await window.page({ action: 'click', css_selector: '#press' });
    await site.heard({ type: 'click', id: 'press', trusted: true }, { from });
  });

  test('runs no script unless that is allowed as well, nor beside a look', async () => {
    const at = await personsBrowser('/frames.html', 'Frames', ['--remote-debugging-port=0']);
    await using strict = startProduct(desktop, {
      session: 'strict',
      policy: '[cua.policy]\nfirst_time_per_app_approval = false\nattach_user_browser = true\nallow_javascript = false\n',
    });
    const window = browserWindow(strict, at);
    expect((await window.page({ action: 'get_text' })).via).toBe('endpoint');
    const javascript = 'document.title = "changed"';
    await expect(window.page({ action: 'execute_javascript', javascript })).rejects.toMatchObject({ code: 'policy_denied' });
    expect((await window.state({ javascript })).javascript_error).toMatchObject({ code: 'policy_denied' });
    expect((await window.page({ action: 'list_pages' })).pages).toMatchObject([{ title: 'Frames' }]);
  });

  test('whose port is held by somebody else is not talked to', async () => {
    const asked: string[] = [];
    const impostor = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(JSON.stringify({ webSocketDebuggerUrl: 'ws://127.0.0.1:1/devtools/browser/x' }));
    });
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
    const { port } = impostor.address() as AddressInfo;
    const at = await personsBrowser('/dialogs.html', 'Dialogs', [`--remote-debugging-port=${port}`]);
    await using allowed = startProduct(desktop, {
      session: 'robbed',
      policy: '[cua.policy]\nfirst_time_per_app_approval = false\nattach_user_browser = true\n',
    });
    await expect(browserWindow(allowed, at).page({ action: 'list_pages' })).rejects.toMatchObject({
      code: 'page_unavailable',
      details: { pid: at.pid, port },
    });
    expect(asked).toEqual([]);
    impostor.close();
  });
});
