/**
 * What a platform must offer. Small roles, raw verbs: everything two platforms would share
 * (click counts, routes, verification, numbering) lives above.
 */
import type { App } from '../model/app.js';
import type { ElementDetail, ElementTree } from '../model/element.js';
import type { Rect, ScreenPoint, Size } from '../model/geometry.js';
import type { Delivered, Gesture } from '../model/gesture.js';
import type { RawImage } from '../model/image.js';
import type { Interference } from '../model/interference.js';
import type {
  FrameAnswer,
  PageDialog,
  PageDownload,
  PageEndpoint,
  PageInfo,
  PagePlace,
  PageStep,
  SavedWindow,
  ScriptOutcome,
} from '../model/page.js';
import type { Screen, Window } from '../model/window.js';

export type BackendName = 'x11' | 'wayland' | 'macos' | 'windows' | 'fake';

export interface Ability {
  readonly available: boolean;
  readonly why: string;
  /** It could be had, but the person has not allowed it. */
  readonly forbidden?: true;
}

/** Probed once, plain data: feeds doctor, docs, refusals and test skips. */
export interface Capabilities {
  readonly accessibility: Ability;
  readonly capture: Ability;
  readonly seat: Ability;
  readonly foreground: Ability;
  readonly clipboard: Ability;
  readonly overlay: Ability;
  readonly details: Readonly<Record<string, string>>;
}

export interface Windows {
  /** Every managed top-level window, front to back. */
  list(signal: AbortSignal): Promise<readonly Window[]>;
  find(windowId: number, signal: AbortSignal): Promise<Window | undefined>;
  screen(signal: AbortSignal): Promise<Screen>;
  pointer(signal: AbortSignal): Promise<ScreenPoint>;
  activate(windowId: number, signal: AbortSignal): Promise<void>;
}

export interface LaunchRequest {
  readonly app: string;
  readonly urls: readonly string[];
  readonly args: readonly string[];
  readonly newInstance: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Start a browser so that its pages can be reached by us and nobody else; a name keeps its profile. */
  readonly debugging?: { readonly profile: string | undefined } | undefined;
}

export interface LaunchOutcome {
  readonly pid: number;
  readonly app: App;
  readonly windows: readonly Window[];
  readonly alreadyRunning: boolean;
  /** What the guard had to put back while the new window appeared. */
  readonly restored: readonly string[];
}

export interface Apps {
  list(signal: AbortSignal): Promise<readonly App[]>;
  launch(request: LaunchRequest, signal: AbortSignal): Promise<LaunchOutcome>;
  kill(pid: number, force: boolean, signal: AbortSignal): Promise<void>;
}

export interface ReadTreeOptions {
  readonly maxElements: number;
  readonly maxDepth: number;
  readonly signal: AbortSignal;
}

export interface Recalled {
  readonly tree: ElementTree;
  /** Asked after a later read: whether a difference in an element came about since. Without it every difference did. */
  readonly news?: () => (key: string) => boolean;
}

/** Notices accessibility events of one application from the moment it is made. */
export interface ChangeWatch {
  /** True as soon as something changed since the last call; false when `timeoutMs` ran out. */
  next(timeoutMs: number, signal: AbortSignal): Promise<boolean>;
  end(): void;
}

/** Offsets into a JavaScript string; `end` is the first one behind. */
export interface TextStretch {
  readonly start: number;
  readonly end: number;
}

/** A part of a text as its toolkit places it. Toolkits err: `around` lets the pixels tell. */
export interface ShownStretch extends TextStretch {
  /** One box a line; none when it does not show. */
  readonly boxes: readonly Rect[];
  /** Its own characters and some beside it, or, where it is scrolled out of sight, some that are in sight. */
  readonly around: readonly { readonly box: Rect; readonly isBlank: boolean }[];
}

