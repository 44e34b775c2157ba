/**
 * The promise made visible: watches, on a connection of its own, what belongs to the person while an act runs.
 * Events catch what changes and changes back; the samples at both ends catch what makes no event.
 */
import { type Interference, interference } from '../../model/interference.js';
import type { Window } from '../../model/window.js';
import { ChangeWindowAttributes, EventMask, QueryPointer, readWords, XIGetFocus, XInput } from '../../wire/x11/index.js';
import type { PersonUse, PersonWatch, Watch } from '../port.js';
import type { Display } from './display.js';
import { PersonActivity } from './person-activity.js';
import { PersonMouse } from './person-mouse.js';
import { PersonSelections } from './person-selections.js';

interface Sample {
  readonly focus: number;
  readonly active: number;
  readonly stacking: readonly number[];
  readonly pointer: { readonly x: number; readonly y: number };
}

const CORE_KEYBOARD = 3;
const KEPT_CHANGES = 1000;

export class X11PersonWatch implements PersonWatch {
  /** Counted since the watch was opened, with the server's time of the latest; acts that overlap each compare with their own beginning. */
  readonly #activeChanges: number[] = [];
  #forgottenChanges = 0;

  private constructor(
    private readonly display: Display,
    private readonly mouse: PersonMouse,
    private readonly activity: PersonActivity,
    private readonly selections: PersonSelections,
  ) {}

  /** `display` must be a connection nothing else is done on. */
  static async open(display: Display): Promise<X11PersonWatch> {
    const { x, root, atoms } = display;
    const [mouse, selections] = await Promise.all([PersonMouse.open(display), PersonSelections.open(x)]);
    const watch = new X11PersonWatch(display, mouse, PersonActivity.open(display), selections);
    x.send(ChangeWindowAttributes, { window: root, values: { eventMask: EventMask.PropertyChange } });
    x.on('PropertyNotify', ({ window, atom, time }) => {
      if (window === root && atom === atoms._NET_ACTIVE_WINDOW) watch.#noteChange(time);
    });
    await x.sync();
    return watch;
  }

  async begin(target: Window | null): Promise<Watch> {
    this.mouse.listen();
    const since = {
      activeChanges: this.#forgottenChanges + this.#activeChanges.length,
      moves: this.mouse.moves,
      selections: this.selections.count,
    };
    const before = await this.#sample();
    return {
      end: async () => {
        const after = await this.#sample();
        const activeChanges = this.#activeChanges.slice(Math.max(0, since.activeChanges - this.#forgottenChanges));
        const selections = await this.selections.lostSince(since.selections, target?.id);
        const meanwhile = { activeChanges, personMoved: this.mouse.moves > since.moves, selections };
        this.mouse.ignore();
        return compare(before, after, meanwhile);
      },
    };
  }

  #noteChange(time: number): void {
    this.#activeChanges.push(time);
    if (this.#activeChanges.length <= KEPT_CHANGES) return;
    this.#activeChanges.shift();
    this.#forgottenChanges++;
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
    return { focus: focus?.focus ?? 0, active: active[0] ?? 0, stacking, pointer: { x: pointer.rootX, y: pointer.rootY } };
  }
}

interface Meanwhile {
  readonly activeChanges: readonly number[];
  readonly personMoved: boolean;
  readonly selections: string;
}

function compare(before: Sample, after: Sample, meanwhile: Meanwhile): Interference {
  return interference({
    focus: before.focus === after.focus ? 'unchanged' : `${name(before.focus)} → ${name(after.focus)}`,
    active_window: activeWindow(before.active, after.active, meanwhile.activeChanges),
    stacking: sameOrder(before.stacking, after.stacking) ? 'unchanged' : 'windows were restacked',
    pointer: samePoint(before, after) || meanwhile.personMoved ? 'unchanged' : `moved to ${after.pointer.x},${after.pointer.y}`,
    selections: meanwhile.selections,
    leaked_events: 'unknown',
  });
}

/** Where no window was active nobody works in one, and the first to open may be: nothing was taken. */
function activeWindow(before: number, after: number, changes: readonly number[]): string {
  if (before === 0) return 'none';
  return before === after ? flicker(changes) : `${name(before)} → ${name(after)}`;
}

/** How often the window manager called another window active, and for how long altogether at most. */
function flicker(changes: readonly number[]): string {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return 'unchanged';
  // The server counts milliseconds in 32 bits.
  return `changed ${changes.length} times within ${(last - first) >>> 0} ms and came back`;
}

const name = (id: number): string => (id === 0 ? 'none' : `0x${id.toString(16)}`);
const samePoint = (a: Sample, b: Sample): boolean => a.pointer.x === b.pointer.x && a.pointer.y === b.pointer.y;

/** Windows that appeared or vanished meanwhile do not count; the order of the rest does. */
function sameOrder(before: readonly number[], after: readonly number[]): boolean {
  const kept = before.filter((id) => after.includes(id));
  const now = after.filter((id) => before.includes(id));
  return kept.every((id, index) => id === now[index]);
}
