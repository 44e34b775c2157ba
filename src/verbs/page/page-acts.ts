/** Acts on a page by what its document holds: they reach background tabs and windows that show nothing. */
import type { Page } from '../../backends/port.js';
import type { Act, RoutePlan, Verification } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import { monotonicMs } from '../../kit/clock.js';
import { poll } from '../../kit/poll.js';
import type { Delivered } from '../../model/gesture.js';
import type { KeyCombo } from '../../model/key-combo.js';
import type { PagePoint, PageStep } from '../../model/page.js';
import type { Window } from '../../model/window.js';
import { recheckTarget } from '../recheck.js';
import { unverifiable } from '../verification.js';
import { CHOOSE, FIND_FILE_INPUT, FINGERPRINT, FOCUS, HOLD_LINK, HOLD_SELECT_ALL, LOCATE, SHUT_MENU } from './scripts.js';

export interface PageTarget {
  readonly window: Window;
  readonly page: Page;
}

const REACTION_MS = 450;
const NOTHING: Delivered = { steps: 1, notes: [], confined: true };

export function pageAct(
  call: Call,
  { window }: Pick<PageTarget, 'window'>,
  parts: Pick<Act, 'verb' | 'routes' | 'verification'> & Partial<Act>,
): Act {
  return { window, delivery: 'background', recheck: recheckTarget(call, window), ...parts };
}

/** The page shows or holds something else than before. */
export function pageChanges(page: Page): Verification {
  let before: string | undefined;
  const look = async (signal: AbortSignal): Promise<string | undefined> => {
    const answers = await page.ask(FINGERPRINT, [], signal).catch(whileChanging);
    return answers?.map(({ value }) => String(value)).join('\n');
  };
  return {
    async before(signal) {
      before = await look(signal);
    },
    async after(delivered, signal) {
      if (delivered.notes.some((note) => note.startsWith('the link was opened')))
        return { effect: 'confirmed', evidence: [{ kind: 'window_change', detail: delivered.notes.at(-1) ?? '' }] };
      const asked = page.dialog();
      if (asked)
        return {
          effect: 'confirmed',
          evidence: [{ kind: 'state_readback', detail: `the page asks: ${asked.kind} "${asked.message.slice(0, 100)}"` }],
        };
      const changed = await poll(async () => (await look(signal)) !== before, { timeoutMs: REACTION_MS, intervalMs: 25, signal });
      if (changed) return { effect: 'confirmed', evidence: [{ kind: 'state_readback', detail: 'the page changed' }] };
      return { effect: delivered.notes.length > 0 ? 'partial' : 'unverifiable', evidence: [] };
    },
  };
}

/** A page on its way elsewhere has nothing to compare: that is a change in itself. */
function whileChanging(error: unknown): undefined {
  if (error instanceof DriverError && ['target_changed', 'page_unavailable', 'delivery_failed', 'page_dialog_open'].includes(error.code))
    return undefined;
  throw error;
}

interface Located {
  readonly total: number;
  readonly at: PagePoint;
  readonly covered?: string;
  readonly tag: string;
  readonly type: string;
  readonly disabled: boolean;
  readonly visible: boolean;
  readonly name: string;
  /** Where a link leads that opens a tab of its own. */
  readonly newTab?: string;
}

/** The first frame that has a match, with the place to press in the page's own pixels. */
export async function locate(page: Page, selector: string, signal: AbortSignal): Promise<Located> {
  const found = (await page.ask(LOCATE, [selector], signal)).flatMap(({ value, offset }) => {
    const located = value as Located;
    return located.total > 0 ? [{ ...located, at: { x: located.at.x + offset.x, y: located.at.y + offset.y } }] : [];
  });
  const [first] = found;
  if (!first) throw new DriverError('element_not_found', `Nothing in the page matches ${selector}.`);
  if (first.disabled) throw new DriverError('action_unsupported', `<${first.tag}> "${first.name}" is disabled.`);
  if (!first.visible) throw new DriverError('element_not_visible', `<${first.tag}> "${first.name}" is not shown by the page.`);
  if (first.covered)
    throw new DriverError('element_not_visible', `<${first.tag}> "${first.name}" is covered by ${first.covered}.`, {
      covered_by: first.covered,
    });
  return first;
}

