// Where web tests play: a desktop, the test site and the product; with a page, a browser of the product's own beside the person.
import { openSite, type Site } from '../../fixtures/site/server.js';
import { type Product, startProduct } from '../../harness/product.js';
import { type Desktop, type DesktopOptions, openDesktop } from '../../support/desktop.js';
import { startSentinel } from '../../support/sentinel.js';
import { type BrowserWindow, endBrowser, type LaunchOptions, launchBrowser, loaded } from './browser.js';

export interface Stage {
  readonly desktop: Desktop;
  readonly product: Product;
  readonly site: Site;
  close(): Promise<void>;
}

export interface PageStage extends Stage {
  readonly window: BrowserWindow;
}

export async function openStage(options: DesktopOptions = {}): Promise<Stage> {
  const [desktop, site] = await Promise.all([openDesktop(options), openSite()]);
  const product = startProduct(desktop);
  const close = async () => {
    await product[Symbol.asyncDispose]();
    await desktop.dispose();
    await site[Symbol.asyncDispose]();
  };
  try {
    await startSentinel(desktop, { title: 'Somebody at work' });
    return { desktop, product, site, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function openPageStage(path: string, title: string, options: LaunchOptions = {}): Promise<PageStage> {
  const stage = await openStage();
  try {
    const [first] = await launchBrowser(stage.product, [stage.site.url(path)], options);
    if (!first) throw new Error('no window');
    const window = await loaded(first, title);
    const close = async () => {
      await endBrowser(stage.product, window);
      await stage.close();
    };
    return { ...stage, window, close };
  } catch (error) {
    await stage.close();
    throw error;
  }
}
