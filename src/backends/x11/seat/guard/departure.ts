/**
 * The person closed their window or put it away: where the window manager takes them instead is theirs, be it what is left or
 * what they open next. It may have begun with an agent's keyboard, so theirs is brought along. Asking it for a window would
 * undo what it has done for them since, so it is asked only where it is done and they are in none.
 */
import { poll } from '../../../../kit/poll.js';
import { GrabServer, readWords, UngrabServer, type X11Connection, XIDevice, XIGetFocus, XISetFocus } from '../../../../wire/x11/index.js';
import { ifAlive, isShown } from '../../display.js';
import { chainTo, isSameClient } from '../target/target.js';
import { reassertPersonsWindow, remindOf } from '../wm/reassert.js';
import { wmHasHandled } from '../wm/wm-answer.js';
import { askBackTo, stackingOrder, tellFocused } from '../wm/wm-messages.js';
import type { LentPointer } from './lent-pointer.js';
import type { RootWatch } from './root-watch.js';
import type { UserTimeStamp } from './user-time.js';
import { isPersonIn, POINTER_ROOT, personsFocus, retractKeyboard, type Watch, windowAround } from './watch.js';
import type { WatchKeeper } from './watch-keeper.js';

const LOOK_AGAIN_MS = 2;
/** A busy window manager gets to the next window late, and the server heeds it only as long as nobody else has moved the focus since it was asked. */
const ARRIVES_MS = 2000;
const NOW = 0;

/** Where the keyboard of an agent is that the window manager may have had. */
interface Lent extends Pick<Watch, 'devices' | 'target'> {
  readonly focus: number;
}

export class Departure {
  #underWay: Promise<number | undefined> | undefined;

  constructor(
    private readonly x: X11Connection,
    private readonly root: RootWatch,
    private readonly wmPointer: LentPointer,
    private readonly keeper: WatchKeeper,
    private readonly stamp: UserTimeStamp,
    private readonly ownWindow: number,
  ) {}

  get isUnderWay(): boolean {
    return this.#underWay !== undefined;
  }

  /** Resolves when the person is in a window again, or in none. */
  async isOver(): Promise<void> {
    await this.#underWay?.catch(() => {}); // whoever began it is told
  }

