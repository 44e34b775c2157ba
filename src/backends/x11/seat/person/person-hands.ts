/**
 * The person's pointer and keyboard. What they do with them is passed on in a thread of its own: reading a large window keeps ours
 * busy for half a second at a time, which must not be seen in how their pointer moves.
 */
import { existsSync } from 'node:fs';
import { DriverError, type ErrorShape } from '../../../../errors/driver-error.js';
import { monotonicMs } from '../../../../kit/clock.js';
import { logger } from '../../../../kit/log.js';
import { startThread, type Thread, withoutThread } from '../../../../kit/thread/start.js';
import { builtProgram } from '../../../../kit/which.js';
import type { DisplayAddress } from '../../display.js';
import type { Maker } from '../wm/early-loan.js';
import { openHands } from './open-hands.js';

const log = logger('seat');

/** What ends sooner would end as soon again. */
const LIVES_MS = 1000;

/** Ends what `freeze` began. For `stayMs` more the pointer stays held as long as the person does not need it, or until it is forgotten. */
export type Thaw = (stayMs: number) => void;

export class PersonHands {
  #thread: Promise<Thread> | undefined;
  #isClosed = false;

  private constructor(
    private readonly address: DisplayAddress,
    private readonly program: string,
  ) {}

  /** Once this resolves, devices may be added. */
  static async open(address: DisplayAddress, program = ownProgram()): Promise<PersonHands> {
    const hands = new PersonHands(address, program);
    await hands.#current();
    return hands;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = await this.#thread?.catch(() => undefined);
    await thread?.call('close').catch(() => {}); // it ended already
    await thread?.end();
  }

  /** Waits while the person drags or has a menu open, but not for ever. */
  async whenFree(signal: AbortSignal): Promise<void> {
    const thread = await this.#current();
    await thread.call('whenFree', [], signal);
  }

  /**
   * Holds the pointer, so that nobody else can take it, for an agent named by its own or for a program asked to do something, by its
   * window. Waits like `whenFree`.
   */
  async freeze(whose: number, signal: AbortSignal): Promise<Thaw> {
    const thread = await this.#current();
    await thread.call('freeze', [], signal);
    return (stayMs) => tell(thread, 'thaw', whose, stayMs);
  }

  /** What stays held after a thaw does so for another while from now. */
  stay(whose: number, stayMs: number): void {
    this.#tellRunning('stay', whose, stayMs);
  }

  /** Nothing it did needs the pointer held any more. */
  forget(whose: number): void {
    this.#tellRunning('forget', whose);
  }

  /** The person's own devices are about to be used. */
  async forgetAll(): Promise<void> {
    const thread = await this.#current();
    await thread.call('forgetAll');
  }

  /** Gives the pointer that was lent to the window manager meanwhile for a window one of the last ones made. */
  async lendWhenMade(wmWindow: number, makers: readonly Maker[]): Promise<number | undefined> {
    const thread = await this.#current();
    return (await thread.call('lendWhenMade', [wmWindow, makers])) as number | undefined;
  }

  #tellRunning(method: string, ...args: readonly unknown[]): void {
    void this.#thread?.then((thread) => tell(thread, method, ...args)).catch(() => {}); // nothing is held then
  }

  #current(): Promise<Thread> {
    this.#thread ??= this.#start();
    return this.#thread;
  }

  #start(): Promise<Thread> {
    const began = monotonicMs();
    const thread = this.#open();
    thread.then(
      ({ ended }) => void ended.then((reason) => this.#lost(reason, monotonicMs() - began)),
      () => {
        this.#thread = undefined;
      },
    );
    return thread;
  }

  #open(): Promise<Thread> {
    const { program, address } = this;
    if (existsSync(program)) return startThread(program, address, toError);
    log.warn('no thread for the person’s hands: what they do is passed on only when we are not busy', { program });
    return withoutThread(() => openHands(address));
  }

  /** What it held is let go by the server. Chromium would be deaf to the person without it. */
  #lost(reason: Error, livedMs: number): void {
    if (this.#isClosed) return;
    log.error('the thread for the person’s hands ended', { reason });
    this.#thread = livedMs > LIVES_MS ? this.#start() : undefined;
    this.#thread?.catch(() => {}); // tried again when it is needed
  }
}

const toError = (failure: unknown): DriverError => DriverError.fromShape(failure as ErrorShape);

/** It may have ended, and what it held with it. */
function tell(thread: Thread, method: string, ...args: readonly unknown[]): void {
  thread.call(method, args).catch(() => {});
}

/** Where the build puts the thread's program, seen from the one file of the command and from this one, built or not. */
const ownProgram = (): string => builtProgram(['./person-hands.cjs', '../../../../../dist/bin/person-hands.cjs'], import.meta.url);
