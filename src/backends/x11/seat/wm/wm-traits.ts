/** What each window manager does that a guard and a keyboard have to know, by the name it gives itself. */
import { readText, type X11Connection } from '../../../../wire/x11/index.js';
import { isWindowManager, readRestacking, windowManagerWindow } from './wm-messages.js';

export interface WmTraits {
  /**
   * When it focuses with the agent's keyboard, so that the person's focus cannot move.
   * `acts`: around everything that may open a window. `new_window`: only once one is being made, because it focuses the
   * person's window again and again, or keeps most of what is new back by itself when told the person was busy later.
   */
  readonly guard: 'acts' | 'new_window';
  /**
   * What makes it see again that the person's window has the focus, which never left it: an event on the frame it put around
   * that window, one on the window itself, or only being asked.
   */
  readonly hears: 'frame' | 'window' | 'requests';
  /** It asks for the focus as of a time before others may have moved it, and the server ignores that then. */
  readonly asksLate: boolean;
  /** It draws what it puts around a new window between showing and focusing it, which takes it tens of milliseconds. */
  readonly focusesLate: boolean;
  /** It lets a click go on to the window before it focuses that, and no longer with the keyboard of the pointer that clicked. */
  readonly focusesAfterClick: boolean;
  /** When the root window is told that some keyboard came from nowhere or went there, it takes the person's focus for changed. */
  readonly heedsRoot: boolean;
  /** What it puts around windows may be put in order by anybody, without asking it. */
  readonly hasFreeFrames: boolean;
  /** It takes the person to the window their pointer comes into. */
  readonly followsPointer: boolean;
  /** It survives a message that puts a window below one that has just closed; one that does not is sent a request instead. */
  readonly takesRestackMessages: boolean;
  /**
   * That message moves a window on the screen alone and not in its own list, by which it does not raise what it has in front.
   * A request moves it to the back of both.
   */
  readonly restacksOnScreenOnly: boolean;
  /** It refuses what is asked for at a time before the last use of the person's window, also when that is stamped ahead. */
  readonly refusesWhatIsOlder: boolean;
  /** It has hotkeys on windows, not only on the root. */
  readonly grabsKeysOnWindows: boolean;
  /** It takes the beginning of a keyboard grab for a focus change, so a shield is what it would notice unless that slips in. */
  readonly noticesGrabs: boolean;
  /** It declines what a window asks for by itself when it has last heard that the person used theirs later, and marks the window instead. */
  readonly declinesRequests: boolean;
  /** The same for a hotkey of theirs that they let go before it came to it. */
  readonly declinesHotkeys: boolean;
}

const usual: WmTraits = {
  guard: 'acts',
  hears: 'frame',
  asksLate: false,
  focusesLate: false,
  focusesAfterClick: false,
  heedsRoot: false,
  hasFreeFrames: false,
  followsPointer: false,
  takesRestackMessages: true,
  restacksOnScreenOnly: false,
  refusesWhatIsOlder: false,
  grabsKeysOnWindows: false,
  noticesGrabs: false,
  declinesRequests: false,
  declinesHotkeys: false,
};

const ofMetacity: WmTraits = { ...usual, refusesWhatIsOlder: true, grabsKeysOnWindows: true, declinesRequests: true };

const byName: readonly (readonly [RegExp, WmTraits])[] = [
  [/^(?:metacity|marco)/i, { ...ofMetacity, heedsRoot: true, declinesHotkeys: true }],
  [/^(?:mutter|gnome shell|muffin)/i, { ...ofMetacity, guard: 'new_window' }],
  [/^kwin/i, { ...usual, guard: 'new_window', asksLate: true, noticesGrabs: true, declinesRequests: true }],
  [/^(?:i3|sway|bspwm|awesome)/i, { ...usual, hears: 'requests', heedsRoot: true, followsPointer: true }],
  [/^openbox/i, { ...usual, takesRestackMessages: false }],
  [/^fluxbox/i, { ...usual, hears: 'window', focusesLate: true, focusesAfterClick: true, hasFreeFrames: true, restacksOnScreenOnly: true }],
];

export const wmTraitsOf = (name: string): WmTraits => byName.find(([pattern]) => pattern.test(name))?.[1] ?? usual;

export interface RunningWm extends WmTraits {
  /** A window of its own; undefined when no window manager runs. */
  readonly window: number | undefined;
  /** The message that puts a window below another; undefined where it is to be a request. */
  readonly restacking: number | undefined;
}

/** `last` is what was found before, which mostly still runs: then this is one question. */
export async function readWindowManager(x: X11Connection, last?: RunningWm): Promise<RunningWm> {
  if (last?.window !== undefined && (await isWindowManager(x, last.window))) return last;
  const [window, restacking] = await Promise.all([windowManagerWindow(x), readRestacking(x)]);
  if (window === undefined) return { ...usual, window, restacking };
  const name = await readText(x, window, await x.atoms.intern('_NET_WM_NAME')).catch(() => undefined); // it may just be ending
  const traits = wmTraitsOf(name ?? '');
  return { ...traits, window, restacking: traits.takesRestackMessages ? restacking : undefined };
}
