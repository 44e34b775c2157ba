/**
 * Makes one window ready for the agent and puts it back: its owner's grabs and focus requests go to the agent's devices,
 * and it believes it is focused, so that it does not ask the window manager to make it so.
 */
import type { Gesture } from '../../../../model/gesture.js';
import {
  coreEvents,
  SendEvent,
  XIDevice,
  XIGetClientPointer,
  XIGetFocus,
  XISetClientPointer,
  XISetFocus,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import type { ClientPointers, PointerClaim } from '../device/client-pointers.js';
import { isAtHome, personsFocus, retractKeyboard } from '../guard/watch.js';
import type { Journal } from '../journal/journal.js';
import type { Seat } from '../seat.js';
import { refuseSharedFocus } from '../target/shared-focus.js';
import { isSameClient, type Target } from '../target/target.js';
import { announcePerson } from '../wm/reassert.js';
import type { WmTraits } from '../wm/wm-traits.js';
import { KeyboardArrival } from './keyboard-arrival.js';
import { keyWindowOf, putKeyboardInto } from './keyboard-entry.js';
import { type Clicks, PersonsClick } from './persons-click.js';
import { sendFocus } from './sent-focus.js';
import { serverTime } from './server-time.js';
import type { Shield } from './shield.js';

const walking = new Set(['up', 'down', 'left', 'right', 'home', 'end', 'page_up', 'page_down', 'tab', 'backspace', 'delete']);

/** What has to be known before a window is told anything. */
export interface Surroundings {
  /** Undefined where it makes no difference which one runs. */
  readonly windowManager: WmTraits | undefined;
  readonly isFocusedByPerson: boolean;
  /** Changes with everything that may make a program forget that it is focused. */
  readonly mood: string;
}

/** Windows that come and go, and who the desktop says is active. */
export interface Bustle extends Clicks {
  /** How often that changed until now. */
  bustle(): Promise<number>;
  /** A window was told of the focus. */
  stir(): void;
}

export class Attachment {
  #claim: PointerClaim | undefined;
  /** The agent is at work in it. While it is not, the owner may still be busy with what the agent did. */
  #isInUse = false;
  /** All that keeps a keyboard unnoticed in it is done. */
  #isShielded = false;
  readonly #arrival: KeyboardArrival;
  readonly #click: PersonsClick;
  #focused: (() => void) | undefined;
  /** As it was when the window was last told that it is focused. */
  #mood: string | undefined;

  constructor(
    private readonly seat: Seat,
    readonly target: Target,
    private readonly journal: Journal,
    private readonly clientPointers: ClientPointers,
    private readonly shield: Shield,
    private readonly windowManager: () => Promise<WmTraits>,
    private readonly desktop: Bustle,
  ) {
    const makeRoom = () => void this.#makeRoom().catch(() => {}); // the display went away
    this.#arrival = new KeyboardArrival(seat.x, XIDevice.CoreKeyboard, makeRoom);
    this.#click = new PersonsClick(seat, target.window, desktop);
  }

  /** Only asks, so it need not wait for anything. Refuses where an act would take the keyboard from the person. */
  async look(): Promise<Surroundings> {
    const { needsShield, wantsFocusIn, losesFocusToPopups, sharesFocus } = this.target.traits;
    const mayTell = wantsFocusIn && (!this.#focused || losesFocusToPopups);
    const [windowManager, persons, bustle] = await Promise.all([
      needsShield && !this.#isShielded ? this.windowManager() : undefined,
      mayTell ? personsFocus(this.seat.x) : 0,
      mayTell ? this.desktop.bustle() : 0,
      sharesFocus ? personsFocus(this.seat.x).then((focus) => refuseSharedFocus(this.seat.x, this.target, focus)) : undefined,
    ]);
    return {
      windowManager,
      isFocusedByPerson: persons === this.target.window,
      mood: `${persons} ${bustle}`,
    };
  }

  /** True when the window was told just now that it is focused and needs a moment to believe it. */
  async begin({ windowManager, isFocusedByPerson, mood }: Surroundings, isPopupOpen: () => Promise<boolean>): Promise<boolean> {
    const { window, traits } = this.target;
    const { x, devices } = this.seat;
    if (!this.#isInUse) {
      this.#isInUse = true;
      this.#claim ??= this.clientPointers.claim(this.target, devices.pointer);
      x.send(XISetClientPointer, { window, deviceId: devices.pointer });
    }
    if (traits.needsShield && !this.#isShielded) {
      this.#isShielded = true;
      this.#watchPerson(windowManager);
      if (!windowManager?.noticesGrabs) await this.shield.raise(window);
    }
    const mustRepeat = traits.losesFocusToPopups && this.#focused !== undefined && !(await isPopupOpen());
    if (!traits.wantsFocusIn || (this.#focused && !mustRepeat) || isFocusedByPerson) return false;
    this.#focused ??= this.journal.record({ kind: 'focus_in', window });
    sendFocus(x, window, 'FocusIn');
    if (traits.wantsTakeFocus) await askToTakeFocus(this.seat, window);
    const isNews = mood !== this.#mood;
    this.#mood = mood;
    return isNews;
  }

  /** Before anything that may open a menu. Losing it again closes lists of completions, so keys that walk in those do without. */
  async lendKeyboard({ mayOpenPopup, steps }: Gesture): Promise<void> {
    const { traits } = this.target;
    const mayOpenMenu = mayOpenPopup && steps.some((step) => step.kind === 'press' || (step.kind === 'key_down' && !walking.has(step.key)));
    if (!traits.needsKeyboardForMenus || !mayOpenMenu) return;
    const { x, devices } = this.seat;
    const windowManager = await this.windowManager();
    this.#watchPerson(windowManager);
    putKeyboardInto(x, devices.keyboard, await this.#hide(windowManager));
    // The menu takes the agent's keyboard away, and a person who comes meanwhile must be noticed.
    if (!traits.needsShield) this.shield.lower();
  }

  /** The agent has left. What the owner still does because of it goes to the agent's devices until `letGo`. */
  async leave(): Promise<void> {
    if (!this.#isInUse) return;
    this.#isInUse = false;
    this.#isShielded = false;
    // The shield leaves with the agent, and some take that for a loss of the focus.
    this.#mood = undefined;
    const { x, devices } = this.seat;
    const { focus } = await x.request(XIGetFocus, { deviceId: devices.keyboard });
    // Somebody focused with the agent's keyboard although nobody was expected to: taking it back must not be seen either.
    if (!isAtHome(devices, focus)) await this.#hide(await this.windowManager()).catch(() => {}); // the window may be gone
    x.send(XISetFocus, { deviceId: devices.keyboard, window: devices.home });
    this.shield.lower();
    await x.sync();
    // Not sooner: who came before the keyboards had left has been heard of by now.
    if (this.#isInUse) return;
    this.#arrival.stop();
    this.#click.stop();
  }

  /** Only queues requests. */
  #watchPerson(windowManager: WmTraits | undefined): void {
    this.#arrival.watch(this.target.window);
    if (windowManager?.focusesAfterClick) this.#click.watch();
  }

  /** The person comes into the window, and their window manager is to know: no keyboard of ours stays there, and it is told what it missed. */
  async #makeRoom(): Promise<void> {
    const { x, devices } = this.seat;
    this.#click.isFollowed();
    this.#isShielded = false;
    this.shield.lower();
    const [{ focus }, persons] = await Promise.all([x.request(XIGetFocus, { deviceId: devices.keyboard }), personsFocus(x)]);
    if (isSameClient(x, focus, this.target.window)) retractKeyboard(x, devices, persons);
    await announcePerson(x, this.target.window, (await this.windowManager()).hears);
  }

  /** From now on the owner's grabs and focus requests are the person's again, unless the agent came back or another one took over. */
  async letGo(): Promise<void> {
    const { window } = this.target;
    const { x, devices } = this.seat;
    if (this.#isInUse || !this.#claim) return;
    const [owners, { focus }] = await Promise.all([
      ifAlive(x.request(XIGetClientPointer, { window })),
      x.request(XIGetFocus, { deviceId: devices.keyboard }),
    ]);
    const claim = this.#claim;
    if (this.#isInUse || !claim) return;
    this.#claim = undefined;
    if (isSameClient(x, focus, window)) x.send(XISetFocus, { deviceId: devices.keyboard, window: devices.home });
    const next = claim.drop();
    if (owners?.deviceId === devices.pointer) x.send(XISetClientPointer, { window, deviceId: next });
    await x.sync();
    claim.undone();
  }

  /** Another window of the same owner takes over: it is the owner whose requests are led away, not one window's. */
  handOver(): void {
    this.#claim?.drop();
    this.#claim?.undone();
    this.#claim = undefined;
  }

  /** Ends the belief of being focused, unless the person has made it true. */
  async unfocus(): Promise<void> {
    const undone = this.#focused;
    if (!undone) return;
    this.#focused = undefined;
    this.#mood = undefined;
    if (!(await this.#isFocusedByPerson())) sendFocus(this.seat.x, this.target.window, 'FocusOut');
    this.desktop.stir();
    await this.seat.x.sync();
    undone();
  }

  /**
   * From now on the agent's keyboard comes and goes unnoticed where this says. As long as it is there, so does the person's, unless
   * it is in a part of the window only and the window manager heeds that, as KWin does.
   */
  async #hide({ noticesGrabs }: WmTraits): Promise<number> {
    const { window } = this.target;
    if (!noticesGrabs) {
      await this.shield.raise(window);
      return window;
    }
    const within = (await keyWindowOf(this.seat.x, window)) ?? window;
    await this.shield.slipInto(within);
    return within;
  }

  async #isFocusedByPerson(): Promise<boolean> {
    return (await personsFocus(this.seat.x)) === this.target.window;
  }
}

/** Twelve days from now: the server ignores whoever asks for the focus as of a time to come. */
const TO_COME_MS = 2 ** 30;

/** What it is asked to do as of a time to come stays without effect on the display, but it believes that it has the focus. */
async function askToTakeFocus({ x, perch }: Seat, window: number): Promise<void> {
  const [type, takeFocus, now] = await Promise.all([x.atoms.intern('WM_PROTOCOLS'), x.atoms.intern('WM_TAKE_FOCUS'), serverTime(x, perch)]);
  const data = [takeFocus, (now + TO_COME_MS) >>> 0, 0, 0, 0];
  const event = x.encodeEvent(coreEvents.ClientMessage, { format: 32, window, type, data });
  x.send(SendEvent, { destination: window, eventMask: 0, event });
}
