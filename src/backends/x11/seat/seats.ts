/** The pool of agent seats on one display: one per owner, made on demand, kept for reuse, bounded. */

import { DriverError } from '../../../errors/driver-error.js';
import { Mutex } from '../../../kit/mutex.js';
import { isAlive, processInfo } from '../../../kit/process-info.js';
import type { ScreenPoint } from '../../../model/geometry.js';
import type { Delivered, Gesture } from '../../../model/gesture.js';
import { connectX11, Shape, type X11Connection, X11ExtensionMissing, XInput, XTest } from '../../../wire/x11/index.js';
import type { Seats } from '../../port.js';
import { asDisplayError, type DisplayAddress } from '../display.js';
import { guardAsked } from './asked-program.js';
import { ClientPointers, type Program } from './device/client-pointers.js';
import { addMaster, listMasters } from './device/masters.js';
import { formatSeatName, type Role } from './device/seat-name.js';
import { performInForeground } from './foreground/foreground.js';
import { PersonGuard } from './guard/guard.js';
import { POINTER_ROOT, WHATEVER_IS_NEW } from './guard/watch.js';
import { defaultProgram, type Guardian, startGuardian } from './journal/guardian.js';
import { Journal } from './journal/journal.js';
import { isStillThere, reapDead } from './journal/reap.js';
import { serverIdentity } from './journal/server-identity.js';
import { Performer } from './performer.js';
import { PersonHands } from './person/person-hands.js';
import { Seat } from './seat.js';
import { Shelter } from './shelter.js';
import { PersonsKeymap } from './target/persons-keymap.js';
import type { Maker } from './wm/early-loan.js';
import { readWindowManager } from './wm/wm-traits.js';

export interface SeatOptions {
  readonly maxSeats: number;
  /** Folder for what must be undone if this process dies. */
  readonly journalDir: string;
  /** The program that undoes it; the build's own unless told. */
  readonly guardianProgram?: string | undefined;
  /** Surrounds the going of the agents' pointers, which is input to the server and no act. */
  readonly leaving?: (leave: () => Promise<void>) => Promise<void>;
}

export interface NewGuard {
  /** Whether it is the person who asks for a window when something does as this source. */
  isPersonsRequest(window: number, source: number | undefined): boolean;
  /** A program that starts and focuses its own window does so with the owner's keyboard; a moment longer than asked, for some do it late. */
  shelter(program: Program): Promise<() => void>;
  end(): void;
}

/** What all seats of this process share. */
interface Shared {
  readonly x: X11Connection;
  readonly journal: Journal;
  readonly guardian: Guardian;
  readonly person: PersonHands;
  readonly guard: PersonGuard;
  readonly clientPointers: ClientPointers;
  readonly shelter: Shelter;
  readonly keymap: PersonsKeymap;
  /** Where a window manager would heed what the root window is told of keyboards: as long as one stays there, it is told nothing. */
  readonly sitter: Seat | undefined;
}

/** A process may serve several desktops, or one desktop twice. */
let made = 0;

const FOREGROUND_TURN_MS = 30_000;

export function openSeats(address: DisplayAddress, options: SeatOptions): X11Seats {
  return new X11Seats(address, options);
}

export class X11Seats implements Seats, AsyncDisposable {
  readonly #owners = new Map<string, Promise<Performer>>();
  readonly #ready = new Map<string, Performer>();
  readonly #spare: Performer[] = [];
  readonly #foreground = new Mutex();
  #shared: Promise<Shared> | undefined;

  constructor(
    private readonly address: DisplayAddress,
    private readonly options: SeatOptions,
  ) {}

  perform(owner: string, gesture: Gesture, signal: AbortSignal): Promise<Delivered> {
    return this.#translating(async () => (await this.#performerOf(owner)).perform(gesture, signal));
  }