export interface ClickOptions {
  readonly button: 'left' | 'right' | 'middle';
  readonly count: number;
}

export function clickInPage(call: Call, target: PageTarget, selector: string, { button, count }: ClickOptions): Act {
  const { page } = target;
  const press: PageStep[] = Array.from({ length: count }, (): PageStep[] => [
    { kind: 'press', button },
    { kind: 'release', button },
  ]).flat();
  const deliver: RoutePlan['deliver'] = async (signal) => {
    const { at, tag, newTab } = await locate(page, selector, signal);
    if (tag === 'select')
      throw new DriverError('action_unsupported', 'A <select> opens a menu over the person’s windows.', { use: 'select_option' });
    const steps: PageStep[] = [{ kind: 'move', to: at }, ...press];
    if (newTab !== undefined && button === 'left' && count === 1) return followBehind(page, steps, newTab, signal);
    return button === 'right' ? withoutMenu(page, steps, signal) : page.perform(steps, signal);
  };
  return pageAct(call, target, { verb: 'page_click', routes: [{ route: 'trusted_input', deliver }], verification: pageChanges(page) });
}

/** The browser would come to the front to show the new tab, so the click is the page's and the tab is opened behind. */
async function followBehind(page: Page, steps: readonly PageStep[], url: string, signal: AbortSignal): Promise<Delivered> {
  await page.ask(HOLD_LINK, [true], signal);
  const delivered = await page.perform(steps, signal);
  const answers = (await page.ask(HOLD_LINK, [false], signal).catch(whileChanging)) ?? [];
  if (answers.some(({ value }) => value === true)) return delivered;
  await page.openTab(url, signal);
  return { ...delivered, notes: [...delivered.notes, `the link was opened in a tab behind: ${url}`] };
}

async function withoutMenu(page: Page, steps: readonly PageStep[], signal: AbortSignal): Promise<Delivered> {
  await page.ask(SHUT_MENU, [true], signal);
  try {
    return await page.perform(steps, signal);
  } finally {
    await page.ask(SHUT_MENU, [false], signal).catch(whileChanging);
  }
}

interface Focused {
  readonly total: number;
  readonly focused: boolean;
  readonly editable: boolean;
  readonly password: boolean;
  readonly text: string;
  readonly length: number;
}

async function focus(page: Page, selector: string, mode: 'all' | 'end' | 'look', signal: AbortSignal): Promise<Focused> {
  const found = (await page.ask(FOCUS, [selector, mode], signal)).map(({ value }) => value as Focused).find(({ total }) => total > 0);
  if (!found) throw new DriverError('element_not_found', `Nothing in the page matches ${selector}.`);
  return found;
}

/** What must be known of a field before a secret may go there. */
export interface PageField {
  readonly hidesText: boolean;
}

export const fieldInPage = async ({ page }: PageTarget, selector: string, signal: AbortSignal): Promise<PageField> => ({
  hidesText: (await focus(page, selector, 'look', signal)).password,
});

export function typeInPage(
  call: Call,
  target: PageTarget,
  { selector, text, replace, field }: { selector: string; text: string; replace: boolean; field?: PageField },
): Act {
  const { page } = target;
  const typed: PageStep[] =
    text === ''
      ? [
          { kind: 'key_down', key: 'delete' },
          { kind: 'key_up', key: 'delete' },
        ]
      : [{ kind: 'text', text, delayMs: 0 }];
  const deliver: RoutePlan['deliver'] = async (signal) => {
    const found = await focus(page, selector, replace ? 'all' : 'end', signal);
    if (field?.hidesText && !found.password) throw new DriverError('target_changed', `${selector} shows its text now.`);
    if (!found.editable) throw new DriverError('action_unsupported', `${selector} cannot be typed into.`);
    return page.perform(typed, signal);
  };
  return pageAct(call, target, {
    verb: 'type_text',
    text,
    ...field,
    routes: [{ route: 'trusted_input', deliver }],
    verification: textIsThere(page, selector, text),
  });
}

