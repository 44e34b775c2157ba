/**
 * The promise made visible: watches, on a connection of its own, what belongs to the person while an act runs.
 * Events catch what changes and changes back; the samples at both ends catch what makes no event.
 */
import { monotonicMs } from '../../kit/clock.js';
import { type Interference, interference } from '../../model/interference.js';
import type { Window } from '../../model/window.js';
import { ChangeWindowAttributes, EventMask, QueryPointer, readWords, XIGetFocus, XInput } from '../../wire/x11/index.js';
import type { PersonUse, PersonWatch, Watch } from '../port.js';
import { type Display, isShown } from './display.js';
import { PersonActivity } from './person-activity.js';
import { PersonMouse } from './person-mouse.js';
import { PersonScreen } from './person-screen.js';
import { PersonSelections } from './person-selections.js';

interface Sample {
  readonly focus: number;
  readonly active: number;
  readonly stacking: readonly number[];
  readonly pointer: { readonly x: number; readonly y: number };
}

/** The window manager named the active window anew. */
interface Naming {
  /** The server's. */
  readonly time: number;
  /** Undefined where the next one came before it could be read. */
  window: number | undefined;
}

const CORE_KEYBOARD = 3;
const KEPT_CHANGES = 1000;

export class X11PersonWatch implements PersonWatch {
  /** Counted since the watch was opened; acts that overlap each compare with their own beginning. */
  readonly #namings: Naming[] = [];
  #forgotten = 0;

  private constructor(
    private readonly display: Display,
    private readonly mouse: PersonMouse,
    private readonly activity: PersonActivity,
    private readonly selections: PersonSelections,
    private readonly screen: PersonScreen,
  ) {}

  /** `display` must be a connection nothing else is done on. */
  static async open(display: Display): Promise<X11PersonWatch> {
    const { x, root, atoms } = display;
    const [mouse, selections] = await Promise.all([PersonMouse.open(display), PersonSelections.open(x)]);
    const watch = new X11PersonWatch(display, mouse, PersonActivity.open(display), selections, new PersonScreen(display));
    x.send(ChangeWindowAttributes, { window: root, values: { eventMask: EventMask.PropertyChange } });
    x.on('PropertyNotify', ({ window, atom, time }) => {
      if (window === root && atom === atoms._NET_ACTIVE_WINDOW) watch.#noteNaming(time).catch(() => {}); // the display went away
    });
    await x.sync();
    return watch;
  }

  async begin(target: Window | null): Promise<Watch> {
    this.mouse.listen();
    const since = { namings: this.#forgotten + this.#namings.length, ms: monotonicMs(), selections: this.selections.count };
    const [before] = await Promise.all([this.#sample(), this.screen.begin()]);
    return {
      end: async () => {
        const [after, screen] = await Promise.all([this.#sample(), this.screen.end(() => this.#hasPersonActedSince(since.ms))]);
        const namings = this.#namings.slice(Math.max(0, since.namings - this.#forgotten));
        const selections = await this.selections.lostSince(since.selections, target?.id);
        const meanwhile = { namings, personMoved: this.mouse.hasMovedSince(since.ms), selections, screen };
        this.mouse.ignore();
        return compare(before, after, meanwhile);
      },
    };
  }

  /** For what is no act and yet input. */
  async around(work: () => Promise<void>): Promise<void> {
    const watch = await this.begin(null).catch(() => undefined); // the display went away
    try {
      await work();
    } finally {
      await watch?.end().catch(() => {});
    }
  }

  #hasPersonActedSince(ms: number): boolean {
    return this.mouse.hasMovedSince(ms) || this.activity.hasPressedSince(ms);
  }

  /** Answers and events come in the order in which they happened: an answer before the next event holds until then. */
  async #noteNaming(time: number): Promise<void> {
    const { x, root, atoms } = this.display;
    const naming: Naming = { time, window: undefined };
    this.#namings.push(naming);
    if (this.#namings.length > KEPT_CHANGES) {
      this.#namings.shift();
      this.#forgotten++;
    }
    const [window = 0] = await readWords(x, root, atoms._NET_ACTIVE_WINDOW);
    if (this.#namings.at(-1) === naming) naming.window = window;
  }

  using({ id }: Window): Promise<PersonUse | undefined> {
    return this.activity.using(id);
  }

  async #sample(): Promise<Sample> {
    const { x, root, atoms } = this.display;
    const [focus, active, stacking, pointer] = await Promise.all([
      x.has(XInput) ? x.request(XIGetFocus, { deviceId: CORE_KEYBOARD }) : undefined,
      readWords(x, root, atoms._NET_ACTIVE_WINDOW),
      readWords(x, root, atoms._NET_CLIENT_LIST_STACKING),
      x.request(QueryPointer, { window: root }),
    ]);
    const [named = 0] = active;
    // A window manager may still name one that has just closed, and list one that is there only later.
    const isThere = stacking.includes(named) || (named !== 0 && (await isShown(x, named)));
    return { focus: focus?.focus ?? 0, active: isThere ? named : 0, stacking, pointer: { x: pointer.rootX, y: pointer.rootY } };
  }
}

interface Meanwhile {
  readonly namings: readonly Naming[];
  readonly personMoved: boolean;
  readonly selections: string;
  readonly screen: string;
}

function compare(before: Sample, after: Sample, meanwhile: Meanwhile): Interference {
  return interference({
    focus: before.focus === after.focus ? 'unchanged' : `${name(before.focus)} → ${name(after.focus)}`,
    active_window: activeWindow(before.active, after.active, meanwhile.namings),
    stacking: sameOrder(before.stacking, after.stacking) ? 'unchanged' : 'windows were restacked',
    pointer: samePoint(before, after) || meanwhile.personMoved ? 'unchanged' : `moved to ${after.pointer.x},${after.pointer.y}`,
    selections: meanwhile.selections,
    screen: meanwhile.screen,
    leaked_events: 'unknown',
  });
}

/** Where no window was active nobody works in one, and the first to open may be: nothing was taken. */
function activeWindow(before: number, after: number, namings: readonly Naming[]): string {
  if (before === 0) return 'none';
  return before === after ? flicker(before, namings) : `${name(before)} → ${name(after)}`;
}

/** How often the window manager called another window active, and for how long altogether at most. */
function flicker(own: number, namings: readonly Naming[]): string {
  const others = namings.flatMap(({ window, time }, index) => {
    const until = namings[index + 1]?.time ?? time;
    // The server counts milliseconds in 32 bits.
    return window === own ? [] : [(until - time) >>> 0];
  });
  if (others.length === 0) return 'unchanged';
  const ms = others.reduce((sum, each) => sum + each, 0);
  return `changed ${others.length} ${others.length === 1 ? 'time' : 'times'}, for ${ms} ms altogether, and came back`;
}

const name = (id: number): string => (id === 0 ? 'none' : `0x${id.toString(16)}`);
const samePoint = (a: Sample, b: Sample): boolean => a.pointer.x === b.pointer.x && a.pointer.y === b.pointer.y;

/** Windows that appeared or vanished meanwhile do not count; the order of the rest does. */
function sameOrder(before: readonly number[], after: readonly number[]): boolean {
  const kept = before.filter((id) => after.includes(id));
  const now = after.filter((id) => before.includes(id));
  return kept.every((id, index) => id === now[index]);
}