export interface Access {
  watch(window: Window): ChangeWatch;
  read(window: Window, options: ReadTreeOptions): Promise<ElementTree>;
  /** What is known of a window before an act, as fast as it can be had. */
  recall(window: Window, options: ReadTreeOptions): Promise<Recalled>;
  /** Fresh facts about one element; undefined when it is gone. */
  describe(key: string, window: Window, signal: AbortSignal): Promise<ElementDetail | undefined>;
  /** Where what `find` picks out of an element's whole text shows, in window space; undefined when the element cannot tell. */
  stretches(key: string, window: Window, find: (text: string) => readonly TextStretch[]): Promise<readonly ShownStretch[] | undefined>;
  /** `action` is one of the element's listed actions; `press` is what a plain click would do. */
  act(key: string, action: string, signal: AbortSignal): Promise<void>;
  setText(key: string, text: string, signal: AbortSignal): Promise<void>;
  insertText(key: string, text: string, signal: AbortSignal): Promise<void>;
  setNumber(key: string, value: number, signal: AbortSignal): Promise<void>;
  /** Selects a child of a container (list, combo, tab list). */
  select(key: string, childKey: string, signal: AbortSignal): Promise<void>;
  scrollIntoView(key: string, signal: AbortSignal): Promise<void>;
  /** Direct children, read fresh: menus fill themselves only when asked. */
  children(key: string, window: Window, signal: AbortSignal): Promise<readonly ElementDetail[]>;
}

/** The agent's own pointer and keyboard. */
export interface Seats {
  perform(owner: string, gesture: Gesture, signal: AbortSignal): Promise<Delivered>;
  /** With the person's own devices: activates the window, acts, then restores window, stacking and pointer. */
  performInForeground(gesture: Gesture, signal: AbortSignal): Promise<Delivered>;
  release(owner: string): Promise<void>;
  list(signal: AbortSignal): Promise<readonly { readonly owner: string; readonly name: string; readonly state: string }[]>;
  position(owner: string): ScreenPoint | undefined;
}

export interface CapturedWindow {
  readonly image: RawImage;
  /** Where the image's origin lies in window space (popups may extend beyond the window). */
  readonly origin: { readonly x: number; readonly y: number };
}

export interface ScreenOptions {
  /** Leave our own overlay in the picture, as a video wants it; otherwise it is taken off for the moment. */
  readonly withOverlay?: boolean;
}

export interface Capture {
  window(window: Window, signal: AbortSignal): Promise<CapturedWindow>;
  screen(region: Rect | null, signal: AbortSignal, options?: ScreenOptions): Promise<RawImage>;
}

/** A picture with real transparency: premultiplied blue, green, red, alpha, rows without gaps. */
export interface OverlayPicture extends Size {
  readonly data: Buffer;
  /** The pixel that is put where the sprite is shown. */
  readonly hot: { readonly x: number; readonly y: number };
}

/** One picture at a time above all windows. No call waits, and none fails when the display goes away. */
export interface OverlaySprite {
  /** `picture` counts into the sprite's list; `opacity` is 0 to 1 and honoured where windows are composited. */
  show(picture: number, at: ScreenPoint, opacity?: number): void;
  /** Above windows that were raised since it was shown. */
  raise(): void;
  hide(): void;
  free(): void;
}

export interface OverlayCanvas {
  readonly screen: Size;
  /** How much larger than on an ordinary screen things are drawn here. */
  readonly scale: number;
  /** Resolves when the display has gone away; nothing is drawn after that. */
  readonly lost: Promise<unknown>;
  /** Each picture is drawn when it is first shown. */
  sprite(pictures: readonly (() => OverlayPicture)[]): OverlaySprite;
}

/** Shows the person what an agent does: click-through, never focused, in no window's picture. */
export interface Overlay {
  /** Opened on first use; undefined where `capabilities().overlay` says it cannot be had. */
  open(): Promise<OverlayCanvas | undefined>;
}

export interface Watch {
  end(): Promise<Interference>;
}

/** How the person uses a window right now. */
export interface PersonUse {
  readonly how: 'typing' | 'clicking' | 'holding a button';
  /** Since their last key or button. */
  readonly agoMs: number;
}

