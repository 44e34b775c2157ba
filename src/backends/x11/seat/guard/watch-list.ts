/** The targets that are watched now, one watch for each. */
import type { X11Connection } from '../../../../wire/x11/index.js';
import type { PersonsWindow } from '../person/persons-window.js';
import { isOfWatched, type Watch } from './watch.js';

export class WatchList {
  readonly #byTarget = new Map<number, Watch>();

  constructor(
    private readonly x: X11Connection,
    readonly persons: PersonsWindow,
  ) {}

  get all(): Watch[] {
    return [...this.#byTarget.values()];
  }

  of(target: number): Watch | undefined {
    return this.#byTarget.get(target);
  }

  /** False once it has ended, also when another began for its target. */
  isOn(watch: Watch): boolean {
    return this.#byTarget.get(watch.target) === watch;
  }

  add(watch: Watch): void {
    this.#byTarget.set(watch.target, watch);
  }

  remove(watch: Watch): void {
    this.#byTarget.delete(watch.target);
  }

  /** The one this window comes of; undefined when it is none of an agent's. */
  causing(window: number): Watch | undefined {
    return this.all.find((watch) => isOfWatched(this.x, watch, window));
  }

  /** While another agent's window is called active for a moment it is still the one before. */
  personsWindow(active: number): number {
    const mistaken = active === 0 ? this.all[0] : this.causing(active);
    return mistaken?.person ?? active;
  }
}
