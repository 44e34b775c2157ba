import type { Window } from '../model/window.js';
import type { Act } from './act.js';
import type { Call } from './call.js';

/** Policy at the chokepoint: returns when the call may go on, throws the refusal otherwise. May wait for a person. */
export interface Gate {
  decide(call: Call, act: Act): Promise<void>;
  /** Whether an act may go on as things are: nobody is asked, and a no is no refusal of the call. */
  permits(call: Call, act: Act): boolean;
  decideRead(call: Call, window: Window | null, op?: string): Promise<void>;
  /** A look at the whole screen is judged by what is in front of the person. */
  decideScreen(call: Call, frontmost: Window | undefined, op?: string): Promise<void>;
  /** The policy covers secrets in every picture and withholds one that could not be covered. */
  requiresRedaction(): boolean;
  /** Windows of forbidden applications are covered in pictures of the screen. */
  mayBeSeen(window: Window): boolean;
}
