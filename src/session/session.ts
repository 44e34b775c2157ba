import { SessionOverrides } from '../config/precedence.js';
import { DriverError } from '../errors/driver-error.js';
import { nowMs } from '../kit/clock.js';
import { checkedName } from './names.js';
import { WindowCache } from './window-cache.js';

/** Who calls and what it holds: element numbers, settings, held keys. One identity over CLI, MCP and SDK. */
export class Session {
  readonly createdAtMs = nowMs();
  readonly overrides = new SessionOverrides();
  /** Keys the session holds down between calls, canonical names. */
  readonly heldKeys = new Set<string>();
  /** Mouse buttons it holds down between calls, with the window each went down in. */
  readonly heldButtons = new Map<string, number>();
  /** What people see of it, beside its cursor. */
  label: string;
  #cursorId: string | undefined;
  #lastUsedMs = this.createdAtMs;
  #running = 0;
  readonly #end = new AbortController();
  #calls = 0;
  #ended = false;
  readonly #windows = new Map<string, WindowCache>();

  constructor(
    readonly id: string,
    /** Declared sessions were asked for by name; the anonymous one of plain CLI calls was not. */
    readonly declared: boolean,
    readonly client: string,
    public desktop: string | undefined,
  ) {
    this.label = id;
  }

  /** The cursor it shares with other sessions; without one it has its own. */
  get cursorId(): string | undefined {
    return this.#cursorId;
  }

  /** From now on the cursor of this name is the session's, together with everybody else who names it. */
  shareCursor(id: string): void {
    this.#cursorId = checkedName('cursor_id', id);
  }

  get lastUsedMs(): number {
    return this.#lastUsedMs;
  }

  get calls(): number {
    return this.#calls;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** A call of it is under way, so it is not idle however long that takes. */
  get busy(): boolean {
    return this.#running > 0;
  }

  /** Aborts when the session ends, so that nothing goes on in its name. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** A call begins; the result is called when it is over. */
  enter(): () => void {
    this.#lastUsedMs = nowMs();
    this.#calls++;
    this.#running++;
    return () => {
      this.#lastUsedMs = nowMs();
      this.#running--;
    };
  }

  end(): void {
    this.#ended = true;
    this.#end.abort(new DriverError('session_ended', `Session "${this.id}" has ended.`));
    this.#windows.clear();
    this.forgetHeld();
  }

  get holdsAnything(): boolean {
    return this.heldKeys.size + this.heldButtons.size > 0;
  }

  /** Whoever releases its seat calls this too. */
  forgetHeld(): void {
    this.heldKeys.clear();
    this.heldButtons.clear();
  }

  /** What this session knows of a window, if it has looked at it. */
  knownWindow(pid: number, windowId: number): WindowCache | undefined {
    return this.#windows.get(`${pid}:${windowId}`);
  }

  windowCache(pid: number, windowId: number): WindowCache {
    const key = `${pid}:${windowId}`;
    let cache = this.#windows.get(key);
    if (!cache) {
      cache = new WindowCache(pid, windowId);
      this.#windows.set(key, cache);
    }
    return cache;
  }

  /** Forgets windows that are gone so that a long session stays small. */
  keepWindows(alive: ReadonlySet<number>): void {
    for (const [key, cache] of this.#windows) if (!alive.has(cache.windowId)) this.#windows.delete(key);
  }
}