/** Reads the field again; of a password only the length can be compared. */
function textIsThere(page: Page, selector: string, text: string): Verification {
  return {
    before: async () => {},
    async after(_delivered, signal) {
      const deadline = monotonicMs() + REACTION_MS;
      for (;;) {
        const now = await focus(page, selector, 'look', signal).catch(whileChanging);
        const holds = now && (now.password ? now.length >= text.length : plain(now.text).includes(plain(text)));
        if (holds)
          return { effect: 'confirmed', evidence: [{ kind: 'value_readback', detail: `${[...text].length} characters are in the field` }] };
        if (monotonicMs() > deadline) return { effect: 'suspected_noop', evidence: [] };
      }
    },
  };
}

const plain = (text: string): string => text.replace(/\s+/g, ' ');

export function pressInPage(call: Call, target: PageTarget, combo: KeyCombo): Act {
  const { page } = target;
  const down = (key: string): PageStep => ({ kind: 'key_down', key });
  const up = (key: string): PageStep => ({ kind: 'key_up', key });
  const mods = combo.mods.filter((mod) => mod !== combo.key);
  const steps = [...mods.map(down), down(combo.key), up(combo.key), ...[...mods].reverse().map(up)];
  const isSelectAll = combo.key === 'a' && mods.length === 1 && mods[0] === 'ctrl';
  const deliver: RoutePlan['deliver'] = async (signal) => {
    if (!isSelectAll) return page.perform(steps, signal);
    await page.ask(HOLD_SELECT_ALL, [true], signal);
    try {
      return await page.perform(steps, signal);
    } finally {
      await page.ask(HOLD_SELECT_ALL, [false], signal).catch(whileChanging);
    }
  };
  return pageAct(call, target, {
    verb: 'press_key',
    combos: [combo],
    routes: [{ route: 'trusted_input', deliver }],
    verification: pageChanges(page),
  });
}

export function chooseInPage(call: Call, target: PageTarget, selector: string, option: string): Act {
  const { page } = target;
  let chosen: string | undefined;
  const deliver: RoutePlan['deliver'] = async (signal) => {
    const answers = (await page.ask(CHOOSE, [selector, option], signal)).map(
      ({ value }) => value as { total: number; chosen?: string; options?: string[] },
    );
    const found = answers.find(({ total }) => total > 0);
    if (!found) throw new DriverError('element_not_found', `Nothing in the page matches ${selector}.`);
    if (found.chosen === undefined)
      throw new DriverError('element_not_found', `${selector} has no option "${option}".`, { candidates: found.options ?? [] });
    chosen = found.chosen;
    return NOTHING;
  };
  const verification: Verification = {
    before: async () => {},
    after: async () => ({ effect: 'confirmed', evidence: [{ kind: 'value_readback', detail: `"${chosen}" is chosen` }] }),
  };
  return pageAct(call, target, { verb: 'select_option', text: option, routes: [{ route: 'dom', deliver }], verification });
}

export function setFilesInPage(call: Call, target: PageTarget, selector: string, files: readonly string[]): Act {
  const deliver: RoutePlan['deliver'] = async (signal) => {
    const given = await target.page.setFiles(FIND_FILE_INPUT, [selector], files, signal);
    if (!given) throw new DriverError('element_not_found', `Nothing in the page that matches ${selector} takes files.`);
    return NOTHING;
  };
  return pageAct(call, target, {
    verb: 'set_files',
    text: files.join('\n'),
    routes: [{ route: 'trusted_input', deliver }],
    verification: pageChanges(target.page),
  });
}

export function answerDialog(call: Call, target: PageTarget, { accept, text }: { accept: boolean; text: string | undefined }): Act {
  const deliver: RoutePlan['deliver'] = async (signal) => {
    await target.page.answerDialog(accept, text, signal);
    return NOTHING;
  };
  return pageAct(call, target, { verb: 'answer_dialog', text, routes: [{ route: 'dom', deliver }], verification: unverifiable });
}
