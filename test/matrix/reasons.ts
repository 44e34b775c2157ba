// Why a cell is not simply delivered, for the page.
import type { Toolkit } from '../support/apps.js';

interface Reason {
  readonly toolkits?: readonly Toolkit[];
  readonly verb?: string;
  readonly text: RegExp;
  readonly why: string;
}

const reasons: readonly Reason[] = [
  {
    toolkits: ['libreoffice'],
    verb: 'drag and drop',
    text: /^refused: selection_in_use$/,
    why: 'Writer marks what was dropped in it, and offers whatever is marked as the primary selection, which the person has here. It asks for that as of a time it fetches from the server once the drop is over, so nothing in the drag decides it, and the server gives it to whoever asks as of now (`test/wire/x11/selections.test.ts`); a person’s own drop takes it in the same way. So the drag is called off before the drop. While nobody else has anything selected it is made (`test/apps/seat/office-drop.test.ts`).',
  },
  {
    text: /^refused: accessibility_unavailable/,
    why: 'the toolkit has no accessibility, so no element can be named; pixels reach everything.',
  },
  { toolkits: ['xt', 'tk', 'sdl'], verb: 'drag and drop', text: /^—/, why: 'the toolkit has no drag and drop.' },
  { text: /^—/, why: 'the tree shows no element for the widget; pixels reach it.' },
  {
    toolkits: ['qt5', 'qt6'],
    text: /^refused: stale_element/,
    why: 'the role of a named plain widget is group in the snapshot and window when looked up again; pixels reach it.',
  },
  {
    toolkits: ['chromium'],
    verb: 'drag and drop',
    text: /^refused: background_unavailable$/,
    why: 'the browser sends _NET_ACTIVE_WINDOW for its window on every drop, also when that has the focus, and these window managers do not decline that, as `test/apps/seat/front-requests.test.ts` shows. Openbox takes every such request for one of the person’s (“we are left just assuming all activations are from the user”), and so compares the last use of their window with itself. Xfwm4 raises whatever asks unless `prevent_focus_stealing` is switched on, and Fluxbox declines only under a full screen or within `noFocusWhileTypingDelay`, which is 0 unless set. I3 focuses whatever asks on a workspace that is shown and looks at no time. The message goes from the browser to the window manager, where nobody can hold it up. So the drag is called off as soon as it has begun; an attached page takes drops.',
  },
  {
    toolkits: ['chromium'],
    verb: 'drag and drop',
    text: /marked for a moment/,
    why: 'the browser sends _NET_ACTIVE_WINDOW for its window on every drop. Told that the person used their window later, KWin, Mutter and Metacity decline and mark the browser’s window as demanding attention; the latter two only where it is covered.',
  },
  {
    toolkits: ['chromium'],
    text: /disturbed|person_busy/,
    why: 'on a busy machine the browser opens its menu or begins its drag later than the person’s pointer is held still, and takes that pointer too; the acts after it find the person busy until the menu is gone.',
  },
  {
    toolkits: ['qt5', 'qt6'],
    text: /disturbed/,
    why: 'the window manager marked, activated or raised the program’s window for a moment; why is not established.',
  },
  { text: /^missing/, why: 'reported as done but not found in the program’s log; why is not established.' },
  { text: /^refused|disturbed/, why: 'why is not established.' },
];

/** A line for the page, or undefined for a cell that is as it should be. */
export function reasonFor(toolkit: Toolkit, verb: string, text: string): string | undefined {
  const reason = reasons.find((each) => (each.toolkits?.includes(toolkit) ?? true) && (each.verb ?? verb) === verb && each.text.test(text));
  return reason ? `${verb}, \`${text}\`: ${reason.why}` : undefined;
}