  /**
   * The window the person is in now, with the window manager having their keyboard; undefined when it takes them nowhere.
   * It may have had the keyboards of these watches before.
   */
  arrival(watches: readonly Watch[]): Promise<number | undefined> {
    const arriving = this.#letArrive(watches).finally(() => {
      if (this.#underWay === arriving) this.#underWay = undefined;
    });
    this.#underWay = arriving;
    return arriving;
  }

  async #letArrive(watches: readonly Watch[]): Promise<number | undefined> {
    // Then it brings that along itself, and had we moved it meanwhile the server would not heed it any more.
    const hadTheirs = (await this.wmPointer.windowManager()).asksLate && !this.wmPointer.isLent;
    const takeKeyboardsBack = await this.keeper.endAllButKeyboards();
    const window = await this.#arrive(watches, hadTheirs);
    await takeKeyboardsBack(await this.#reminderOf(window));
    return window;
  }

  /** It takes an agent's keyboard that leaves some window for the person's, also where it has taken them to another since. */
  async #reminderOf(window: number | undefined): Promise<(persons: number) => void> {
    const [{ hears }, chain] = await Promise.all([this.wmPointer.windowManager(), window && ifAlive(chainTo(this.x, window))]);
    return (persons) => {
      if (window && chain && isSameClient(this.x, persons, window)) remindOf(this.x, { person: window, frame: chain[1] }, hears);
    };
  }

  async #arrive(watches: readonly Watch[], hadTheirs: boolean): Promise<number | undefined> {
    const [left] = watches;
    let isDone = false;
    const onDone = async (named: number | undefined) => {
      isDone = true;
      if (this.root.active !== 0 || hadTheirs) return;
      const next = await this.#nextFor(left, named);
      await (next ? askBackTo(this.x, next) : this.#bringToNowhere(watches));
    };
    this.#whenWmIsDone(onDone).catch(() => {}); // the display went away
    const arrived = async () => {
      const { active } = this.root;
      if (active === 0) return undefined;
      if (await isPersonIn(this.x, active)) return active;
      if (isDone && active === left?.person && (await this.#isRolledUp(left))) return active;
      if (hadTheirs) return undefined;
      await this.#bringKeyboard(active, watches);
      return (await isPersonIn(this.x, active)) ? active : undefined;
    };
    const window = await poll(arrived, { timeoutMs: ARRIVES_MS, intervalMs: LOOK_AGAIN_MS });
    if (window !== undefined) return window;
    await reassertPersonsWindow(this.x);
    return windowAround(this.x, await personsFocus(this.x));
  }

  /** With the window it last called active meanwhile. Never where it does not say when it is done. */
  async #whenWmIsDone(tell: (named: number | undefined) => Promise<void>): Promise<void> {
    let named: number | undefined;
    const unlisten = this.root.listen({ active: (window) => (named = window || named) });
    const hasHandled = () => wmHasHandled(this.x, this.ownWindow, ARRIVES_MS);
    // First what became of the window, then what came of that.
    const isDone = (await hasHandled()) && (await hasHandled());
    unlisten();
    await this.x.sync();
    if (isDone) await tell(named);
  }

  /** It may have put the keyboard that it had into a window in the moment that was taken from it, and rests then. */
  async #nextFor(left: Watch | undefined, named: number | undefined): Promise<number | undefined> {
    const stays = left && (await this.#isRolledUp(left)) ? left.person : undefined;
    return stays ?? (await windowAround(this.x, await personsFocus(this.x))) ?? named ?? (await this.#inFront());
  }

  /** All that is left of it is what the window manager put around it. */
  async #isRolledUp({ person, frame }: Watch): Promise<boolean> {
    if (frame === undefined) return false;
    const [order, isThere, isFrameThere] = await Promise.all([stackingOrder(this.x), isShown(this.x, person), isShown(this.x, frame)]);
    return order.includes(person) && isFrameThere && !isThere;
  }

  /** Panels and the desktop itself are windows too, but on every workspace. */
  async #inFront(): Promise<number | undefined> {
    const { x } = this;
    const firstOf = async (window: number, name: string) => (await readWords(x, window, await x.atoms.intern(name)))[0];
    const [order, workspace = 0] = await Promise.all([stackingOrder(x), firstOf(x.root, '_NET_CURRENT_DESKTOP')]);
    for (const window of order.toReversed())
      if ((await ifAlive(firstOf(window, '_NET_WM_DESKTOP'))) === workspace && (await isShown(x, window))) return window;
    return undefined;
  }

  /**
   * Where nobody is to have the focus, window managers put it into a window of their own: the person's too, or what they type went
   * to where their pointer is. And they take an agent's keyboard that leaves there later for the person's.
   */
  async #bringToNowhere(watches: readonly Watch[]): Promise<void> {
    const { x } = this;
    const { window: wm } = await this.wmPointer.windowManager();
    if (wm === undefined) return;
    await this.#inOneBreath(watches, async (persons, agents) => {
      const there = agents.filter(({ focus }) => isSameClient(x, focus, wm));
      const nowhere = there[0]?.focus;
      if (persons > POINTER_ROOT || nowhere === undefined) return;
      // As of now would be too new: it asks for the next window as of what it last heard.
      await ifAlive(x.checked(XISetFocus, { deviceId: XIDevice.CoreKeyboard, window: nowhere, time: this.stamp.setAt }));
      if ((await personsFocus(x)) === nowhere) for (const { devices } of there) retractKeyboard(x, devices, POINTER_ROOT);
    });
  }

  /** Nobody moves a keyboard meanwhile. */
  async #inOneBreath(watches: readonly Watch[], act: (persons: number, agents: readonly Lent[]) => Promise<void>): Promise<void> {
    const { x } = this;
    x.send(GrabServer);
    try {
      const [persons, ...agents] = await Promise.all([
        personsFocus(x),
        ...watches.map(async ({ devices, target }) => ({
          devices,
          target,
          ...(await x.request(XIGetFocus, { deviceId: devices.keyboard })),
        })),
      ]);
      await act(persons, agents);
    } finally {
      x.send(UngrabServer);
      x.flush();
    }
  }

  /** Only where it is in no window: one it is in was given to the person since. */
  async #bringKeyboard(active: number, watches: readonly Watch[]): Promise<void> {
    const { x } = this;
    const { window: wm, hears } = await this.wmPointer.windowManager();
    const isNowhere = (focus: number) => focus <= POINTER_ROOT || focus === x.root || (wm !== undefined && isSameClient(x, focus, wm));
    // What it put around the window that is left has the focus where that is rolled up.
    const isSomewhere = (focus: number) => focus === watches[0]?.frame || !isNowhere(focus);
    await this.#inOneBreath(watches, async (persons, agents) => {
      const isThere = await isShown(x, active);
      // Where it put the keyboard it had, which it says only later.
      const latest = agents.find(({ focus, target }) => isSomewhere(focus) && !isSameClient(x, focus, target))?.focus;
      if (!isNowhere(persons) || (latest === undefined && !(isThere && this.root.active === active))) return;
      const next = latest ?? agents.find(({ focus }) => isSameClient(x, focus, active))?.focus ?? active;
      // The server heeds no focus older than the last, and a window manager asks as of what it last heard.
      for (const time of [this.stamp.setAt, NOW])
        if (isNowhere(await personsFocus(x))) await ifAlive(x.checked(XISetFocus, { deviceId: XIDevice.CoreKeyboard, window: next, time }));
      // Only now: the window manager must not see the window lose its focus.
      for (const { devices, focus } of agents) if (isSameClient(x, focus, next)) retractKeyboard(x, devices, focus);
      // It has seen a keyboard come to the root, and none to the window that had one already.
      const [, frame = next] = (await ifAlive(chainTo(x, next))) ?? [];
      if (hears === 'frame' && frame !== next) tellFocused(x, frame, true);
    });
  }
}
