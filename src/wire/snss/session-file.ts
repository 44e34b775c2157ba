/**
 * Chromium's session file: a log of commands from which it would open its windows and tabs again. Layouts are those of
 * session_service_commands.cc and base/pickle.h; what is not about windows, tabs and their addresses is passed over.
 */
export interface SavedTab {
  readonly url: string;
  /** Empty where the page had none yet when it was saved. */
  readonly title: string;
}

export interface SavedWindow {
  /** Place of the tab it shows. */
  readonly selected: number;
  readonly tabs: readonly SavedTab[];
}

/** Files of other versions are encrypted. */
const PLAIN_VERSIONS: ReadonlySet<number> = new Set([1, 3]);

const Command = {
  SetTabWindow: 0,
  SetTabIndexInWindow: 2,
  UpdateTabNavigation: 6,
  SetSelectedNavigationIndex: 7,
  SetSelectedTabInIndex: 8,
  TabNavigationPathPrunedFromFront: 11,
  TabClosed: 16,
  WindowClosed: 17,
  TabNavigationPathPruned: 24,
} as const;

interface Tab {
  window: number | undefined;
  index: number;
  selected: number;
  entries: Map<number, SavedTab>;
}

class Session {
  readonly tabs = new Map<number, Tab>();
  readonly selected = new Map<number, number>();
  readonly closed = new Set<number>();

  tab(id: number): Tab {
    const known = this.tabs.get(id);
    if (known) return known;
    const tab: Tab = { window: undefined, index: 0, selected: 0, entries: new Map() };
    this.tabs.set(id, tab);
    return tab;
  }
}

/** The windows as last written; undefined when this is no such file, or an encrypted one. */
export function readSessionFile(bytes: Buffer): SavedWindow[] | undefined {
  if (bytes.length < 8 || bytes.toString('latin1', 0, 4) !== 'SNSS' || !PLAIN_VERSIONS.has(bytes.readInt32LE(4))) return undefined;
  const session = new Session();
  // A command that is not whole is still being written.
  for (let at = 8; at + 3 <= bytes.length; ) {
    const size = bytes.readUInt16LE(at);
    if (size < 1 || at + 2 + size > bytes.length) break;
    apply(session, bytes.readUInt8(at + 2), bytes.subarray(at + 3, at + 2 + size));
    at += 2 + size;
  }
  return windowsOf(session);
}

function apply(session: Session, command: number, body: Buffer): void {
  const number = (at: number): number => (body.length >= at * 4 + 4 ? body.readInt32LE(at * 4) : 0);
  switch (command) {
    case Command.SetTabWindow:
      session.tab(number(1)).window = number(0);
      break;
    case Command.SetTabIndexInWindow:
      session.tab(number(0)).index = number(1);
      break;
    case Command.UpdateTabNavigation:
      navigate(session, body);
      break;
    case Command.SetSelectedNavigationIndex:
      session.tab(number(0)).selected = number(1);
      break;
    case Command.SetSelectedTabInIndex:
      session.selected.set(number(0), number(1));
      break;
    case Command.TabNavigationPathPrunedFromFront:
      prune(session.tab(number(0)), 0, number(1));
      break;
    case Command.TabNavigationPathPruned:
      prune(session.tab(number(0)), number(1), number(2));
      break;
    case Command.TabClosed:
      session.tabs.delete(number(0));
      break;
    case Command.WindowClosed:
      session.closed.add(number(0));
      break;
  }
}

/** A pickle: its size, then the tab, the place in its history, the address in bytes and the title in UTF-16, each filled up to four bytes. */
function navigate(session: Session, body: Buffer): void {
  if (body.length < 16) return;
  const addressEnd = 16 + body.readInt32LE(12);
  const titleAt = addressEnd + ((4 - (addressEnd % 4)) % 4);
  if (addressEnd < 16 || titleAt + 4 > body.length) return;
  const titleEnd = titleAt + 4 + body.readInt32LE(titleAt) * 2;
  const title = titleEnd > titleAt && titleEnd <= body.length ? body.toString('utf16le', titleAt + 4, titleEnd) : '';
  session.tab(body.readInt32LE(4)).entries.set(body.readInt32LE(8), { url: body.toString('utf8', 16, addressEnd), title });
}

function prune(tab: Tab, from: number, count: number): void {
  const moved = (place: number): number => (place < from ? place : place - count);
  const kept = [...tab.entries].filter(([place]) => place < from || place >= from + count);
  tab.entries = new Map(kept.map(([place, entry]) => [moved(place), entry]));
  tab.selected = tab.selected >= from && tab.selected < from + count ? Math.max(0, from - 1) : moved(tab.selected);
}

function windowsOf({ tabs, selected, closed }: Session): SavedWindow[] {
  const byWindow = new Map<number, Tab[]>();
  for (const tab of tabs.values()) {
    if (tab.window === undefined || closed.has(tab.window)) continue;
    byWindow.set(tab.window, [...(byWindow.get(tab.window) ?? []), tab]);
  }
  return [...byWindow].map(([id, own]) => ({
    selected: selected.get(id) ?? 0,
    tabs: own.sort((a, b) => a.index - b.index).map((tab) => tab.entries.get(tab.selected) ?? { url: '', title: '' }),
  }));
}
