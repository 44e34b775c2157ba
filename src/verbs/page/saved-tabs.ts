/** Addresses of tabs that are not shown, where the browser itself cannot be asked: from what it wrote down for its next start. */
import type { PageInfo, SavedWindow } from '../../model/page.js';

export interface AddressedTabs {
  readonly pages: readonly PageInfo[];
  /** Why addresses are missing. */
  readonly hint?: string;
}

/** The tabs of one window with their addresses, where exactly one window written down can be this one. */
export function withSavedAddresses(pages: readonly PageInfo[], saved: readonly SavedWindow[]): AddressedTabs {
  const [fit, ...others] = saved.filter((each) => fits(pages, each));
  if (!fit) return { pages, hint: 'What the browser wrote down about its tabs does not fit this window yet; look again in a few seconds.' };
  const addresses = fit.tabs.map(({ url }) => url);
  // Windows alike in every tab tell the same, whichever it is.
  if (others.some(({ tabs }) => tabs.some(({ url }, index) => url !== addresses[index])))
    return { pages, hint: `${others.length + 1} windows the browser wrote down may be this one, so none is believed.` };
  return { pages: pages.map((page, index) => (page.url === '' ? { ...page, url: addresses[index] ?? '', isSaved: true } : page)) };
}

/** As many tabs in the same order, the same one shown with the same address, and no title that says otherwise. */
function fits(pages: readonly PageInfo[], { tabs, selected }: SavedWindow): boolean {
  const shown = pages.findIndex(({ active }) => active === true);
  if (pages.length !== tabs.length || shown !== selected) return false;
  return pages.every(({ title, url }, index) => {
    const tab = tabs[index];
    if (!tab || (url !== '' && !isSameAddress(url, tab.url))) return false;
    // Browsers put more behind a title, such as how much memory the tab takes.
    return tab.title === '' || title === tab.title || title.startsWith(`${tab.title} - `);
  });
}

const isSameAddress = (a: string, b: string): boolean => a === b || a.replace(/\/$/, '') === b.replace(/\/$/, '');
