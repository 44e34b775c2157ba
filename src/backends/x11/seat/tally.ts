/** What a gesture has delivered so far. */
import type { Delivered } from '../../../model/gesture.js';
import type { Action } from './plan.js';

export class Tally {
  #steps = 0;
  #characters = 0;
  readonly #notes = new Set<string>();

  readonly note = (text: string): void => void this.#notes.add(text);

  readonly typed = (characters: number): void => {
    this.#characters += characters;
  };

  done({ count }: Action): void {
    this.#steps += count;
  }

  delivered(actions: readonly Action[]): Delivered {
    const hasText = actions.some(({ kind }) => kind === 'text');
    return { steps: this.#steps, ...(hasText ? { characters: this.#characters } : {}), notes: [...this.#notes], confined: true };
  }
}