/** Observes the person's focus, active window, stacking and pointer on its own connection. */
export interface PersonWatch {
  begin(target: Window | null, signal: AbortSignal): Promise<Watch>;
  /** Undefined while the person is not at work in this very window. */
  using(window: Window, signal: AbortSignal): Promise<PersonUse | undefined>;
}

export interface Clipboard {
  read(signal: AbortSignal): Promise<{ readonly types: readonly string[]; readonly text: string | null }>;
  write(text: string, signal: AbortSignal): Promise<void>;
}

export interface ScriptRequest {
  readonly source: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** One page, attached. Everything works the same whether its window is covered, minimised or showing another tab. */
export interface Page {
  readonly info: PageInfo;
  readonly owner: PageEndpoint['owner'];
  /** Runs a caller's script in the page itself. */
  run(request: ScriptRequest, signal: AbortSignal): Promise<ScriptOutcome>;
  /** Calls a function of ours in every frame, apart from the page's own scripts; frames that do not answer are left out. */
  ask(functionSource: string, args: readonly unknown[], signal: AbortSignal): Promise<readonly FrameAnswer[]>;
  /** Starts going to an address; with `leave` a page that would ask first is not heard. */
  navigate(url: string, leave: boolean, signal: AbortSignal): Promise<void>;
  /** True once the document is loaded; false when that took longer. */
  loaded(timeoutMs: number, signal: AbortSignal): Promise<boolean>;
  dialog(): PageDialog | undefined;
  answerDialog(accept: boolean, text: string | undefined, signal: AbortSignal): Promise<void>;
  /** Where the page is in its window; undefined when only the browser's own tree could tell and it does not. */
  place(signal: AbortSignal): Promise<PagePlace | undefined>;
  /** Input the page cannot tell from a person's; neither focus nor pointer of the person take part. */
  perform(steps: readonly PageStep[], signal: AbortSignal): Promise<Delivered>;
  /** Opens an address in a new tab behind the one shown. */
  openTab(url: string, signal: AbortSignal): Promise<void>;
  /** Gives a file input its files, without a chooser. */
  /** Gives files to the input that a function of ours finds; false when it finds none. */
  setFiles(find: string, args: readonly unknown[], files: readonly string[], signal: AbortSignal): Promise<boolean>;
}

/** Pages of browsers and of applications made of pages, through their debugging endpoints. */
export interface Pages {
  /** Looks for an endpoint of the window's process without connecting; undefined when there is none. */
  endpoint(window: Window): Promise<PageEndpoint | undefined>;
  /** All tabs of that browser, none of them disturbed. */
  list(window: Window, signal: AbortSignal): Promise<readonly PageInfo[]>;
  /** The page shown in the window, or the one named; ambiguity is an error with candidates. */
  open(window: Window, pageId: string | undefined, signal: AbortSignal): Promise<Page>;
  /** The shown page of a window where that needs nobody's consent any more: started by us, or attached to before. */
  attached(window: Window, signal: AbortSignal): Promise<Page | undefined>;
  /** What the window's browser wrote down about its tabs: the person's own affair, so only with consent. */
  savedWindows(window: Window): readonly SavedWindow[] | undefined;
  downloads(window: Window): readonly PageDownload[];
  /** Runs a script in the main process behind a window, where that is Node's or Electron's. */
  runInMain(window: Window, request: ScriptRequest, signal: AbortSignal): Promise<ScriptOutcome>;
}

/** One thing proved or not, with what to do about it. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly fix?: string;
}

export interface Backend extends AsyncDisposable {
  readonly name: BackendName;
  capabilities(): Capabilities;
  readonly windows: Windows;
  readonly apps: Apps;
  readonly access: Access;
  readonly seats: Seats;
  readonly capture: Capture;
  readonly person: PersonWatch;
  readonly clipboard: Clipboard;
  readonly pages: Pages;
  readonly overlay: Overlay;
  /** Proves on the living desktop that looking and acting work, on a window of our own. */
  selfTest(signal: AbortSignal): Promise<readonly Check[]>;
}
