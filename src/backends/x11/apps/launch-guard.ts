/**
 * Keeps a starting application from taking what the person is using: new windows are told that nobody asked for them
 * (user time 0), and one that activates itself anyway is put behind the person's window at once.
 */
import { delay } from '../../../kit/clock.js';
import { poll } from '../../../kit/poll.js';
import type { Window } from '../../../model/window.js';
import {
  ChangeWindowAttributes,
  coreEvents,
  EventMask,
  GetInputFocus,
  readWords,
  SendEvent,
  writeWords,
  XIDevice,
  XIGetFocus,
  XInput,
  XISetFocus,
} from '../../../wire/x11/index.js';
import { type Display, ifAlive, XA } from '../display.js';

const SUBSTRUCTURE = EventMask.SubstructureNotify | EventMask.SubstructureRedirect;
const SOURCE_PAGER = 2;
const BELOW = 1;
const LOOK_MS = 40;
const CALM_LOOKS = 10;
const SETTLE_MS = 2000;
const BETWEEN_MS = 12;
const CORRECTIONS = 12;

/** What the person had before the launch. */
interface Person {
  readonly window: Window | undefined;
  readonly focus: number;
}

export interface RunningGuard extends AsyncDisposable {
  /** What tells a well-behaved toolkit to start without taking the focus. */
  readonly env: Readonly<Record<string, string>>;
  adopt(pids: readonly number[]): void;
  /** Puts the new windows behind the person's; says what had to be restored. */
  settle(windows: readonly number[]): Promise<string[]>;
}

/** The window manager focuses with a keyboard of the agent's while a window appears, so that the person's focus cannot move. */
export interface Shelter {
  begin(): Promise<() => void>;
  over(window: number): Promise<() => void>;
}

export class LaunchGuard {
  #launches = 0;

  /** `display` is a connection of the guard's own. */
  constructor(
    private readonly display: Display,
    private readonly shelter: Shelter,
  ) {}

  async begin(before: readonly Window[]): Promise<RunningGuard> {
    const { x, root, atoms } = this.display;
    const known = new Set(before.map(({ id }) => id));
    const person: Person = { window: before.find(({ isActive }) => isActive), focus: await this.#focus() };
    const restored = new Set<string>();
    const correct = this.#corrector(person, known, restored);
    const sheltered: Promise<() => void>[] = [this.shelter.begin()];
    await sheltered[0];
    x.send(ChangeWindowAttributes, { window: root, values: { eventMask: EventMask.SubstructureNotify | EventMask.PropertyChange } });
    const unsubscribes = [
      x.on('CreateNotify', ({ window, parent, overrideRedirect }) => {
        if (parent !== root || overrideRedirect || known.has(window)) return;
        this.#unasked(window);
        sheltered.push(this.shelter.over(window));
      }),
      x.on('PropertyNotify', ({ window, atom }) => {
        if (window === root && atom === atoms._NET_ACTIVE_WINDOW) void correct();
        if (window !== root && atom === atoms._NET_WM_USER_TIME_WINDOW) void this.#unaskedHelper(window);
      }),
    ];
    await x.sync();
    return {
      env: { DESKTOP_STARTUP_ID: `offhand-${process.pid}-${this.#launches++}_TIME0` },
      adopt: () => {},
      settle: async (windows) => {
        await this.#settleFocus(correct);
        await this.#putBehind(person, windows, restored);
        return [...restored];
      },
      [Symbol.asyncDispose]: async () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
        for (const shelter of await Promise.allSettled(sheltered)) if (shelter.status === 'fulfilled') shelter.value();
        x.send(ChangeWindowAttributes, { window: root, values: { eventMask: 0 } });
      },
    };
  }

