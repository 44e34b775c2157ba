/**
 * A popup the agent asked for may open late and take the person's pointer too, as a browser's does when its page is slow.
 * Only keys can close it then, and the agent's may. Whatever else holds the person's pointer is the person's business.
 */
import { DriverError } from '../../../../errors/driver-error.js';
import { monotonicMs } from '../../../../kit/clock.js';
import type { Gesture } from '../../../../model/gesture.js';
import { QueryTree, type X11Connection } from '../../../../wire/x11/index.js';
import { shownPopup } from '../../windows/popups.js';
import type { PersonHands } from '../person/person-hands.js';
import { isSameClient } from './target.js';

/** What a window shows this long after the agent pressed in it is taken for the agent's. */
const OWN_MS = 30_000;

export class OwnPopup {
  #pressed: { readonly windowId: number; readonly at: number } | undefined;

  constructor(
    private readonly x: X11Connection,
    private readonly person: PersonHands,
  ) {}

  /** Call after a gesture. */
  note({ windowId, mayOpenPopup, steps }: Gesture): void {
    if (mayOpenPopup && steps.some(({ kind }) => kind === 'press')) this.#pressed = { windowId, at: monotonicMs() };
  }

  /** True once the person's pointer is free, false when it is not but the agent's keys may go on; throws otherwise. */
  async isPersonFree(gesture: Gesture, signal: AbortSignal): Promise<boolean> {
    try {
      await this.person.whenFree(signal);
      return true;
    } catch (error) {
      const isBusy = error instanceof DriverError && error.code === 'person_busy';
      if (isBusy && isKeysOnly(gesture) && (await this.isShownIn(gesture.windowId))) return false;
      throw error;
    }
  }

  async isShownIn(windowId: number): Promise<boolean> {
    const pressed = this.#pressed;
    if (pressed?.windowId !== windowId || monotonicMs() - pressed.at > OWN_MS) return false;
    const { children } = await this.x.request(QueryTree, { window: this.x.root });
    const own = children.filter((each) => isSameClient(this.x, each, windowId));
    return (await Promise.all(own.map((each) => shownPopup(this.x, each)))).some((rect) => rect !== undefined);
  }
}

const isKeysOnly = ({ steps }: Gesture): boolean => steps.every(({ kind }) => kind === 'key_down' || kind === 'key_up' || kind === 'pause');
