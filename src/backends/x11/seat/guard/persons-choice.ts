/**
 * Which window the person chooses themselves: on a taskbar, which asks for it in their name, with a click in it or on what is no
 * window of anybody's, with a key that the window manager has taken from all windows, or where it follows their pointer by moving
 * that into it.
 */
import { monotonicMs } from '../../../../kit/clock.js';
import {
  FocusDetail,
  FocusMode,
  QueryTree,
  type X11Connection,
  XIDevice,
  XIEventType,
  XIQueryPointer,
  XISelectEvents,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import type { HotkeyKeys } from '../person/hotkey-keys.js';
import { chainTo, isSameClient } from '../target/target.js';
import { readSignature, SOURCE_PAGER, stackingOrder } from '../wm/wm-messages.js';
import type { RunningWm } from '../wm/wm-traits.js';
import { personsFocus } from './watch.js';

/** The window manager has followed by then, however busy it is. */
const FOLLOWED_MS = 1000;
/** A window that has come to lie under their pointer tells of it in one breath with having been moved or shown. */
const REARRANGED_MS = 20;
/** The wheel turns by pressing 4 to 7. */
const LEFT_BUTTON = 1;
const MAIN_BUTTONS = [LEFT_BUTTON, 2, 3];
const FRAME_DEPTH = 2;

interface Deed {
  readonly at: number;
  /** Undefined until it is found out. */
  aim: Aim | undefined;
  readonly found: Promise<void>;
}

interface Aim {
  /** The windows there were: one that came later was not meant. */
  readonly listed: readonly number[];
  /** What it was done to; undefined for the desktop and what is the window manager's. */
  readonly window: number | undefined;
}

export class PersonsChoice {
  #deed: Deed | undefined;
  /** While the window manager has their keyboard, as long as they go through a list of windows. */
  #isChoosing = false;
  #watched = 0;
  #rearrangedAt = Number.NEGATIVE_INFINITY;
  /** Windows by what is around them, which is what their pointer comes into first. */
  readonly #entries = new Map<number, number>();
  readonly #asked: { readonly at: number; readonly window: number }[] = [];
  #onPick: (window: number) => void = () => {};
  #personBefore: (window: number) => number | undefined = () => undefined;
  #onUninvited: (window: number) => void = () => {};
  readonly #onClick = new Set<(window: number, time: number) => void>();

  private constructor(
    private readonly x: X11Connection,
    private readonly hotkeys: HotkeyKeys,
    private readonly windowManager: () => RunningWm | undefined,
    atoms: { readonly activating: number; readonly signature: number },
  ) {
    x.on('ClientMessage', ({ window, type, data }) => {
      if (type !== atoms.activating || data[4] === atoms.signature) return;
      if (this.isTheirRequest(window, data[0])) this.#onPick(window);
      else this.#noteAsked(window);
    });
    x.on('XIRawButtonPress', ({ detail, time }) => {
      if (!MAIN_BUTTONS.includes(detail)) return;
      const finding = this.#note((listed) => this.#underPointer(listed));
      if (detail === LEFT_BUTTON) void finding.then((window) => this.#tellClicked(window, time));
    });
    // A grab of an ancestor: applications grab for windows of their own.
    const onGrab = (event: { event: number; deviceId: number; mode: number; detail: number }, mode: number) => {
      if (event.event !== this.#watched || event.deviceId !== XIDevice.CoreKeyboard) return;
      if (event.mode !== mode || event.detail !== FocusDetail.Ancestor) return;
      this.#isChoosing = mode === FocusMode.Grab;
      void this.#note(async () => undefined);
    };
    x.on('XIFocusOut', (event) => onGrab(event, FocusMode.Grab));
    x.on('XIFocusIn', (event) => onGrab(event, FocusMode.Ungrab));
    x.on('XIEnter', ({ event, deviceId, mode }) => {
      const window = this.#entries.get(event);
      if (window === undefined || deviceId !== XIDevice.CorePointer || mode !== FocusMode.Normal) return;
      if (monotonicMs() - this.#rearrangedAt > REARRANGED_MS) void this.#note(async () => window);
    });
    const onRearranged = ({ window, overrideRedirect = false }: { window: number; overrideRedirect?: boolean }) => {
      // What lies over all windows, like the agents' cursors, moves all the time.
      if (!overrideRedirect || this.#isWindowManagers(window)) this.#rearrangedAt = monotonicMs();
    };
    x.on('MapNotify', onRearranged);
    x.on('ConfigureNotify', onRearranged);
    x.on('UnmapNotify', onRearranged);
    const masks = [{ deviceId: XIDevice.CorePointer, mask: [XIEventType.RawButtonPress] }];
    x.send(XISelectEvents, { window: x.root, masks });
    hotkeys.listen(() => void this.#followHotkeys().catch(() => {})); // the display went away
  }

  /** `x` must be a connection that is told what is sent to the window manager. */
  static async open(x: X11Connection, hotkeys: HotkeyKeys, windowManager: () => RunningWm | undefined): Promise<PersonsChoice> {
    const [activating, signature] = await Promise.all([x.atoms.intern('_NET_ACTIVE_WINDOW'), readSignature(x)]);
    return new PersonsChoice(x, hotkeys, windowManager, { activating, signature });
  }

  /** A taskbar asks for a window; only the person has one. `personBefore` tells where they are while a window is kept back from them. */
  listen(onPick: (window: number) => void, personBefore: (window: number) => number | undefined): void {
    this.#onPick = onPick;
    this.#personBefore = personBefore;
  }

  /** Programs of KDE ask for themselves in the words of a taskbar, too, but then nobody has clicked on one. */
  isTheirRequest(window: number, source: number | undefined): boolean {
    if (source !== SOURCE_PAGER) return false;
    const person = this.#personBefore(window);
    return person === undefined || this.#isChoosing || this.hotkeys.areInUse || this.#hasLeft(person);
  }

  /** They have clicked on something else a moment ago. */
  #hasLeft(person: number): boolean {
    const deed = this.#deed;
    return deed !== undefined && monotonicMs() - deed.at < FOLLOWED_MS && deed.aim?.window !== person;
  }

  /** They press the left button in a window, at a time by the server's clock. */
  onClick(listener: (window: number, time: number) => void): () => void {
    this.#onClick.add(listener);
    return () => void this.#onClick.delete(listener);
  }

  /** Whether it is this very window that they did something to last, and lately. */
  isAimedAt(window: number): boolean {
    return this.#deed?.aim?.window === window && this.mayExplain(window);
  }

  /** Where their keyboard is, so that it is seen when the window manager takes it. */
  watchKeys(focus: number): void {
    if (focus === this.#watched) return;
    this.#select(this.#watched, []);
    this.#select(focus, [XIEventType.FocusIn, XIEventType.FocusOut]);
    this.#watched = focus;
    this.#isChoosing = false;
  }

  /** So that it is seen when their pointer comes into this window, where that is a choice. */
  async watchPointer(window: number): Promise<void> {
    if (!this.windowManager()?.followsPointer) return;
    const [, frame] = (await ifAlive(chainTo(this.x, window))) ?? [];
    if (frame === undefined) return;
    this.#entries.set(frame, window);
    this.#selectEntering(frame, [XIEventType.Enter]);
  }

  unwatchPointer(window: number): void {
    for (const [frame, each] of this.#entries) {
      if (each !== window) continue;
      this.#entries.delete(frame);
      this.#selectEntering(frame, []);
    }
  }

  /** Whether it may be by what they did lately that this window comes to them; true also when that is still being found out. */
  mayExplain(window: number): boolean {
    const deed = this.#deed;
    if (!deed || (!this.#isChoosing && monotonicMs() - deed.at > FOLLOWED_MS)) return false;
    return deed.aim === undefined || this.#isAim(window, deed, deed.aim);
  }

  async explains(window: number): Promise<boolean> {
    if (!this.mayExplain(window)) return false;
    await this.#deed?.found;
    return this.mayExplain(window);
  }

  async #followHotkeys(): Promise<void> {
    // Also when an act begins only after the window manager has taken their keyboard.
    if (this.hotkeys.areDown) return this.watchKeys(await personsFocus(this.x));
    if (this.#isChoosing) void this.#note(async () => undefined);
    this.#isChoosing = false;
  }

  /** A window asks for itself, and not because of anything the person did. */
  onUninvited(listener: (window: number) => void): void {
    this.#onUninvited = listener;
  }

  #noteAsked(window: number): void {
    const isPersons = this.mayExplain(window) || this.hotkeys.hasEntered;
    if (!isPersons && window !== this.x.root && !this.#isWindowManagers(window)) this.#onUninvited(window);
    const at = monotonicMs();
    while (this.#asked[0] && at - this.#asked[0].at > FOLLOWED_MS) this.#asked.shift();
    this.#asked.push({ at, window });
  }

  #tellClicked(window: number | undefined, time: number): void {
    if (window !== undefined) for (const listener of [...this.#onClick]) listener(window, time);
  }

  /** Gives the window once it is found. */
  async #note(findWindow: (listed: Promise<readonly number[]>) => Promise<number | undefined>): Promise<number | undefined> {
    const listed = stackingOrder(this.x);
    const deed: Deed = {
      at: monotonicMs(),
      aim: undefined,
      found: Promise.all([listed, findWindow(listed)]).then(
        ([windows, window]) => {
          deed.aim = { listed: windows, window };
        },
        () => {}, // the display went away
      ),
    };
    this.#deed = deed;
    await deed.found;
    return deed.aim?.window;
  }

  #isAim(window: number, { at }: Deed, aim: Aim): boolean {
    if (aim.window !== undefined || !aim.listed.includes(window)) return aim.window === window;
    return !this.#asked.some((asked) => asked.at > at && isSameClient(this.x, asked.window, window));
  }

  async #underPointer(listed: Promise<readonly number[]>): Promise<number | undefined> {
    const { child } = await this.x.request(XIQueryPointer, { window: this.x.root, deviceId: XIDevice.CorePointer });
    if (child === 0) return undefined;
    const framed = await this.#findWithin([child], await listed);
    if (framed !== undefined) return framed;
    return this.#isWindowManagers(child) ? undefined : child;
  }

  #isWindowManagers(window: number): boolean {
    const wm = this.windowManager()?.window;
    return wm !== undefined && isSameClient(this.x, window, wm);
  }

  /** What the window manager puts around a window is a few windows deep. */
  async #findWithin(windows: readonly number[], listed: readonly number[], depth = FRAME_DEPTH): Promise<number | undefined> {
    const found = windows.find((window) => listed.includes(window));
    if (found !== undefined || depth === 0 || windows.length === 0) return found;
    const trees = await Promise.all(windows.map((window) => ifAlive(this.x.request(QueryTree, { window }))));
    return this.#findWithin(
      trees.flatMap((tree) => tree?.children ?? []),
      listed,
      depth - 1,
    );
  }

  #selectEntering(frame: number, mask: readonly number[]): void {
    this.x.send(XISelectEvents, { window: frame, masks: [{ deviceId: XIDevice.CorePointer, mask: [...mask] }] });
  }

  #select(window: number, mask: readonly number[]): void {
    if (window > 1) this.x.send(XISelectEvents, { window, masks: [{ deviceId: XIDevice.CoreKeyboard, mask: [...mask] }] });
  }
}