  performInForeground(gesture: Gesture, signal: AbortSignal): Promise<Delivered> {
    const perform = async () => performInForeground(await this.#open(), gesture, signal);
    return this.#translating(() => this.#foreground.run(FOREGROUND_TURN_MS, perform, signal));
  }

  /** From now on nothing new takes the person's focus: the window manager focuses with the owner's keyboard until the end of it. */
  async guardAgainstNew(owner: string, onPersonGoes: (window: number) => void = () => {}): Promise<NewGuard> {
    const end = await this.guardAgainst(owner, WHATEVER_IS_NEW);
    const [{ seat }, { guard, shelter, keymap }] = await Promise.all([this.#performerOf(owner), this.#open()]);
    const off = guard.onPersonGoes(onPersonGoes);
    return {
      isPersonsRequest: (window, source) => guard.isPersonsRequest(window, source),
      shelter: async (program) => {
        const letGo = await shelter.over(program, seat.devices.pointer);
        keymap.teachOnceStarted(seat, program.window).catch(() => {}); // it has ended
        return letGo;
      },
      end: () => {
        off();
        end();
      },
    };
  }

  /** The same for what one window does, without the agent's pointer being in it. */
  async guardAgainst(owner: string, target: number): Promise<() => void> {
    const { seat, shield } = await this.#performerOf(owner);
    const { guard } = await this.#open();
    if (target === WHATEVER_IS_NEW) await guard.prepareForNew(shield);
    return guard.begin(target, seat.devices);
  }

  /** The same for what a program is asked to do by other means than input, until some time after it has handled that. */
  async guardProgram(owner: string, window: number): Promise<() => void> {
    const [{ seat }, shared] = await Promise.all([this.#performerOf(owner), this.#open()]);
    return guardAsked(shared, seat, window);
  }

  async release(owner: string): Promise<void> {
    const performer = await this.#owners.get(owner)?.catch(() => undefined);
    this.#owners.delete(owner);
    this.#ready.delete(owner);
    if (!performer?.seat.x.isOpen) return;
    await this.#leaving(() => performer.retire());
    this.#spare.push(performer);
  }

  /** Our own seats by owner, and those of other processes by their pid. */
  async list(): Promise<readonly { owner: string; name: string; state: string }[]> {
    const { x } = await this.#open();
    const own = [...this.#ready].map(([owner, { seat, state }]) => ({ owner, name: formatSeatName(seat.devices.name), state }));
    const known = new Set(own.map(({ name }) => name));
    const others = (await listMasters(x)).filter(({ name }) => name.role === 'hand' && !known.has(formatSeatName(name)));
    return [
      ...own,
      ...others.map(({ name }) => {
        const state =
          name.pid === process.pid ? 'spare' : isAlive(name.pid, name.starttime) ? 'of another process' : 'left by a dead process';
        return { owner: `pid ${name.pid}`, name: formatSeatName(name), state };
      }),
    ];
  }

  position(owner: string): ScreenPoint | undefined {
    return this.#ready.get(owner)?.position;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#owners.keys()].map((owner) => this.release(owner).catch(() => {})));
    const shared = await this.#shared?.catch(() => undefined);
    await shared?.shelter.close();
    this.#shared = undefined;
    const dismantle = () => Promise.all(this.#spare.splice(0).map((performer) => performer.dismantle().catch(() => {})));
    await this.#leaving(async () => {
      await dismantle();
      await shared?.sitter?.dismantle().catch(() => {}); // the display went away
    });
    if (!shared) return;
    if (shared.x.isOpen) await shared.guard.close().catch(() => {});
    await shared.x.close();
    await end(shared);
  }

  #leaving(leave: () => Promise<void>): Promise<void> {
    return this.options.leaving ? this.options.leaving(leave) : leave();
  }

  async #translating(perform: () => Promise<Delivered>): Promise<Delivered> {
    try {
      return await perform();
    } catch (error) {
      throw asDisplayError(error, this.address.display);
    }
  }

  #performerOf(owner: string): Promise<Performer> {
    const known = this.#owners.get(owner);
    const ready = this.#ready.get(owner);
    // After the display came back everything is made anew.
    if (known && (!ready || ready.seat.x.isOpen)) return known;
    this.#owners.delete(owner);
    const made = this.#take();
    this.#owners.set(owner, made);
    made.then(
      (performer) => void this.#ready.set(owner, performer),
      () => void this.#owners.delete(owner),
    );
    return made;
  }

  async #take(): Promise<Performer> {
    const spare = this.#spare.splice(0).filter(({ seat }) => seat.x.isOpen);
    const kept = spare.pop();
    this.#spare.push(...spare);
    if (kept) return kept;
    if (this.#owners.size >= this.options.maxSeats) {
      throw new DriverError('seat_unavailable', `All ${this.options.maxSeats} agent seats are in use.`, { limit: this.options.maxSeats });
    }
    const { journal, person, guard, clientPointers, keymap, sitter } = await this.#open();
    const seat = await this.#makeSeat('hand', sitter?.devices.home ?? POINTER_ROOT);
    return new Performer(seat, journal, person, guard, clientPointers, keymap);
  }

  async #makeSeat(role: Role, home: number): Promise<Seat> {
    const x = await this.#connect();
    const name = { ...ownProcess(), number: made++, role };
    try {
      return await Seat.open(x, async () => ({ ...(await addMaster(x, name)), home }));
    } catch (error) {
      await x.close();
      throw error;
    }
  }

