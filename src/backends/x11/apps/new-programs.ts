/**
 * Tells from when on a program that starts is to be led to the agent's devices: as soon as it makes a window that it may show,
 * but not before it knows its keymap, which it is to have from the person's keyboard.
 */
import { poll } from '../../../kit/poll.js';
import type { Size } from '../../../model/geometry.js';
import { clientPids, Res, type X11Connection } from '../../../wire/x11/index.js';
import { knowsKeymap } from '../seat/target/first-key.js';
import { clientOf } from '../seat/target/target.js';
import { detectToolkit } from '../seat/toolkit/detect.js';
import { traitsOf } from '../seat/toolkit/traits.js';

/** Toolkits begin with a window no larger than this, which they never show. */
const HELPER_PX = 16;
const LOOK_AGAIN_MS = 10;
const SLOW_START_MS = 10_000;

interface NewProgram {
  knowsKeymap: boolean;
  /** Windows that are too small to be shown as they are. */
  readonly small: Set<number>;
  /** Windows that it may show before it knows its keymap. */
  readonly early: Set<number>;
}

export class NewPrograms {
  readonly #programs = new Map<number, NewProgram>();
  readonly #end = new AbortController();

  constructor(
    private readonly x: X11Connection,
    private readonly onReady: (window: number) => void,
  ) {}

  /** `isManaged` is false for menus and the like, and for helpers of some toolkits. */
  made(window: number, size: Size, isManaged: boolean): void {
    const known = this.#of(window);
    const program = known ?? this.#meet(window);
    if (!isManaged) return;
    if (!known && isSmall(size)) program.small.add(window);
    else this.#ready(program, window);
  }

  resized(window: number, size: Size): void {
    const program = this.#of(window);
    if (program && !isSmall(size) && program.small.delete(window)) this.#ready(program, window);
  }

  /** Whatever it knows by now. */
  shown(window: number): void {
    const program = this.#of(window);
    if (program?.small.delete(window) || program?.early.delete(window)) this.onReady(window);
  }

  end(): void {
    this.#end.abort();
  }

  #ready(program: NewProgram, window: number): void {
    if (program.knowsKeymap) this.onReady(window);
    else program.early.add(window);
  }

  #meet(window: number): NewProgram {
    const program: NewProgram = { knowsKeymap: false, small: new Set(), early: new Set() };
    this.#programs.set(clientOf(this.x, window), program);
    void this.#awaitKeymap(program, window).catch(() => {}); // nobody waits any more, or the display went away
    return program;
  }

  async #awaitKeymap(program: NewProgram, window: number): Promise<void> {
    const { signal } = this.#end;
    await poll(() => knowsKeymap(this.x, window), { timeoutMs: SLOW_START_MS, intervalMs: LOOK_AGAIN_MS, signal });
    const [pid] = this.x.has(Res) ? await clientPids(this.x, [window]) : [];
    if (traitsOf[detectToolkit([pid], '', '')].readsKeymapLate) return;
    program.knowsKeymap = true;
    for (const early of program.early) this.onReady(early);
    program.early.clear();
  }

  #of(window: number): NewProgram | undefined {
    return this.#programs.get(clientOf(this.x, window));
  }
}

const isSmall = ({ width, height }: Size): boolean => width <= HELPER_PX && height <= HELPER_PX;
