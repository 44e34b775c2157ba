/**
 * Tells from when on a program that starts is to be led to the agent's devices: before window managers may focus one of its windows,
 * but not before it knows its keymap, which it is to have from the person's keyboard.
 */
import { poll } from '../../../kit/poll.js';
import type { Size } from '../../../model/geometry.js';
import type { X11Connection } from '../../../wire/x11/index.js';
import type { Program } from '../seat/device/client-pointers.js';
import { knowsKeymap } from '../seat/target/first-key.js';
import { clientOf, ownerOf } from '../seat/target/target.js';
import { detectToolkit } from '../seat/toolkit/detect.js';
import { type Traits, traitsOf } from '../seat/toolkit/traits.js';

/** Toolkits begin with a window no larger than this, which they never show. */
const HELPER_PX = 16;
const LOOK_AGAIN_MS = 10;
const SLOW_START_MS = 10_000;

interface NewProgram {
  owner: number | undefined;
  /** What has to be there once its keymap is known; undefined until it is. */
  until: Traits['readsKeymapUntil'] | undefined;
  /** The first too small to be shown to anybody, or any other that window managers may focus. */
  helper: number | undefined;
  /** The first that they may focus, shown or not. */
  managed: number | undefined;
  /** The first of a size that it may show. */
  window: number | undefined;
  isReady: boolean;
}

export class NewPrograms {
  readonly #programs = new Map<number, NewProgram>();
  readonly #end = new AbortController();

  constructor(
    private readonly x: X11Connection,
    private readonly onReady: (program: Program) => void,
  ) {}

  /** `isManaged` is false for menus and the like, and for helpers of some toolkits. */
  made(window: number, size: Size, isManaged: boolean): void {
    const program = this.#of(window) ?? this.#meet(window);
    if (isManaged || isSmall(size)) program.helper ??= window;
    if (isManaged) program.managed ??= window;
    this.resized(window, size);
  }

  resized(window: number, size: Size): void {
    const program = this.#of(window);
    if (program?.managed && !isSmall(size)) program.window ??= window;
    if (program) this.#lookAt(program);
  }

  /** Whatever it knows by now. */
  shown(window: number): void {
    const program = this.#of(window);
    if (program?.managed) this.#ready(program, window);
  }

  end(): void {
    this.#end.abort();
  }

  #lookAt(program: NewProgram): void {
    const { until } = program;
    const made = until === undefined || until === 'shown' ? undefined : program[until];
    if (made !== undefined) this.#ready(program, made);
  }

  #ready(program: NewProgram, window: number): void {
    if (program.isReady) return;
    program.isReady = true;
    this.onReady({ window, owner: program.owner });
  }

  #meet(window: number): NewProgram {
    const program: NewProgram = {
      owner: undefined,
      until: undefined,
      helper: undefined,
      managed: undefined,
      window: undefined,
      isReady: false,
    };
    this.#programs.set(clientOf(this.x, window), program);
    void this.#awaitKeymap(program, window).catch(() => {}); // nobody waits any more, or the display went away
    return program;
  }

  async #awaitKeymap(program: NewProgram, window: number): Promise<void> {
    const { signal } = this.#end;
    program.owner = await ownerOf(this.x, window);
    await poll(() => knowsKeymap(this.x, window), { timeoutMs: SLOW_START_MS, intervalMs: LOOK_AGAIN_MS, signal });
    program.until = traitsOf[detectToolkit([program.owner], '', '')].readsKeymapUntil;
    this.#lookAt(program);
  }

  #of(window: number): NewProgram | undefined {
    return this.#programs.get(clientOf(this.x, window));
  }
}

const isSmall = ({ width, height }: Size): boolean => width <= HELPER_PX && height <= HELPER_PX;