  async #open(): Promise<Shared> {
    this.#shared ??= this.#makeShared();
    const current = this.#shared;
    const shared = await current.catch((error) => {
      if (this.#shared === current) this.#shared = undefined;
      throw error;
    });
    if (shared.x.isOpen) return shared;
    // The display went away; everybody who noticed shares the next attempt.
    if (this.#shared === current) {
      this.#shared = undefined;
      if (!isStillThere(shared.journal.owner)) await end(shared);
    }
    return this.#open();
  }

  async #makeShared(): Promise<Shared> {
    const x = await this.#connect();
    const { display, xauthority } = this.address;
    const { journalDir, guardianProgram = defaultProgram() } = this.options;
    const server = serverIdentity(display);
    const whose = { display, ...(server === undefined ? {} : { server }), ...(xauthority === undefined ? {} : { xauthority }) };
    const journal = Journal.open(journalDir, { ...whose, ...ownProcess() });
    const starting = [startGuardian(journal.path, guardianProgram), PersonHands.open({ display, xauthority })] as const;
    const [guardian, person] = await Promise.all(starting);
    await reapDead(x, journalDir, display);
    const lendWhenMade = (wmWindow: number, makers: readonly Maker[]) => person.lendWhenMade(wmWindow, makers);
    const clientPointers = new ClientPointers(x, journal);
    const shelter = new Shelter(x, clientPointers);
    const guard = await PersonGuard.open(x, journal, lendWhenMade, shelter, () => this.#connect());
    const sitter = (await readWindowManager(x)).heedsRoot ? await this.#makeSeat('sitter', x.root) : undefined;
    guard.onRearranged(() => {
      const seats = [...this.#ready.values(), ...this.#spare].map(({ seat }) => seat);
      for (const seat of sitter ? [...seats, sitter] : seats) if (seat.x.isOpen) seat.leaveWindows().catch(() => {}); // it has just closed
    });
    return { x, journal, guardian, person, guard, clientPointers, shelter, keymap: new PersonsKeymap(), sitter };
  }

  async #connect(): Promise<X11Connection> {
    const x = await connectX11({ display: this.address.display, xauthority: this.address.xauthority });
    for (const needed of [XInput, XTest, Shape]) if (!x.has(needed)) throw new X11ExtensionMissing(needed.name);
    return x;
  }
}

/** Nothing is left to undo. */
async function end({ person, journal, guardian }: Shared): Promise<void> {
  await person.close();
  journal.close();
  guardian.dismiss();
}

function ownProcess(): { pid: number; starttime: number } {
  return { pid: process.pid, starttime: processInfo(process.pid)?.starttime ?? 0 };
}