  /** User time 0 says that nobody asked for the window, so that the window manager does not give it the focus. */
  #unasked(window: number): void {
    const { x, atoms } = this.display;
    x.send(ChangeWindowAttributes, { window, values: { eventMask: EventMask.PropertyChange } });
    writeWords(x, window, atoms._NET_WM_USER_TIME, XA.CARDINAL, [0]);
    void this.#unaskedHelper(window);
  }

  /** Toolkits keep the user time on a window of its own, which then counts instead. */
  async #unaskedHelper(window: number): Promise<void> {
    const { x, atoms } = this.display;
    const [helper] = (await ifAlive(readWords(x, window, atoms._NET_WM_USER_TIME_WINDOW))) ?? [];
    if (helper !== undefined && helper !== 0) writeWords(x, helper, atoms._NET_WM_USER_TIME, XA.CARDINAL, [0]);
  }

  async #focus(): Promise<number> {
    const { x } = this.display;
    return x.has(XInput)
      ? (await x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard })).focus
      : (await x.request(GetInputFocus)).focus;
  }

  /** Gives back one thing at a time, and not for ever: each correction is itself a change that the window manager announces. */
  #corrector(person: Person, known: ReadonlySet<number>, restored: Set<string>): () => Promise<boolean> {
    let left = CORRECTIONS;
    let current: Promise<boolean> | undefined;
    return () => {
      current ??= (left > 0 ? this.#giveBack(person, known, restored) : Promise.resolve(true)).finally(() => {
        current = undefined;
      });
      void current.then((isCalm) => {
        if (!isCalm) left--;
      });
      return current;
    };
  }

  /** True when the person has everything back; a window that took it is corrected at once. */
  async #giveBack(person: Person, known: ReadonlySet<number>, restored: Set<string>): Promise<boolean> {
    const { x, root, atoms } = this.display;
    const read = () => Promise.all([this.#focus(), ifAlive(readWords(x, root, atoms._NET_ACTIVE_WINDOW))]);
    let [focus, [active = 0] = []] = await read();
    if (active === 0 && person.window) {
      // On the way from one window to another there is none for a moment; asking then would start it all over.
      await delay(BETWEEN_MS);
      [focus, [active = 0] = []] = await read();
    }
    const isLost = active === 0 && person.window !== undefined;
    const wasTaken = isLost || (active !== 0 && active !== person.window?.id && !known.has(active));
    const isMoved = focus !== person.focus && (wasTaken || active === 0 || active === person.window?.id);
    if (!wasTaken && !isMoved) return true;
    restored.add('focus');
    // The focus itself first: a window manager that focuses with the agent's keyboard would not bring it back.
    if (isMoved) await ifAlive(x.checked(XISetFocus, { deviceId: XIDevice.CoreKeyboard, window: person.focus, time: 0 }));
    if (wasTaken && person.window) this.#message(person.window.id, atoms._NET_ACTIVE_WINDOW, [SOURCE_PAGER, 0, active, 0, 0]);
    await x.sync();
    return false;
  }

  /** Toolkits ask for the focus late, so the peace must hold for a while. */
  async #settleFocus(correct: () => Promise<boolean>): Promise<void> {
    let calm = 0;
    await poll(
      async () => {
        calm = (await correct()) ? calm + 1 : 0;
        return calm >= CALM_LOOKS;
      },
      { timeoutMs: SETTLE_MS, intervalMs: LOOK_MS },
    );
  }

  async #putBehind(person: Person, windows: readonly number[], restored: Set<string>): Promise<void> {
    const front = person.window;
    if (!front) return;
    const { x, root, atoms } = this.display;
    const order = await readWords(x, root, atoms._NET_CLIENT_LIST_STACKING);
    const restack = await x.atoms.intern('_NET_RESTACK_WINDOW');
    for (const window of windows) {
      if (order.indexOf(window) < order.indexOf(front.id)) continue;
      restored.add('stacking');
      this.#message(window, restack, [SOURCE_PAGER, front.id, BELOW, 0, 0]);
    }
    await x.sync();
  }

  #message(window: number, type: number, data: readonly number[]): void {
    const { x, root } = this.display;
    const event = x.encodeEvent(coreEvents.ClientMessage, { format: 32, window, type, data: [...data] });
    x.send(SendEvent, { propagate: false, destination: root, eventMask: SUBSTRUCTURE, event });
  }
}
